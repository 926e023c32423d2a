// A game's drawings and style sheet, brought into the document once.
const brought = new Map<string, Promise<void>>();

/** Make a game's symbols and theme available to every scene of the document. */
export async function bringArt(symbols: string, theme: string): Promise<void> {
  await Promise.all([once(theme, link), once(symbols, inline)]);
}

function once(address: string, bring: (address: string) => Promise<void>): Promise<void> {
  const known = brought.get(address);
  if (known) return known;
  const coming = bring(address);
  brought.set(address, coming);
  coming.catch(() => brought.delete(address)); // so that the next scene tries again
  return coming;
}

function link(address: string): Promise<void> {
  const sheet = document.createElement("link");
  Object.assign(sheet, { rel: "stylesheet", href: address });
  document.head.append(sheet);
  return new Promise((done) => {
    sheet.onload = sheet.onerror = () => done();
  });
}

async function inline(address: string) {
  const response = await fetch(address);
  const drawn = new DOMParser().parseFromString(await response.text(), "image/svg+xml");
  const svg = document.importNode(drawn.documentElement, true);
  svg.setAttribute("aria-hidden", "true");
  svg.setAttribute("class", "symbols");
  document.body.append(svg);
}
