import { expect, test } from "vitest";
import type { Item, News } from "../src/lib/api";
import { NewsAssembly } from "../src/table/newsAssembly";
import { item } from "./examples";

type Changes = NonNullable<News["scene"]>;

function news(items: [number, Item][], more: Partial<Changes> = {}): News {
  const scene = { anew: false, width: 100, height: 60, gone: [], log_kept: 0, log: [], prompt: "" };
  return { table: {}, chat: [], scene: { ...scene, ending: null, offer: null, items, ...more } };
}

test("items that are new or changed are put in their places, others stay", () => {
  const sent = new NewsAssembly();
  const [a, b, c, d] = [item("a"), item("b"), item("c"), item("d")];
  const first = sent.take(
    news(
      [a, b, c].map((each, place) => [place, each]),
      { anew: true },
    ),
  );
  expect(first.scene?.items).toEqual([a, b, c]);
  const moved = item("c", 50);
  const second = sent.take(
    news(
      [
        [0, moved],
        [2, d],
      ],
      { gone: ["a"] },
    ),
  );
  expect(second.scene?.items).toEqual([moved, b, d]);
  expect(second.scene?.items[1]).toBe(b);
});

test("a scene that begins anew forgets the one before", () => {
  const sent = new NewsAssembly();
  sent.take(news([[0, item("a")]], { anew: true }));
  expect(sent.take(news([[0, item("b")]], { anew: true })).scene?.items).toEqual([item("b")]);
});

test("the log goes on from the lines that stay", () => {
  const sent = new NewsAssembly();
  const [one, two, other] = [1, 2, 3].map((ply) => ({ ply })) as unknown as Changes["log"];
  sent.take(news([], { anew: true, log: [one, two] as Changes["log"] }));
  const scene = sent.take(news([], { log_kept: 1, log: [other] as Changes["log"] })).scene;
  expect(scene?.log).toEqual([one, other]);
  const start = sent.take(news([], { log_kept: 0 })).scene; // all moves were taken back
  expect(start?.log).toEqual([]);
});

test("of the table only what changed is sent, and no scene if it is as it was", () => {
  const sent = new NewsAssembly();
  sent.take({ ...news([]), table: { version: 1, ply: 1 } });
  const taken = sent.take({ table: { version: 2 }, scene: null, chat: [] });
  expect(taken.table).toEqual({ version: 2, ply: 1 });
  expect(taken.scene).toBeNull();
});
