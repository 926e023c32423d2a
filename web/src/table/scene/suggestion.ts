/** A move that a bot suggests, and what speaks for it. */
export interface Suggestion {
  move: string;
  sentences: readonly string[];
}
