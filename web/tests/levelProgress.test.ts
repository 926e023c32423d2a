// @vitest-environment happy-dom
import { beforeEach, describe, expect, test } from "vitest";
import type { GameInfo, Table } from "../src/lib/api";
import {
  beatenLevel,
  nextBot,
  nextTable,
  rememberChoice,
  rememberVictory,
  strongerBot,
  tableAgainst,
} from "../src/lib/levelProgress";
import { seat, table } from "./examples";

const game = {
  name: "game",
  seats: ["Ash", "Birch"],
  seatings: null,
  first_game: { spirit: "off" },
  levels: [1, 2, 3].map((level) => ({ level, name: `Bot ${level}`, character: "" })),
} as unknown as GameInfo;

const me = seat(0, { yours: true });
const bot = (number: number, level: number) => seat(number, { kind: "bot", level });
const won = (level: number, more: Partial<Table> = {}) =>
  table([me, bot(1, level)], { game: "game", status: "over", winners: [0], ...more });

beforeEach(() => localStorage.clear());

describe("one-click Play", () => {
  test("begins with the friendliest bot and the settings for a first game", () => {
    expect(nextTable(game)).toEqual({
      game: "game",
      options: { spirit: "off" },
      seats: [
        { kind: "me", level: null },
        { kind: "bot", level: 1 },
      ],
    });
  });

  test("stays with them until I have won", () => {
    rememberVictory(won(1, { winners: [1] }));
    expect(nextTable(game).options).toEqual({ spirit: "off" });
    rememberVictory(won(1));
    expect(nextTable(game)).toMatchObject({ options: {}, seats: [{}, { level: 2 }] });
  });

  test("does not fall back when I beat a weaker bot once more", () => {
    rememberVictory(won(2));
    rememberVictory(won(1));
    expect(nextBot(game)?.level).toBe(3);
  });

  test("follows what was chosen under More options", () => {
    rememberVictory(won(2));
    rememberChoice({ game: "game", seats: [{ kind: "me" }, { kind: "bot", level: 1 }] });
    expect(nextTable(game)).toMatchObject({ options: {}, seats: [{}, { level: 1 }] });
  });

  test("takes no notice of a table without bots", () => {
    rememberChoice({ game: "game", seats: [{ kind: "me" }, { kind: "open" }] });
    expect(nextTable(game).options).toEqual({ spirit: "off" });
  });

  test("stays with the strongest bot after it was beaten", () => {
    rememberVictory(won(3));
    expect(nextBot(game)?.level).toBe(3);
  });
});

describe("a victory", () => {
  test("counts against the strongest of several bots", () => {
    const seats = [me, bot(1, 1), bot(2, 3)];
    expect(beatenLevel(table(seats, { status: "over", winners: [0] }))).toBe(3);
  });

  test.each([
    ["lost", won(1, { winners: [1] })],
    ["shared", won(1, { winners: [0, 1] })],
    ["unfinished", won(1, { status: "playing", winners: [] })],
    ["against a person", table([me, seat(1)], { status: "over", winners: [0] })],
    ["of one of my two seats", won(1, { seats: [me, seat(1, { yours: true })] })],
  ])("is none if it was %s", (_, finished) => {
    expect(beatenLevel(finished)).toBeUndefined();
  });

  test("leads to the next level, at the same table", () => {
    expect(strongerBot(won(1), game)?.name).toBe("Bot 2");
    expect(strongerBot(won(3), game)).toBeUndefined();
    const next = tableAgainst(won(1, { options: { spirit: "on" } }), 2);
    expect(next).toEqual({
      game: "game",
      options: { spirit: "on" },
      seats: [{ kind: "me" }, { kind: "bot", level: 2 }],
    });
  });
});
