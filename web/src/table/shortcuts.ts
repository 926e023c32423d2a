// The keyboard shortcuts of the table page, besides those of the picture.
import { isModified, isTyping } from "../lib/keyPress";
import type { Tab } from "./drawer/drawerState.svelte";
import type { TableSession } from "./tableSession.svelte";

const TABS: Readonly<Record<string, Tab>> = { l: "log", c: "chat", w: "words", "?": "help" };

/** Do what a key stands for. */
export function onShortcut(event: KeyboardEvent, session: TableSession, onhint: () => void) {
  const { drawer, replay } = session;
  const target = event.target as Element;
  if (isModified(event) || isTyping(target)) return;
  const tab = TABS[event.key.toLowerCase()];
  if (tab) drawer.toggle(tab);
  else if (event.key.toLowerCase() === "h" && session.canHint) onhint();
  else if (event.key === "Escape" && target.closest(".drawer")) drawer.show(null);
  else if (replay.ply !== null && !target.closest(".scene")) onReplayKey(event.key, session);
}

function onReplayKey(key: string, { replay }: TableSession) {
  if (key === "ArrowLeft") void replay.step(-1);
  else if (key === "ArrowRight") void replay.step(1);
  else if (key === "Escape") replay.leave();
}
