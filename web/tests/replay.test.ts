// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { Scene } from "../src/lib/api";
import type { LiveTable } from "../src/table/liveTable.svelte";
import { Replay } from "../src/table/replay.svelte";
import { item, scene } from "./examples";

/** What answers the requests for scenes, in their order. */
let answers: (() => void)[];
let replay: Replay;

beforeEach(() => {
  vi.useFakeTimers();
  answers = [];
  const sceneAt = (ply: number) =>
    new Promise<Scene>((done) => answers.push(() => done(scene([item("piece", ply)]))));
  replay = new Replay({ table: { ply: 3 }, sceneAt } as unknown as LiveTable);
});

afterEach(() => vi.useRealTimers());

async function answerAll() {
  for (const answer of answers.splice(0)) answer();
  await vi.advanceTimersByTimeAsync(0);
}

test("a replay shows each move and then the table as it is now", async () => {
  replay.watch(2, 3);
  const shown = [];
  while (replay.ply !== null) {
    await answerAll();
    shown.push(replay.ply);
    expect(replay.scene?.items[0]?.x).toBe(replay.ply);
    await vi.advanceTimersByTimeAsync(1100);
  }
  expect(shown).toEqual([1, 2, 3]);
});

test("a replay waits for pictures that take long", async () => {
  replay.watch(2, 3);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(replay.ply).toBe(1);
  await answerAll();
  await vi.advanceTimersByTimeAsync(1100);
  expect(replay.ply).toBe(2);
});
