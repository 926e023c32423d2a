// @vitest-environment happy-dom
import { describe, expect, test } from "vitest";
import type { Rules, RulesPassage } from "../src/lib/api";
import { found, highlighted, modesOf } from "../src/rules/shownRules";

function rule(id: string, html: string, name = ""): RulesPassage {
  return { id, html, name };
}

const picture = `<figure><svg><text>wolf</text></svg><figcaption>A lit fire</figcaption></figure>`;
const rules: Rules = {
  lang: "fr",
  title: "Solstis",
  introduction: "",
  sections: [
    {
      title: "Tour",
      mode: "",
      passages: [rule("T8", "Une <em>tuile</em> de la file.", "Capture"), rule("", picture)],
    },
    { title: "Esprits", mode: "solo", passages: [rule("T13", "Un carré &amp; un esprit.")] },
    { title: "Fin, seul", mode: "solo", passages: [rule("T16", "La pioche est vide.")] },
    { title: "Nombres", mode: "notes", passages: [rule("", "Des coordonnées.")] },
  ],
};

function ids(query: string): string[] {
  return found(rules, query).flatMap(({ passages }) => passages.map(({ id }) => id));
}

describe("searching the rules", () => {
  test.each([
    ["", ["T8", "", "T13", "T16", ""]],
    ["CARRE", ["T13"]],
    ["capture", ["T8"]],
    ["t8", ["T8"]],
    ["file tuile", ["T8"]],
    ["esprits", ["T13"]],
    ["fire", [""]],
    ["tuile pioche", []],
    ["wolf", []],
    ["figcaption", []],
  ])("%j finds %j", (query, expected) => {
    expect(ids(query)).toEqual(expected);
  });
});

describe("highlighting", () => {
  test("marks every word that was typed, accents or not, and keeps the markup", () => {
    expect(highlighted("Un <em>carré</em> &amp; un carré", "carre un")).toBe(
      "<mark>Un</mark> <em><mark>carré</mark></em> &amp; <mark>un</mark> <mark>carré</mark>",
    );
  });

  test("takes the longer of two words that begin alike", () => {
    expect(highlighted("tuiles", "tuile tuiles")).toBe("<mark>tuiles</mark>");
  });

  test("leaves pictures and names of elements alone", () => {
    expect(highlighted(picture, "wolf figure")).toBe(picture);
    expect(highlighted(picture, "")).toBe(picture);
  });
});

test("a way to play is called like its first section", () => {
  expect([...modesOf(rules)]).toEqual([["solo", "Esprits"]]);
});
