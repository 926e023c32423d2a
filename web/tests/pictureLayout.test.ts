import { expect, test } from "vitest";
import { layoutFor, roomBesideDrawer } from "../src/table/pictureLayout";

test.each([
  ["a desk", 1400, 750, "wide"],
  ["a tablet held upright", 750, 870, "tall"],
  ["a phone", 380, 600, "tall"],
  ["a phone on its side", 590, 380, "wide"],
  ["a window zoomed to 200 %", 500, 440, "wide"],
] as const)("the picture on %s", (_, width, height, layout) => {
  expect(layoutFor({ width, height })).toBe(layout);
});

test.each([
  ["a small screen", 860, 720, "tall"],
  ["a desk", 1440, 850, "wide"],
] as const)("the picture beside a drawer on %s", (_, width, height, layout) => {
  expect(layoutFor({ width, height: height - 104 })).toBe("wide");
  expect(layoutFor(roomBesideDrawer({ width, height }))).toBe(layout);
});
