import { describe, expect, test } from "vitest";
import {
  alternatives,
  cycle,
  forced,
  keep,
  leads,
  nextItems,
  prefer,
  touch,
  usable,
  withoutDetours,
  tried,
} from "../src/table/scene/choices";
import { choice } from "./examples";

/** A tile goes to a place, where it lies or stands; a star is a move by itself. */
const choices = [
  choice("red a1", "red a1 lying", "red 0"),
  choice("red a1", "red a1 standing", "red 90"),
  choice("red b2", "red b2"),
  choice("blue a1", "blue a1"),
  choice("star"),
];
/** Every move begins with the bag and then has a choice of two. */
const longer = [choice("bag red a1"), choice("bag red b2"), choice("bag blue a1")];

describe("what can be picked next", () => {
  test("at first the first item of every path, each once", () => {
    expect([...nextItems(choices, [])]).toEqual(["red", "blue", "star"]);
  });

  test("then the items after these picks", () => {
    expect([...nextItems(choices, ["red"])]).toEqual(["a1", "b2"]);
  });

  test("nothing after a complete path, or after picks of no choice", () => {
    expect(nextItems(choices, ["star"]).size).toBe(0);
    expect(nextItems(choices, ["green"]).size).toBe(0);
  });

  test("every choice begins with no picks, but without choices nothing does", () => {
    expect(leads(choices, [])).toBe(true);
    expect(leads(choices, ["red", "a1", "b2"])).toBe(false);
    expect(leads([], [])).toBe(false);
  });
});

describe("picks that follow by themselves", () => {
  test("the only item is picked if more must follow", () => {
    expect(forced(longer, [])).toEqual(["bag"]);
  });

  test("several steps at once", () => {
    const only = [choice("bag box red a1"), choice("bag box red b2")];
    expect(forced(only, [])).toEqual(["bag", "box", "red"]);
  });

  test("the last pick of a move is left to people", () => {
    expect(forced([choice("red a1")], [])).toEqual(["red"]);
    expect(forced([choice("star")], [])).toEqual([]);
  });

  test("nothing is forced where the picks are a move already", () => {
    expect(forced([choice("red"), choice("red a1 b2")], ["red"])).toEqual(["red"]);
  });
});

describe("touching an item", () => {
  test("picks one more", () => {
    expect(touch(choices, ["red"], "a1")).toEqual(["red", "a1"]);
  });

  test("takes a pick back with all later ones", () => {
    expect(touch(choices, ["red", "a1"], "red")).toEqual([]);
    expect(touch(choices, ["red", "a1"], "a1")).toEqual(["red"]);
  });

  test("replaces an earlier pick and keeps later ones that fit", () => {
    expect(touch(choices, ["red", "a1"], "blue")).toEqual(["blue", "a1"]);
  });

  test("drops later picks that do not fit", () => {
    expect(touch(choices, ["red", "b2"], "blue")).toEqual(["blue"]);
    expect(touch(choices, ["red", "a1"], "star")).toEqual(["star"]);
  });

  test("replaces the last pick rather than an earlier one", () => {
    expect(touch(choices, ["red", "a1"], "b2")).toEqual(["red", "b2"]);
  });

  test("leads nowhere if no choice has the item there", () => {
    expect(touch(choices, [], "green")).toBeNull();
    expect(touch(choices, ["blue"], "b2")).toBeNull();
  });

  test("works in any order, and then the picks are in the order of the path", () => {
    expect(touch(choices, [], "b2")).toEqual(["b2"]);
    expect([...nextItems(choices, ["b2"])]).toEqual(["red"]);
    expect(touch(choices, ["b2"], "a1")).toEqual(["a1"]);
    expect(touch(choices, ["b2"], "red")).toEqual(["red", "b2"]);
  });

  test("goes by the order of a path where another order is another path", () => {
    const barter = [choice("wood wheat"), choice("wheat wood")];
    expect(touch(barter, ["wheat"], "wood")).toEqual(["wheat", "wood"]);
    expect(touch(barter, ["wood"], "wheat")).toEqual(["wood", "wheat"]);
  });

  test("changes something for exactly the usable items", () => {
    for (const picks of [[], ["red"], ["red", "a1"], ["blue"], ["star"]])
      for (const id of ["red", "blue", "star", "a1", "b2", "green"])
        expect([picks, id, usable(choices, picks).has(id)]).toEqual([
          picks,
          id,
          touch(choices, picks, id) !== null,
        ]);
  });
});

describe("a path that was tried", () => {
  test("goes on from the picks", () => {
    expect(tried(choices, ["blue"], "b2")).toEqual(["blue", "b2"]);
  });

  test("replaces the last pick of a complete path", () => {
    expect(tried(choices, ["blue", "a1"], "b2")).toEqual(["blue", "b2"]);
  });
});

describe("picks after the choices have changed", () => {
  test("stay as far as they lead to a choice", () => {
    expect(keep(choices, ["red", "a1"])).toEqual(["red", "a1"]);
    expect(keep([choice("red b2")], ["red", "a1"])).toEqual(["red"]);
    expect(keep([choice("star")], ["red", "a1"])).toEqual([]);
    expect(keep([], ["red"])).toEqual([]);
  });
});

describe("alternatives", () => {
  const [lying, standing] = choices;

  test("are the choices with exactly these picks", () => {
    expect(alternatives(choices, ["red", "a1"])).toEqual([lying, standing]);
    expect(alternatives(choices, ["red"])).toEqual([]);
  });

  test("the first is preferred unless another looks more alike", () => {
    const there = [choice("red c3", "x", "red 0"), choice("red c3", "y", "red 90")];
    expect(prefer(there, undefined)?.move).toBe("x");
    expect(prefer(there, standing)?.move).toBe("y");
    expect(prefer(there, choice("blue c3", "z", "blue 90"))?.move).toBe("y");
    expect(prefer(there, choice("blue c3", "z", "blue 45"))?.move).toBe("x");
    expect(prefer([], standing)).toBeUndefined();
  });

  test("the same move is preferred to one that only looks the same", () => {
    const there = [choice("red c3", "x", "red 0"), choice("red c3", "y", "red 0")];
    expect(prefer(there, there[1])?.move).toBe("y");
  });

  test("follow each other in a circle, both ways", () => {
    const three = [choice("a", "1"), choice("a", "2"), choice("a", "3")];
    expect(cycle(three, three[2], 1)?.move).toBe("1");
    expect(cycle(three, three[0], -1)?.move).toBe("3");
    expect(cycle(three, three[1], -7)?.move).toBe("1");
    expect(cycle(three, undefined, 1)?.move).toBe("2");
  });
});

test("a path that picks more than another for the same move is a detour", () => {
  const played = choice("tile", "play tile");
  const aimed = [choice("tile one", "play tile"), choice("tile two", "play tile")];
  const others = [choice("token cell", "place"), choice("token other", "place")];
  expect(withoutDetours([played, ...aimed, ...others])).toEqual([played, ...others]);
});
