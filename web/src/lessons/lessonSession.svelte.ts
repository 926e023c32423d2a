// A lesson as it is being taken: the step, the picture, what is said to a try, and how far it is.
import {
  answer,
  api,
  Refused,
  type LessonAnswer,
  type LessonStep,
  type Scene,
  type WhyIllegal,
} from "../lib/api";
import type { Lang } from "../lib/languages";
import { failureText, notify } from "../lib/notice.svelte";
import type { Layout } from "../table/liveTable.svelte";
import { keepProgress, progress } from "./lessonProgress";

/** How long each answer of the others is awaited, in milliseconds. */
const PAUSE = 900;

export class LessonSession {
  /** The step; undefined until it has come. */
  step = $state.raw<LessonStep>();
  scene = $state.raw<Scene>();
  /** What was said to the last try. */
  said = $state.raw<LessonAnswer>();
  /** Whether moves of the others are being shown. */
  playing = $state(false);
  /** Whether the last step is over. */
  finished = $state(false);
  /** Whether there is no such lesson. */
  unknown = $state(false);

  #number: number;
  /** The right move that was made in this step. */
  #made = "";
  #query: { lang: Lang; layout: Layout } = { lang: "en", layout: "wide" };
  #asked = 0;

  constructor(
    readonly game: string,
    readonly name: string,
  ) {
    this.#number = progress(game, name).step;
  }

  /** Whether the step can be left: it asks for nothing, or it was answered. */
  solved = $derived.by(() => !this.step?.asks || (this.said?.right === true && !this.playing));

  get #path() {
    return { game: this.game, lesson: this.name, step: this.#number };
  }

  get #params() {
    return { path: this.#path, query: this.#query };
  }

  /** Show the step in a language and a layout; what was answered stays answered. */
  async show(lang: Lang, layout: Layout) {
    this.#query = { lang, layout };
    await this.#load();
    if (this.#made) await this.tryMove(this.#made);
  }

  async #load() {
    const asked = ++this.#asked;
    try {
      const path = "/api/games/{game}/lessons/{lesson}/{step}";
      const step = await answer(api.GET(path, { params: this.#params }));
      if (asked !== this.#asked) return;
      this.step = step;
      this.scene = step.scene;
      this.said = undefined;
    } catch (error) {
      this.#fail(error);
    }
  }

  #fail(error: unknown) {
    if (!(error instanceof Refused && error.problem.code.endsWith("/unknown")))
      return notify(failureText(error));
    if (this.#number === 1) this.unknown = true;
    else void this.go(1); // the lesson has fewer steps than when it was left
  }

  /** Try a move of this step. */
  async tryMove(move: string): Promise<boolean> {
    const asked = this.#asked;
    try {
      const path = "/api/games/{game}/lessons/{lesson}/{step}/tries";
      const said = await answer(api.POST(path, { params: this.#params, body: { move } }));
      if (asked !== this.#asked) return true; // another step is shown now
      this.said = said;
      if (said.right) await this.#playOut(said.scenes, this.#made === move);
      if (said.right && asked === this.#asked) this.#made = move;
      return true;
    } catch (error) {
      notify(failureText(error));
      return false;
    }
  }

  /** Show one scene after the other, or at once only the last. Another step ends this. */
  async #playOut(scenes: readonly Scene[], atOnce: boolean) {
    const asked = this.#asked;
    this.playing = true;
    for (const scene of atOnce ? scenes.slice(-1) : scenes) {
      if (asked !== this.#asked) break;
      this.scene = scene;
      if (scene !== scenes.at(-1)) await new Promise((done) => setTimeout(done, PAUSE));
    }
    this.playing = false;
  }

  async whyIllegal(path: readonly string[]): Promise<WhyIllegal> {
    const params = { path: this.#path, query: { lang: this.#query.lang } };
    const body = { path: [...path] };
    const route = "/api/games/{game}/lessons/{lesson}/{step}/why-illegal";
    return answer(api.POST(route, { params, body }));
  }

  /** Go to a step. */
  async go(number: number) {
    this.#number = number;
    this.#made = "";
    this.finished = false;
    const { done } = progress(this.game, this.name);
    keepProgress(this.game, this.name, { step: number, done });
    await this.#load();
  }

  /** The lesson is over; the next time it begins anew. */
  finish() {
    this.finished = true;
    keepProgress(this.game, this.name, { step: 1, done: true });
  }
}
