// What happened between two scenes, told by movement: items glide, new ones appear.
import type { Item, Scene } from "../lib/api";

const GLIDE = 320;
const APPEAR = 240;
const EASE = "cubic-bezier(0.2, 0.7, 0.2, 1)";

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

/** Start the animations that lead from one scene to the next, which is already drawn. */
export function tell(
  before: Scene,
  after: Scene,
  element: (id: string) => Element | null,
): Animation[] {
  if (document.hidden || before.width !== after.width || before.height !== after.height) return [];
  const known = new Map(before.items.map((item) => [item.id, item]));
  return after.items.flatMap((item) => {
    const old = known.get(item.id);
    if (old && !hasMoved(old, item)) return [];
    const drawn = element(item.id);
    if (!drawn) return [];
    if (calm()) return [highlight(drawn)];
    return [old ? glide(drawn, old, item) : appear(drawn, item)];
  });
}

function glide(drawn: Element, old: Item, item: Item): Animation {
  const way = ((item.turn - old.turn + 540) % 360) - 180; // the short way round
  const frames = [css(old, item.turn - way), css(item, item.turn)];
  return drawn.animate(
    frames.map((transform) => ({ transform })),
    { duration: GLIDE, easing: EASE },
  );
}

function appear(drawn: Element, item: Item): Animation {
  return drawn.animate(
    [
      { transform: css(item, item.turn, 0.7), opacity: 0 },
      { transform: css(item, item.turn), opacity: 1 },
    ],
    { duration: APPEAR, easing: EASE },
  );
}

function highlight(drawn: Element): Animation {
  return drawn.animate([{ opacity: 0.35 }, { opacity: 1 }], { duration: GLIDE });
}
