// @vitest-environment happy-dom
import { beforeEach, expect, test } from "vitest";
import type { GameInfo } from "../src/lib/api";
import { keepProgress, lessonAfter, nextLesson, progress } from "../src/lessons/lessonProgress";

const lessons = ["summer", "winter"].map((name) => ({ name }));
const game = { name: "solenia", lessons } as unknown as GameInfo;

beforeEach(() => localStorage.clear());

test("a lesson that nobody began starts with its first step", () => {
  expect(progress("solenia", "summer")).toEqual({ step: 1, done: false });
});

test("how far a lesson is is kept for each lesson", () => {
  keepProgress("solenia", "summer", { step: 5, done: false });
  expect(progress("solenia", "summer").step).toBe(5);
  expect(progress("solenia", "winter").step).toBe(1);
});

test("what cannot be read counts as not begun", () => {
  for (const kept of ["nonsense", "null", '{"step":-3}', '{"step":"x","done":1}']) {
    localStorage.setItem("lesson-solenia-summer", kept);
    expect(progress("solenia", "summer")).toEqual({ step: 1, done: false });
  }
});

test("the first lesson that is not finished is next, and after all of them the first", () => {
  expect(nextLesson(game)?.name).toBe("summer");
  keepProgress("solenia", "summer", { step: 1, done: true });
  expect(nextLesson(game)?.name).toBe("winter");
  keepProgress("solenia", "winter", { step: 1, done: true });
  expect(nextLesson(game)?.name).toBe("summer");
});

test("a lesson follows another one, but none the last", () => {
  expect(lessonAfter(game, "summer")?.name).toBe("winter");
  expect(lessonAfter(game, "winter")).toBeUndefined();
});
