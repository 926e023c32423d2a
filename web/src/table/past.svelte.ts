// Looking back: the pictures of earlier moves of a table, fetched as they are needed.
import type { Scene } from "../lib/api";
import { attempt } from "../lib/notice.svelte";
import type { LiveTable } from "./live.svelte";

const PAUSE = 1100;

export class Past {
  /** How many moves the picture shows; null: the table as it is now. */
  ply = $state<number | null>(null);
  scene = $state.raw<Scene>();
  running = $state(false);
  #known: (Promise<Scene> | undefined)[] = [];
  #timer: ReturnType<typeof setInterval> | undefined;

  constructor(readonly live: LiveTable) {}

  get last(): number {
    return this.live.table?.ply ?? 0;
  }

  /** Show the table after some moves. */
  async look(ply: number) {
    const wanted = Math.max(0, Math.min(ply, this.last));
    const known = this.#known;
    this.ply = wanted;
    const scene = await attempt(() => this.#fetch(wanted));
    if (!scene || this.ply !== wanted || this.#known !== known) return;
    this.scene = scene;
    for (const near of [wanted + 1, wanted + 2, wanted - 1])
      if (near >= 0 && near <= this.last) this.#fetch(near).catch(() => undefined);
  }

  /** Show the table after some moves, and stay there. */
  async stop(ply: number) {
    this.pause();
    await this.look(ply);
  }

  /** Some moves on or back from the picture shown. */
  async step(moves: number) {
    await this.look((this.ply ?? this.last) + moves);
  }

  /** Show move after move; from the start if the end is shown. */
  run() {
    if (this.running) return this.pause();
    this.running = true;
    if (this.ply === null || this.ply >= this.last) void this.look(0);
    this.#timer = setInterval(() => {
      if ((this.ply ?? this.last) >= this.last) this.pause();
      else void this.step(1);
    }, PAUSE);
  }

  pause() {
    clearInterval(this.#timer);
    this.running = false;
  }

  /** Back to the table as it is now. */
  leave() {
    this.pause();
    this.ply = null;
    this.scene = undefined;
  }

  /** What was fetched is no longer what would be: another language, history or seat. */
  forget() {
    this.#known = [];
    if (this.ply !== null) void this.look(this.ply);
  }

  #fetch(ply: number): Promise<Scene> {
    const known = this.#known[ply] ?? this.live.at(ply);
    this.#known[ply] = known;
    known.catch(() => (this.#known[ply] = undefined));
    return known;
  }
}
