// The drawings and the style sheet of a game, loaded into the document once.
import { base } from "../../lib/base";

const loading = new Map<string, Promise<void>>();

/** Make the symbols and the theme of a game available to every scene of the document. */
export async function loadAssets(symbols: string, theme: string): Promise<void> {
  await Promise.all([loadOnce(theme, link), loadOnce(symbols, inline)]);
}

function loadOnce(address: string, load: (address: string) => Promise<void>): Promise<void> {
  const known = loading.get(address);
  if (known) return known;
  const coming = load(address);
  loading.set(address, coming);
  coming.catch(() => loading.delete(address)); // so that the next scene tries again
  return coming;
}

function link(address: string): Promise<void> {
  const sheet = document.createElement("link");
  Object.assign(sheet, { rel: "stylesheet", href: base + address });
  document.head.append(sheet);
  return new Promise((done) => {
    sheet.onload = sheet.onerror = () => done();
  });
}

async function inline(address: string) {
  const response = await fetch(base + address);
  const drawn = new DOMParser().parseFromString(await response.text(), "image/svg+xml");
  const svg = document.importNode(drawn.documentElement, true);
  svg.setAttribute("aria-hidden", "true");
  svg.setAttribute("class", "symbols");
  document.body.append(svg);
}
