// How sentences are put together in a language: values filled in, plural forms, lists.
import type { Lang } from "./languages";

export type Values = Record<string, string | number>;

/** A sentence with its {names} replaced by values; a name without a value stays. */
export function fill(text: string, values: Values): string {
  return text.replace(/\{(\w+)\}/g, (whole, name: string) => String(values[name] ?? whole));
}

/** The form of a sentence that fits a number: the singular or the plural. */
export function pluralForm(lang: Lang, n: number, singular: string, plural: string): string {
  return new Intl.PluralRules(lang).select(n) === "one" ? singular : plural;
}

/** Some words as people list them: "Ash, Birch and Cedar". */
export function listInWords(lang: Lang, words: readonly string[]): string {
  const locale = lang === "en" ? "en-GB" : lang; // without a comma before the "and"
  return new Intl.ListFormat(locale, { type: "conjunction" }).format(words);
}
