// The form for a new table: what is chosen survives errors, a change of language, and a visit to
// another page in the same tab.
import type { Clock, GameInfo, OfferedBot, OptionInfo, SeatChoice } from "./api";
import type { WantedTable } from "./openTable";
import { nextBot } from "./levelProgress";
import { maxSeats, middleLevel, seatsOf } from "./seating";

type Kind = SeatChoice["kind"];

interface Chosen {
  options: Record<string, string>;
  /** For as many seats as there can be, whatever the options are now. */
  kinds: Kind[];
  levels: number[];
  /** The ids of bots that are not of the game; empty where one of the game plays. */
  bots: string[];
  clock: Clock;
  listed: boolean;
  spectatorsChat: boolean;
}

function defaults(game: GameInfo): Chosen {
  const seats = Array.from({ length: maxSeats(game) });
  return {
    options: Object.fromEntries(game.options.map((option) => [option.name, firstValue(option)])),
    kinds: seats.map((_, seat) => (seat ? "bot" : "me")),
    levels: seats.map(() => nextBot(game)?.level ?? middleLevel(game)),
    bots: seats.map(() => ""),
    clock: { kind: "none", minutes: 10, seconds: 5, days: 3 },
    listed: false,
    spectatorsChat: false,
  };
}

function firstValue(option: OptionInfo): string {
  return option.values[0]?.value ?? "";
}

function kept(game: string): Partial<Chosen> {
  return JSON.parse(sessionStorage.getItem(`draft-${game}`) ?? "{}") as Partial<Chosen>;
}

/** A list whose first so many places are rotated: each thing moves one place on. */
function rotated<T>(things: T[], places: number): T[] {
  return [
    ...things.slice(places - 1, places),
    ...things.slice(0, places - 1),
    ...things.slice(places),
  ];
}

export class TableDraft {
  readonly chosen: Chosen;
  /** The bots, beside those of the game, that I may ask. */
  offered = $state.raw<readonly OfferedBot[]>([]);

  constructor(readonly game: GameInfo) {
    const chosen = $state({ ...defaults(game), ...kept(game.name) });
    this.chosen = chosen;
  }

  /** Remember it for this tab. */
  keep() {
    sessionStorage.setItem(`draft-${this.game.name}`, JSON.stringify(this.chosen));
  }

  /** Whether an option offers a choice, given the values of the others. */
  offers(option: OptionInfo): boolean {
    return option.values.length > 1 && this.#fits(option);
  }

  #fits(option: OptionInfo): boolean {
    const holds = ([name, value]: [string, string]) => this.chosen.options[name] === value;
    return Object.entries(option.needs).every(holds) && !Object.entries(option.unless).some(holds);
  }

  /** Set options that others no longer allow back to their first value. */
  settle() {
    for (const option of this.game.options)
      if (!this.#fits(option)) this.chosen.options[option.name] = firstValue(option);
  }

  /** The titles of the seats to be taken with these options. */
  get seats(): string[] {
    return seatsOf(this.game, this.chosen.options);
  }

  /** Whether there is only one seat to be taken: then it is mine. */
  get alone(): boolean {
    return this.seats.length === 1;
  }

  /** What kind of player takes a seat. */
  kind(seat: number): Kind {
    return this.alone ? "me" : (this.chosen.kinds[seat] ?? "bot");
  }

  /** The bot that takes a seat, if it is not one of the game. */
  bot(seat: number): OfferedBot | undefined {
    return this.offered.find(({ id }) => id === this.chosen.bots[seat]);
  }

  /** A bot of the game takes a seat. */
  chooseLevel(seat: number, level: number) {
    this.chosen.levels[seat] = level;
    this.chosen.bots[seat] = "";
  }

  /** Another bot takes a seat, which leaves any other: it has one at a table. */
  chooseBot(seat: number, id: string) {
    this.chosen.bots = this.chosen.bots.map((bot, other) => {
      if (other === seat) return id;
      return bot === id ? "" : bot;
    });
  }

  /** The kind of all the others; undefined if they differ or I do not play. */
  get company(): Kind | undefined {
    const others = this.seats.map((_, seat) => this.kind(seat));
    if (!others.includes("me")) return undefined;
    others.splice(others.indexOf("me"), 1);
    return others.every((kind) => kind === others[0]) ? others[0] : undefined;
  }

  /** I sit first, and all others are of one kind. */
  seatWith(others: Kind) {
    this.chosen.kinds = this.chosen.kinds.map((_, seat) => (seat ? others : "me"));
  }

  /** Everybody moves one seat on. */
  rotate() {
    const { kinds, levels, bots } = this.chosen;
    this.chosen.kinds = rotated(kinds, this.seats.length);
    this.chosen.levels = rotated(levels, this.seats.length);
    this.chosen.bots = rotated(bots, this.seats.length);
  }

  /** The table as the server is asked for it. */
  wanted(): WantedTable {
    const { options, levels, clock, listed, spectatorsChat } = this.chosen;
    const seats = this.seats.map((_, seat) => {
      const kind = this.kind(seat);
      const bot = kind === "bot" ? this.bot(seat) : undefined;
      if (bot) return { kind, bot: bot.id };
      return { kind, level: kind === "bot" ? (levels[seat] ?? middleLevel(this.game)) : null };
    });
    return {
      game: this.game.name,
      options,
      seats,
      clock,
      listed,
      spectators_chat: spectatorsChat,
    };
  }
}
