// What happened between two scenes, told by movement: items glide, new ones come, others go.
import type { Item, Scene } from "../lib/api";

const GLIDE = 320;
const APPEAR = 240;
const FADE = 260;
const EASE = "cubic-bezier(0.2, 0.7, 0.2, 1)";
/** One after the other, each begins so many milliseconds after the one before … */
const STAGGER = 80;
/** … but all of them have come to rest after so many. */
export const LONGEST = 900;

/** An item's place as the attribute `transform`. */
export function place(item: Pick<Item, "x" | "y" | "turn" | "scale">): string {
  const scale = item.scale === 1 ? "" : ` scale(${item.scale})`;
  return `translate(${item.x} ${item.y}) rotate(${item.turn})${scale}`;
}

function css({ x, y, scale }: Item, turn: number, zoom = 1): string {
  return `translate(${x}px, ${y}px) rotate(${turn}deg) scale(${scale * zoom})`;
}

function hasMoved(before: Item, after: Item): boolean {
  return (["x", "y", "turn", "scale"] as const).some((part) => before[part] !== after[part]);
}

function calm(): boolean {
  return matchMedia("(prefers-reduced-motion: reduce)").matches;
}

/** Whether the way from one scene to another can be told at all. */
function tellable(before: Scene, after: Scene): boolean {
  return !document.hidden && before.width === after.width && before.height === after.height;
}

/** The items that are no longer there and shall be seen going. */
export function leaving(before: Scene, after: Scene): Item[] {
  if (calm() || !tellable(before, after)) return [];
  const staying = new Set(after.items.map((item) => item.id));
  return before.items.filter((item) => !staying.has(item.id));
}

/** Start the animations that lead from one scene to the next, which is already drawn. */
export function tell(
  before: Scene,
  after: Scene,
  element: (id: string) => Element | null,
  gone: readonly Element[],
): Animation[] {
  if (!tellable(before, after)) return [];
  const known = new Map(before.items.map((item) => [item.id, item]));
  const changed = after.items.filter((item) => {
    const old = known.get(item.id);
    return !old || hasMoved(old, item);
  });
  const pause = Math.min(STAGGER, (LONGEST - GLIDE) / Math.max(1, changed.length - 1));
  const coming = changed.flatMap((item, number) => {
    const drawn = element(item.id);
    if (!drawn) return [];
    if (calm()) return [highlight(drawn)];
    const old = known.get(item.id) ?? known.get(item.origin);
    return [old ? glide(drawn, old, item, number * pause) : appear(drawn, item, number * pause)];
  });
  return [...gone.map(fade), ...coming];
}

function glide(drawn: Element, old: Item, item: Item, delay: number): Animation {
  const way = ((item.turn - old.turn + 540) % 360) - 180; // the short way round
  const frames = [css(old, item.turn - way), css(item, item.turn)];
  return drawn.animate(
    frames.map((transform) => ({ transform })),
    { duration: GLIDE, easing: EASE, delay, fill: "backwards" },
  );
}

function appear(drawn: Element, item: Item, delay: number): Animation {
  return drawn.animate(
    [
      { transform: css(item, item.turn, 0.7), opacity: 0 },
      { transform: css(item, item.turn), opacity: 1 },
    ],
    { duration: APPEAR, easing: EASE, delay, fill: "backwards" },
  );
}

function fade(drawn: Element): Animation {
  return drawn.animate([{ opacity: 0 }], { duration: FADE, easing: EASE, fill: "forwards" });
}

function highlight(drawn: Element): Animation {
  return drawn.animate([{ opacity: 0.35 }, { opacity: 1 }], { duration: GLIDE });
}
