// Narrowing: which moves remain as items are picked one after another. Knows choices, not games.
import type { Choice } from "../lib/api";

/** Items picked, in order. */
export type Path = readonly string[];
type Choices = readonly Choice[];

function begins(path: Path, picks: Path): boolean {
  return picks.length <= path.length && picks.every((id, place) => path[place] === id);
}

/** Whether some choice begins with these picks. */
export function leads(choices: Choices, picks: Path): boolean {
  return choices.some((choice) => begins(choice.path, picks));
}

/** The items that can be picked next. */
export function nextItems(choices: Choices, picks: Path): Set<string> {
  const found = choices.filter((choice) => begins(choice.path, picks));
  return new Set(found.flatMap((choice) => choice.path.slice(picks.length, picks.length + 1)));
}

/** The choices that these picks complete: alternatives of each other. */
export function alternatives(choices: Choices, picks: Path): Choice[] {
  return choices.filter(({ path }) => path.length === picks.length && begins(path, picks));
}

/** The picks and those that follow of themselves: where only one item can be picked, and more must
 * be picked after it. The last pick of a move is always made by hand. */
export function forced(choices: Choices, picks: Path): Path {
  const [only, ...others] = nextItems(choices, picks);
  if (only === undefined || others.length > 0 || alternatives(choices, picks).length > 0)
    return picks;
  const longer = [...picks, only];
  return alternatives(choices, longer).length > 0 ? picks : forced(choices, longer);
}

/** The picks after touching an item: one more, another one in an earlier place (later picks are
 * kept if they still fit), or one taken back with what followed it. Null: it leads nowhere. */
export function touch(choices: Choices, picks: Path, id: string): Path | null {
  if (leads(choices, [...picks, id])) return [...picks, id];
  if (picks.includes(id)) return picks.slice(0, picks.indexOf(id));
  for (let place = picks.length - 1; place >= 0; place--) {
    const changed = [...picks.slice(0, place), id, ...picks.slice(place + 1)];
    if (leads(choices, changed)) return changed;
    if (leads(choices, changed.slice(0, place + 1))) return changed.slice(0, place + 1);
  }
  return null;
}

/** Every item whose touch would pick or change something. */
export function touchable(choices: Choices, picks: Path): Set<string> {
  const items = new Set(picks);
  for (let place = picks.length; place >= 0; place--)
    for (const id of nextItems(choices, picks.slice(0, place))) items.add(id);
  return items;
}

/** What was tried by touching an item that leads nowhere: the path to ask about. */
export function tried(choices: Choices, picks: Path, id: string): Path {
  const full = nextItems(choices, picks).size === 0;
  return [...(full ? picks.slice(0, -1) : picks), id];
}

/** As many of the picks as still lead somewhere. */
export function keep(choices: Choices, picks: Path): Path {
  let kept = picks;
  while (kept.length > 0 && !leads(choices, kept)) kept = kept.slice(0, -1);
  return kept;
}

function look(choice: Choice): string {
  return choice.ghosts.map((ghost) => `${ghost.kind}@${ghost.turn}`).join();
}

function turns(choice: Choice): string {
  return choice.ghosts.map((ghost) => ghost.turn).join();
}

/** The alternative that looks most like another choice: the same pieces turned the same way,
 * else anything turned the same way, else the first. */
export function prefer(among: Choices, like: Choice | undefined): Choice | undefined {
  if (!like) return among[0];
  return (
    among.find((choice) => choice.move === like.move) ??
    among.find((choice) => look(choice) === look(like)) ??
    among.find((choice) => turns(choice) === turns(like)) ??
    among[0]
  );
}

/** The alternative some steps after another, round and round. */
export function cycle(among: Choices, from: Choice | undefined, steps: number): Choice | undefined {
  const place = from ? among.indexOf(from) : 0;
  return among[(((place + steps) % among.length) + among.length) % among.length];
}
