// Mouse and touch in a scene: hovering, clicking, dragging, long presses, and the wheel.
import type { Item } from "../../lib/api";
import { idsAt, meantId, scenePoint } from "./hitTest";
import type { MovePicker } from "./movePicker.svelte";

/** How far a press must be pulled to be a drag, in pixels. */
const MIN_DRAG = 8;
/** How long a finger stays down to ask what something is, in milliseconds. */
const LONG_PRESS = 500;
/** How far the wheel must turn for the next alternative. */
const WHEEL_STEP = 40;

export interface PointerActions {
  /** A button or finger goes down. */
  onpress: () => void;
  /** The rest of the animations is skipped. */
  skip: () => void;
  /** The keyboard goes on from an item. */
  standAt: (id: string) => void;
  /** An item is used, by a click or at the end of a drag. */
  use: (id: string, byTouch: boolean) => void;
  /** An item is asked about by a long press. */
  ask: (id: string) => void;
}

export class ScenePointer {
  #byTouch = false;
  /** Where a button or finger went down, and on what; null while it is up. */
  #pressed: { id: string; x: number; y: number } | null = null;
  #dragged = "";
  #dragging = false;
  #longPress: ReturnType<typeof setTimeout> | undefined;
  /** Whether the finger that is down has asked about an item, and picks nothing any more. */
  #hasAsked = false;
  #turned = 0;

  constructor(
    readonly picker: MovePicker,
    readonly items: () => readonly Item[],
    readonly actions: PointerActions,
  ) {}

  #idAt(event: MouseEvent): string | null {
    const { clientX: x, clientY: y } = event;
    const svg = event.currentTarget as SVGSVGElement;
    const point = scenePoint(svg, x, y);
    return meantId(idsAt(svg, x, y), this.items(), this.picker, point) ?? null;
  }

  get dragging(): boolean {
    return this.#dragging;
  }

  onclick = (event: MouseEvent) => {
    if (this.#dragging || this.#hasAsked) return; // the end of a drag or long press is no click
    this.actions.skip();
    const id = this.#idAt(event);
    if (id === null) return;
    this.actions.standAt(id);
    this.actions.use(id, this.#byTouch);
  };

  onpointerdown = (event: PointerEvent) => {
    this.actions.onpress();
    this.#byTouch = event.pointerType === "touch";
    this.#dragging = false;
    const id = event.button === 0 ? this.#idAt(event) : null;
    this.#pressed = id === null ? null : { id, x: event.clientX, y: event.clientY };
    this.#hasAsked = false;
    clearTimeout(this.#longPress);
    if (id !== null && this.#byTouch)
      this.#longPress = setTimeout(() => this.#askAfterLongPress(id), LONG_PRESS);
  };

  #askAfterLongPress(id: string) {
    this.#hasAsked = true;
    this.#pressed = null;
    this.actions.ask(id);
  }

  /** A long press asks about an item; the menu of the browser would lie over the answer. */
  oncontextmenu = (event: MouseEvent) => {
    if (this.#byTouch) event.preventDefault();
  };

  onpointermove = (event: PointerEvent) => {
    if (this.#pressed && !this.#dragging) this.#startDrag(event);
    if (event.pointerType === "touch" && !this.#dragging) return;
    this.picker.hovered = this.#idAt(event);
  };

  /** A pickable item that is pulled away is picked; the item where it is dropped is picked next. */
  #startDrag({ clientX, clientY, currentTarget, pointerId }: PointerEvent) {
    if (!this.#pressed) return;
    const { id, x, y } = this.#pressed;
    if (Math.hypot(clientX - x, clientY - y) < MIN_DRAG) return;
    clearTimeout(this.#longPress);
    this.#dragged = id;
    this.#pressed = null;
    if (!this.picker.touchable.has(id)) return;
    if (!this.picker.picks.includes(id) && !this.picker.touch(id)) return;
    this.#dragging = this.picker.picks.includes(id);
    (currentTarget as Element).setPointerCapture(pointerId);
  }

  onpointerup = (event: PointerEvent) => {
    this.#pressed = null;
    clearTimeout(this.#longPress);
    if (!this.#dragging) return;
    const { picker } = this;
    const id = this.#idAt(event);
    // If the dragged item completes the move, only a place that it can be played at means something.
    const isMeant = id !== null && (picker.next.has(id) || !picker.confirms(this.#dragged));
    if (isMeant && !picker.picks.includes(id)) this.actions.use(id, this.#byTouch);
    if (this.#byTouch) picker.hovered = null;
    setTimeout(() => (this.#dragging = false)); // after the click that follows
  };

  onpointercancel = () => {
    this.#pressed = null;
    clearTimeout(this.#longPress);
  };

  onpointerleave = () => {
    this.picker.hovered = null;
  };

  onwheel = (event: WheelEvent) => {
    if (!this.picker.isAmbiguous && !this.picker.preview) return;
    event.preventDefault();
    this.#turned += event.deltaY;
    if (Math.abs(this.#turned) < WHEEL_STEP) return;
    this.picker.cycle(Math.sign(this.#turned));
    this.#turned = 0;
  };
}
