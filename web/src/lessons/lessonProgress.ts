// How far this browser is in each lesson, kept between visits.
import type { GameInfo, LessonInfo } from "../lib/api";

export interface Progress {
  /** The step to go on with, from 1. */
  step: number;
  /** Whether the lesson was ever finished. */
  done: boolean;
}

function key(game: string, lesson: string): string {
  return `lesson-${game}-${lesson}`;
}

/** How far a lesson is. What cannot be read counts as not begun. */
export function progress(game: string, lesson: string): Progress {
  try {
    const { step, done } = JSON.parse(localStorage.getItem(key(game, lesson)) ?? "{}") as Progress;
    return { step: Number.isInteger(step) && step > 0 ? step : 1, done: done === true };
  } catch {
    return { step: 1, done: false };
  }
}

export function keepProgress(game: string, lesson: string, reached: Progress) {
  localStorage.setItem(key(game, lesson), JSON.stringify(reached));
}

/** The first lesson of a game that is not finished, else the first one. */
export function nextLesson({ name, lessons }: GameInfo): LessonInfo | undefined {
  return lessons.find((lesson) => !progress(name, lesson.name).done) ?? lessons[0];
}

/** The lesson after another one. */
export function lessonAfter({ lessons }: GameInfo, name: string): LessonInfo | undefined {
  return lessons[lessons.findIndex((lesson) => lesson.name === name) + 1];
}
