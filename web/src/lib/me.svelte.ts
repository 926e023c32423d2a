// The person at this browser: their name and their tables. Nobody needs an account: the server
// gives a cookie when it is first needed, and the browser remembers that it has one.
import { answer, api, Refused, type Summary } from "./api";
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
  if (await isKnown()) return;
  know(await answer(api.POST("/api/me")));
  remember();
}

function know(person: { name: string; sender: string }) {
  me.name = person.name;
  me.sender = person.sender;
}

/** Learn who I am, if the server knows this browser. */
export async function recognise() {
  if (localStorage.getItem(KNOWN)) await introduce().catch(() => undefined);
}

/** Whether the server knows this browser; if it does, so does `me`. One that was signed out
 * elsewhere is nobody again, until it sits down. */
export async function isKnown(): Promise<boolean> {
  if (!localStorage.getItem(KNOWN)) return false;
  const { data, response } = await api.GET("/api/me");
  if (response.status === 401) forget();
  if (data) know(data);
  return data !== undefined;
}

/** Remember that the server knows this browser. */
export function remember() {
  localStorage.setItem(KNOWN, "yes");
}

/** Forget who I was. */
export function forget() {
  localStorage.removeItem(KNOWN);
  introduction = undefined;
  me.name = me.sender = "";
  me.tables = [];
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
  const query = { lang: settings.lang };
  try {
    if (!me.name && !(await isKnown())) return;
    const { tables } = await answer(api.GET("/api/me/tables", { params: { query } }));
    me.tables = tables;
  } catch (error) {
    if (!(error instanceof Refused && error.problem.code === "me/unknown")) throw error;
    forget(); // signed out elsewhere
  }
}
