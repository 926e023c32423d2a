// The notice at the foot of the page: above all what did not work, and why.
import { Refused } from "./api";
import { t } from "./words.svelte";

const state = $state({ text: "" });

/** The sentence shown now; empty if there is none. */
export function notice(): string {
  return state.text;
}

/** Show a sentence until it is closed or another one comes. */
export function notify(text: string) {
  state.text = text;
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
    notify(failureText(error));
  }
}
