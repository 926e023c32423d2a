// What changes from one scene to the next, in the order of cause and effect.
import type { Item, Scene } from "../../lib/api";

/** What happens one after the other: the pieces that were played land; others that move go their
 * own way; what is gone fades; what moves together does so; at last new things come. */
export const STEPS = ["land", "go", "fade", "together", "come"] as const;
export type Step = (typeof STEPS)[number];

export interface Change {
  item: Item;
  /** Where it comes from; without it, it appears. */
  from: Item | undefined;
  step: Step;
  /** For a piece that lands on something which then moves itself: that change. First the piece
   * lands where that was, then it moves along. */
  carriedBy?: Change;
}

export function hasMoved(before: Item, after: Item): boolean {
  return (["x", "y", "turn", "scale"] as const).some((part) => before[part] !== after[part]);
}

/** What a move has put on the table is marked by the game as the last. */
function wasPlayed({ classes }: Item): boolean {
  return classes.split(" ").includes("last");
}

/** How an item moves: those that move alike move together, as a strip with all that lies on it. */
function motion({ item, from }: Pick<Change, "item" | "from">): string {
  if (!from) return item.id;
  const parts = (["x", "y", "turn", "scale"] as const).map((part) => item[part] - from[part]);
  return parts.map((part) => part.toFixed(1)).join();
}

/** Every item that is new or has moved, and when. */
export function changesBetween(before: Scene, after: Scene): Change[] {
  const known = new Map(before.items.map((item) => [item.id, item]));
  const changed = after.items.filter((item) => {
    const old = known.get(item.id);
    return !old || hasMoved(old, item);
  });
  const moved = changed.map((item) => ({
    item,
    from: known.get(item.id) ?? known.get(item.origin),
    isNew: !known.has(item.id),
  }));
  const alike = new Map<string, number>();
  for (const change of moved)
    if (!change.isNew) alike.set(motion(change), (alike.get(motion(change)) ?? 0) + 1);
  const changes = moved.map(({ item, from, isNew }): Change => {
    const isAlone = isNew || alike.get(motion({ item, from })) === 1;
    if (wasPlayed(item) && isAlone) return { item, from, step: "land" };
    if (isNew) return { item, from, step: "come" };
    return { item, from, step: isAlone ? "go" : "together" };
  });
  return changes.map((change) => withCarrier(change, changes));
}

function withCarrier(change: Change, changes: readonly Change[]): Change {
  const { x, y } = change.item;
  const carrier = changes.find(
    ({ step, item }) => step === "together" && item.x === x && item.y === y,
  );
  return change.step === "land" && carrier ? { ...change, carriedBy: carrier } : change;
}

/** Where pieces landed that their own move took off the table again: they are gone without having
 * been seen there. */
export function landingPlaces(before: Scene, after: Scene): ReadonlyMap<string, Item> {
  const played = after.log.slice(before.log.length).map(({ move }) => move);
  const staying = new Set(after.items.map(({ id }) => id));
  const known = new Map(before.items.map((item) => [item.id, item]));
  const places = new Map<string, Item>();
  for (const { move, path, ghosts } of before.choices) {
    const place = known.get(ghosts[0]?.at ?? "");
    if (!place || !played.includes(move)) continue;
    for (const id of path) if (!staying.has(id) && id !== place.id) places.set(id, place);
  }
  return places;
}

/** Changes that start at the same time: those that are alike. */
export function inGroups(changes: readonly Change[]): Change[][] {
  const groups = new Map<string, Change[]>();
  for (const change of changes) {
    const key = motion(change);
    groups.set(key, [...(groups.get(key) ?? []), change]);
  }
  return [...groups.values()];
}
