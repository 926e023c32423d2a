import { describe, expect, test } from "vitest";
import { farSeats, nearSeats } from "../src/table/nearAndFarSeats";
import { callName, playedBy, seatState } from "../src/table/seatText";
import { seat, table } from "./examples";

const numbers = (seats: { seat: number }[]) => seats.map(({ seat }) => seat);

describe("the order of the seats", () => {
  const four = [seat(0), seat(1, { yours: true }), seat(2), seat(3, { yours: true })];

  test("mine are below, the others above in the order of play after me", () => {
    const near = nearSeats(four);
    expect(numbers(near)).toEqual([1, 3]);
    expect(numbers(farSeats(four, near))).toEqual([2, 0]);
  });

  test("on a device that is handed on only the holder is below", () => {
    const near = nearSeats(four, 3);
    expect(numbers(near)).toEqual([3]);
    expect(numbers(farSeats(four, near))).toEqual([0, 1, 2]);
  });

  test("somebody who watches sees the first seat below", () => {
    const two = [seat(0), seat(1)];
    expect(numbers(nearSeats(two))).toEqual([0]);
    expect(numbers(farSeats(two, nearSeats(two)))).toEqual([1]);
  });

  test("before the table is known there are none", () => {
    expect([nearSeats([]), farSeats([], [])]).toEqual([[], []]);
  });
});

describe("what a seat says", () => {
  test.each([
    ["your turn", seat(0, { yours: true }), {}],
    ["to move", seat(0), {}],
    ["thinking", seat(0, { kind: "bot", thinking: true }), {}],
    ["", seat(1), {}],
    ["winner", seat(0), { status: "over", winners: [0] }],
    ["resigned", seat(1, { resigned: true }), { status: "over", winners: [0] }],
    ["", seat(1, { resigned: true }), { status: "over", winners: [0], ended: "time" }],
  ] as const)("%s", (state, one, more) => {
    expect(seatState(one, table([one], more as never))).toBe(state);
  });

  test("what it is called: by who sits there, or by its title", () => {
    const seats = [seat(0, { name: "Alba" }), seat(1, { name: "" })];
    expect([0, 1, 2].map((number) => callName(number, seats))).toEqual(["Alba", "Seat 1", ""]);
  });

  test("who plays it", () => {
    const bot = seat(0, { kind: "bot", level: 3 });
    const substitute = seat(0, { kind: "bot", level: 3, substitute: true, yours: true });
    expect(playedBy(bot, table([bot]))).toBe("bot, level 3");
    expect(playedBy(substitute, table([substitute]))).toBe("a bot sits in");
    expect(playedBy(substitute, table([substitute], { status: "over" }))).toBe("you");
    expect(playedBy(seat(0), table([seat(0)]))).toBe("");
  });
});
