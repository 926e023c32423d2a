// Shares of victory as people read them.
import type { TurningPoint } from "../lib/api";
import { t } from "../lib/words.svelte";

/** A share in whole percent. */
export function percent(share: number): string {
  return t("{percent} %", { percent: Math.round(100 * share) });
}

/** A change of a share, in points of a hundred, with its sign. */
export function change(share: number): string {
  const points = Math.round(100 * share);
  return points > 0 ? `+${points}` : points < 0 ? `−${-points}` : "0";
}

/** The seat whose chances a turning point changed most; of several the one that moved. */
export function turned({ swing, seat }: TurningPoint): number {
  const most = Math.max(...swing.map(Math.abs));
  return Math.abs(swing[seat] ?? 0) === most
    ? seat
    : swing.findIndex((by) => Math.abs(by) === most);
}
