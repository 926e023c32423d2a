// The rules of Solstis but for the points, to know among how many tiles chance chose. Ids such as
// T13 are those of the rulebook.
import { RandomStream } from "./generator";
import { sorted, TILES, type SolstisDeal } from "./solstisDeal";

type Seat = 0 | 1;
/** A question: the word of the move and what can be chosen. */
interface Question {
  verb: string;
  choices: string[];
}
type Turn<T = void> = Generator<Question, T, string>;

const RAINBOWS = 12;
const HAND = 3;
const PLACES = new Set(TILES);

function rowAndColumn(tile: string): [number, number] {
  const [row = 0, column = 0] = tile.split("-").map(Number);
  return [row, column];
}

function matches(one: string, other: string): boolean {
  const [[row, column], [otherRow, otherColumn]] = [rowAndColumn(one), rowAndColumn(other)];
  return one !== other && (row === otherRow || column === otherColumn);
}

function neighbours(place: string): string[] {
  const [row, column] = rowAndColumn(place);
  const steps = [
    [row - 1, column],
    [row + 1, column],
    [row, column - 1],
    [row, column + 1],
  ];
  return steps.map(([r, c]) => `${r}-${c}`).filter((near) => PLACES.has(near));
}

/** The four places of the square with this lower left one. */
function corners(square: string): string[] {
  const [row, column] = rowAndColumn(square);
  return [square, `${row}-${column + 1}`, `${row + 1}-${column}`, `${row + 1}-${column + 1}`];
}

class Panorama {
  readonly hand: Set<string>;
  readonly tiles = new Set<string>();
  readonly rainbows = new Set<string>();
  readonly squares = new Set<string>();
  readonly spirits = new Set<string>();
  /** Rainbows that wait for a place (T10). */
  kept = 0;
  limit = HAND;

  constructor(hand: string[]) {
    this.hand = new Set(hand);
  }

  holds(place: string): boolean {
    return this.tiles.has(place) || this.rainbows.has(place);
  }

  /** Whether a spirit sits on a place. */
  isBlocked(place: string): boolean {
    return [...this.squares].some((square) => corners(square).includes(place));
  }
}

export class SolstisGame {
  /** What chance decided since it was last asked for. */
  private decided: string[] = [];
  private readonly chance: RandomStream;
  private readonly sides: [Panorama, Panorama];
  private readonly line: (string | undefined)[];
  private readonly under: (string | undefined)[];
  /** Both piles with the top last. */
  private readonly pile: string[];
  private readonly spiritPile: string[];
  private readonly open = new Set<string>();
  private supply = RAINBOWS;
  private turn: Seat = 0;
  private again = false;
  private evilHolder: Seat | undefined;
  /** Places filled this turn (T13). */
  private fresh = new Set<string>();
  /** Tiles on the way to the panorama. */
  private coming: string[] = [];
  private readonly steps: Turn;
  private question: Question | undefined;

  constructor(
    deal: SolstisDeal,
    seed: string,
    private readonly rules: number,
  ) {
    this.chance = new RandomStream(seed, "play");
    this.sides = [new Panorama(deal.hands[0] ?? []), new Panorama(deal.hands[1] ?? [])];
    this.line = [...deal.line.top];
    this.under = [...deal.line.bottom];
    this.pile = [...deal.pile].reverse();
    this.spiritPile = [...deal.spirits].reverse();
    this.steps = this.game();
    this.question = this.steps.next().value ?? undefined;
  }

  /** Play a move in notation; what chance decided with it, undefined if the move is not legal. */
  play(move: string): string | undefined {
    const { verb, choices } = this.question ?? { verb: "", choices: [] };
    const choice = choices.find((each) => move === (each === "draw" ? each : `${verb} ${each}`));
    if (choice === undefined) return undefined;
    this.decided = [];
    this.question = this.steps.next(choice).value ?? undefined;
    return this.decided.join(", ");
  }

  private get side(): Panorama {
    return this.sides[this.turn];
  }

