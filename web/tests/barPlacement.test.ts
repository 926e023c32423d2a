import { describe, expect, test } from "vitest";
import { placeBar, placeNote } from "../src/table/scene/barPlacement";

function box(left: number, top: number, width: number, height: number) {
  return { left, top, width, right: left + width, bottom: top + height };
}

const frame = box(100, 50, 1000, 600);

describe("the bar with a picked move", () => {
  test("covers the foot of the page, up to its greatest width", () => {
    expect(placeBar(frame, box(300, 700, 500, 40), false)).toEqual({ middle: 550, width: 500 });
    expect(placeBar(frame, box(200, 700, 900, 40), false)).toEqual({ middle: 650, width: 736 });
  });

  test("is as wide as the picture if the foot is too narrow or missing", () => {
    expect(placeBar(frame, box(300, 700, 479, 40), false)).toEqual({ middle: 600, width: 1000 });
    expect(placeBar(frame, undefined, false)).toEqual({ middle: 600, width: 1000 });
  });

  test("is as wide as the picture if there is much to say", () => {
    expect(placeBar(frame, box(300, 700, 500, 40), true)).toEqual({ middle: 600, width: 1000 });
  });
});

describe("the note beside a move", () => {
  test("lies below it in the upper half", () => {
    expect(placeNote(frame, box(500, 100, 40, 40))).toEqual({ x: 420, y: 90, above: false });
  });

  test("lies above it in the lower half", () => {
    expect(placeNote(frame, box(500, 500, 40, 40))).toEqual({ x: 420, y: 450, above: true });
  });

  test("never sticks out at the sides", () => {
    expect(placeNote(frame, box(100, 100, 10, 10)).x).toBe(128);
    expect(placeNote(frame, box(1090, 100, 10, 10)).x).toBe(872);
    expect(placeNote(box(0, 0, 200, 300), box(0, 0, 10, 10)).x).toBe(100);
  });
});
