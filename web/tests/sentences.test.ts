import { describe, expect, test } from "vitest";
import { clockText } from "../src/lib/clockText";
import { firstKnown } from "../src/lib/languages";
import { fill, listInWords, pluralForm } from "../src/lib/sentences";

describe("filling values in", () => {
  test("replaces every name, as often as it stands there", () => {
    expect(fill("{a} and {b} and {a}", { a: 1, b: "two" })).toBe("1 and two and 1");
  });

  test("keeps names without a value, and takes 0 and empty text as values", () => {
    expect(fill("{a}, {b}, {c}", { a: 0, b: "" })).toBe("0, , {c}");
  });

  test("does not fill in what a value brings with it", () => {
    expect(fill("{a} {b}", { a: "{b}", b: "!" })).toBe("{b} !");
  });
});

describe("plural forms", () => {
  test.each([
    ["en", 0, "moves"],
    ["en", 1, "move"],
    ["en", 2, "moves"],
    ["nl", 0, "moves"],
    ["nl", 1, "move"],
    ["fr", 0, "move"],
    ["fr", 1, "move"],
    ["fr", 2, "moves"],
    ["fr", 1_000_000, "moves"],
  ] as const)("in %s %d takes %s", (lang, n, form) => {
    expect(pluralForm(lang, n, "move", "moves")).toBe(form);
  });
});

describe("lists in words", () => {
  test("join the last word with an and", () => {
    expect(listInWords("en", ["Ash"])).toBe("Ash");
    expect(listInWords("en", ["Ash", "Birch"])).toBe("Ash and Birch");
    expect(listInWords("en", ["Ash", "Birch", "Cedar"])).toBe("Ash, Birch and Cedar");
    expect(listInWords("fr", ["Ash", "Birch", "Cedar"])).toBe("Ash, Birch et Cedar");
    expect(listInWords("nl", ["Ash", "Birch", "Cedar"])).toBe("Ash, Birch en Cedar");
  });

  test("may be empty", () => {
    expect(listInWords("en", [])).toBe("");
  });
});

describe("the language of the page", () => {
  test("is the first one wanted that we have", () => {
    expect(firstKnown(["de-DE", "nl-BE", "fr"])).toBe("nl");
    expect(firstKnown(["", "FR-ca"])).toBe("fr");
  });

  test("is English if we have none of them", () => {
    expect(firstKnown(["de", "toString"])).toBe("en");
    expect(firstKnown([])).toBe("en");
  });
});

describe("the time on a clock", () => {
  test.each([
    [0, "0:00"],
    [0.1, "0:01"],
    [59.2, "1:00"],
    [61, "1:01"],
    [3599.5, "1 h 0 min"],
    [7265, "2 h 1 min"],
    [86399.9, "1 d 0 h"],
    [3 * 86400 + 7200, "3 d 2 h"],
  ])("%d seconds are %s", (seconds, text) => {
    expect(clockText(seconds)).toBe(text);
  });
});
