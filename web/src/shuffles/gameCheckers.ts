// What is known here of each game: its seats, its deal, and chance after it.
import type { GameRecord } from "./gameRecord";
import * as orion from "./orionDeal";
import * as solenia from "./soleniaDeal";
import * as solstis from "./solstisDeal";
import { SolstisGame } from "./solstisGame";

/** What was found of chance after the deal. */
export interface LaterChance {
  /** How many of the moves were played again or, in a game without chance, need not be. */
  checked: number;
  /** With how many of them chance decided something. */
  decided: number;
  /** The first move with which the record tells something else, from 0. */
  different?: { ply: number; chance: string; found: string };
}

export interface GameChecker {
  /** The version of the rules whose deals are known. */
  rules: number;
  seats(record: GameRecord): number;
  /** Seats that the rules play. */
  rivals(record: GameRecord): number[];
  /** The deal of the record as it would be written, and what the seed deals; undefined if the
   * edition is not known here. */
  deals(record: GameRecord, seed: string): [here: unknown, found: unknown] | undefined;
  laterChance(record: GameRecord, seed: string): LaterChance;
  /** Whether the moves are played again by the rules. */
  knowsRules: boolean;
}

/** A move and what chance decided with it, as a record tells them. */
export function parts(text: string): [move: string, chance: string] {
  const [move = "", chance = ""] = text.split(";").map((part) => part.trim());
  return [plain(move), chance.split(",").map(plain).join(", ")];
}

function plain(text: string): string {
  return text.trim().toLowerCase().split(/\s+/).join(" ");
}

const orionChecker: GameChecker = {
  rules: 2,
  seats: () => 2,
  rivals: () => [],
  deals: ({ deal, options }, seed) => [
    orion.inOrder(deal as orion.OrionDeal),
    orion.orionDeal(options, seed),
  ],
  laterChance: ({ moves }) => ({ checked: moves.length, decided: 0 }),
  knowsRules: false,
};

const solstisChecker: GameChecker = {
  rules: 2,
  seats: () => 2,
  rivals: () => [],
  deals: ({ deal, options }, seed) => [
    solstis.inOrder(deal as solstis.SolstisDeal),
    solstis.solstisDeal(options, seed),
  ],
  laterChance({ deal, moves, rules }, seed) {
    const game = new SolstisGame(deal as solstis.SolstisDeal, seed, rules);
    let decided = 0;
    for (const [ply, text] of moves.entries()) {
      const [move, chance] = parts(text);
      const found = game.play(move);
      if (found === undefined) return { checked: ply, decided };
      if (chance && chance !== found)
        return { checked: ply, decided, different: { ply, chance, found } };
      if (found) decided++;
    }
    return { checked: moves.length, decided };
  },
  knowsRules: true,
};

const soleniaChecker: GameChecker = {
  rules: 2,
  seats: ({ options }) => solenia.soleniaSeats(options),
  rivals: ({ options }) => (solenia.isAlone(options) ? [1] : []),
  deals({ deal, options }, seed) {
    const here = deal as solenia.SoleniaDeal;
    if (!solenia.isKnownEdition(here.edition)) return undefined;
    return [solenia.inOrder(here, options), solenia.soleniaDeal(options, seed, here.edition)];
  },
  laterChance({ moves }, seed) {
    const rolls = solenia.soleniaRolls(seed);
    let decided = 0;
    for (const [ply, text] of moves.entries()) {
      const [, chance] = parts(text);
      if (!chance) continue;
      const found = chance.split(", ").map(() => rolls.next().value);
      if (found.join(", ") !== chance) {
        return { checked: ply, decided, different: { ply, chance, found: found.join(", ") } };
      }
      decided++;
    }
    return { checked: moves.length, decided };
  },
  knowsRules: false,
};

/** By the name of the game. */
export const CHECKERS: Record<string, GameChecker | undefined> = {
  orion: orionChecker,
  solstis: solstisChecker,
  solenia: soleniaChecker,
};
