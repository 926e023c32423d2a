// A table being thought out: what was chosen stays through errors, a change of language, and a
// look at another page of the same visit.
import type { Clock, GameInfo, SeatChoice } from "./api";
import { against, middle, type Wanted } from "./tables";

type Kind = SeatChoice["kind"];

interface Chosen {
  options: Record<string, string>;
  kinds: Kind[];
  levels: number[];
  clock: Clock;
  listed: boolean;
}

function usual(game: GameInfo): Chosen {
  const first = game.options.map((option) => [option.name, option.values[0]?.value ?? ""] as const);
  return {
    options: Object.fromEntries(first),
    kinds: against(game, { kind: "bot" }).map((seat) => seat.kind),
    levels: game.seats.map(() => middle(game)),
    clock: { kind: "none", minutes: 10, seconds: 5, days: 3 },
    listed: false,
  };
}

function kept(game: string): Partial<Chosen> {
  return JSON.parse(sessionStorage.getItem(`draft-${game}`) ?? "{}") as Partial<Chosen>;
}

export class Draft {
  readonly chosen: Chosen;

  constructor(readonly game: GameInfo) {
    const chosen = $state({ ...usual(game), ...kept(game.name) });
    this.chosen = chosen;
  }

  /** Remember it for this visit. */
  keep() {
    sessionStorage.setItem(`draft-${this.game.name}`, JSON.stringify(this.chosen));
  }

  /** Of what kind all the others are; undefined if they differ or I do not play. */
  get company(): Kind | undefined {
    const others = [...this.chosen.kinds];
    if (!others.includes("me")) return undefined;
    others.splice(others.indexOf("me"), 1);
    return others.every((kind) => kind === others[0]) ? others[0] : undefined;
  }

  /** I sit first, and all others are of one kind. */
  place(others: Kind) {
    this.chosen.kinds = this.game.seats.map((_, seat) => (seat ? others : "me"));
  }

  /** Everybody moves one seat on. */
  rotate() {
    const { kinds, levels } = this.chosen;
    this.chosen.kinds = [...kinds.slice(-1), ...kinds.slice(0, -1)];
    this.chosen.levels = [...levels.slice(-1), ...levels.slice(0, -1)];
  }

  /** The table as the server wants it. */
  wanted(): Wanted {
    const { options, kinds, levels, clock, listed } = this.chosen;
    const seats = kinds.map((kind, seat) => ({
      kind,
      level: kind === "bot" ? levels[seat] : null,
    }));
    return { game: this.game.name, options, seats, clock, listed };
  }
}
