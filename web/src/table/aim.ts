// What is meant by a place on the screen.
import type { Item } from "../lib/api";
import { nearest } from "./compass";

/** The ids of the items drawn at a place of the window, the topmost first. */
export function idsAt(svg: SVGSVGElement, x: number, y: number): string[] {
  const stack = document.elementsFromPoint(x, y).filter((found) => svg.contains(found));
  const ids = stack.map((found) => found.closest<SVGElement>("[data-id]")?.dataset.id);
  return [...new Set(ids)].filter((id) => id !== undefined);
}

/** The item whose box holds a place of the window: small pieces are easier to hit so. */
export function boxAt(
  svg: SVGSVGElement,
  items: readonly Item[],
  x: number,
  y: number,
): string | undefined {
  const matrix = svg.getScreenCTM();
  if (!matrix) return undefined;
  const at = new DOMPoint(x, y).matrixTransform(matrix.inverse());
  const holds = ({ x, y, width, height, scale }: Item) =>
    Math.abs(x - at.x) * 2 <= width * scale && Math.abs(y - at.y) * 2 <= height * scale;
  return nearest(items.filter(holds), at.x, at.y)?.id;
}
