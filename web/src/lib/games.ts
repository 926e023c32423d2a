// The games of the server, in the language of the page; asked for once a language.
import { answer, api, type GameInfo } from "./api";
import { settings, type Lang } from "./settings.svelte";

const AGAIN = 2000;
const asked = new Map<string, Promise<GameInfo[]>>();

async function ask(lang: Lang): Promise<GameInfo[]> {
  const found = await answer(api.GET("/api/games", { params: { query: { lang } } }));
  return found.games;
}

/** All games; a failed question is asked again the next time, as is one asked too early. */
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

/** For an effect: tell all games, and again until each of them is ready. */
export function whenReady(
  tell: (found: GameInfo[]) => void,
  fail: (error: unknown) => void,
): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const look = () =>
    games().then((found) => {
      tell(found);
      if (found.some(({ ready }) => !ready)) timer = setTimeout(look, AGAIN);
    }, fail);
  void look();
  return () => clearTimeout(timer);
}
