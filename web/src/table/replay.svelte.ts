// Looking back at earlier moves of a table: their scenes are fetched as they are needed.
import type { Scene } from "../lib/api";
import { attempt } from "../lib/notice.svelte";
import type { LiveTable } from "./liveTable.svelte";

/** How long each move is shown while the replay runs, in milliseconds. */
const PAUSE = 1100;

export class Replay {
  /** After how many moves the table is shown; null: the table as it is now. */
  ply = $state<number | null>(null);
  scene = $state.raw<Scene>();
  running = $state(false);
  /** Whether the scene to show is still on its way: a running replay waits for it. */
  #loading = false;
  #fetched: (Promise<Scene> | undefined)[] = [];
  #timer: ReturnType<typeof setInterval> | undefined;

  constructor(readonly live: LiveTable) {}

  get last(): number {
    return this.live.table?.ply ?? 0;
  }

  /** Show the table after so many moves, and stay there. */
  async stopAt(ply: number) {
    this.pause();
    await this.#show(ply);
  }

  /** Go so many moves on, or back. */
  async step(moves: number) {
    await this.#show((this.ply ?? this.last) + moves);
  }

  /** Start or pause showing move after move; from the end it starts anew. */
  toggle() {
    if (this.running) return this.pause();
    this.running = true;
    if (this.ply === null || this.ply >= this.last) void this.#show(0);
    this.#timer = setInterval(() => {
      if (this.#loading) return;
      if ((this.ply ?? this.last) >= this.last) this.pause();
      else void this.step(1);
    }, PAUSE);
  }

  /** Show some moves again, one after the other, and then the table as it is now. */
  watch(first: number, last: number) {
    this.pause();
    this.running = true;
    void this.#show(first - 1);
    this.#timer = setInterval(() => {
      if (this.#loading) return;
      if ((this.ply ?? last) >= last) this.leave();
      else void this.step(1);
    }, PAUSE);
  }

  pause() {
    clearInterval(this.#timer);
    this.running = false;
  }

  /** Go back to the table as it is now. */
  leave() {
    this.pause();
    this.ply = null;
    this.scene = undefined;
    this.#loading = false;
  }

  /** Forget what was fetched: the language, the moves or the seat have changed. */
  forget() {
    this.#fetched = [];
    if (this.ply !== null) void this.#show(this.ply);
  }

  async #show(ply: number) {
    const wanted = Math.max(0, Math.min(ply, this.last));
    const fetched = this.#fetched;
    this.ply = wanted;
    this.#loading = true;
    const scene = await attempt(() => this.#fetch(wanted));
    if (this.ply !== wanted || this.#fetched !== fetched) return;
    this.#loading = false;
    if (!scene) return;
    this.scene = scene;
    for (const near of [wanted + 1, wanted + 2, wanted - 1])
      if (near >= 0 && near <= this.last) this.#fetch(near).catch(() => undefined);
  }

  #fetch(ply: number): Promise<Scene> {
    const coming = this.#fetched[ply] ?? this.live.sceneAt(ply);
    this.#fetched[ply] = coming;
    coming.catch(() => (this.#fetched[ply] = undefined));
    return coming;
  }
}
