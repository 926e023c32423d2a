import { beforeEach, describe, expect, test } from "vitest";
import { MovePicker } from "../src/table/scene/movePicker.svelte";
import { choice } from "./examples";

const choices = [
  choice("bag red a1", "red a1 lying", "red 0"),
  choice("bag red a1", "red a1 standing", "red 90"),
  choice("bag red b2", "red b2 lying", "red 0"),
  choice("bag red b2", "red b2 standing", "red 90"),
  choice("bag blue a1", "blue a1"),
];

describe("picking a move", () => {
  let picker: MovePicker;

  beforeEach(() => {
    picker = new MovePicker();
    picker.offer(choices);
  });

  test("what there is no choice about is picked at once", () => {
    expect(picker.picks).toEqual(["bag"]);
    expect([...picker.next]).toEqual(["red", "blue"]);
    expect(picker.isOpen).toBe(true);
  });

  test("a touch that leads nowhere changes nothing", () => {
    expect(picker.touch("b7")).toBe(false);
    expect(picker.picks).toEqual(["bag"]);
  });

  test("in another order than that of the path nothing is picked by itself", () => {
    const reversed = new MovePicker();
    reversed.offer([choice("tile slot"), choice("other gap")]);
    reversed.touch("slot");
    expect(reversed.picks).toEqual(["slot"]);
    reversed.touch("tile");
    expect(reversed.chosen?.move).toBe("tile slot");
    expect(reversed.confirms("tile")).toBe(true);
  });

  test("the last item of a complete path confirms", () => {
    picker.touch("red");
    expect(picker.confirms("red")).toBe(false);
    picker.touch("a1");
    expect(picker.chosen?.move).toBe("red a1 lying");
    expect(picker.confirms("a1")).toBe(true);
    expect(picker.confirms("red")).toBe(false); // that changes the earlier pick
    expect(picker.isAmbiguous).toBe(true);
  });

  test("the way a piece is turned stays when another place is picked", () => {
    picker.touch("red");
    picker.touch("a1");
    picker.cycle(1);
    expect(picker.chosen?.move).toBe("red a1 standing");
    picker.touch("b2");
    expect(picker.chosen?.move).toBe("red b2 standing");
  });

  test("hovering shows what a touch would complete, and can be turned", () => {
    picker.touch("red");
    picker.hovered = "b2";
    expect(picker.preview?.move).toBe("red b2 lying");
    picker.cycle(1);
    expect(picker.preview?.move).toBe("red b2 standing");
    expect(picker.chosen).toBeUndefined();
  });

  test("an item that is picked already has no preview", () => {
    picker.touch("red");
    picker.touch("a1");
    picker.hovered = "a1";
    expect(picker.preview).toBeUndefined();
  });

  test("going back takes the last pick and stops where there was a choice", () => {
    picker.touch("red");
    picker.touch("a1");
    picker.back();
    expect(picker.picks).toEqual(["bag", "red"]);
    picker.back();
    expect(picker.picks).toEqual(["bag"]);
    picker.back();
    expect(picker.picks).toEqual(["bag"]);
  });

  test("a suggested move is picked whole, in its own alternative", () => {
    picker.suggest("red b2 standing");
    expect(picker.picks).toEqual(["bag", "red", "b2"]);
    expect(picker.chosen?.move).toBe("red b2 standing");
    picker.suggest("no such move");
    expect(picker.chosen?.move).toBe("red b2 standing");
  });

  test("new choices keep the picks that still fit", () => {
    picker.suggest("red b2 standing");
    picker.offer(choices.slice(0, 2));
    expect(picker.picks).toEqual(["bag", "red"]);
    picker.offer([]);
    expect(picker.picks).toEqual([]);
    expect(picker.isOpen).toBe(false);
  });
});
