// The review of a finished game: asked for, waited for, shown.
import { attempt, tell } from "../lib/notice.svelte";
import { t } from "../lib/words.svelte";
import type { ReviewWork } from "../lib/api";
import type { LiveTable } from "./live.svelte";

const AGAIN = 600;

export class Reviewing {
  /** How far it is; undefined until the server has said so. */
  work = $state.raw<ReviewWork>();
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(readonly live: LiveTable) {}

  /** Ask how far it is, and again until it is there. */
  async look() {
    clearTimeout(this.#timer);
    this.#take(await attempt(() => this.live.review()));
  }

  /** Let the game be reviewed. */
  async begin() {
    clearTimeout(this.#timer);
    this.#take(await attempt(() => this.live.beginReview()));
  }

  stop() {
    clearTimeout(this.#timer);
  }

  #take(work: ReviewWork | undefined) {
    const begun = this.work?.state === "waiting" || this.work?.state === "working";
    if (begun && work?.state === "none") tell(t("The review did not come to an end. Try again."));
    if (work) this.work = work;
    if (work?.state === "waiting" || work?.state === "working")
      this.#timer = setTimeout(() => void this.look(), AGAIN);
  }
}
