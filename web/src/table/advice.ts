/** A suggested move and what is said for it. */
export interface Advice {
  move: string;
  sentences: readonly string[];
}
