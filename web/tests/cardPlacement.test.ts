import { expect, test } from "vitest";
import { distanceTo, placeCard } from "../src/table/scene/cardPlacement";

function box(left: number, top: number, right: number, bottom: number) {
  return { left, top, right, bottom, width: right - left };
}

const frame = box(100, 50, 500, 350);
const card = { width: 200, height: 60 };

test.each([
  ["below", box(250, 100, 300, 150)],
  ["above, at the lower edge", box(250, 290, 300, 340)],
  ["at the left edge", box(100, 100, 120, 150)],
  ["at the right edge", box(480, 100, 500, 150)],
  ["beside what fills the height", box(110, 50, 200, 350)],
  ["on the other side of it", box(420, 50, 500, 350)],
])("the card lies inside the frame and not over its item: %s", (_, meant) => {
  const { x, y } = placeCard(frame, meant, card);
  expect(x).toBeGreaterThanOrEqual(0);
  expect(x + card.width).toBeLessThanOrEqual(400);
  expect(y).toBeGreaterThanOrEqual(0);
  expect(y + card.height).toBeLessThanOrEqual(300);
  const [left, top] = [x + frame.left, y + frame.top];
  const apart =
    left >= meant.right ||
    left + card.width <= meant.left ||
    top >= meant.bottom ||
    top + card.height <= meant.top;
  expect(apart).toBe(true);
});

test("for what fills the picture the card lies at its foot", () => {
  expect(placeCard(frame, frame, card)).toEqual({ x: 100, y: 240 });
});

test("a point is as far from a box as from its nearest edge or corner", () => {
  const far = (x: number, y: number) => distanceTo(box(0, 0, 10, 10), x, y);
  expect([far(5, 5), far(10, 3), far(-2, 5), far(13, 14)]).toEqual([0, 0, 2, 5]);
});
