// A device that several people share at a table with secrets: who has it, and what they may see.
import type { Scene } from "../lib/api";
import type { LiveTable } from "./liveTable.svelte";

/** How long people see the result of their move before the table is covered, in milliseconds. */
const LAST_LOOK = 2200;

export class Handover {
  /** The seat of the person who has the device; null until somebody says who they are. */
  holder = $state<number | null>(null);
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(readonly live: LiveTable) {}

  /** Whether people who share this device have secrets from each other. */
  guarded = $derived.by(() => {
    const table = this.live.table;
    const mine = table?.seats.filter((seat) => seat.yours) ?? [];
    return !!table?.secrets && table.status !== "over" && mine.length > 1;
  });
  /** Whether the newest scene is for somebody else than the holder. */
  pending = $derived.by(() => this.guarded && this.live.table?.seat !== this.holder);
  /** What the holder may see; while the handover is pending, the end of their own turn. */
  scene = $derived.by((): Scene | undefined => {
    if (!this.pending) return this.live.scene;
    const { left } = this.live;
    if (left?.seat !== this.holder) return undefined;
    return { ...left.scene, choices: [], notes: {} };
  });
  /** Whether the table is hidden until somebody says who they are. */
  covered = $derived(this.pending && this.scene === undefined);

  /** The person whose view it is now says that they have the device. */
  accept() {
    this.holder = this.live.table?.seat ?? null;
  }

  /** The view is another seat's now: unless it is the holder's, cover it after a last look. */
  async seatChanged() {
    if (!this.pending || this.holder === null) return;
    await this.live.refreshLeft().catch(() => undefined);
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.cover(), LAST_LOOK);
  }

  /** Cover the table now, unless it is the holder's turn again. */
  cover() {
    clearTimeout(this.#timer);
    if (this.pending) this.holder = null;
  }
}
