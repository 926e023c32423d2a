// The keyboard shortcuts of the table page, besides those of the picture.
import { isModified, isTyping } from "../lib/keyPress";
import type { Tab } from "./drawer/drawerState.svelte";
import type { TableSession } from "./tableSession.svelte";

const TABS: Readonly<Record<string, Tab>> = { l: "log", c: "chat", w: "words", "?": "help" };

/** Do what a key stands for. */
export function onShortcut(event: KeyboardEvent, session: TableSession, onhint: () => void) {
  const { drawer, replay } = session;
  const target = event.target as Element;
  if (isModified(event)) return;
  if (event.key === "Escape") return onEscape(target, session);
  if (isTyping(target)) return;
  const tab = TABS[event.key.toLowerCase()];
  if (tab) drawer.toggle(tab);
  else if (event.key.toLowerCase() === "h" && session.canHint) onhint();
  else if (replay.ply !== null && !target.closest(".scene")) onReplayKey(event.key, session);
}

/** Close the drawer wherever the focus is, or else leave the replay. A field beside the drawer, such
 * as a list that is open, has its own use for the key. */
function onEscape(target: Element, { drawer, replay }: TableSession) {
  if (isTyping(target) && !target.closest(".drawer")) return;
  if (drawer.tab !== null) drawer.show(null);
  else if (replay.ply !== null) replay.leave();
}

function onReplayKey(key: string, { replay }: TableSession) {
  if (key === "ArrowLeft") void replay.step(-1);
  else if (key === "ArrowRight") void replay.step(1);
}
