// The item that people ask about: which one a card explains now, and why it cannot be picked.
import type { WhyIllegal } from "../../lib/api";

const NO_REASON: WhyIllegal = { message: "", rule: null };

/** How long the pointer or the keyboard rests on an item before its card shows, in milliseconds. */
export const REST = 550;
/** How long the card stays when the pointer leaves, so that it can be reached. */
export const GRACE = 300;

export class AskedItem {
  /** The id of the item that the card is about. */
  id = $state<string | null>(null);
  /** Why the item cannot be picked; empty if there is nothing to say, or not yet. */
  refusal = $state.raw(NO_REASON);
  /** Whether it was asked for by a click, a tap or a long press, and not just come upon. */
  explicit = $state(false);
  /** Whether the pointer or the keyboard is on the card itself. */
  #kept = false;
  #restingOn: string | null = null;
  #showing: ReturnType<typeof setTimeout> | undefined;
  #hiding: ReturnType<typeof setTimeout> | undefined;
  #asks = 0;

  /** The pointer or the keyboard rests on an item, or on nothing that can be asked about. */
  restOn(id: string | null) {
    if (this.#kept || id === this.#restingOn) return;
    this.#restingOn = id;
    clearTimeout(this.#showing);
    if (id !== null && id === this.id) return clearTimeout(this.#hiding);
    if (this.id !== null) this.#hideSoon();
    if (id !== null) this.#showSoon(id);
  }

  /** Show the card of an item at once, and the reason against it as soon as it is known. */
  async ask(id: string, reason: Promise<WhyIllegal> = Promise.resolve(NO_REASON)) {
    this.#restingOn = id;
    this.#show(id, true);
    const number = this.#asks;
    const refusal = await reason;
    if (number === this.#asks) this.refusal = refusal;
  }

  /** The pointer comes nearer to the card: what lies on the way there is not asked about. */
  approach() {
    if (this.id === null || this.#kept || this.#restingOn === this.id) return;
    this.#hideSoon();
    if (this.#restingOn !== null) this.#showSoon(this.#restingOn);
  }

  /** The pointer or the keyboard comes to the card itself. */
  keep() {
    this.#kept = true;
    clearTimeout(this.#hiding);
    clearTimeout(this.#showing);
  }

  /** The pointer or the keyboard leaves the card. */
  release() {
    this.#kept = false;
    this.#restingOn = null;
    this.#hideSoon();
  }

  /** Take the card away; whether there was one. It comes back only for another item. */
  dismiss(): boolean {
    const shown = this.id !== null;
    clearTimeout(this.#showing);
    this.#hide();
    return shown;
  }

  #show(id: string, explicit: boolean) {
    this.#hide();
    clearTimeout(this.#showing);
    this.id = id;
    this.explicit = explicit;
  }

  #showSoon(id: string) {
    clearTimeout(this.#showing);
    this.#showing = setTimeout(() => this.#show(id, false), REST);
  }

  #hideSoon() {
    clearTimeout(this.#hiding);
    this.#hiding = setTimeout(() => this.#hide(), GRACE);
  }

  #hide() {
    clearTimeout(this.#hiding);
    this.#asks++; // an answer that is still on its way is about something else now
    this.#kept = false;
    this.id = null;
    this.refusal = NO_REASON;
  }
}
