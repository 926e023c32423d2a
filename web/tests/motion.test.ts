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
import { STEPS } from "../src/table/scene/sceneChanges";
import { choice, item, scene } from "./examples";

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

function ascending(one?: number, other?: number) {
  return (one ?? 0) - (other ?? 0);
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

test("however many items of a step move, all are at rest in time", () => {
  expect(stagger(1)).toBe(stagger(2));
  for (const count of [1, 2, 8, 50, 500])
    expect(stagger(count) * (count - 1) + 320).toBeLessThanOrEqual(MAX_DURATION / STEPS.length);
});

test("a transform leaves the usual scale out", () => {
  expect(transformOf(item("a", 3, 4, { turn: 60 }))).toBe("translate(3 4) rotate(60)");
  expect(transformOf(item("a", 3, 4, { scale: 2 }))).toBe("translate(3 4) rotate(0) scale(2)");
});

describe("a card that makes the board move on", () => {
  const before = scene([
    item("strip", 10, 10),
    item("island", 12, 10),
    item("rear", 10, 20),
    item("airship", 12, 20),
    item("expelled", 12, 20),
    item("card", 50, 50),
    item("deck", 60, 50),
  ]);
  const after = scene([
    item("strip", 10, 20),
    item("island", 12, 20),
    item("rear", 10, 0),
    item("airship", 14, 10),
    item("card", 12, 20, { classes: "card last" }),
    item("deck", 60, 50),
    item("dealt", 50, 50, { origin: "deck" }),
  ]);

  function play() {
    reduceMotion(false);
    const { played, element } = stage();
    animate(before, after, element, [element("expelled")]);
    return new Map(played.map((each) => [each.id, each]));
  }

  test("lands first, then the rest follows in the order of cause and effect", () => {
    const played = play();
    const order = ["card", "airship", "expelled", "strip", "dealt"];
    const delays = order.map((id) => Number(played.get(id)?.timing.delay));
    expect(delays).toEqual([...new Set(delays)].sort(ascending));
  });

  test("what lies on a strip never leaves it", () => {
    const played = play();
    expect(played.get("island")?.timing).toEqual(played.get("strip")?.timing);
  });

  test("the card lands where its island was, and moves along with it", () => {
    const { frames, timing } = play().get("card") as Played;
    const places = frames.map(({ transform }) => String(transform).split(" rotate")[0]);
    expect(places).toEqual([
      "translate(50px, 50px)",
      "translate(12px, 10px)",
      "translate(12px, 10px)",
      "translate(12px, 20px)",
    ]);
    const strip = play().get("strip")?.timing;
    expect(Number(timing.delay) + Number(timing.duration)).toBe(
      Number(strip?.delay) + Number(strip?.duration),
    );
  });
});

test("a card that its own move expels lands on the board first, and fades there", () => {
  const log = [{ ply: 1, seat: 0, move: "play 0 a1", label: "", items: [] }];
  const before = scene([item("card", 50, 50), item("a1", 12, 20), item("airship", 12, 30)], {
    choices: [choice("card a1", "play 0 a1", "card"), choice("card a1", "play 1 a1", "card")],
  });
  const after = scene([item("a1", 12, 20), item("airship", 12, 10)], { log });
  const { played, element } = stage();
  animate(before, after, element, [element("card")]);
  const { frames, timing } = played.find(({ id }) => id === "card") as Played;
  const places = frames.map(({ transform }) => String(transform).split(" rotate")[0]);
  expect([...new Set(places)]).toEqual(["translate(50px, 50px)", "translate(12px, 20px)"]);
  expect(frames.map(({ opacity }) => opacity)).toEqual([1, 1, 1, 0]);
  const airship = played.find(({ id }) => id === "airship")?.timing;
  expect(airship?.delay).toBeGreaterThan(0);
  const fades = Number(frames[2]?.offset) * Number(timing.duration);
  expect(fades).toBeGreaterThan(Number(airship?.delay));
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
    const order = ["moves", "goes", "drawn", "new"];
    expect(order.map((id) => delays[id])).toEqual(order.map((id) => delays[id]).sort(ascending));
    expect(delays["moves"]).toBe(0);
    expect(delays["new"]).toBe(Number(delays["drawn"]) + 80);
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
