// Where the arrow keys lead: from an item to the nearest one in a direction.
import type { Item } from "../lib/api";

const ARROWS: Record<string, readonly [number, number]> = {
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
};

/** Whether a key is an arrow. */
export function isArrow(key: string): boolean {
  return key in ARROWS;
}

/** The item that an arrow key leads to, seen from another one; undefined if none lies there. */
export function towards(items: readonly Item[], from: Item, key: string): Item | undefined {
  const [dx, dy] = ARROWS[key] ?? [0, 0];
  const cost = (item: Item) => {
    const along = (item.x - from.x) * dx + (item.y - from.y) * dy;
    const across = Math.abs((item.x - from.x) * dy - (item.y - from.y) * dx);
    return along <= 0.5 || across > 2 * along ? Infinity : along + 2 * across;
  };
  return least(items, cost);
}

/** The item nearest to a place. */
export function nearest(items: readonly Item[], x: number, y: number): Item | undefined {
  return least(items, (item) => Math.hypot(item.x - x, item.y - y));
}

function least(items: readonly Item[], cost: (item: Item) => number): Item | undefined {
  let best: Item | undefined;
  let lowest = Infinity;
  for (const item of items) {
    const value = cost(item);
    if (value < lowest) [best, lowest] = [item, value];
  }
  return best;
}
