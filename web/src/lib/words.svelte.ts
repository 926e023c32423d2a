// Sentences in the language of the page. The English sentence is the key.
import { answer, api } from "./api";
import type { Lang } from "./languages";
import { fill, listInWords, pluralForm, type Values } from "./sentences";

type Catalogue = Record<string, string | string[]>;

const words = $state<{ lang: Lang; texts: Catalogue }>({ lang: "en", texts: {} });

/** Fetch the catalogue of a language; every sentence on the page changes with it. */
export async function speak(lang: Lang) {
  const path = { lang };
  const { texts } = await answer(api.GET("/api/words/{lang}", { params: { path } }));
  Object.assign(words, { lang, texts });
  document.documentElement.lang = lang;
}

/** A sentence, its {names} replaced by values. */
export function t(text: string, values: Values = {}): string {
  const translated = words.texts[text];
  return fill(typeof translated === "string" && translated ? translated : text, values);
}

/** The form of a sentence that fits a number, which is also its {n}. */
export function tn(one: string, many: string, n: number, values: Values = {}): string {
  const forms = words.texts[one];
  const [singular = one, plural = many] = Array.isArray(forms) ? forms : [];
  return fill(pluralForm(words.lang, n, singular, plural), { n, ...values });
}

/** A label and its text, with the colon of the language. */
export function labelled(label: string, text: string): string {
  return t("{label}: {text}", { label, text });
}

/** Some words as people list them: "Ash, Birch and Cedar". */
export function inWords(list: readonly string[]): string {
  return listInWords(words.lang, list);
}
