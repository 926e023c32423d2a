// Who can sit where at a table of a game, and against whom.
import type { GameInfo, SeatChoice, Summary } from "./api";
import { t } from "./words.svelte";

/** The level in the middle: neither the weakest nor the strongest bot. */
export function middleLevel(game: GameInfo): number {
  return game.levels[Math.floor(game.levels.length / 2)]?.level ?? 1;
}

/** The titles of the seats to be taken at a table with these options. */
export function seatsOf(game: GameInfo, options: Record<string, string> = {}): string[] {
  const { seatings } = game;
  return seatings?.seats[options[seatings.option] ?? ""] ?? game.seats;
}

/** How many seats there are to be taken at most, whatever the options. */
export function maxSeats(game: GameInfo): number {
  const seatings = Object.values(game.seatings?.seats ?? {});
  return Math.max(game.seats.length, ...seatings.map((seats) => seats.length));
}

/** I sit first; the same kind of player takes every other seat. */
export function against(
  game: GameInfo,
  other: SeatChoice,
  options: Record<string, string> = {},
): SeatChoice[] {
  const seats = seatsOf(game, options);
  return seats.map((_, seat) => (seat ? { ...other } : { kind: "me", level: null }));
}

/** How many people and bots can play a game, such as "2" or "1–4". */
export function playerCount(game: GameInfo): string {
  const seatings = Object.values(game.seatings?.seats ?? { only: game.seats });
  const counts = seatings.map((seats) => seats.length);
  const [least, most] = [Math.min(...counts), Math.max(...counts)];
  return least === most ? `${most}` : `${least}–${most}`;
}

/** Who sits at a table, in one line. */
export function players(table: Pick<Summary, "players">): string {
  return table.players.map((name) => name || t("open seat")).join(" – ");
}
