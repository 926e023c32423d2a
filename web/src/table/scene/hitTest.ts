// Which item of a scene is meant by a point on the screen.
import type { Item } from "../../lib/api";
import { among, nearest, type Point } from "./nearestItem";

/** Items that can be picked next, and all whose touch changes something. */
export interface Targets {
  next: ReadonlySet<string>;
  touchable: ReadonlySet<string>;
}

/** The ids of the items drawn at a point of the window, the topmost first. */
export function idsAt(svg: SVGSVGElement, x: number, y: number): string[] {
  const stack = document.elementsFromPoint(x, y).filter((element) => svg.contains(element));
  const ids = stack.map((element) => element.closest<SVGElement>("[data-id]")?.dataset.id);
  return [...new Set(ids)].filter((id) => id !== undefined);
}

/** A point of the window in the coordinates of the scene; undefined if it is not drawn. */
export function scenePoint(svg: SVGSVGElement, x: number, y: number): Point | undefined {
  const matrix = svg.getScreenCTM();
  return matrix ? new DOMPoint(x, y).matrixTransform(matrix.inverse()) : undefined;
}

/** The item whose box holds a point; of several the one whose middle is nearest. */
export function boxAt(items: readonly Item[], point: Point): Item | undefined {
  const holds = ({ x, y, width, height, scale }: Item) =>
    Math.abs(x - point.x) * 2 <= width * scale && Math.abs(y - point.y) * 2 <= height * scale;
  return nearest(items.filter(holds), point);
}

function isNamed({ label }: Item): boolean {
  return label !== "";
}

/** The id that is meant among those drawn at a point: one that can be picked next, else one that
 * can be touched, else one whose box is there (small items are easier to hit so), else the topmost,
 * else any whose box is there and that has a name. */
export function meantId(
  drawn: readonly string[],
  items: readonly Item[],
  { next, touchable }: Targets,
  point: Point | undefined,
): string | undefined {
  return (
    drawn.find((id) => next.has(id)) ??
    drawn.find((id) => touchable.has(id)) ??
    (point && boxAt(among(items, touchable), point)?.id) ??
    drawn[0] ??
    (point && boxAt(items.filter(isNamed), point)?.id)
  );
}
