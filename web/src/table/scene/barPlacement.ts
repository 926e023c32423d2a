// Where the bar with a picked move and the note about it are placed.

/** A box in the window, such as a `DOMRect`. */
export type Box = Pick<DOMRect, "left" | "top" | "right" | "bottom" | "width">;

/** The width that the bar needs, and the most it takes, in pixels. */
const MIN_BAR = 480;
const MAX_BAR = 736;
/** The width that the note may take, in pixels. */
const NOTE = 256;

export interface BarPlace {
  /** The middle of the bar in the window. */
  middle: number;
  width: number;
}

export interface NotePlace {
  x: number;
  y: number;
  /** Whether the note lies above its point instead of below it. */
  above: boolean;
}

/** The bar covers the foot of the page; where that is too narrow, or there is much to say, the bar
 * is as wide as the frame of the picture. */
export function placeBar(frame: Box, foot: Box | undefined, muchToSay: boolean): BarPlace {
  const fits = foot && foot.width >= MIN_BAR && !muchToSay;
  const { left, width } = fits ? foot : frame;
  return { middle: left + width / 2, width: fits ? Math.min(width, MAX_BAR) : width };
}

/** The note lies below what is meant, in the lower half of the frame above it, and never sticks
 * out at the sides. Its place is in the frame's own pixels. */
export function placeNote(frame: Box, meant: Box): NotePlace {
  const above = meant.top + meant.bottom > frame.top + frame.bottom;
  const half = Math.min(NOTE, frame.width) / 2;
  const middle = meant.left + meant.width / 2 - frame.left;
  const x = Math.min(Math.max(middle, half), frame.width - half);
  return { x, y: (above ? meant.top : meant.bottom) - frame.top, above };
}
