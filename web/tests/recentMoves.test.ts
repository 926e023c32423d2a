import { expect, test } from "vitest";
import { recentMoves } from "../src/table/recentMoves";

function log(seats: string) {
  return [...seats].map((seat, number) => ({
    ply: number + 1,
    seat: Number(seat),
    move: "",
    label: "",
    items: [],
  }));
}

function plies(seats: string, viewer: number | null) {
  return recentMoves(log(seats), viewer).map(({ ply }) => ply);
}

test("what all others did since my last move is news", () => {
  expect(plies("012", 0)).toEqual([2, 3]);
  expect(plies("0011222", 0)).toEqual([3, 4, 5, 6, 7]);
  expect(plies("12", 0)).toEqual([1, 2]);
});

test("once I have moved nothing is", () => {
  expect(plies("0120", 0)).toEqual([]);
  expect(plies("", 0)).toEqual([]);
});

test("to a spectator the last move is", () => {
  expect(plies("012", null)).toEqual([3]);
});
