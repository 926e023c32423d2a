import { describe, expect, test } from "vitest";
import { boxAt, meantId } from "../src/table/scene/hitTest";
import { nearest } from "../src/table/scene/nearestItem";
import { item } from "./examples";

describe("the box at a point", () => {
  const small = item("small", 20, 20);
  const large = item("large", 25, 20, { scale: 4 });

  test("reaches to its edges and no further", () => {
    expect(boxAt([small], { x: 25, y: 15 })?.id).toBe("small");
    expect(boxAt([small], { x: 25.1, y: 15 })).toBeUndefined();
  });

  test("grows with the scale", () => {
    expect(boxAt([large], { x: 44, y: 20 })?.id).toBe("large");
  });

  test("of several boxes the one whose middle is nearest is meant", () => {
    expect(boxAt([large, small], { x: 21, y: 20 })?.id).toBe("small");
    expect(boxAt([large, small], { x: 24, y: 20 })?.id).toBe("large");
  });
});

describe("the item that is meant", () => {
  const items = [item("board"), item("cell", 10, 10), item("picked", 30, 30)];
  const targets = { next: new Set(["cell"]), touchable: new Set(["cell", "picked"]) };

  test("can be picked next, whatever lies above it", () => {
    expect(meantId(["board", "picked", "cell"], items, targets, undefined)).toBe("cell");
  });

  test("else can be touched", () => {
    expect(meantId(["board", "picked"], items, targets, undefined)).toBe("picked");
  });

  test("else has its box there, even if another item is drawn at the point", () => {
    expect(meantId(["board"], items, targets, { x: 13, y: 13 })).toBe("cell");
  });

  test("else is the topmost, so that it can be said why it cannot be picked", () => {
    expect(meantId(["board"], items, targets, { x: 60, y: 60 })).toBe("board");
  });

  test("else has a name and its box there, though nothing is drawn at the point", () => {
    const named = [...items, item("scenery", 50, 50, { label: "" }), item("pile", 52, 50)];
    expect(meantId([], named, targets, { x: 49, y: 50 })).toBe("pile");
  });

  test("is none where nothing is", () => {
    expect(meantId([], items, targets, { x: 60, y: 60 })).toBeUndefined();
  });
});

test("of items equally near the first is the nearest; of none, none", () => {
  const items = [item("a", 0, 0), item("b", 10, 0)];
  expect(nearest(items, { x: 5, y: 0 })?.id).toBe("a");
  expect(nearest([], { x: 5, y: 0 })).toBeUndefined();
});
