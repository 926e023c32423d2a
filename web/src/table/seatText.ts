// What a seat says about itself: its state and who plays it.
import type { Scene, Seat, Table } from "../lib/api";
import { ownerText } from "../lib/botOwner";
import { t } from "../lib/words.svelte";

/** What people call a seat: the name of who sits there, which the server has told apart from those of
 * the others; the title of a seat that nobody has taken. */
export function callName(seat: number, seats: readonly Seat[]): string {
  return seats[seat]?.name || (seats[seat]?.title ?? "");
}

/** The drawing that stands for a seat: the one in the picture, if it shows the seat. */
export function seatSymbol(seat: number, scene: Scene | undefined): string {
  const id = `seat-${seat}`;
  return scene?.items.find((item) => item.id === id)?.kind ?? id;
}

/** Whether a seat is to move. */
export function isToMove(seat: Seat, table: Table): boolean {
  return table.status === "playing" && table.turn === seat.seat;
}

export function hasWon(seat: Seat, table: Table): boolean {
  return table.status === "over" && table.winners.includes(seat.seat);
}

/** The state of a seat in a word or two; empty while it waits. */
export function seatState(seat: Seat, table: Table): string {
  if (seat.resigned && table.ended !== "time") return t("resigned");
  if (hasWon(seat, table)) return t("winner");
  if (seat.thinking) return t("thinking");
  if (seat.program?.trouble) return troubleText(seat);
  if (!isToMove(seat, table)) return "";
  return seat.yours ? t("your turn") : t("to move");
}

/** Why a program does not move; empty if nothing is known to keep it from it. */
export function troubleText(seat: Seat): string {
  switch (seat.program?.trouble) {
    case "failed":
      return t("found no move");
    case "slow":
      return t("took too long");
    case "silent":
      return t("does not answer");
    default:
      return "";
  }
}

/** Who plays a seat, if that is not plain from its name. */
export function playedBy(seat: Seat, table: Table): string {
  if (seat.program && !seat.substitute) return ownerText(seat.program.owner);
  const substituted = seat.substitute && table.status === "over"; // then it was the person's game
  if (seat.kind !== "bot" || substituted) return seat.yours ? t("you") : "";
  return seat.substitute ? t("a bot sits in") : t("bot, level {level}", { level: seat.level ?? 0 });
}
