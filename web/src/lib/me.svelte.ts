// Who sits at this browser, and the tables that wait for them. Nobody needs an account: the
// server gives a cookie when it is first needed, and the browser remembers that it has one.
import { answer, api, type Summary } from "./api";
import { settings } from "./settings.svelte";

const KNOWN = "known";

class Myself {
  name = $state("");
  tables = $state<Summary[]>([]);

  get waiting(): Summary[] {
    return this.tables.filter((table) => table.waiting);
  }
}

export const myself = new Myself();

let introduction: Promise<void> | undefined;

/** Make sure that the server knows this browser; before anything that takes a seat or speaks. */
export function introduce(): Promise<void> {
  introduction ??= meet().catch((error) => {
    introduction = undefined; // so that it is tried again
    throw error;
  });
  return introduction;
}

async function meet() {
  const { data } = localStorage.getItem(KNOWN) ? await api.GET("/api/me") : {};
  const me = data ?? (await answer(api.POST("/api/me")));
  localStorage.setItem(KNOWN, "yes");
  myself.name = me.name;
}

/** Be called otherwise from now on. */
export async function rename(name: string) {
  await introduce();
  if (name === myself.name) return;
  const me = await answer(api.PATCH("/api/me", { body: { name } }));
  myself.name = me.name;
}

/** Ask for my tables again; a browser that has never sat down has none. */
export async function refresh() {
  if (!localStorage.getItem(KNOWN)) return;
  await introduce();
  const query = { lang: settings.lang };
  const mine = await answer(api.GET("/api/me/tables", { params: { query } }));
  myself.tables = mine.tables;
}
