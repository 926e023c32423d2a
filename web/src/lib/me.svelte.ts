// The person at this browser: their name and their tables. Nobody needs an account: the server
// gives a cookie when it is first needed, and the browser remembers that it has one.
import { answer, api, type Summary } from "./api";
import { settings } from "./settings.svelte";

const KNOWN = "known";

class Me {
  name = $state("");
  /** By what lines of chat tell that I wrote them. */
  sender = $state("");
  tables = $state<Summary[]>([]);

  /** The tables where it is my turn. */
  get waiting(): Summary[] {
    return this.tables.filter((table) => table.waiting);
  }
}

export const me = new Me();

let introduction: Promise<void> | undefined;

/** Make sure that the server knows this browser; call it before taking a seat or chatting. */
export function introduce(): Promise<void> {
  introduction ??= meet().catch((error) => {
    introduction = undefined; // so that the next call tries again
    throw error;
  });
  return introduction;
}

async function meet() {
  const { data } = localStorage.getItem(KNOWN) ? await api.GET("/api/me") : {};
  const person = data ?? (await answer(api.POST("/api/me")));
  localStorage.setItem(KNOWN, "yes");
  me.name = person.name;
  me.sender = person.sender;
}

/** Learn who I am, if the server knows this browser. */
export async function recognise() {
  if (localStorage.getItem(KNOWN)) await introduce().catch(() => undefined);
}

/** Rename me. */
export async function rename(name: string) {
  await introduce();
  if (name === me.name) return;
  const person = await answer(api.PATCH("/api/me", { body: { name } }));
  me.name = person.name;
}

/** Fetch my tables again; a browser that has never sat down has none. */
export async function refresh() {
  if (!localStorage.getItem(KNOWN)) return;
  await introduce();
  const query = { lang: settings.lang };
  const { tables } = await answer(api.GET("/api/me/tables", { params: { query } }));
  me.tables = tables;
}
