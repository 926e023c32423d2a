// Sentences in the language of the browser's user. The English sentence is the key.
import { answer, api } from "./api";
import type { Lang } from "./settings.svelte";

type Texts = Record<string, string | string[]>;
type Values = Record<string, string | number>;

const words = $state<{ lang: Lang; texts: Texts; languages: Record<string, string> }>({
  lang: "en",
  texts: {},
  languages: {},
});

/** Fetch the catalogue of a language; everything said changes with it. */
export async function speak(lang: Lang) {
  const path = { lang };
  const found = await answer(api.GET("/api/words/{lang}", { params: { path } }));
  Object.assign(words, { lang, texts: found.texts, languages: found.languages });
  document.documentElement.lang = lang;
}

/** Every language in its own words, by its tag. */
export function languages(): Record<string, string> {
  return words.languages;
}

function fill(text: string, values: Values): string {
  return text.replace(/\{(\w+)\}/g, (whole, name: string) => String(values[name] ?? whole));
}

/** A sentence, its {names} replaced by values. */
export function t(text: string, values: Values = {}): string {
  const said = words.texts[text];
  return fill(typeof said === "string" && said ? said : text, values);
}

/** A name and what is said of it, with the colon of the language. */
export function labelled(label: string, text: string): string {
  return t("{label}: {text}", { label, text });
}

/** The form of a sentence that fits a number, which is also its {n}. */
export function tn(one: string, many: string, n: number, values: Values = {}): string {
  const forms = words.texts[one];
  const [few, more] = Array.isArray(forms) ? forms : [one, many];
  const singular = words.lang === "fr" ? n < 2 : n === 1; // French counts nought as one
  return fill((singular ? few : more) ?? many, { n, ...values });
}
