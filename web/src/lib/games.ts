// The games of the server, in the language of the page; asked for once a language.
import { answer, api, type GameInfo } from "./api";
import { settings, type Lang } from "./settings.svelte";

const asked = new Map<string, Promise<GameInfo[]>>();

async function ask(lang: Lang): Promise<GameInfo[]> {
  const found = await answer(api.GET("/api/games", { params: { query: { lang } } }));
  return found.games;
}

/** All games; a failed question is asked again the next time. */
export function games(): Promise<GameInfo[]> {
  const { lang } = settings;
  const known = asked.get(lang) ?? ask(lang);
  asked.set(lang, known);
  known.catch(() => asked.delete(lang));
  return known;
}
