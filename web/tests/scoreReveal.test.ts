import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { ScoreReveal } from "../src/table/drawer/scoreReveal.svelte";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test("the lines of a count come one after the other, and then no more", () => {
  const reveal = new ScoreReveal();
  reveal.start(3, 100);
  const seen = [reveal.shown];
  for (let step = 0; step < 5; step++) {
    vi.advanceTimersByTime(100);
    seen.push(reveal.shown);
  }
  expect(seen).toEqual([1, 2, 3, 3, 3, 3]);
  expect(vi.getTimerCount()).toBe(0);
});

test("with no time between them all lines are there at once", () => {
  const reveal = new ScoreReveal();
  reveal.start(4, 0);
  expect(reveal.shown).toBe(4);
  expect(vi.getTimerCount()).toBe(0);
});

test("whoever does not want to wait sees all lines", () => {
  const reveal = new ScoreReveal();
  reveal.start(4, 100);
  reveal.skip(4);
  expect(reveal.shown).toBe(4);
  expect(vi.getTimerCount()).toBe(0);
});
