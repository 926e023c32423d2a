// Who has written in the chat of a table.
import type { ChatLine, Table } from "../../lib/api";

export interface Writer {
  sender: string;
  /** The one they wrote under last. */
  name: string;
  /** What the game calls the seat from which they wrote; undefined for a spectator. */
  seat: string | undefined;
}

/** Everybody but me who has written, in the order in which they began. */
export function writersOf(chat: readonly ChatLine[], table: Table, mine: string): Writer[] {
  const writers = new Map<string, Writer>();
  for (const { sender, name, seat } of chat) {
    const place = seat === null ? undefined : table.seats[seat];
    if (sender && sender !== mine && !place?.yours)
      writers.set(sender, { sender, name, seat: place?.title });
  }
  return [...writers.values()];
}
