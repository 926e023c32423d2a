// Scenes shown one after the other, each after what happened before it was told.
import { tick } from "svelte";
import type { Item, Scene } from "../lib/api";
import { leaving, LONGEST, tell } from "./motion";

const PATIENCE = LONGEST + 300;

/** A window that nobody sees does not animate: the next scene does not wait for it for ever. */
function patience(needed: boolean): Promise<void> {
  return new Promise((done) => setTimeout(done, needed ? PATIENCE : 0));
}

/** Where the items of a picture are drawn. */
export interface Drawing {
  item: (id: string) => Element | null;
  /** Those that are on their way out. */
  gone: () => readonly Element[];
}

export class Showing {
  scene: Scene;
  /** Items of the scene before that are still seen going. */
  gone = $state.raw<readonly Item[]>([]);
  #waiting: Scene[] = [];
  #moving: Animation[] = [];
  #telling = false;

  constructor(
    first: Scene,
    readonly drawing: Drawing,
    /** Told of every scene as it is shown, and whether it is the newest. */
    readonly onshow: (scene: Scene, newest: boolean) => void,
  ) {
    this.scene = $state.raw(first);
  }

  /** Show a scene, after those that wait. */
  async show(next: Scene) {
    if (next === this.scene && this.#waiting.length === 0) return this.onshow(next, true);
    this.#waiting.push(next);
    if (this.#telling) return;
    this.#telling = true;
    while (this.#waiting.length > 0) await this.#tellNext();
    this.#telling = false;
  }

  /** Go to the newest scene at once. */
  skip() {
    this.#waiting = this.#waiting.slice(-1);
    for (const animation of this.#moving) animation.finish();
  }

  async #tellNext() {
    const before = this.scene;
    const after = this.#waiting.shift();
    if (!after) return;
    this.gone = leaving(before, after);
    this.scene = after;
    this.onshow(after, this.#waiting.length === 0);
    await tick();
    this.#moving = tell(before, after, this.drawing.item, this.drawing.gone());
    const told = Promise.allSettled(this.#moving.map((animation) => animation.finished));
    await Promise.race([told, patience(this.#moving.length > 0)]);
    this.#moving = [];
    this.gone = [];
  }
}
