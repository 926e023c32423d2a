// Scenes that are shown one after the other, each after the animation of the one before.
import { tick } from "svelte";
import type { Item, Scene } from "../../lib/api";
import { settings } from "../../lib/settings.svelte";
import { animate, fadingItems, MAX_DURATION } from "./motion";

/** A scene waits for animations so much longer than they take, and no more: those of a window that
 * nobody sees never end. */
const PATIENCE = 300;

function pause(milliseconds: number): Promise<void> {
  return new Promise((done) => setTimeout(done, milliseconds));
}

/** Where the items of a scene are drawn. */
export interface Drawing {
  item: (id: string) => Element | null;
  /** Those that fade out. */
  fading: () => readonly Element[];
}

export class SceneQueue {
  scene: Scene;
  /** Items of the scene before that fade out. */
  fading = $state.raw<readonly Item[]>([]);
  #waiting: Scene[] = [];
  #animations: Animation[] = [];
  /** Whether items are on their way, or scenes wait. */
  running = $state(false);

  constructor(
    first: Scene,
    readonly drawing: Drawing,
    /** Called with every scene as it is shown, and whether it is the newest. */
    readonly onshow: (scene: Scene, newest: boolean) => void,
  ) {
    this.scene = $state.raw(first);
  }

  /** Show a scene, after those that wait. */
  async show(next: Scene) {
    if (next === this.scene && this.#waiting.length === 0) return this.onshow(next, true);
    this.#waiting.push(next);
    if (this.running) return;
    this.running = true;
    while (this.#waiting.length > 0) await this.#showNext();
    this.running = false;
  }

  /** Whether newer scenes wait to be shown. */
  get waits(): boolean {
    return this.#waiting.length > 0;
  }

  /** Go to the newest scene at once, without the rest of the animations. */
  skip() {
    this.#waiting = this.#waiting.slice(-1);
    for (const animation of this.#animations) animation.finish();
  }

  async #showNext() {
    const before = this.scene;
    const after = this.#waiting.shift();
    if (!after) return;
    this.fading = fadingItems(before, after);
    this.scene = after;
    this.onshow(after, this.#waiting.length === 0);
    await tick();
    this.#animations = animate(before, after, this.drawing.item, this.drawing.fading());
    const finished = Promise.allSettled(this.#animations.map((animation) => animation.finished));
    await Promise.race([
      finished,
      pause(this.#animations.length > 0 ? MAX_DURATION * settings.pace + PATIENCE : 0),
    ]);
    this.#animations = [];
    this.fading = [];
  }
}
