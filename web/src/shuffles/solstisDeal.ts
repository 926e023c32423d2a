// What a seed deals in Solstis; see docs/shuffles.md.
import { RandomStream } from "./generator";
import type { Options } from "./gameRecord";

const COLUMNS = [
  [1, 10],
  [1, 10],
  [1, 10],
  [2, 9],
  [3, 8],
  [4, 7],
] as const;

/** All 48, row by row from the valley. */
export const TILES = COLUMNS.flatMap(([first, last], row) =>
  Array.from({ length: last - first + 1 }, (_, i) => `${row + 1}-${first + i}`),
);
const SPIRITS =
  "fish deer eagle bear dragonfly beetle groundhog bee ladybug wolf squirrel bird lizard butterfly";

export interface SolstisDeal {
  hands: string[][];
  line: { top: string[]; bottom: string[] };
  pile: string[];
  spirits: string[];
}

/** Tiles row by row. */
export function sorted(tiles: Iterable<string>): string[] {
  return [...tiles].sort((a, b) => TILES.indexOf(a) - TILES.indexOf(b));
}

export function solstisDeal(options: Options, seed: string): SolstisDeal {
  const chance = new RandomStream(seed, "deal");
  const all = SPIRITS.split(" ");
  const tiles = chance.shuffled(TILES);
  const spirits = chance.shuffled(options.evil === "off" ? all : [...all, "evil"]);
  return {
    hands: [sorted(tiles.slice(12, 15)), sorted(tiles.slice(15, 18))],
    line: { top: tiles.slice(6, 12), bottom: tiles.slice(0, 6) },
    pile: tiles.slice(18).reverse(),
    spirits: spirits.reverse(),
  };
}

/** The deal of a record with its hands in order. */
export function inOrder(deal: SolstisDeal): SolstisDeal {
  return { ...deal, hands: deal.hands.map(sorted) };
}
