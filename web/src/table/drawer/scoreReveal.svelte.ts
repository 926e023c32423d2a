// The lines of a count that are shown one after the other, so that it can be followed.

/** How long each line is looked at before the next one comes, in milliseconds at the usual pace. */
export const STEP = 900;

export class ScoreReveal {
  /** How many lines are shown. */
  shown = $state(0);
  #timer: ReturnType<typeof setInterval> | undefined;

  /** Show so many lines, the first one at once; with no time between them, all. */
  start(lines: number, step: number) {
    this.stop();
    this.shown = step > 0 ? Math.min(1, lines) : lines;
    if (this.shown < lines) this.#timer = setInterval(() => this.#next(lines), step);
  }

  /** Show all lines now. */
  skip(lines: number) {
    this.stop();
    this.shown = lines;
  }

  stop() {
    clearInterval(this.#timer);
  }

  #next(lines: number) {
    this.shown++;
    if (this.shown >= lines) this.stop();
  }
}