  private get otherSide(): Panorama {
    return this.sides[this.turn === 0 ? 1 : 0];
  }

  private pass() {
    this.turn = this.turn === 0 ? 1 : 0;
  }

  private get faces(): string[] {
    return this.line.filter((tile) => tile !== undefined);
  }

  /** Ask, unless there is only one answer. */
  private *ask(verb: string, choices: string[], alwaysAsk = false): Turn<string> {
    if (choices.length === 1 && !alwaysAsk) return choices[0] as string;
    return yield { verb, choices };
  }

  private *game(): Turn {
    let passes = 0;
    while (passes < 2) {
      const playable = this.playable();
      if (playable.length) {
        passes = 0;
        yield* this.takeTurn(playable);
      } else {
        passes++; // T16
        this.pass();
      }
    }
    yield* this.close();
  }

  /** T7; T16: with an empty pile only tiles that capture. */
  private playable(): string[] {
    const hand = [...this.side.hand];
    if (this.pile.length) return hand;
    return hand.filter((tile) => this.faces.some((face) => matches(tile, face)));
  }

  private *takeTurn(playable: string[]): Turn {
    this.fresh = new Set();
    // Which tile is asked even if one alone can be played, as long as others are in hand (T16).
    const tile = yield* this.ask("play", playable, this.side.hand.size > 1);
    this.side.hand.delete(tile);
    yield* this.match(tile, false);
    yield* this.place();
    yield* this.lookForSquares();
    this.drawUp();
  }

  /** T8: capture; T9: else a second chance; T10: else a rainbow. */
  private *match(tile: string, isSecond: boolean): Turn {
    const found = this.faces.filter((face) => matches(tile, face));
    if (found.length) {
      const captured = yield* this.ask("capture", found);
      this.takeFromLine(captured);
      this.coming = [captured, tile];
      return;
    }
    const gap = this.line.indexOf(undefined); // T11
    this.line[gap < 0 ? this.line.length : gap] = tile;
    if (isSecond) this.takeRainbow();
    else yield* this.match(this.pile.pop() as string, true);
  }

  private takeFromLine(tile: string) {
    const slot = this.line.indexOf(tile);
    this.line[slot] = this.under[slot];
    this.under[slot] = undefined;
  }

  private takeRainbow() {
    if (this.supply === 0) return;
    this.supply--;
    this.side.kept++;
  }

  /** T12: the tiles in order, each after the rainbow that gives way to it; then kept rainbows. */
  private *place(): Turn {
    const side = this.side;
    let moving = false;
    for (;;) {
      const [next] = this.coming;
      const places = this.isRainbowNext(moving) ? this.roomForRainbow() : [];
      if (places.length) {
        const place = yield* this.ask("rainbow", places);
        moving = false;
        side.kept--;
        side.rainbows.add(place);
        this.fresh.add(place);
      } else if (next === undefined) {
        return;
      } else if (side.rainbows.has(next) && !side.isBlocked(next)) {
        side.rainbows.delete(next);
        side.kept++;
        moving = true;
      } else {
        if (!side.rainbows.has(next)) {
          side.tiles.add(next);
          this.fresh.add(next);
        }
        moving = false;
        this.coming.shift();
      }
    }
  }

  private isRainbowNext(moving: boolean): boolean {
    const { kept } = this.side;
    if (this.rules === 1) return kept > 0;
    return moving || (kept > 0 && !this.coming.length);
  }

  private roomForRainbow(): string[] {
    const side = this.side;
    const beside = new Set([...side.tiles].flatMap(neighbours));
    return [...beside].filter((place) => !side.holds(place) && place !== this.coming[0]);
  }

  /** T13: the squares that this turn completed and that hold no spirit. */
  private formed(): string[] {
    return TILES.filter((square) => {
      const four = corners(square);
      return (
        four.every((place) => this.side.holds(place)) &&
        four.some((place) => this.fresh.has(place)) &&
        !this.side.squares.has(square)
      );
    });
  }

