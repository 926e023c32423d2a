// How a review names seats and moves.
import type { Table } from "../../lib/api";
import { t } from "../../lib/words.svelte";

export function seatTitle(table: Table, seat: number): string {
  return table.seats[seat]?.title ?? "";
}

/** Which move it was, and whose. */
export function moveTitle(table: Table, { ply, seat }: { ply: number; seat: number }): string {
  return `${t("Move {ply}", { ply })} · ${seatTitle(table, seat)}`;
}
