import { afterEach, expect, test, vi } from "vitest";
import type { Offer } from "../src/lib/api";
import { fetchCatalogue, loadedCatalogue, offeredChoices } from "../src/table/choiceCatalogue";
import { choice } from "./examples";

const CATALOGUE = [
  { action: 9, choice: choice("@line a1", "line a1") },
  { action: 0, choice: choice("stop") },
  { action: 1, choice: choice("go") },
];

/** An offer in which actions 0 and 9 are legal. */
function offer(more: Partial<Offer> = {}): Offer {
  return { catalogue: "", legal: btoa("\x01\x02"), roles: {}, choices: [], ...more };
}

afterEach(() => vi.unstubAllGlobals());

test("the legal choices come in the order of the catalogue, the particular ones last", () => {
  const own = choice("own");
  const found = offeredChoices(offer({ choices: [own] }), CATALOGUE);
  expect(found.map(({ move }) => move)).toEqual(["line a1", "stop", "own"]);
});

test("there is a choice for each item that plays a role", () => {
  const found = offeredChoices(offer({ roles: { "@line": ["line-1", "line-2"] } }), CATALOGUE);
  expect(found.map(({ path }) => path)).toEqual([["line-1", "a1"], ["line-2", "a1"], ["stop"]]);
});

test("a second way is open only where no other legal choice has its path", () => {
  const ways = [
    { action: 0, choice: choice("@line a1", "line a1 a2") },
    { action: 1, choice: choice("@line a3", "line a3 a4") },
    { action: 9, choice: choice("@line ?a1", "line a2 a1") },
    { action: 9, choice: choice("@line ?a3", "line a2 a3") },
  ];
  const found = offeredChoices(offer({ roles: { "@line": ["line-1"] } }), ways);
  expect(found.map(({ move, path }) => [move, ...path])).toEqual([
    ["line a1 a2", "line-1", "a1"],
    ["line a2 a3", "line-1", "a3"],
  ]);
});

test("a catalogue is fetched once; one that could not be fetched is asked for again", async () => {
  const asked = vi
    .fn()
    .mockRejectedValueOnce(new Error("no network"))
    .mockResolvedValue({ ok: true, json: async () => ({ choices: CATALOGUE }) });
  vi.stubGlobal("fetch", asked);
  await expect(fetchCatalogue("/here")).rejects.toThrow();
  expect(loadedCatalogue("/here")).toBeUndefined();
  await Promise.all([fetchCatalogue("/here"), fetchCatalogue("/here")]);
  expect(loadedCatalogue("/here")).toEqual(CATALOGUE);
  expect(asked).toHaveBeenCalledTimes(2);
});
