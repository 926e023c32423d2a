// @vitest-environment happy-dom
import { beforeEach, describe, expect, test } from "vitest";
import type { GameInfo } from "../src/lib/api";
import { TableDraft } from "../src/lib/tableDraft.svelte";

const option = (name: string, values: string[], needs: Record<string, string> = {}) => ({
  name,
  label: name,
  help: "",
  needs,
  unless: {},
  values: values.map((value) => ({ value, label: value })),
});

const game = {
  name: "game",
  seats: ["Ash", "Birch"],
  seatings: {
    option: "players",
    seats: { "1": ["Ash"], "2": ["Ash", "Birch"], "3": ["A", "B", "C"] },
  },
  levels: [1, 2, 3, 4, 5].map((level) => ({ level, name: `Bot ${level}`, character: "" })),
  options: [
    option("players", ["2", "3", "1"]),
    option("board", ["summer", "winter"]),
    option("upgrades", ["off", "on"], { board: "winter" }),
  ],
} as unknown as GameInfo;

const kinds = (draft: TableDraft) => draft.wanted().seats?.map(({ kind }) => kind);

describe("the form for a new table", () => {
  let draft: TableDraft;

  beforeEach(() => {
    sessionStorage.clear();
    localStorage.clear();
    draft = new TableDraft(game);
  });

  test("begins with me against the friendliest bot", () => {
    expect(draft.wanted()).toMatchObject({
      game: "game",
      options: { players: "2", board: "summer", upgrades: "off" },
      seats: [
        { kind: "me", level: null },
        { kind: "bot", level: 1 },
      ],
    });
  });

  test("has as many seats as the options say; alone I am the only one", () => {
    draft.chosen.options.players = "3";
    expect(kinds(draft)).toEqual(["me", "bot", "bot"]);
    draft.chosen.options.players = "1";
    draft.chosen.kinds[0] = "bot";
    expect(kinds(draft)).toEqual(["me"]);
  });

  test("offers options only where the others allow a choice", () => {
    const upgrades = game.options[2] as GameInfo["options"][number];
    expect(draft.offers(upgrades)).toBe(false);
    draft.chosen.options.board = "winter";
    expect(draft.offers(upgrades)).toBe(true);
    draft.chosen.options.upgrades = "on";
    draft.chosen.options.board = "summer";
    draft.settle();
    expect(draft.chosen.options.upgrades).toBe("off");
  });

  test("does not ask for what means nothing with the other options", () => {
    const idle = { ...option("even", ["off", "on"]), unless: { players: "1" } };
    expect(draft.offers(idle)).toBe(true);
    draft.chosen.options.players = "1";
    expect(draft.offers(idle)).toBe(false);
  });

  test("knows what company I have", () => {
    draft.chosen.options.players = "3";
    draft.seatWith("open");
    expect([kinds(draft), draft.company]).toEqual([["me", "open", "open"], "open"]);
    draft.chosen.kinds[2] = "bot";
    expect(draft.company).toBeUndefined();
    draft.chosen.kinds[0] = "bot";
    expect(draft.company).toBeUndefined();
  });

  test("moves everybody one seat on, with their levels", () => {
    draft.chosen.options.players = "3";
    draft.chosen.levels = [1, 2, 5];
    draft.rotate();
    expect(kinds(draft)).toEqual(["bot", "me", "bot"]);
    expect(draft.wanted().seats?.map(({ level }) => level)).toEqual([5, null, 2]);
  });

  test("is remembered in the same tab", () => {
    draft.chosen.options.board = "winter";
    draft.keep();
    expect(new TableDraft(game).chosen.options.board).toBe("winter");
  });
});
