// A game record as docs/records.md describes it: its shape, checked as far as a shuffle needs it.

export type Options = Record<string, string | undefined>;

export interface Shuffle {
  commitment: string;
  secret: string;
  seats: string[];
}

export interface GameRecord {
  game: string;
  rules: number;
  options: Options;
  /** As text; undefined if the record has none. */
  seed: string | undefined;
  shuffle: Shuffle | undefined;
  /** Undefined if a position was set up. */
  deal: unknown;
  moves: string[];
}

const HEX = /^[0-9a-f]+$/;
const SEAT_TEXT = /^[A-Za-z0-9_-]{0,64}$/;

export function isCommitment(text: unknown): text is string {
  return typeof text === "string" && text.length === 64 && HEX.test(text);
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function isTexts(value: unknown): value is string[] {
  return Array.isArray(value) && value.every((each) => typeof each === "string");
}

/** A part of the record cannot be read; the message is its name. */
export class BadPart extends Error {}

function need(holds: boolean, part: string): asserts holds {
  if (!holds) throw new BadPart(part);
}

function readSeed(seed: unknown): string | undefined {
  if (seed === undefined) return undefined;
  // A number that was rounded when it was read is not the seed.
  need(typeof seed === "string" || Number.isSafeInteger(seed), "seed");
  return String(seed);
}

function readShuffle(shuffle: unknown): Shuffle | undefined {
  if (shuffle === undefined || shuffle === null) return undefined;
  need(isObject(shuffle), "shuffle");
  const { commitment, secret, seats } = shuffle;
  need(isCommitment(commitment), "shuffle.commitment");
  need(typeof secret === "string" && secret.length === 32 && HEX.test(secret), "shuffle.secret");
  need(isTexts(seats) && seats.every((text) => SEAT_TEXT.test(text)), "shuffle.seats");
  return { commitment, secret, seats };
}

/** The record that a JSON text holds; BadPart names what is wrong with it. */
export function readRecord(text: string): GameRecord {
  let record: unknown;
  try {
    record = JSON.parse(text);
  } catch {
    throw new BadPart("JSON");
  }
  need(isObject(record) && record.format === "parhelion/1", "format");
  const { game, rules, options, moves } = record;
  need(typeof game === "string", "game");
  need(typeof rules === "number", "rules");
  need(isObject(options) && isTexts(Object.values(options)), "options");
  need(isTexts(moves), "moves");
  need("deal" in record || "position" in record, "deal");
  const [seed, shuffle] = [readSeed(record.seed), readShuffle(record.shuffle)];
  return { game, rules, options: options as Options, seed, shuffle, deal: record.deal, moves };
}
