// @vitest-environment happy-dom
import { afterEach, describe, expect, test } from "vitest";
import {
  animate,
  fadingItems,
  MAX_DURATION,
  shortTurn,
  stagger,
  transformOf,
} from "../src/table/scene/motion";
import { settings } from "../src/lib/settings.svelte";
import { item, scene } from "./examples";

interface Played {
  id: string;
  frames: Keyframe[];
  timing: KeyframeAnimationOptions;
}

/** Elements that write down how they are animated. */
function stage() {
  const played: Played[] = [];
  const element = (id: string) =>
    ({
      animate: (frames: Keyframe[], timing: KeyframeAnimationOptions) => {
        played.push({ id, frames, timing });
        return { id };
      },
    }) as unknown as Element;
  return { played, element };
}

function reduceMotion(reduce: boolean) {
  settings.motion = reduce ? "less" : "auto";
}

afterEach(() => {
  reduceMotion(false);
  settings.speed = "normal";
});

test.each([
  [0, 90, 90],
  [90, 0, -90],
  [350, 10, 20],
  [10, 350, -20],
  [-170, 170, -20],
  [720, 30, 30],
  [0, 360, 0],
])("the shorter way from %d° to %d° is %d°", (from, to, turn) => {
  expect(shortTurn(from, to)).toBe(turn);
});

test("however many items move, all are at rest in time", () => {
  expect(stagger(1)).toBe(stagger(2));
  for (const count of [1, 2, 8, 50, 500])
    expect(stagger(count) * (count - 1) + 320).toBeLessThanOrEqual(MAX_DURATION);
});

test("a transform leaves the usual scale out", () => {
  expect(transformOf(item("a", 3, 4, { turn: 60 }))).toBe("translate(3 4) rotate(60)");
  expect(transformOf(item("a", 3, 4, { scale: 2 }))).toBe("translate(3 4) rotate(0) scale(2)");
});

describe("from one scene to the next", () => {
  const before = scene([item("stays"), item("moves", 5, 5), item("goes"), item("pile", 9, 9)]);
  const after = scene([
    item("stays"),
    item("moves", 7, 5),
    item("pile", 9, 9),
    item("drawn", 1, 1, { origin: "pile" }),
    item("new", 2, 2),
  ]);

  test("items that are gone fade out", () => {
    reduceMotion(false);
    expect(fadingItems(before, after).map(({ id }) => id)).toEqual(["goes"]);
  });

  test("items glide from where they were or came from, and others appear", () => {
    reduceMotion(false);
    const { played, element } = stage();
    animate(before, after, element, [element("goes")]);
    expect(played.map(({ id }) => id).sort()).toEqual(["drawn", "goes", "moves", "new"]);
    const start = Object.fromEntries(played.map(({ id, frames }) => [id, frames[0]]));
    expect(start["moves"]?.transform).toContain("translate(5px, 5px)");
    expect(start["drawn"]?.transform).toContain("translate(9px, 9px)");
    expect(start["new"]).toMatchObject({ opacity: 0 });
    const delays = Object.fromEntries(played.map(({ id, timing }) => [id, timing.delay]));
    expect(delays).toEqual({ goes: undefined, moves: 0, drawn: 80, new: 160 });
  });

  test("with reduced motion what changed is highlighted and nothing fades", () => {
    reduceMotion(true);
    const { played, element } = stage();
    expect(fadingItems(before, after)).toEqual([]);
    animate(before, after, element, []);
    expect(played.every(({ frames }) => frames.every((frame) => !("transform" in frame)))).toBe(
      true,
    );
    expect(played).toHaveLength(3);
  });

  test("everything takes as long as the chosen speed says", () => {
    const times = (["slow", "normal", "fast"] as const).map((speed) => {
      settings.speed = speed;
      const { played, element } = stage();
      animate(before, after, element, [element("goes")]);
      return played.map(({ timing }) => [Number(timing.duration), timing.delay ?? 0]);
    });
    const [slow, normal, fast] = times;
    expect(slow).toEqual(normal?.map((each) => each.map((time) => 2 * time)));
    expect(fast).toEqual(normal?.map((each) => each.map((time) => time / 2)));
  });

  test("another layout is not animated", () => {
    reduceMotion(false);
    const { played, element } = stage();
    const tall = { ...after, width: 60, height: 100 };
    expect(fadingItems(before, tall)).toEqual([]);
    expect(animate(before, tall, element, [])).toEqual([]);
    expect(played).toEqual([]);
  });

  test("an item that is not drawn is left out", () => {
    reduceMotion(false);
    expect(animate(before, after, () => null, [])).toEqual([]);
  });
});
