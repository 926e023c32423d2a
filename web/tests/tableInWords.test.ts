// @vitest-environment happy-dom
// The table in words is never that of an earlier move.
import { describe, expect, it } from "vitest";
import type { Scene } from "../src/lib/api";
import { labelSections } from "../src/table/labelSections";
import { TableSession } from "../src/table/tableSession.svelte";
import { item, scene, seat, table } from "./examples";

const named = (id: string, label: string, x = 0, y = 0) => item(id, x, y, { label });

describe("the labels of a scene", () => {
  it("are read from top to bottom and from left to right, each once", () => {
    const items = [
      named("c", "Owl", 5, 20),
      named("b", "Star", 9, 10),
      named("a", "Moon", 1, 10),
      named("d", "Star", 0, 30),
      named("e", "", 0, 0),
    ];
    expect(labelSections(scene(items))).toEqual([
      { title: "The table", lines: ["Moon", "Star", "Owl"] },
    ]);
  });

  it("are no section if nothing has a name", () => {
    expect(labelSections(scene([named("a", "")]))).toEqual([]);
  });
});

describe("an open table", () => {
  const lines = (session: TableSession) => session.sections.flatMap((section) => section.lines);

  function show(session: TableSession, version: number, shown: Scene) {
    session.live.table = table([seat(0, { yours: true }), seat(1)], { version, seat: 0 });
    session.live.scene = shown;
  }

  it("tells what was told of the present version, and after a move what is there now", () => {
    const session = new TableSession("t");
    show(session, 4, scene([named("a", "Hex a1, empty")]));
    expect(lines(session)).toEqual(["Hex a1, empty"]);
    expect(session.isToldInFull).toBe(false);

    const sections = [{ title: "Blue", lines: ["Blue has no hex"] }];
    session.live.words = { version: 4, sections, notes: { m: "2 points" } };
    expect(lines(session)).toEqual(["Blue has no hex"]);
    expect(session.isToldInFull).toBe(true);
    expect(session.notes).toEqual({ m: "2 points" });

    show(session, 5, scene([named("a", "Hex a1, blue star")]));
    expect(lines(session)).toEqual(["Hex a1, blue star"]);
    expect(session.isToldInFull).toBe(false);
    expect(session.notes).toEqual({});
  });
});
