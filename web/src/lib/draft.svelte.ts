// A table being thought out: what was chosen stays through errors, a change of language, and a
// look at another page of the same visit.
import type { Clock, GameInfo, OptionInfo, SeatChoice } from "./api";
import { middle, mostSeats, seatsOf, type Wanted } from "./tables";

type Kind = SeatChoice["kind"];

interface Chosen {
  options: Record<string, string>;
  /** For as many seats as there can be, whatever the options are now. */
  kinds: Kind[];
  levels: number[];
  clock: Clock;
  listed: boolean;
}

function usual(game: GameInfo): Chosen {
  const seats = Array.from({ length: mostSeats(game) });
  return {
    options: Object.fromEntries(game.options.map((option) => [option.name, first(option)])),
    kinds: seats.map((_, seat) => (seat ? "bot" : "me")),
    levels: seats.map(() => middle(game)),
    clock: { kind: "none", minutes: 10, seconds: 5, days: 3 },
    listed: false,
  };
}

function first(option: OptionInfo): string {
  return option.values[0]?.value ?? "";
}

function kept(game: string): Partial<Chosen> {
  return JSON.parse(sessionStorage.getItem(`draft-${game}`) ?? "{}") as Partial<Chosen>;
}

/** Some things, those in front moved one place on. */
function moved<T>(things: T[], places: number): T[] {
  return [
    ...things.slice(places - 1, places),
    ...things.slice(0, places - 1),
    ...things.slice(places),
  ];
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

  /** Whether there is something to choose for an option, as the others are. */
  offers(option: OptionInfo): boolean {
    return option.values.length > 1 && this.#fits(option);
  }

  #fits(option: OptionInfo): boolean {
    return Object.entries(option.needs).every(
      ([name, value]) => this.chosen.options[name] === value,
    );
  }

  /** Options that others no longer allow go back to their first value. */
  settle() {
    for (const option of this.game.options)
      if (!this.#fits(option)) this.chosen.options[option.name] = first(option);
  }

  /** The seats to be taken with these options. */
  get seats(): string[] {
    return seatsOf(this.game, this.chosen.options);
  }

  /** Whether there is but one seat to be taken: then it is mine. */
  get alone(): boolean {
    return this.seats.length === 1;
  }

  /** Of what kind somebody on a seat is. */
  kind(seat: number): Kind {
    return this.alone ? "me" : (this.chosen.kinds[seat] ?? "bot");
  }

  /** Of what kind all the others are; undefined if they differ or I do not play. */
  get company(): Kind | undefined {
    const others = this.seats.map((_, seat) => this.kind(seat));
    if (!others.includes("me")) return undefined;
    others.splice(others.indexOf("me"), 1);
    return others.every((kind) => kind === others[0]) ? others[0] : undefined;
  }

  /** I sit first, and all others are of one kind. */
  place(others: Kind) {
    this.chosen.kinds = this.chosen.kinds.map((_, seat) => (seat ? others : "me"));
  }

  /** Everybody moves one seat on. */
  rotate() {
    const { kinds, levels } = this.chosen;
    this.chosen.kinds = moved(kinds, this.seats.length);
    this.chosen.levels = moved(levels, this.seats.length);
  }

  /** The table as the server wants it. */
  wanted(): Wanted {
    const { options, levels, clock, listed } = this.chosen;
    const seats = this.seats.map((_, seat) => {
      const kind = this.kind(seat);
      return { kind, level: kind === "bot" ? (levels[seat] ?? middle(this.game)) : null };
    });
    return { game: this.game.name, options, seats, clock, listed };
  }
}
