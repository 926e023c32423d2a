import { describe, expect, test } from "vitest";
import type { TurningPoint } from "../src/lib/api";
import { curveScales, HEIGHT, MARGIN } from "../src/table/review/curveScales";
import { mostChanged, percent, pointsChanged } from "../src/table/review/chanceText";

function point(seat: number, ...swing: number[]): TurningPoint {
  return { seat, swing } as unknown as TurningPoint;
}

describe("chances in words", () => {
  test("are whole percent", () => {
    expect([0, 0.004, 0.005, 0.5, 1].map(percent)).toEqual(["0%", "0%", "1%", "50%", "100%"]);
  });

  test("change by points with a sign, but a change that rounds to nothing has none", () => {
    expect([0.25, -0.25, 0.004, -0.004].map(pointsChanged)).toEqual(["+25", "−25", "0", "0"]);
  });
});

describe("the seat whose chances a turning point changed most", () => {
  test("is the one with the greatest change, up or down", () => {
    expect(mostChanged(point(0, 0.1, -0.3, 0.2))).toBe(1);
  });

  test("of several is the one that moved", () => {
    expect(mostChanged(point(1, 0.3, -0.3))).toBe(1);
    expect(mostChanged(point(0, 0.3, -0.3))).toBe(0);
  });

  test("is the first if the one that moved is not among them", () => {
    expect(mostChanged(point(2, 0.3, -0.3, 0))).toBe(0);
  });
});

describe("the scales of the curve", () => {
  test("lead from the first to the last move and from 0 to 100 %", () => {
    const { x, y } = curveScales(40, 340);
    expect([x(0), x(40)]).toEqual([MARGIN.left, 340 - MARGIN.right]);
    expect([y(0), y(1)]).toEqual([HEIGHT - MARGIN.bottom, MARGIN.top]);
  });

  test("lead back from a pixel to a move, never beyond the ends", () => {
    const { x } = curveScales(40, 340);
    expect(Math.round(x.invert(x(17) + 1))).toBe(17);
    expect([x.invert(-50), x.invert(999)]).toEqual([0, 40]);
  });

  test.each([1, 2, 3, 7, 15, 40, 80, 133, 300])("number few whole moves of %d", (moves) => {
    const { ticks } = curveScales(moves, 340);
    expect(ticks[0]).toBe(0);
    expect(ticks.every((tick) => Number.isInteger(tick) && tick <= moves)).toBe(true);
    expect(ticks.length).toBeGreaterThan(1);
    expect(ticks.length).toBeLessThan(10);
  });

  test("hold for a game without moves", () => {
    const { x, ticks } = curveScales(0, 340);
    expect([x(0), ticks]).toEqual([MARGIN.left, [0]]);
  });
});
