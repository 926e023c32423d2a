// What is heard of a table, and told to people who do not look at it.
import type { Table } from "../lib/api";
import { tellAbsent } from "../lib/notifications";
import { settings } from "../lib/settings.svelte";
import { playSound, type Sound } from "../lib/sounds";
import { t } from "../lib/words.svelte";

/** What there is to hear of a change; nothing of a table that has just been opened. */
export function signalsOf(before: Table | undefined, after: Table): Sound[] {
  if (!before) return [];
  const heard: Sound[] = after.ply > before.ply ? ["piece"] : [];
  if (after.status === "over" && before.status !== "over") heard.push("end");
  else if (isMyTurn(after) && !isMyTurn(before)) heard.push("turn");
  return heard;
}

function isMyTurn(table: Table): boolean {
  return table.can.includes("move");
}

/** Let people hear what has changed, and tell those who do not look that it is their turn. */
export function signal(before: Table | undefined, after: Table) {
  for (const sound of signalsOf(before, after)) {
    if (settings.sound) playSound(sound);
    if (settings.notifications && sound === "turn") tellAbsent(after.title, t("It is your turn."));
  }
}
