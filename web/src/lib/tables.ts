// Opening tables, from wherever in the client.
import { answer, api, type GameInfo, type NewTable, type SeatChoice, type Summary } from "./api";
import { introduce } from "./me.svelte";
import { go } from "./router.svelte";
import { settings } from "./settings.svelte";
import { t } from "./words.svelte";

/** A table to be set; what is left out is as usual. */
export type Wanted = Partial<NewTable> & { game: string };

/** The level in the middle: neither the weakest nor the strongest bot. */
export function middle(game: GameInfo): number {
  return game.levels[Math.floor(game.levels.length / 2)]?.level ?? 1;
}

/** The seats to be taken at a table with some options. */
export function seatsOf(game: GameInfo, options: Record<string, string> = {}): string[] {
  const { seatings } = game;
  return seatings?.seats[options[seatings.option] ?? ""] ?? game.seats;
}

/** How many seats there can be to be taken. */
export function mostSeats(game: GameInfo): number {
  const seatings = Object.values(game.seatings?.seats ?? {});
  return Math.max(game.seats.length, ...seatings.map((seats) => seats.length));
}

/** I sit first; the same kind of player takes every other seat. */
export function against(game: GameInfo, other: SeatChoice): SeatChoice[] {
  return game.seats.map((_, seat) => (seat ? { ...other } : { kind: "me", level: null }));
}

/** Who sits at a table, in one line. */
export function players(table: Summary): string {
  return table.players.map((name) => name || t("open seat")).join(" – ");
}

/** Take the first open seat of a table and go there. */
export async function join(table: Summary) {
  await introduce();
  const path = { id: table.id, seat: table.players.indexOf("") };
  await answer(api.POST("/api/tables/{id}/seats/{seat}", { params: { path } }));
  go(`/t/${table.id}`);
}

/** Set a table and go to it. */
export async function open(table: Wanted) {
  await introduce();
  const query = { lang: settings.lang };
  const body = { listed: false, ...table };
  const { table: made } = await answer(api.POST("/api/tables", { body, params: { query } }));
  go(`/t/${made.id}`);
}
