// The moves that are news to whoever looks at a table.
import type { Scene } from "../lib/api";

type Log = Scene["log"];

/** The moves since the last one of the seat that looks; for a spectator the last one. */
export function recentMoves(log: Log, seat: number | null): Log {
  if (seat === null) return log.slice(-1);
  const seats = log.map((entry) => entry.seat);
  return log.slice(seats.lastIndexOf(seat) + 1);
}
