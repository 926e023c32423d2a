// The games of the server, in the language of the page; fetched once for each language.
import { answer, api, type GameInfo } from "./api";
import type { Lang } from "./languages";
import { settings } from "./settings.svelte";

const POLL = 1000; // milliseconds
const asked = new Map<Lang, Promise<GameInfo[]>>();

async function ask(lang: Lang): Promise<GameInfo[]> {
  const { games } = await answer(api.GET("/api/games", { params: { query: { lang } } }));
  return games;
}

/** All games. A failed request, or one answered before all games are ready, is not kept. */
export function games(): Promise<GameInfo[]> {
  const { lang } = settings;
  const known = asked.get(lang) ?? ask(lang);
  asked.set(lang, known);
  known.then(
    (found) => found.every(({ ready }) => ready) || asked.delete(lang),
    () => asked.delete(lang),
  );
  return known;
}

/** For an effect: pass on all games, and again until every one of them is ready. */
export function whenReady(
  onfound: (found: GameInfo[]) => void,
  onfail: (error: unknown) => void,
): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const look = () =>
    games().then((found) => {
      onfound(found);
      if (found.some(({ ready }) => !ready)) timer = setTimeout(look, POLL);
    }, onfail);
  void look();
  return () => clearTimeout(timer);
}
