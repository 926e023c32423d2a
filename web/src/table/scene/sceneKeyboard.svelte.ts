// The keyboard in a scene: the item it is at, the way to others, and the keys that use them.
import type { Item, Scene } from "../../lib/api";
import { isModified, isTyping } from "../../lib/keyPress";
import { isArrow, itemTowards } from "./arrowKeys";
import type { MovePicker } from "./movePicker.svelte";
import { among, nearest, type Point } from "./nearestItem";

export interface KeyActions {
  /** The item that the keyboard is at is used. */
  use: (id: string) => void;
  play: () => void;
  back: () => void;
  /** The rest of the animations is skipped. */
  skip: () => void;
}

export class SceneKeyboard {
  /** The id of the item that the keyboard is at. */
  at = $state<string | null>(null);
  /** Whether people play with the keyboard now, so that a ring shows where it is. */
  active = $state(false);
  /** Where its item was when the keyboard came to it: the item may be gone now. */
  #stood: Point = { x: 0, y: 0 };

  constructor(
    readonly picker: MovePicker,
    readonly scene: () => Scene,
    readonly actions: KeyActions,
  ) {}

  item = $derived.by(() => this.scene().items.find(({ id }) => id === this.at));

  /** Be at an item. */
  standAt(id: string) {
    this.at = id;
    const { x, y } = this.item ?? this.#stood;
    this.#stood = { x, y };
  }

  #goTo(item: Item | undefined) {
    if (!item) return;
    this.standAt(item.id);
    this.picker.hovered = item.id;
  }

  #goToNearest(point: Point) {
    this.#goTo(nearest(among(this.scene().items, this.picker.next), point));
  }

  /** After a pick go on to what can be picked next, unless it completes a move: Enter plays it. */
  followPick() {
    const { item, picker } = this;
    if (!item || picker.chosen || picker.next.size === 0 || picker.next.has(item.id)) return;
    if (this.active) this.#goToNearest(item);
  }

  /** When the scene has changed, stay at the item if it can be used, or go to the nearest. */
  followScene() {
    const { item, picker } = this;
    if (!this.active || !picker.isOpen) return;
    if (!item || !picker.touchable.has(item.id)) this.#goToNearest(item ?? this.#stood);
  }

  /** The items that the arrows lead through: those that can be used; if there are none, or on
   * request, all that have a name. */
  #reachable(everything = false): Item[] {
    const { items } = this.scene();
    if (this.picker.isOpen && !everything) return among(items, this.picker.touchable);
    return items.filter((item) => item.label);
  }

  #step(key: string, everything: boolean) {
    const { width, height } = this.scene();
    const items = this.#reachable(everything);
    const middle = { x: width / 2, y: height / 2 };
    this.#goTo(this.item ? itemTowards(items, this.item, key) : nearest(items, middle));
  }

  onfocus = ({ currentTarget }: FocusEvent) => {
    this.active = (currentTarget as Element).matches(":focus-visible");
    if (this.at !== null) return this.followScene();
    const { items } = this.scene();
    const first = this.picker.isOpen ? among(items, this.picker.next)[0] : this.#reachable()[0];
    if (first) this.standAt(first.id);
  };

  onblur = () => {
    if (this.active) this.picker.hovered = null;
    this.active = false;
  };

  /** Keys that work in the picture. */
  onkeydown = (event: KeyboardEvent) => {
    if (isModified(event)) return;
    if (isArrow(event.key)) this.#step(event.key, event.shiftKey);
    else if (event.key === "Enter" || event.key === " ") this.#enter();
    else return;
    this.active = true;
    event.preventDefault();
  };

  #enter() {
    this.actions.skip();
    if (this.at !== null) this.actions.use(this.at);
    else this.actions.play();
  }

  /** Keys that work anywhere on the page, unless something is being typed. */
  onanykey = (event: KeyboardEvent) => {
    if (isTyping(event.target) || isModified(event)) return;
    this.actions.skip();
    if (event.key.toLowerCase() === "r") this.picker.cycle(event.shiftKey ? -1 : 1);
    else if (event.key === "Backspace") this.actions.back();
    else if (event.key === "Enter" && event.target === document.body) this.actions.play();
  };
}
