// The scales of the curve: from moves and chances to pixels, and back.
import { scaleLinear, type ScaleLinear } from "d3-scale";

export const HEIGHT = 190;
export const MARGIN = { left: 38, right: 12, top: 12, bottom: 24 };
/** About how many moves have their number written below the curve. */
const TICKS = 6;

export interface CurveScales {
  /** The pixel of a move; `invert` leads back. */
  x: ScaleLinear<number, number>;
  /** The pixel of a chance. */
  y: ScaleLinear<number, number>;
  /** The moves whose numbers are written. */
  ticks: number[];
}

/** The scales of a game with so many moves, in so many pixels. */
export function curveScales(moves: number, width: number): CurveScales {
  const { left, right, top, bottom } = MARGIN;
  const x = scaleLinear([0, Math.max(1, moves)], [left, width - right]).clamp(true);
  const y = scaleLinear([0, 1], [HEIGHT - bottom, top]);
  const ticks = moves > 0 ? x.ticks(TICKS).filter(Number.isInteger) : [0];
  return { x, y, ticks };
}
