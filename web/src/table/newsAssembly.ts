// A table as its connection tells it: every message holds what has changed since the one before.
import type { Item, News, Scene, Table } from "../lib/api";

type Changes = NonNullable<News["scene"]>;

export interface Assembled {
  table: Table;
  /** Null if it has not changed. Its words have to be asked for. */
  scene: Scene | null;
  chat: News["chat"];
}

/** What was sent so far on one connection. */
export class NewsAssembly {
  #table: Partial<Table> = {};
  #scene: Scene | undefined;

  /** The table after one more message. */
  take({ table, scene, chat }: News): Assembled {
    this.#table = { ...this.#table, ...table };
    if (scene) this.#scene = changed(scene.anew ? undefined : this.#scene, scene);
    return { table: this.#table as Table, scene: scene ? (this.#scene ?? null) : null, chat };
  }
}

function changed(before: Scene | undefined, changes: Changes): Scene {
  const { width, height, prompt, ending } = changes;
  const log = [...(before?.log ?? []).slice(0, changes.log_kept), ...changes.log];
  const items = changedItems(before?.items ?? [], changes);
  return { width, height, prompt, ending, items, log, choices: [], sections: [], notes: {} };
}

/** Items are inserted by ascending places, so each finds those below it in place. */
function changedItems(before: readonly Item[], changes: Changes): Item[] {
  const away = new Set([...changes.gone, ...changes.items.map(([, item]) => item.id)]);
  const items = before.filter((item) => !away.has(item.id));
  for (const [place, item] of changes.items) items.splice(place, 0, item);
  return items;
}
