// @vitest-environment happy-dom
import { expect, test } from "vitest";
import type { Table } from "../src/lib/api";
import { signalsOf } from "../src/table/tableSignals";
import { seat, table } from "./examples";

const at = (ply: number, mine: boolean, status: Table["status"] = "playing") =>
  table([seat(0)], { ply, status, can: mine ? ["move"] : [] });

test.each([
  ["nothing of a table just opened", undefined, at(4, true), []],
  ["a piece, when I move", at(4, true), at(5, false), ["piece"]],
  ["a piece and a chime, when it is my turn again", at(5, false), at(6, true), ["piece", "turn"]],
  ["only the piece, when I am to move on", at(4, true), at(5, true), ["piece"]],
  ["a chime, when somebody sat down and I begin", at(0, false, "open"), at(0, true), ["turn"]],
  ["the end, once", at(9, false), at(10, false, "over"), ["piece", "end"]],
  ["nothing more after the end", at(10, false, "over"), at(10, false, "over"), []],
  ["nothing of a takeback", at(6, true), at(4, true), []],
])("of a table is heard: %s", (_, before, after, heard) => {
  expect(signalsOf(before, after)).toEqual(heard);
});
