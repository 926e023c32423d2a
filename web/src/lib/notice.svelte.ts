// The notice at the foot of the page: above all what did not work, and why.
import { Refused } from "./api";
import { t } from "./words.svelte";

/** What is shown, and whether it is only that the server does not answer. */
const state = $state({ text: "", isOutage: false });

/** The sentence shown now; empty if there is none. */
export function notice(): string {
  return state.text;
}

/** Show a sentence until it is closed or another one comes. */
export function notify(text: string) {
  state.text = text;
  state.isOutage = false;
}

/** Say why something failed. */
export function notifyFailure(error: unknown) {
  notify(failureText(error));
  state.isOutage = !(error instanceof Refused);
}

/** The server answers again: that it did not is no longer true. */
export function endOutage() {
  if (state.isOutage) notify("");
}

/** Why something failed, for people: the server's own words, or that it does not answer. */
export function failureText(error: unknown): string {
  return error instanceof Refused ? error.message : t("The server does not answer. Try again.");
}

/** Do something that may fail; a failure is shown as a notice and gives undefined. */
export async function attempt<T>(work: () => Promise<T>): Promise<T | undefined> {
  try {
    return await work();
  } catch (error) {
    notifyFailure(error);
  }
}
