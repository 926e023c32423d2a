// Chances to win as people read them, and whose chances a turning point changed.
import type { TurningPoint } from "../../lib/api";
import { t } from "../../lib/words.svelte";

/** A chance in whole percent. */
export function percent(chance: number): string {
  return t("{percent}%", { percent: Math.round(100 * chance) });
}

/** A change of a chance, in percentage points with its sign. */
export function pointsChanged(difference: number): string {
  const points = Math.round(100 * difference);
  return points > 0 ? `+${points}` : points < 0 ? `−${-points}` : "0";
}

/** The seat whose chances a turning point changed most; of several the one that moved. */
export function mostChanged({ swing, seat }: TurningPoint): number {
  const most = Math.max(...swing.map(Math.abs));
  return Math.abs(swing[seat] ?? 0) === most
    ? seat
    : swing.findIndex((by) => Math.abs(by) === most);
}
