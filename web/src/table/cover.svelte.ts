// A device that several people share at a table with secrets: whose table is open on it.
import type { Scene } from "../lib/api";
import type { LiveTable } from "./live.svelte";

/** How long the result of a move is looked at before the table is covered, in milliseconds. */
const LOOK = 2200;

export class Cover {
  /** The seat whose person has said to be here; null: nobody has. */
  opened = $state<number | null>(null);
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(readonly live: LiveTable) {}

  /** Whether somebody here may see what somebody else here may not. */
  guarded = $derived.by(() => {
    const table = this.live.table;
    const mine = table?.seats.filter((seat) => seat.yours) ?? [];
    return !!table?.secrets && table.status !== "over" && mine.length > 1;
  });
  /** Whether the newest scene is not for those who look now. */
  covers = $derived.by(() => this.guarded && this.live.table?.seat !== this.opened);
  /** What those who look now may see. While it covers, that is the end of their own turn. */
  scene = $derived.by((): Scene | undefined => {
    if (!this.covers) return this.live.scene;
    const { left } = this.live;
    if (left?.seat !== this.opened) return undefined;
    return { ...left.scene, choices: [], notes: {} };
  });
  /** Whether the table is hidden until somebody says who they are. */
  closed = $derived(this.covers && this.scene === undefined);

  /** The person of the seat whose table it is now says to be here. */
  open() {
    this.opened = this.live.table?.seat ?? null;
  }

  /** Close after a last look, in which what a move has led to is seen. */
  async part() {
    await this.live.lookBack().catch(() => undefined);
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.close(), LOOK);
  }

  /** Close now, unless the table is theirs again. */
  close() {
    clearTimeout(this.#timer);
    if (this.covers) this.opened = null;
  }
}
