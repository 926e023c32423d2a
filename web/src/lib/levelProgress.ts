// How far this browser has come against the bots of each game: whom one-click Play plays against,
// and whether by the settings for a first game. Kept between visits.
import type { GameInfo, LevelInfo, SeatChoice, Table } from "./api";
import type { WantedTable } from "./openTable";
import { against } from "./seating";

interface Progress {
  /** The level of the next bot. */
  level: number;
  /** Whether the settings for a first game still apply. */
  beginner: boolean;
}

function progressIn(game: string): Progress | undefined {
  const kept = localStorage.getItem(`progress-${game}`);
  return kept === null ? undefined : (JSON.parse(kept) as Progress);
}

function keep(game: string, progress: Progress) {
  localStorage.setItem(`progress-${game}`, JSON.stringify(progress));
}

/** The bot that one-click Play plays against: at first the friendliest. */
export function nextBot(game: GameInfo): LevelInfo | undefined {
  const reached = progressIn(game.name)?.level ?? 0;
  return game.levels.filter(({ level }) => level <= reached).at(-1) ?? game.levels[0];
}

/** The options of one-click Play: those of a first game, or the defaults. */
export function nextOptions(game: GameInfo): Record<string, string> {
  return (progressIn(game.name)?.beginner ?? true) ? game.first_game : {};
}

/** The table of one-click Play. */
export function nextTable(game: GameInfo): WantedTable {
  const options = nextOptions(game);
  const bot: SeatChoice = { kind: "bot", level: nextBot(game)?.level ?? null };
  return { game: game.name, options, seats: against(game, bot, options) };
}

/** Somebody has chosen a table themselves: from now on one-click Play has that bot, too. */
export function rememberChoice({ game, seats }: WantedTable) {
  const level = seats?.find(({ kind, bot }) => kind === "bot" && !bot)?.level;
  if (level) keep(game, { level, beginner: false });
}

/** The level that I alone have beaten at a finished table: that of the strongest bot there. */
export function beatenLevel({ status, seats, winners }: Table): number | undefined {
  const mine = seats.filter(({ yours }) => yours);
  const bots = seats.filter(({ kind, substitute }) => kind === "bot" && !substitute);
  const [winner, ...others] = winners;
  const won = status === "over" && winner === mine[0]?.seat && others.length === 0;
  if (!won || mine.length !== 1 || bots.length === 0) return undefined;
  if (bots.some(({ program }) => program)) return undefined;
  if (mine.length + bots.length < seats.length) return undefined;
  return Math.max(...bots.map(({ level }) => level ?? 0));
}

/** Remember a victory: one-click Play goes on to the next level. */
export function rememberVictory(table: Table) {
  const level = beatenLevel(table);
  if (level === undefined) return;
  const before = progressIn(table.game)?.level ?? 0;
  keep(table.game, { level: Math.max(before, level + 1), beginner: false });
}

/** The bot to be offered after a victory; none if there is no stronger one. */
export function strongerBot(table: Table, game: GameInfo): LevelInfo | undefined {
  const level = beatenLevel(table);
  return level === undefined ? undefined : game.levels.find((each) => each.level === level + 1);
}

/** The same table once more, against bots of another level. */
export function tableAgainst(table: Table, level: number): WantedTable {
  const seats = table.seats.map(({ yours }) =>
    yours ? { kind: "me" as const } : { kind: "bot" as const, level },
  );
  return { game: table.game, options: table.options, seats };
}
