import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { BadPart, readRecord } from "../src/shuffles/gameRecord";
import { RandomStream, sha256Hex } from "../src/shuffles/generator";
import { orionDeal } from "../src/shuffles/orionDeal";
import { soleniaDeal } from "../src/shuffles/soleniaDeal";
import { solstisDeal } from "../src/shuffles/solstisDeal";
import { verify, whatItProves, type Step } from "../src/shuffles/verification";

// The records were written by `python -m tests.shuffled_games`.
const NAMES = [
  "orion",
  "orion-players",
  "orion-symmetric",
  "solenia",
  "solenia-alone",
  "solenia-four",
  "solstis",
  "solstis-without-evil",
];

// eslint-disable-next-line @typescript-eslint/no-explicit-any -- tests alter any part
type Json = any;

function told(name: string): Json {
  return JSON.parse(
    readFileSync(new URL(`../../tests/shuffled_records/${name}.json`, import.meta.url), "utf-8"),
  );
}

function check(record: Json, noted = ""): Step[] {
  return verify(readRecord(JSON.stringify(record)), noted);
}

function failing(record: Json, noted = ""): string[] {
  return check(record, noted)
    .filter(({ verdict }) => verdict === "fails")
    .map(({ text }) => text);
}

// --- the examples of docs/shuffles.md ------------------------------------------------------

test("the generator gives the numbers of the documentation", () => {
  const next = new RandomStream("7", "deal");
  expect([next.next(), next.next(), next.next()]).toEqual([779665847, 4258624996, 1780583044]);
  const six = new RandomStream("7", "deal");
  expect(Array.from({ length: 10 }, () => six.below(6)).join(" ")).toBe("1 5 2 0 1 2 0 5 0 3");
  const ten = Array.from({ length: 10 }, (_, i) => i);
  expect(new RandomStream("7", "deal").shuffled(ten).join(" ")).toBe("4 7 2 6 5 9 0 3 8 1");
  const large = new RandomStream("7", "deal").belowLarge(1176283927673831424n);
  expect(large).toBe(837159829723855602n);
});

test("the commitment is that of the documentation", () => {
  expect(sha256Hex("00112233445566778899aabbccddeeff")).toBe(
    "5947d7c33d783f94b3b4c1a96ebc8991ed28f1b069b71e03376cba8caa98a720",
  );
});

test("the deals of the seed 7 are those of the documentation", () => {
  const { hands, spirits } = solstisDeal({}, "7");
  expect([hands[0], spirits.slice(0, 3)]).toEqual([
    ["2-8", "3-4", "4-2"],
    ["bee", "ladybug", "wolf"],
  ]);
  const { sky, decks } = soleniaDeal({}, "7", "");
  expect(sky.flat().join(" ")).toBe("C night A night T dawn B day D day");
  expect(decks[0]?.slice(0, 4)).toEqual(["1x1", "1s", "2*s", "0ws"]);
  expect(orionDeal({}, "7").galaxies?.join(" ")).toBe("a1 a4 c1 d7 g2 g10 h5 j1");
});

// --- records that hold ---------------------------------------------------------------------

test.each(NAMES)("the shuffle of %s holds", (name) => {
  const record = told(name);
  const steps = check(record, record.shuffle.commitment);
  expect(steps.filter(({ verdict }) => verdict === "fails")).toEqual([]);
  const rulesKnown = record.game === "solstis";
  expect(steps.map(({ verdict }) => verdict)).toEqual([
    ...Array(5).fill("holds"),
    rulesKnown ? "holds" : "open",
  ]);
  expect(whatItProves(readRecord(JSON.stringify(record)), steps)).toHaveLength(2);
});

test("the texts of the seats are told", () => {
  expect(check(told("solstis"))[1]?.text).toContain("Seat 1: Ann, Seat 2: no text");
});

test("the Eagle, the Dragonfly and the die were checked", () => {
  expect(check(told("solstis"))[3]?.text).toContain("2 later moves");
  expect(check(told("solenia-alone"))[3]?.text).toMatch(/1\d later moves/);
});

// --- records that were altered -------------------------------------------------------------

test("another secret is found", () => {
  const record = told("solstis");
  record.shuffle.secret = "f".repeat(32);
  expect(failing(record)[0]).toContain("does not belong to the commitment");
  expect(whatItProves(readRecord(JSON.stringify(record)), check(record))[0]).toContain("does not");
});

test("another commitment than the noted one is found", () => {
  const noted = "0".repeat(64);
  expect(failing(told("solstis"), noted)).toEqual([`You noted another commitment: ${noted}.`]);
  const record = told("solstis");
  delete record.shuffle;
  expect(failing(record, noted)).toEqual(["You noted a commitment, but the record has none."]);
});

