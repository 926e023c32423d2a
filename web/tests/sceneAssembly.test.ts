import { expect, test } from "vitest";
import type { News } from "../src/lib/api";
import { SceneParts } from "../src/table/sceneAssembly";
import { choice, item } from "./examples";

function news(parts: unknown[], items: number[], choices: number[] = []): News {
  return { parts, scene: { items, choices, sections: [], log: [], width: 100 } } as unknown as News;
}

test("a scene is put together from parts sent now and before", () => {
  const sent = new SceneParts();
  const [a, b, c, move] = [item("a"), item("b"), item("c"), choice("a")];
  const first = sent.assemble(news([a, b, move], [0, 1], [2]));
  expect(first).toMatchObject({ items: [a, b], choices: [move], width: 100 });
  const second = sent.assemble(news([c], [3, -2, -1]));
  expect(second).toMatchObject({ items: [c, b, a], choices: [] });
});

test("an update may bring no scene, and still parts for the next one", () => {
  const sent = new SceneParts();
  expect(sent.assemble({ parts: [item("a")], scene: null } as unknown as News)).toBeNull();
  expect(sent.assemble(news([], [0]))?.items).toEqual([item("a")]);
});
