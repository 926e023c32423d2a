// The path under which the client is shown: empty, or such as "/play" behind a proxy. The server
// writes it into the page; every address of the server begins with it.

/** What the server wrote into the page; the page as built has a "./" there. */
export function basePath(page: ParentNode): string {
  const told = page.querySelector<HTMLMetaElement>('meta[name="root-path"]')?.content ?? "";
  return told.startsWith("/") ? told.slice(0, -1) : "";
}

export const base = typeof document === "undefined" ? "" : basePath(document);
