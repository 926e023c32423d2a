// A move on its way: what was picked, what is hovered, which alternative is meant.
import type { Choice } from "../lib/api";
import {
  alternatives,
  cycle,
  forced,
  keep,
  leads,
  nextItems,
  prefer,
  touch,
  touchable,
  tried,
} from "./narrow";
import type { Path } from "./narrow";

export class Picking {
  choices = $state.raw<readonly Choice[]>([]);
  picks = $state.raw<Path>([]);
  /** The item under the pointer or the keyboard's focus. */
  hovered = $state<string | null>(null);
  /** The choice whose look is kept from place to place. */
  #like = $state.raw<Choice>();

  next = $derived(nextItems(this.choices, this.picks));
  touchable = $derived(touchable(this.choices, this.picks));
  alternatives = $derived(alternatives(this.choices, this.picks));
  /** The choice that would be played by confirming. */
  chosen = $derived(prefer(this.alternatives, this.#like));
  /** Where touching the hovered item would lead. */
  #ahead = $derived(
    this.hovered !== null && !this.picks.includes(this.hovered)
      ? touch(this.choices, this.picks, this.hovered)
      : null,
  );
  #aheadAlternatives = $derived(this.#ahead ? alternatives(this.choices, this.#ahead) : []);
  /** The choice that touching the hovered item would complete. */
  preview = $derived(prefer(this.#aheadAlternatives, this.#like));

  /** Take new choices; what was picked stays as far as it still leads somewhere. */
  offer(choices: readonly Choice[]) {
    this.choices = choices;
    this.picks = forced(choices, keep(choices, this.picks));
  }

  /** Pick, change or take back an item; false if that leads nowhere. */
  touch(id: string): boolean {
    const picks = touch(this.choices, this.picks, id);
    if (!picks) return false;
    this.picks = forced(this.choices, picks);
    return true;
  }

  /** Pick everything that a move needs. */
  suggest(move: string) {
    const choice = this.choices.find((each) => each.move === move);
    if (!choice) return;
    this.picks = choice.path;
    this.#like = choice;
  }

  /** Go to another alternative of what is previewed or picked. */
  cycle(steps: number) {
    const among = this.preview ? this.#aheadAlternatives : this.alternatives;
    if (among.length > 1) this.#like = cycle(among, this.preview ?? this.chosen, steps);
  }

  /** Take the last pick back that was not forced. */
  back() {
    let place = this.picks.length - 1;
    while (place > 0 && nextItems(this.choices, this.picks.slice(0, place)).size === 1) place--;
    this.picks = forced(this.choices, this.picks.slice(0, Math.max(0, place)));
  }

  clear() {
    this.picks = forced(this.choices, []);
  }

  /** Whether an item is the last one of a complete path: touching it again confirms. */
  confirms(id: string): boolean {
    return this.chosen !== undefined && this.picks.at(-1) === id && !this.next.has(id);
  }

  /** Whether what is picked can be meant in several ways. */
  get several(): boolean {
    return this.alternatives.length > 1;
  }

  /** The path to ask about when an item leads nowhere. */
  tried(id: string): Path {
    return tried(this.choices, this.picks, id);
  }

  /** Whether anything can be picked now. */
  get open(): boolean {
    return leads(this.choices, []);
  }
}
