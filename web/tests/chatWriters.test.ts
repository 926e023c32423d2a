import { describe, expect, test } from "vitest";
import type { ChatLine, Table } from "../src/lib/api";
import { writersOf } from "../src/table/drawer/chatWriters";

const table = {
  seats: [
    { title: "White", yours: true },
    { title: "Black", yours: false },
  ],
} as Table;

function line(number: number, sender: string, name: string, seat: number | null): ChatLine {
  return { number, at: "", sender, name, seat, text: "" };
}

describe("who has written", () => {
  test("everybody else once, under the name of their last line", () => {
    const chat = [
      line(0, "a", "Ann", 0),
      line(1, "b", "Bob", 1),
      line(2, "c", "Cas", null),
      line(3, "b", "Rob", 1),
    ];
    expect(writersOf(chat, table, "a")).toEqual([
      { sender: "b", name: "Rob", seat: "Black" },
      { sender: "c", name: "Cas", seat: undefined },
    ]);
  });

  test("neither I nor lines of which nobody knows who wrote them", () => {
    const chat = [line(0, "", "Old", null), line(1, "me", "Me", null), line(2, "x", "Me", 0)];
    expect(writersOf(chat, table, "me")).toEqual([]);
  });
});
