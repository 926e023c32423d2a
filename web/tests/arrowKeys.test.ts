import { describe, expect, test } from "vitest";
import { isArrow, itemTowards } from "../src/table/scene/arrowKeys";
import { item } from "./examples";

const middle = item("middle", 50, 50);

describe("arrow keys", () => {
  test("only arrows are arrows", () => {
    expect(["ArrowUp", "ArrowDown", "ArrowLeft", "ArrowRight"].every(isArrow)).toBe(true);
    expect(["Enter", "a", "toString"].some(isArrow)).toBe(false);
  });

  test.each([
    ["ArrowUp", "above"],
    ["ArrowDown", "below"],
    ["ArrowLeft", "left"],
    ["ArrowRight", "right"],
  ])("%s leads to what is %s", (key, expected) => {
    const around = [
      item("above", 50, 30),
      item("below", 50, 70),
      item("left", 30, 50),
      item("right", 70, 50),
      middle,
    ];
    expect(itemTowards(around, middle, key)?.id).toBe(expected);
  });

  test("an item straight ahead is preferred to a nearer one aside", () => {
    const items = [item("aside", 60, 60), item("ahead", 75, 50)];
    expect(itemTowards(items, middle, "ArrowRight")?.id).toBe("ahead");
  });

  test("an item far aside is not in that direction", () => {
    expect(itemTowards([item("aside", 55, 70)], middle, "ArrowRight")).toBeUndefined();
    expect(itemTowards([item("aside", 55, 70)], middle, "ArrowDown")?.id).toBe("aside");
  });

  test("an item at the same place is never reached", () => {
    const twin = item("twin", 50, 50);
    for (const key of ["ArrowUp", "ArrowDown", "ArrowLeft", "ArrowRight"])
      expect(itemTowards([twin, middle], middle, key)).toBeUndefined();
  });

  test("from every cell of a hexagonal board every other cell is reached", () => {
    const cells = [0, 1, 2, 3].flatMap((row) =>
      [0, 1, 2, 3].map((column) => item(`${row}${column}`, column * 10 + row * 5, row * 9)),
    );
    for (const start of cells) {
      const reached = new Set([start]);
      for (const from of reached)
        for (const key of ["ArrowUp", "ArrowDown", "ArrowLeft", "ArrowRight"]) {
          const to = itemTowards(cells, from, key);
          if (to) reached.add(to);
        }
      expect(reached.size).toBe(cells.length);
    }
  });
});
