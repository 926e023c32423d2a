// Ways to a table: opening a new one, and joining one that has a seat left.
import { answer, api, type NewTable, type Summary } from "./api";
import { introduce } from "./me.svelte";
import { go } from "./router.svelte";
import { settings } from "./settings.svelte";

/** The table wanted; the server has defaults for what is left out. */
export type WantedTable = Partial<NewTable> & { game: string };

/** Open a table and go to it. */
export async function openTable(wanted: WantedTable) {
  await introduce();
  const query = { lang: settings.lang };
  const body = { listed: false, ...wanted };
  const { table } = await answer(api.POST("/api/tables", { body, params: { query } }));
  go(`/t/${table.id}`);
}

/** Take the first open seat of a table and go there. */
export async function joinTable(table: Summary) {
  await introduce();
  const path = { id: table.id, seat: table.players.indexOf("") };
  await answer(api.POST("/api/tables/{id}/seats/{seat}", { params: { path } }));
  go(`/t/${table.id}`);
}
