// The review of a finished game while the server works on it: started, asked for until it is there.
import type { ReviewWork } from "../../lib/api";
import { attempt, notify } from "../../lib/notice.svelte";
import { t } from "../../lib/words.svelte";
import type { LiveTable } from "../liveTable.svelte";

const POLL = 600; // milliseconds

export class ReviewJob {
  /** How far it is; undefined until the server has said so. */
  work = $state.raw<ReviewWork>();
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(readonly live: LiveTable) {}

  /** Ask how far it is, and again until it is there. */
  async poll() {
    clearTimeout(this.#timer);
    this.#take(await attempt(() => this.live.review()));
  }

  /** Have the game reviewed. */
  async begin() {
    clearTimeout(this.#timer);
    this.#take(await attempt(() => this.live.beginReview()));
  }

  stop() {
    clearTimeout(this.#timer);
  }

  #take(work: ReviewWork | undefined) {
    if (isUnderWay(this.work) && work?.state === "none")
      notify(t("The review was interrupted. Try again."));
    if (work) this.work = work;
    if (isUnderWay(work)) this.#timer = setTimeout(() => void this.poll(), POLL);
  }
}

function isUnderWay(work: ReviewWork | undefined): boolean {
  return work?.state === "waiting" || work?.state === "working";
}
