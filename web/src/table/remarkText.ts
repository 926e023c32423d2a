// What everybody should know of a game beside its moves, in sentences.
import type { Remark, Table } from "../lib/api";
import { t, tn } from "../lib/words.svelte";

/** Shown at every table that was set up from a record. */
export function givenText(): string {
  return t("This game was set up from a record, so its deal was known in advance.");
}

/** Bots that sat in, hints, and where the deal comes from. */
export function remarkTexts(table: Table): string[] {
  const given = table.given ? [givenText()] : [];
  return [...given, ...table.seats.flatMap(({ seat }) => remarksOf(table, seat))];
}

function remarksOf(table: Table, seat: number): string[] {
  const name = table.seats[seat]?.name ?? "";
  const mine = table.remarks.filter((remark) => remark.seat === seat);
  const hints = mine.filter(({ kind }) => kind === "hint").length;
  const told = hints ? [tn("{name} had {n} hint.", "{name} had {n} hints.", hints, { name })] : [];
  return [...told, ...troubles(mine, name), ...sittings(mine, name)];
}

/** When a program found no move. */
function troubles(remarks: readonly Remark[], name: string): string[] {
  return remarks.flatMap(({ kind, ply }) => {
    if (kind === "failed") return [t("{name} could not find move {ply}.", { name, ply: ply + 1 })];
    if (kind !== "slow") return [];
    return [t("{name} took too long for move {ply}.", { name, ply: ply + 1 })];
  });
}

/** When a bot sat in for somebody. */
function sittings(remarks: readonly Remark[], name: string): string[] {
  const turns = remarks.filter(({ kind }) => kind === "bot" || kind === "return");
  return turns.flatMap(({ kind, ply }, place) => {
    if (kind !== "bot") return [];
    const until = turns[place + 1]?.ply;
    return until === undefined
      ? [t("A bot has sat in for {name} since move {ply}.", { name, ply: ply + 1 })]
      : [t("A bot sat in for {name} from move {ply} to {until}.", { name, ply: ply + 1, until })];
  });
}
