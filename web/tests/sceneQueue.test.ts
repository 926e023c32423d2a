// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import type { Scene } from "../src/lib/api";
import { SceneQueue } from "../src/table/scene/sceneQueue.svelte";
import { item, scene } from "./examples";

/** Scenes in each of which a piece has moved on. */
const scenes = [0, 1, 2, 3].map((x) => scene([item("piece", x)]));
const [first, second, third, fourth] = scenes as [Scene, Scene, Scene, Scene];

class FakeAnimation {
  finish!: () => void;
  finished = new Promise<void>((done) => (this.finish = done));
}

describe("scenes shown one after the other", () => {
  let animations: FakeAnimation[];
  let shown: [Scene, boolean][];
  let queue: SceneQueue;

  beforeEach(() => {
    vi.useFakeTimers();
    animations = [];
    shown = [];
    const animate = () => {
      animations.push(new FakeAnimation());
      return animations.at(-1);
    };
    const drawing = { item: () => ({ animate }) as unknown as Element, fading: () => [] };
    queue = new SceneQueue(first, drawing, (next, newest) => shown.push([next, newest]));
  });

  afterEach(() => {
    vi.useRealTimers();
  });

  async function settle() {
    await vi.advanceTimersByTimeAsync(0);
  }

  test("a scene that is shown already is only reported", () => {
    void queue.show(first);
    expect(shown).toEqual([[first, true]]);
    expect(animations).toEqual([]);
  });

  test("the next one waits until the animations are finished", async () => {
    void queue.show(second);
    void queue.show(third);
    await settle();
    expect(queue.scene).toBe(second);
    expect(queue.waits).toBe(true);
    animations[0]?.finish();
    await settle();
    expect(queue.scene).toBe(third);
    expect(queue.waits).toBe(false);
    expect(shown).toEqual([
      [second, true],
      [third, true],
    ]);
  });

  test("only the last of those that wait is the newest", async () => {
    void queue.show(second);
    void queue.show(third);
    void queue.show(fourth);
    for (let step = 0; step < 3; step++) {
      await settle();
      animations[step]?.finish();
    }
    await settle();
    expect(shown.map(([, newest]) => newest)).toEqual([true, false, true]);
  });

  test("skipping goes to the newest and ends its animations", async () => {
    void queue.show(second);
    void queue.show(third);
    void queue.show(fourth);
    await settle();
    queue.skip();
    await settle();
    expect(queue.scene).toBe(fourth);
    expect(shown.map(([next]) => next)).toEqual([second, fourth]);
  });

  test("animations that never end, as in a hidden window, hold nothing up for long", async () => {
    void queue.show(second);
    void queue.show(third);
    await vi.advanceTimersByTimeAsync(5000);
    expect(queue.scene).toBe(third);
  });
});
