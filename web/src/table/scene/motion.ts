// Animations from one scene to the next: items glide, new ones appear, others fade.
import type { Item, Scene } from "../../lib/api";
import { settings } from "../../lib/settings.svelte";

const GLIDE = 320;
const APPEAR = 240;
const FADE = 260;
const EASE = "cubic-bezier(0.2, 0.7, 0.2, 1)";
/** Items start to move one after the other, so many milliseconds apart … */
const STAGGER = 80;
/** … but all of them are at rest after so many, at the usual pace. */
export const MAX_DURATION = 900;

/** The place of an item as the attribute `transform`. */
export function transformOf(item: Pick<Item, "x" | "y" | "turn" | "scale">): string {
  const scale = item.scale === 1 ? "" : ` scale(${item.scale})`;
  return `translate(${item.x} ${item.y}) rotate(${item.turn})${scale}`;
}

function css({ x, y, scale }: Item, turn: number, zoom = 1): string {
  return `translate(${x}px, ${y}px) rotate(${turn}deg) scale(${scale * zoom})`;
}

function hasMoved(before: Item, after: Item): boolean {
  return (["x", "y", "turn", "scale"] as const).some((part) => before[part] !== after[part]);
}

/** Whether the change from one scene to another can be animated at all. */
function canAnimate(before: Scene, after: Scene): boolean {
  return !document.hidden && before.width === after.width && before.height === after.height;
}

/** The items that are gone from the next scene and fade out. */
export function fadingItems(before: Scene, after: Scene): Item[] {
  if (settings.lessMotion || !canAnimate(before, after)) return [];
  const staying = new Set(after.items.map((item) => item.id));
  return before.items.filter((item) => !staying.has(item.id));
}

/** Start the animations from one scene to the next, which is already drawn. */
export function animate(
  before: Scene,
  after: Scene,
  element: (id: string) => Element | null,
  gone: readonly Element[],
): Animation[] {
  if (!canAnimate(before, after)) return [];
  const known = new Map(before.items.map((item) => [item.id, item]));
  const changed = after.items.filter((item) => {
    const old = known.get(item.id);
    return !old || hasMoved(old, item);
  });
  const pause = stagger(changed.length);
  const arrivals = changed.flatMap((item, number) => {
    const drawn = element(item.id);
    if (!drawn) return [];
    if (settings.lessMotion) return [highlight(drawn)];
    const old = known.get(item.id) ?? known.get(item.origin);
    return [old ? glide(drawn, old, item, number * pause) : appear(drawn, item, number * pause)];
  });
  return [...gone.map(fade), ...arrivals];
}

/** The pause between the starts of so many animations. */
export function stagger(count: number): number {
  return Math.min(STAGGER, (MAX_DURATION - GLIDE) / Math.max(1, count - 1));
}

/** The angle from one direction to another, in degrees, by the shorter way round. */
export function shortTurn(from: number, to: number): number {
  return ((((to - from + 180) % 360) + 360) % 360) - 180;
}

function glide(drawn: Element, old: Item, item: Item, delay: number): Animation {
  const start = item.turn - shortTurn(old.turn, item.turn);
  const frames = [css(old, start), css(item, item.turn)];
  return drawn.animate(
    frames.map((transform) => ({ transform })),
    {
      duration: GLIDE * settings.pace,
      easing: EASE,
      delay: delay * settings.pace,
      fill: "backwards",
    },
  );
}

function appear(drawn: Element, item: Item, delay: number): Animation {
  return drawn.animate(
    [
      { transform: css(item, item.turn, 0.7), opacity: 0 },
      { transform: css(item, item.turn), opacity: 1 },
    ],
    {
      duration: APPEAR * settings.pace,
      easing: EASE,
      delay: delay * settings.pace,
      fill: "backwards",
    },
  );
}

function fade(drawn: Element): Animation {
  return drawn.animate([{ opacity: 0 }], {
    duration: FADE * settings.pace,
    easing: EASE,
    fill: "forwards",
  });
}

function highlight(drawn: Element): Animation {
  return drawn.animate([{ opacity: 0.35 }, { opacity: 1 }], { duration: GLIDE });
}
