// What a seed deals in Solenia, and what its die shows; see docs/shuffles.md.
import { RandomStream } from "./generator";
import type { Options } from "./gameRecord";

/** The house edition of today and of older versions of the rules: their lists are the same. */
const EDITIONS = ["1115c676f69a59d3", "d8db923e4636a153", "fe85521f1ae47028"];

const CARDS = "0x2 0x2 0ws 0wa 0hs 0ha 1x1 1x1 1w 1h 1s 1a 2*w 2*h 2*s 2*a".split(" ");
const DAY = (
  "SSA5 SAA5 WSS5 HSS5 WSA5 HSA5 WAA5 HAA5 WWSS6 WHSS6 HHSS6 WWSA6 WHSA6 HHSA6 WWAA6 WHAA6 HHAA6 " +
  "WSSA6 HSSA6 WSAA6 HSAA6 SSAA6 WHSSA8 WHSAA8"
).split(" ");
const NIGHT = (
  "WWH5 WHH5 WWS5 WWA5 WHS5 WHA5 HHS5 HHA5 WWSS6 WWSA6 WWAA6 WHSS6 WHSA6 WHAA6 HHSS6 HHSA6 HHAA6 " +
  "WWHS6 WWHA6 WHHS6 WHHA6 WWHH6 WWHSA8 WHHSA8"
).split(" ");
const LEVEL_1 = [
  "tailwind",
  "crow's nest",
  "deep hold",
  "star chart",
  "cloud nets",
  "barter",
  "lookout",
  "salvage",
];
/** The day halves of level 3, and the night halves. */
const LEVEL_3 = [
  "jubilee",
  "harbour",
  "twin cities",
  "guild",
  "cornucopia",
  "regatta",
  "clearance",
  "homecoming",
];
const DIE = ["roll 1", "roll 2", "roll 3", "roll 4", "roll 5", "roll star"];
const HAND = 3;

export interface SoleniaDeal {
  edition: string;
  sky: string[][];
  decks: string[][];
  deliveries: { day: string[]; night: string[] };
  upgrades?: { "level 1": string[]; "level 3": string[][] };
}

/** Whether the lists of an edition are known here. */
export function isKnownEdition(edition: string): boolean {
  return EDITIONS.includes(edition);
}

export function isAlone(options: Options): boolean {
  return options.players === "1";
}

function peopleOf(options: Options): number {
  return Number(options.players ?? "2");
}

/** How many seats there are; alone, the Trade Wind has one. */
export function soleniaSeats(options: Options): number {
  return isAlone(options) ? 2 : peopleOf(options);
}

function sky(options: Options, chance: RandomStream): string[][] {
  const asked = options.sky ?? "random";
  const dawn = asked === "random" ? chance.below(2) === 0 : asked === "dawn";
  const [a = "", b = "", c = "", d = ""] = chance.shuffled(["A", "B", "C", "D"]);
  const [rear, front] = dawn ? ["night", "day"] : ["day", "night"];
  return [
    [a, rear],
    [b, rear],
    ["T", dawn ? "dawn" : "dusk"],
    [c, front],
    [d, front],
  ];
}

function upgrades(people: number, chance: RandomStream) {
  const first = chance.shuffled(LEVEL_1);
  const day = chance.shuffled(LEVEL_3);
  const night = chance.shuffled(LEVEL_3);
  const pairs = day.slice(0, people).map((half, i) => {
    const other = night.findIndex((each, place) => place >= i && each !== half);
    [night[i], night[other]] = [night[other] as string, night[i] as string];
    return [half, night[i]];
  });
  return { "level 1": first.slice(0, people), "level 3": pairs };
}

/** Decks with the first hands in the order of the edition; the Trade Wind has no hand. */
function withHandsInOrder(decks: string[][], options: Options): string[][] {
  const byPlace = (a: string, b: string) => CARDS.indexOf(a) - CARDS.indexOf(b);
  return decks.map((deck, seat) =>
    seat < peopleOf(options) ? [...deck.slice(0, HAND).sort(byPlace), ...deck.slice(HAND)] : deck,
  );
}

export function soleniaDeal(options: Options, seed: string, edition: string): SoleniaDeal {
  const chance = new RandomStream(seed, "deal");
  const deal = {
    edition,
    sky: sky(options, chance),
    deliveries: { day: chance.shuffled(DAY).reverse(), night: chance.shuffled(NIGHT).reverse() },
    decks: Array.from({ length: soleniaSeats(options) }, () => chance.shuffled(CARDS).reverse()),
    ...(options.upgrades === "on" ? { upgrades: upgrades(peopleOf(options), chance) } : {}),
  };
  return inOrder(deal, options);
}

/** The deal of a record with its hands in order. */
export function inOrder(deal: SoleniaDeal, options: Options): SoleniaDeal {
  return { ...deal, decks: withHandsInOrder(deal.decks, options) };
}

/** The rolls of the Trade Wind's die, one after the other, without an end. */
export function* soleniaRolls(seed: string): Generator<string, never> {
  const chance = new RandomStream(seed, "play");
  for (;;) yield DIE[chance.below(DIE.length)] as string;
}
