// The table in words until the server tells it better: what the items of the picture are called.
import type { Item, Scene, Section } from "../lib/api";
import { t } from "../lib/words.svelte";

/** One section with each label of a scene once, in the order in which people read the picture. */
export function labelSections(scene: Pick<Scene, "items">): Section[] {
  const labels = [...scene.items].sort(inReadingOrder).map(({ label }) => label);
  const lines = [...new Set(labels.filter(Boolean))];
  return lines.length > 0 ? [{ title: t("The table"), lines }] : [];
}

function inReadingOrder(one: Item, other: Item): number {
  return one.y - other.y || one.x - other.x;
}
