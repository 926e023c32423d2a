// Ways to a table: opening a new one, and joining one that has a seat left.
import { answer, api, Refused, type NewTable, type Summary } from "./api";
import { introduce } from "./me.svelte";
import { go } from "./router.svelte";
import { settings } from "./settings.svelte";
import { randomSeatText } from "./shuffleText";

const POLL = 700; // milliseconds

/** The table wanted; the server has defaults for what is left out. */
export type WantedTable = Omit<Partial<NewTable>, "text"> & { game: string };

/** Open a table and go to it. */
export async function openTable(wanted: WantedTable) {
  await introduce();
  const query = { lang: settings.lang };
  const body = { listed: false, spectators_chat: false, text: randomSeatText(), ...wanted };
  const ask = () => answer(api.POST("/api/tables", { body, params: { query } }));
  const { table } = await oncePrepared(ask);
  go(`/t/${table.id}`);
}

/** What a request answers; while its game is being prepared, it is repeated. */
async function oncePrepared<T>(ask: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await ask();
    } catch (error) {
      if (!(error instanceof Refused && error.problem.code === "game/preparing")) throw error;
      await new Promise((resolve) => setTimeout(resolve, POLL));
    }
  }
}

/** Take the first open seat of a table and go there. */
export async function joinTable(table: Summary) {
  await introduce();
  const path = { id: table.id, seat: table.players.indexOf("") };
  const body = { text: randomSeatText() };
  await answer(api.POST("/api/tables/{id}/seats/{seat}", { params: { path }, body }));
  go(`/t/${table.id}`);
}