test.each([
  ["another text", "solstis", ["ann", ""], undefined],
  ["a text that belongs to no seat", "solstis", ["Ann", "", "x"], ".x"],
  ["a text of the Trade Wind", "solenia-alone", ["Ann", "x"], "x"],
])("%s is found", (_, name, seats, more) => {
  const record = told(name);
  record.shuffle.seats = seats;
  record.seed += more ?? "";
  expect(failing(record)).toContain(
    "The seed is not made of the secret and one text of each seat.",
  );
});

test.each([
  ["solstis", (deal: Json) => deal.spirits.reverse(), "deal.spirits[0]"],
  ["solstis", (deal: Json) => deal.line.bottom.reverse(), "deal.line.bottom[0]"],
  ["solenia", (deal: Json) => deal.deliveries.night.reverse(), "deal.deliveries.night[0]"],
  ["solenia-four", (deal: Json) => deal.upgrades["level 3"][3].reverse(), "level 3[3][0]"],
  ["solenia", (deal: Json) => deal.decks[1].reverse(), "deal.decks[1]["],
  ["orion", (deal: Json) => (deal.holes[6] = "k4"), "deal.holes[6]"],
  ["orion-symmetric", (deal: Json) => (deal.galaxies[0] = "a2"), "deal.galaxies[0]"],
])("another deal of %s is found", (name, alter, where) => {
  const record = told(name);
  alter(record.deal);
  const found = check(record)[2];
  expect(found?.verdict).toBe("fails");
  expect(found?.text).toContain(where);
});

test("the order of a hand does not matter", () => {
  const [solstis, solenia] = [told("solstis"), told("solenia")];
  solstis.deal.hands[0].reverse();
  const deck = solenia.deal.decks[0];
  solenia.deal.decks[0] = [deck[2], deck[1], deck[0], ...deck.slice(3)];
  expect([...failing(solstis), ...failing(solenia)]).toEqual([]);
});

test("another tile for the Eagle, and another roll of the die, are found", () => {
  const [solstis, alone] = [told("solstis"), told("solenia-alone")];
  const eagle = solstis.moves.findIndex((move: string) => move.includes("; eagle"));
  solstis.moves[eagle] = solstis.moves[eagle].replace(/eagle.*/, "eagle 6-6");
  expect(failing(solstis)).toEqual([expect.stringContaining("but the seed gives “eagle")]);
  const roll = alone.moves.findIndex((move: string) => move.endsWith("roll 1"));
  alone.moves[roll] = alone.moves[roll].replace("roll 1", "roll star");
  expect(failing(alone)).toEqual([expect.stringContaining(`Move ${roll + 1}, `)]);
});

test("a move of Solstis that is not legal is found", () => {
  const record = told("solstis");
  record.moves[3] = "play 1-1";
  expect(failing(record)).toEqual(["Move 4, “play 1-1”, is not legal."]);
});

// --- records that prove little -------------------------------------------------------------

test("what cannot be checked is left open", () => {
  const typed = told("solenia-alone");
  delete typed.seed;
  delete typed.shuffle;
  expect(check(typed).map(({ verdict }) => verdict)).toEqual(["open", "open", "open"]);
  const other = told("orion");
  other.game = "lantern";
  expect(check(other).map(({ verdict }) => verdict)).toEqual(["holds", "holds", "open", "open"]);
  const edition = told("solenia");
  edition.deal.edition = "0000000000000000";
  expect(check(edition)[2]?.text).toContain("does not know the edition");
  const older = { ...told("orion"), rules: 1, seed: 8, shuffle: undefined };
  expect(check(older)[0]?.text).toBe("Older versions of the rules may have dealt otherwise.");
  const chosen = told("orion");
  delete chosen.shuffle;
  const proved = whatItProves(readRecord(JSON.stringify(chosen)), check(chosen));
  expect(proved).toEqual(["Not proved: that nobody chose the seed, and with it the deal."]);
});

test.each([
  ["solstis", { hands: 3 }],
  ["solenia", { edition: "1115c676f69a59d3" }],
])("a deal of %s that is none is refused", (name, deal) => {
  expect(() => check({ ...told(name), deal })).toThrow(new BadPart("deal"));
});

test.each([
  ["JSON", () => "{"],
  ["format", () => JSON.stringify({ ...told("orion"), format: "x" })],
  ["seed", () => JSON.stringify({ ...told("orion"), seed: 2 ** 60 })],
  [
    "shuffle.secret",
    () => JSON.stringify({ ...told("orion"), shuffle: { ...told("orion").shuffle, secret: "x" } }),
  ],
  ["moves", () => JSON.stringify({ ...told("orion"), moves: [1] })],
])("a record whose %s cannot be read is refused", (part, text) => {
  expect(() => readRecord(text())).toThrow(new BadPart(part));
});
