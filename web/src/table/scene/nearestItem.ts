// Finding items of a scene by where they are.
import type { Item } from "../../lib/api";

export interface Point {
  x: number;
  y: number;
}

/** The items with some ids, in their order. */
export function among(items: readonly Item[], ids: ReadonlySet<string>): Item[] {
  return items.filter((item) => ids.has(item.id));
}

/** The item nearest to a point. */
export function nearest(items: readonly Item[], { x, y }: Point): Item | undefined {
  return cheapest(items, (item) => Math.hypot(item.x - x, item.y - y));
}

/** The item of the lowest cost, the first of several; none if every cost is infinite. */
export function cheapest(items: readonly Item[], cost: (item: Item) => number): Item | undefined {
  let best: Item | undefined;
  let lowest = Infinity;
  for (const item of items) {
    const value = cost(item);
    if (value < lowest) [best, lowest] = [item, value];
  }
  return best;
}
