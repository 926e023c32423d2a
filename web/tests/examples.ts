// Small scenes, items, choices and seats for the tests.
import type { Choice, Item, Scene, Seat, Table } from "../src/lib/api";

export function item(id: string, x = 0, y = 0, more: Partial<Item> = {}): Item {
  return {
    id,
    x,
    y,
    kind: "tile",
    label: id,
    text: "",
    classes: "",
    origin: "",
    rule: "",
    turn: 0,
    scale: 1,
    width: 10,
    height: 10,
    ...more,
  };
}

/** A choice by its path, such as "tile a1"; ghosts are given as kind and turn, such as "tile 90". */
export function choice(path: string, move = path, ...ghosts: string[]): Choice {
  return {
    move,
    path: path.split(" "),
    label: move,
    follow_up: "",
    ghosts: ghosts.map((ghost) => {
      const [kind = "", turn = "0"] = ghost.split(" ");
      return { kind, at: "a1", turn: Number(turn) };
    }),
  };
}

export function scene(items: readonly Item[], more: Partial<Scene> = {}): Scene {
  return {
    width: 100,
    height: 60,
    items: [...items],
    choices: [],
    sections: [],
    log: [],
    notes: {},
    prompt: "",
    ending: null,
    ...more,
  } as Scene;
}

export function seat(number: number, more: Partial<Seat> = {}): Seat {
  return {
    seat: number,
    title: `Seat ${number}`,
    name: `Player ${number}`,
    kind: "human",
    yours: false,
    online: true,
    thinking: false,
    substitute: false,
    resigned: false,
    level: null,
    seconds: null,
    ...more,
  } as Seat;
}

export function table(seats: Seat[], more: Partial<Table> = {}): Table {
  return { status: "playing", turn: 0, winners: [], ended: null, seats, ...more } as Table;
}
