// A move that is being picked: the picks so far, the item under the pointer, the alternative meant.
import type { Choice } from "../../lib/api";
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
  usable,
} from "./choices";
import type { Path } from "./choices";

export class MovePicker {
  choices = $state.raw<readonly Choice[]>([]);
  picks = $state.raw<Path>([]);
  /** The item under the pointer or the keyboard's focus. */
  hovered = $state<string | null>(null);
  /** The item that was touched last. */
  #touched = $state("");
  /** The choice whose appearance is kept when another place is picked. */
  #like = $state.raw<Choice>();

  next = $derived(nextItems(this.choices, this.picks));
  touchable = $derived(touchable(this.choices, this.picks));
  /** Every item that can be picked now, in any order. */
  usable = $derived(usable(this.choices, this.picks));
  alternatives = $derived(alternatives(this.choices, this.picks));
  /** The choice that is played when people confirm. */
  chosen = $derived(prefer(this.alternatives, this.#like));
  /** The picks after the hovered item is touched. */
  #picksAhead = $derived(
    this.hovered !== null && !this.picks.includes(this.hovered)
      ? touch(this.choices, this.picks, this.hovered)
      : null,
  );
  #previewed = $derived(this.#picksAhead ? alternatives(this.choices, this.#picksAhead) : []);
  /** The choice that is complete when the hovered item is touched. */
  preview = $derived(prefer(this.#previewed, this.#like));

  /** Take new choices; picks stay as far as they still lead to one. */
  offer(choices: readonly Choice[]) {
    this.choices = choices;
    this.picks = forced(choices, keep(choices, this.picks));
  }

  /** Pick, change or take back an item; false if that leads nowhere. */
  touch(id: string): boolean {
    const picks = touch(this.choices, this.picks, id);
    if (!picks) return false;
    this.#touched = id;
    this.picks = forced(this.choices, picks);
    return true;
  }

  /** Pick all items of a move. */
  suggest(move: string) {
    const choice = this.choices.find((each) => each.move === move);
    if (!choice) return;
    this.picks = choice.path;
    this.#touched = choice.path.at(-1) ?? "";
    this.#like = choice;
  }

  /** Go so many alternatives on, of what is previewed, else of what is picked. */
  cycle(steps: number) {
    const among = this.preview ? this.#previewed : this.alternatives;
    if (among.length > 1) this.#like = cycle(among, this.preview ?? this.chosen, steps);
  }

  /** The picks without the last one that people made themselves. */
  #before = $derived.by(() => {
    let place = this.picks.length - 1;
    while (place > 0 && nextItems(this.choices, this.picks.slice(0, place)).size === 1) place--;
    return forced(this.choices, this.picks.slice(0, Math.max(0, place)));
  });

  /** Whether there is a pick that people can take back. */
  get canGoBack(): boolean {
    return this.#before.length < this.picks.length;
  }

  /** Take back the last pick that people made themselves. */
  back() {
    this.picks = this.#before;
  }

  clear() {
    this.picks = forced(this.choices, []);
  }

  /** Whether a touch of an item confirms the move: it was the last pick of a complete choice. */
  confirms(id: string): boolean {
    return this.chosen !== undefined && this.#touched === id && this.picks.includes(id);
  }

  /** Whether the picks complete several choices. */
  get isAmbiguous(): boolean {
    return this.alternatives.length > 1;
  }

  /** The path that was tried by touching an item that leads nowhere. */
  tried(id: string): Path {
    return tried(this.choices, this.picks, id);
  }

  /** Whether anything can be picked now. */
  get isOpen(): boolean {
    return leads(this.choices, []);
  }
}
