// Where the arrow keys lead: from an item to the nearest one in a direction.
import type { Item } from "../../lib/api";
import { cheapest } from "./nearestItem";

const DIRECTIONS: Readonly<Record<string, readonly [number, number]>> = {
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
};

/** Whether a key is an arrow. */
export function isArrow(key: string): boolean {
  return Object.hasOwn(DIRECTIONS, key);
}

/** The item that an arrow key leads to from another one; undefined if none lies there. An item
 * counts if its direction is less than about 63° off; each step aside costs two steps ahead. */
export function itemTowards(items: readonly Item[], from: Item, key: string): Item | undefined {
  const [dx, dy] = DIRECTIONS[key] ?? [0, 0];
  return cheapest(items, (item) => {
    const ahead = (item.x - from.x) * dx + (item.y - from.y) * dy;
    const aside = Math.abs((item.x - from.x) * dy - (item.y - from.y) * dx);
    return ahead <= 0.5 || aside > 2 * ahead ? Infinity : ahead + 2 * aside;
  });
}