  private *lookForSquares(): Turn {
    if (!this.formed().length) return;
    const spirit = yield* this.chooseSpirit();
    if (spirit !== undefined) yield* this.seat(spirit);
  }

  /** T13: one that lies face up, or one of the next two. */
  private *chooseSpirit(): Turn<string | undefined> {
    if (this.open.size) {
      const more = this.spiritPile.length ? ["draw"] : [];
      const taken = yield* this.ask("take", [...this.open, ...more]);
      if (taken !== "draw") {
        this.meet(taken);
        return taken;
      }
    }
    return yield* this.drawSpirits();
  }

  /** T15: the Evil spirit stays in front of whoever draws it. */
  private *drawSpirits(): Turn<string | undefined> {
    const drawn = this.spiritPile.splice(-2).reverse();
    const others = drawn.filter((spirit) => spirit !== "evil");
    if (!others.length) {
      if (drawn.length) this.evilHolder = this.turn;
      return undefined;
    }
    const kept = yield* this.ask("keep", others);
    others.filter((spirit) => spirit !== kept).forEach((spirit) => this.open.add(spirit));
    this.meet(kept);
    if (drawn.includes("evil")) this.evilHolder = this.turn;
    return kept;
  }

  /** T15: the Evil spirit moves on. */
  private meet(spirit: string) {
    this.open.delete(spirit);
    if (this.evilHolder === this.turn) this.evilHolder = this.turn === 0 ? 1 : 0;
  }

  private *seat(spirit: string): Turn {
    const square = yield* this.ask("square", this.formed());
    this.side.squares.add(square);
    this.side.spirits.add(spirit);
    yield* this.act(spirit);
    yield* this.place();
  }

  /** T4: a wood spirit acts at once, as far as it can. */
  private *act(spirit: string): Turn {
    const { side, pile } = this;
    if (spirit === "fish") {
      this.takeRainbow();
    } else if (spirit === "deer" && side.hand.size) {
      const tile = yield* this.ask("deer", [...side.hand]);
      side.hand.delete(tile);
      this.coming = [tile];
    } else if (spirit === "eagle" && pile.length) {
      this.coming = pile.splice(this.chance.below(pile.length), 1);
      this.decided.push(`eagle ${this.coming[0]}`);
    } else if (spirit === "bear" && pile.length) {
      side.limit++;
      this.draw(side);
    } else if (spirit === "dragonfly" && this.otherSide.hand.size) {
      this.steal(this.otherSide);
    } else if (spirit === "beetle" && this.faces.length) {
      const tile = yield* this.ask("beetle", this.faces);
      this.takeFromLine(tile);
      this.coming = [tile];
    } else if (spirit === "groundhog") {
      this.again = true;
    }
  }

  private steal(from: Panorama) {
    const tile = sorted(from.hand)[this.chance.below(from.hand.size)] as string;
    from.hand.delete(tile);
    this.coming = [tile];
    this.decided.push(`dragonfly ${tile}`);
    this.draw(from);
  }

  private draw(side: Panorama) {
    const tile = this.pile.pop();
    if (tile !== undefined) side.hand.add(tile);
  }

  /** T14 */
  private drawUp() {
    while (this.side.hand.size < this.side.limit && this.pile.length) this.draw(this.side);
    if (this.again) this.again = false;
    else this.pass();
  }

  /** T17: the Evil spirit covers one; the Squirrel adds what is left in hand. */
  private *close(): Turn {
    let covered: string | undefined;
    if (this.evilHolder !== undefined && this.sides[this.evilHolder].spirits.size) {
      covered = yield* this.ask("cover", [...this.sides[this.evilHolder].spirits]);
    }
    for (const seat of [0, 1] as const) {
      const { spirits, hand } = this.sides[seat];
      if (!spirits.has("squirrel") || covered === "squirrel" || !hand.size) continue;
      this.turn = seat;
      this.coming = sorted(hand);
      yield* this.place();
    }
  }
}
