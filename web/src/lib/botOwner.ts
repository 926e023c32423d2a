// Whose a bot is that is not one of the game.
import { t } from "./words.svelte";

/** Whose a bot is, in a few words; without a name it is the host's. */
export function ownerText(owner: string, yours = false): string {
  if (yours) return t("your bot");
  return owner ? t("a bot of {name}", { name: owner }) : t("a bot of the host");
}
