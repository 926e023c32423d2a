// Which layout the picture of a table has: the one in which its pieces are larger.
import type { Layout } from "./liveTable.svelte";

export interface Size {
  width: number;
  height: number;
}

/** A place less wide than this, measured in its height, has the tall layout. Wide pictures are about
 * 1.75 times as wide as high; in a place that is nearly square an upright one has larger pieces. */
const SQUARISH = 1.1;
/** The width of a drawer beside a wide picture, as the style of the page has it, in pixels. */
const DRAWER = { least: 272, share: 0.2, most: 368 };
/** The height of the rows above and below a wide picture, in pixels. */
const ROWS = 104;

export function layoutFor({ width, height }: Size): Layout {
  return width < SQUARISH * height ? "tall" : "wide";
}

/** The room for a wide picture beside a drawer. What the picture has now does not count, for that
 * depends on its layout. */
export function roomBesideDrawer(page: Size): Size {
  const { least, share, most } = DRAWER;
  const drawer = Math.min(Math.max(least, share * page.width), most);
  return { width: page.width - drawer, height: page.height - ROWS };
}
