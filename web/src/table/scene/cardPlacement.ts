// Where the card about an item is placed.
import type { Box } from "./barPlacement";

/** The space between an item and its card, in pixels. */
const GAP = 6;

interface Size {
  width: number;
  height: number;
}

export interface CardPlace {
  /** The upper left corner, in the frame's own pixels. */
  x: number;
  y: number;
}

/** How far a point is from a box; 0 inside. */
export function distanceTo({ left, right, top, bottom }: Box, x: number, y: number): number {
  return Math.hypot(Math.max(left - x, 0, x - right), Math.max(top - y, 0, y - bottom));
}

function clamp(value: number, max: number): number {
  return Math.max(0, Math.min(value, max));
}

/** The card lies below its item, or above it where there is no room below, or else beside it; it
 * never sticks out of the frame, and lies over its item only if there is no room anywhere. */
export function placeCard(frame: Box, meant: Box, { width, height }: Size): CardPlace {
  const frameHeight = frame.bottom - frame.top;
  const middle = clamp(
    (meant.left + meant.right) / 2 - frame.left - width / 2,
    frame.width - width,
  );
  const level = clamp(
    (meant.top + meant.bottom) / 2 - frame.top - height / 2,
    frameHeight - height,
  );
  const below = meant.bottom - frame.top + GAP;
  const above = meant.top - frame.top - GAP - height;
  const right = meant.right - frame.left + GAP;
  const left = meant.left - frame.left - GAP - width;
  if (below + height <= frameHeight) return { x: middle, y: below };
  if (above >= 0) return { x: middle, y: above };
  if (right + width <= frame.width) return { x: right, y: level };
  if (left >= 0) return { x: left, y: level };
  return { x: middle, y: frameHeight - height };
}
