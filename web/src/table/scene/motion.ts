// Animations from one scene to the next: items glide, new ones appear, others fade.
import type { Item, Scene } from "../../lib/api";
import { settings } from "../../lib/settings.svelte";
import { changesBetween, inGroups, landingPlaces, STEPS, type Change } from "./sceneChanges";

const GLIDE = 320;
const APPEAR = 240;
const FADE = 260;
const EASE = "cubic-bezier(0.2, 0.7, 0.2, 1)";
/** Items of a step start to move one after the other, so many milliseconds apart … */
const STAGGER = 80;
/** … but the last of them at most so many after the first. */
const MAX_SPREAD = 240;
/** Each step starts a little before the one before has come to rest. */
const OVERLAP = 60;
/** All items are at rest after so many, at the usual pace. */
export const MAX_DURATION = STEPS.length * (GLIDE + MAX_SPREAD);

/** The place of an item as the attribute `transform`. */
export function transformOf(item: Pick<Item, "x" | "y" | "turn" | "scale">): string {
  const scale = item.scale === 1 ? "" : ` scale(${item.scale})`;
  return `translate(${item.x} ${item.y}) rotate(${item.turn})${scale}`;
}

function css({ x, y, scale }: Item, turn: number, zoom = 1): string {
  return `translate(${x}px, ${y}px) rotate(${turn}deg) scale(${scale * zoom})`;
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
  const changes = changesBetween(before, after).filter(({ item }) => element(item.id));
  const drawn = ({ item }: Change) => element(item.id) as Element;
  if (settings.lessMotion) return changes.map((change) => highlight(drawn(change)));
  const landings = landingPlaces(before, after);
  const { starts, fadeAt } = startTimes(changes, gone.length > 0, landings.size > 0);
  const start = (change: Change) => starts.get(change) ?? 0;
  const leaving = fadingItems(before, after);
  return [
    ...gone.map((each, number) => {
      const item = leaving[number];
      const place = landings.get(item?.id ?? "");
      return item && place ? landAndFade(each, item, place, fadeAt) : fade(each, fadeAt);
    }),
    ...changes.map((change) => {
      const { item, from, carriedBy } = change;
      if (!from) return appear(drawn(change), item, start(change));
      if (!carriedBy?.from) return glide(drawn(change), from, item, start(change));
      const landed = { ...item, x: carriedBy.from.x, y: carriedBy.from.y };
      return landAndRide(
        drawn(change),
        [from, landed, item],
        start(change),
        startLike(carriedBy, starts),
      );
    }),
  ];
}

/** When each change starts, and what is gone fades: step by step. */
function startTimes(changes: readonly Change[], fades: boolean, lands: boolean) {
  const starts = new Map<Change, number>();
  let start = 0;
  let fadeAt = 0;
  for (const step of STEPS) {
    if (step === "fade") fadeAt = start;
    const groups = inGroups(changes.filter((change) => change.step === step));
    const pause = stagger(groups.length);
    groups.forEach((group, number) => {
      for (const change of group) starts.set(change, start + number * pause);
    });
    if (groups.length > 0) start += GLIDE - OVERLAP + pause * (groups.length - 1);
    else if (step === "land" && lands) start += GLIDE - OVERLAP;
    else if (step === "fade" && fades) start += FADE - OVERLAP;
  }
  return { starts, fadeAt };
}

/** When the change of an item starts. */
function startLike({ item }: Change, starts: ReadonlyMap<Change, number>): number {
  return [...starts].find(([change]) => change.item.id === item.id)?.[1] ?? 0;
}

/** The pause between the starts of so many animations. */
export function stagger(count: number): number {
  return Math.min(STAGGER, MAX_SPREAD / Math.max(1, count - 1));
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

/** Glide to a place, wait there, and glide on with what lies below. */
function landAndRide(
  drawn: Element,
  [from, landed, item]: readonly [Item, Item, Item],
  delay: number,
  ride: number,
): Animation {
  const duration = ride + GLIDE - delay;
  const start = item.turn - shortTurn(from.turn, item.turn);
  const there = css(landed, item.turn);
  return drawn.animate(
    [
      { transform: css(from, start), easing: EASE },
      { transform: there, offset: Math.min(1, GLIDE / duration) },
      { transform: there, offset: Math.max(GLIDE, ride - delay) / duration, easing: EASE },
      { transform: css(item, item.turn) },
    ],
    { duration: duration * settings.pace, delay: delay * settings.pace, fill: "backwards" },
  );
}

/** Glide to a place, wait there, and fade. */
function landAndFade(drawn: Element, from: Item, place: Item, fadeAt: number): Animation {
  const end = Math.max(GLIDE, fadeAt);
  const duration = end + FADE;
  const there = css(place, from.turn);
  return drawn.animate(
    [
      { transform: css(from, from.turn), opacity: 1, easing: EASE },
      { transform: there, opacity: 1, offset: GLIDE / duration },
      { transform: there, opacity: 1, offset: end / duration, easing: EASE },
      { transform: there, opacity: 0 },
    ],
    { duration: duration * settings.pace, fill: "forwards" },
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

function fade(drawn: Element, delay: number): Animation {
  return drawn.animate([{ opacity: 0 }], {
    duration: FADE * settings.pace,
    easing: EASE,
    delay: delay * settings.pace,
    fill: "forwards",
  });
}

function highlight(drawn: Element): Animation {
  return drawn.animate([{ opacity: 0.35 }, { opacity: 1 }], { duration: GLIDE });
}
