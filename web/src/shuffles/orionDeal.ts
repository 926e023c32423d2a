// What a seed deals in Orion Duel: the layout of the tokens that owns a slot; see docs/shuffles.md.
import { RandomStream } from "./generator";
import type { Options } from "./gameRecord";

const SIDE = 5;
const GALAXIES = 8;
const HOLES = 7;

interface Cell {
  name: string;
  q: number;
  r: number;
}

function allCells(): Cell[] {
  const along = Array.from({ length: 2 * SIDE + 1 }, (_, i) => i - SIDE);
  return along.flatMap((r, row) =>
    along
      .filter((q) => {
        const sizes = [Math.abs(q), Math.abs(r), Math.abs(q + r)];
        return Math.max(...sizes) <= SIDE && sizes.filter((size) => size === SIDE).length < 2;
      })
      .map((q, i) => ({ name: `${"abcdefghijk"[row]}${i + 1}`, q, r })),
  );
}

const CELLS = allCells();

function distance(a: Cell, b: Cell): number {
  const [q, r] = [a.q - b.q, a.r - b.r];
  return Math.max(Math.abs(q), Math.abs(r), Math.abs(q + r));
}

/** For each cell the cells from it on within a distance, as bits: it has the lowest one. */
function within(most: number): number[] {
  return CELLS.map((cell, number) =>
    CELLS.slice(number).reduce(
      (bits, other, i) => (distance(cell, other) <= most ? bits | (1 << i) : bits),
      0,
    ),
  );
}

const SAME = within(2);
const DIFFERENT = within(1);

/** The next cell that is open for a token, and which cells from it on, as bits, are blocked for the
 * one and for the other sort of tokens. */
type Situation = readonly [cell: number, one: number, other: number];

const NOTHING = 0;
const ONE = 1;
const OTHER = 2;
const EMPTY_BOARD: Situation = [0, 0, 0];

function choices([, one, other]: Situation): number[] {
  return [NOTHING, ...(one & 1 ? [] : [ONE]), ...(other & 1 ? [] : [OTHER])];
}

function after([cell, one, other]: Situation, choice: number): Situation {
  const [same = 0, different = 0] = choice === NOTHING ? [] : [SAME[cell], DIFFERENT[cell]];
  let [blockedOne, blockedOther] =
    choice === ONE ? [one | same, other | different] : [one | different, other | same];
  let next = cell;
  do {
    blockedOne >>= 1;
    blockedOther >>= 1;
    next++;
  } while (blockedOne & blockedOther & 1);
  return [Math.min(next, CELLS.length), blockedOne, blockedOther];
}

/** Counts the slots of situations, each once. */
class SlotCounter {
  private readonly known = new Map<number, bigint>();

  of(situation: Situation): bigint {
    const [cell, one, other] = situation;
    if (cell === CELLS.length) return 1n;
    // The sorts exchanged, it has as many: 21 bits for each are enough.
    const key = (cell * 2 ** 21 + Math.min(one, other)) * 2 ** 21 + Math.max(one, other);
    const found = this.known.get(key) ?? this.count(situation);
    this.known.set(key, found);
    return found;
  }

  private count(situation: Situation): bigint {
    const sum = choices(situation).reduce(
      (slots, choice) => slots + this.owned(situation, choice),
      0n,
    );
    const unit = 1n << BigInt(Math.max(0, Math.floor((139 - 2 * situation[0]) / 3)));
    return ((sum + unit - 1n) / unit) * unit;
  }

  /** The slots of a situation that belong to a choice. */
  owned(situation: Situation, choice: number): bigint {
    const slots = this.of(after(situation, choice));
    return choice === NOTHING ? slots : 2n * slots;
  }
}

/** The tokens of both sorts in the layout that owns a slot; undefined if the slot is wasted. */
function layoutOf(first: bigint, slots: SlotCounter): [string[], string[]] | undefined {
  const tokens: [string[], string[]] = [[], []];
  let [situation, slot] = [EMPTY_BOARD, first];
  while (situation[0] < CELLS.length) {
    let chosen: number | undefined;
    for (const choice of choices(situation)) {
      const owned = slots.owned(situation, choice);
      if (slot < owned) {
        chosen = choice;
        break;
      }
      slot -= owned;
    }
    if (chosen === undefined) return undefined;
    if (chosen !== NOTHING) {
      tokens[chosen === ONE ? 0 : 1].push(CELLS[situation[0]]?.name ?? "");
      slot /= 2n;
    }
    situation = after(situation, chosen);
  }
  return tokens;
}

export interface OrionDeal {
  galaxies: string[];
  holes: string[];
}

/** A random layout. */
function randomLayout(seed: string): OrionDeal {
  const chance = new RandomStream(seed, "deal");
  const slots = new SlotCounter();
  const all = slots.of(EMPTY_BOARD);
  for (;;) {
    const sorts = layoutOf(chance.belowLarge(all), slots);
    const galaxies = sorts?.find((tokens) => tokens.length === GALAXIES);
    const holes = sorts?.find((tokens) => tokens.length === HOLES);
    if (galaxies && holes) return { galaxies, holes };
  }
}

const SYMMETRIC: Record<string, [galaxies: string, holes: string]> = {
  "symmetric-1": ["b2 b6 d5 f1 f9 h5 j2 j6", "b4 d2 d8 f5 h2 h8 j4"],
  "symmetric-2": ["a1 a4 d5 f1 f9 h5 k1 k4", "b1 b4 b7 f5 j1 j4 j7"],
  "symmetric-3": ["a2 d2 d6 d9 h1 h4 h8 k3", "b6 c4 e8 f5 g3 i5 j2"],
};

/** What is dealt; nothing if the players place the tokens. */
export function orionDeal(options: Options, seed: string): OrionDeal | Record<string, never> {
  const setup = options.setup ?? "random";
  if (setup === "players") return {};
  const [galaxies, holes] = SYMMETRIC[setup] ?? [];
  if (galaxies === undefined || holes === undefined) return randomLayout(seed);
  return { galaxies: galaxies.split(" "), holes: holes.split(" ") };
}

/** The deal of a record with its cells in order. */
export function inOrder(
  deal: OrionDeal | Record<string, never>,
): OrionDeal | Record<string, never> {
  if (!("galaxies" in deal)) return deal;
  const place = (name: string) => CELLS.findIndex((cell) => cell.name === name);
  const sorted = (names: string[]) => [...names].sort((a, b) => place(a) - place(b));
  return { galaxies: sorted(deal.galaxies), holes: sorted(deal.holes) };
}
