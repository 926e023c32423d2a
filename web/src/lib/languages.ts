// The languages of the client, each under its own name. Everything else about languages follows
// from this list; the compiler says when the server knows other ones.
import type { paths } from "./openapi";

export type Lang = paths["/api/words/{lang}"]["get"]["parameters"]["path"]["lang"];

export const LANGUAGES: Readonly<Record<Lang, string>> = {
  en: "English",
  fr: "Français",
  nl: "Nederlands",
};

function isLang(tag: string): tag is Lang {
  return Object.hasOwn(LANGUAGES, tag);
}

/** The first of some language tags (such as `fr-BE`) whose language we have, else English. */
export function firstKnown(tags: readonly string[]): Lang {
  return tags.map((tag) => tag.slice(0, 2).toLowerCase()).find(isLang) ?? "en";
}
