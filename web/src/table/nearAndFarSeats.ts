// Which seats stand below the picture and which above it.
import type { Seat } from "../lib/api";

/** The seats below: mine, or just the holder's on a device that is handed on; for a spectator
 * the first one. */
export function nearSeats(seats: readonly Seat[], holder?: number | null): Seat[] {
  const mine = seats.filter((seat) => seat.yours);
  if (holder !== undefined) return mine.filter(({ seat }) => seat === holder);
  return mine.length ? mine : seats.slice(0, 1);
}

/** The seats above: all others, in the order in which they play after the first one below. */
export function farSeats(seats: readonly Seat[], near: readonly Seat[]): Seat[] {
  const first = near[0]?.seat ?? 0;
  const order = [...seats.slice(first), ...seats.slice(0, first)];
  return order.filter((seat) => !near.includes(seat));
}
