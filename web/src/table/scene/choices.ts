// Which choices remain as items are picked one after another. Knows scenes, not games.
import type { Choice } from "../../lib/api";

/** The ids of items picked, in order. */
export type Path = readonly string[];
type Choices = readonly Choice[];

function startsWith(path: Path, picks: Path): boolean {
  return picks.length <= path.length && picks.every((id, place) => path[place] === id);
}

/** Whether some choice begins with these picks. */
export function leads(choices: Choices, picks: Path): boolean {
  return choices.some((choice) => startsWith(choice.path, picks));
}

function holds(path: Path, picks: Path): boolean {
  return picks.every((id) => path.includes(id));
}

/** The items that can be picked next. After picks in another order than that of their path, all
 * that the path still lacks. */
export function nextItems(choices: Choices, picks: Path): Set<string> {
  const found = choices.filter((choice) => startsWith(choice.path, picks));
  if (found.length > 0)
    return new Set(found.flatMap((choice) => choice.path.slice(picks.length, picks.length + 1)));
  const loose = choices.filter((choice) => holds(choice.path, picks));
  return new Set(loose.flatMap(({ path }) => path.filter((id) => !picks.includes(id))));
}

/** All items that can be picked now, in any order. */
export function usable(choices: Choices, picks: Path): Set<string> {
  const found = choices.filter((choice) => holds(choice.path, picks));
  return new Set([...touchable(choices, picks), ...found.flatMap(({ path }) => path)]);
}

/** Picks in the order of a path, whatever order they were made in; as they are if none begins with
 * them yet; null if no path holds them all. */
function inPathOrder(choices: Choices, picks: Path): Path | null {
  const found = choices.filter(({ path }) => holds(path, picks));
  const begun = found.find(({ path }) => holds(picks, path.slice(0, picks.length)));
  return begun ? begun.path.slice(0, picks.length) : found.length > 0 ? picks : null;
}

/** The choices that these picks complete; they are alternatives of each other. */
export function alternatives(choices: Choices, picks: Path): Choice[] {
  return choices.filter(({ path }) => path.length === picks.length && startsWith(path, picks));
}

/** The picks and those that follow by themselves: where only one item can be picked and more picks
 * must follow it, it is picked. People always make the last pick of a move themselves. */
export function forced(choices: Choices, picks: Path): Path {
  if (!leads(choices, picks)) return picks; // made in another order than that of their path
  const [only, ...others] = nextItems(choices, picks);
  if (only === undefined || others.length > 0 || alternatives(choices, picks).length > 0)
    return picks;
  const longer = [...picks, only];
  return alternatives(choices, longer).length > 0 ? picks : forced(choices, longer);
}

/** The picks after an item is touched: one more, in any order; or it replaces an earlier pick (later
 * ones are kept if they still fit); or, if it was picked, it is taken back with all later ones. Null
 * if none of these leads to a choice. */
export function touch(choices: Choices, picks: Path, id: string): Path | null {
  if (leads(choices, [...picks, id])) return [...picks, id];
  if (picks.includes(id)) return picks.slice(0, picks.indexOf(id));
  const more = inPathOrder(choices, [...picks, id]);
  if (more) return more;
  for (let place = picks.length - 1; place >= 0; place--) {
    const changed = [...picks.slice(0, place), id, ...picks.slice(place + 1)];
    if (leads(choices, changed)) return changed;
    if (leads(choices, changed.slice(0, place + 1))) return changed.slice(0, place + 1);
  }
  return picks.length > 0 && !leads(choices, picks) ? inPathOrder(choices, [id]) : null;
}

/** Every item whose touch picks or changes something. */
export function touchable(choices: Choices, picks: Path): Set<string> {
  const items = new Set(picks);
  for (let place = picks.length; place >= 0; place--)
    for (const id of nextItems(choices, picks.slice(0, place))) items.add(id);
  return items;
}

/** The path that was tried by touching an item that leads nowhere. */
export function tried(choices: Choices, picks: Path, id: string): Path {
  const full = nextItems(choices, picks).size === 0;
  return [...(full ? picks.slice(0, -1) : picks), id];
}

/** The longest beginning of the picks that still leads to a choice. */
export function keep(choices: Choices, picks: Path): Path {
  let kept = picks;
  while (kept.length > 0 && !leads(choices, kept)) kept = kept.slice(0, -1);
  return kept;
}

/** The choices without those that pick more than another one for the same move. */
export function withoutDetours(choices: Choices): Choice[] {
  const direct = new Set(choices.map(({ move, path }) => [move, ...path].join("\n")));
  const isDetour = ({ move, path }: Choice) =>
    path.some((_, place) => place > 0 && direct.has([move, ...path.slice(0, place)].join("\n")));
  return choices.filter((choice) => !isDetour(choice));
}

function appearance(choice: Choice): string {
  return choice.ghosts.map((ghost) => `${ghost.kind}@${ghost.turn}`).join();
}

function turns(choice: Choice): string {
  return choice.ghosts.map((ghost) => ghost.turn).join();
}

/** The alternative that looks most like another choice: that choice itself, else the same pieces
 * turned the same way, else any pieces turned the same way, else the first. */
export function prefer(among: Choices, like: Choice | undefined): Choice | undefined {
  if (!like) return among[0];
  return (
    among.find((choice) => choice.move === like.move) ??
    among.find((choice) => appearance(choice) === appearance(like)) ??
    among.find((choice) => turns(choice) === turns(like)) ??
    among[0]
  );
}

/** The alternative so many steps after another one; after the last comes the first. */
export function cycle(among: Choices, from: Choice | undefined, steps: number): Choice | undefined {
  const place = from ? among.indexOf(from) : 0;
  return among[(((place + steps) % among.length) + among.length) % among.length];
}
