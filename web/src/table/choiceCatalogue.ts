// Choices: what they look like is fetched once, a position tells which are legal.
import type { CataloguedChoice, Choice, Offer } from "../lib/api";
import { base } from "../lib/base";

type Catalogue = readonly CataloguedChoice[];

const fetched = new Map<string, Promise<Catalogue>>();
const loaded = new Map<string, Catalogue>([["", []]]);

/** The catalogue at an address, if it is here already. */
export function loadedCatalogue(address: string): Catalogue | undefined {
  return loaded.get(address);
}

/** The catalogue at an address. The browser keeps it for ever: other content has another address. */
export function fetchCatalogue(address: string): Promise<Catalogue> {
  const coming = fetched.get(address) ?? load(address);
  fetched.set(address, coming);
  coming.catch(() => fetched.delete(address));
  return coming;
}

async function load(address: string): Promise<Catalogue> {
  const answer = await fetch(base + address);
  if (!answer.ok) throw new Error(`there is no catalogue at ${address}`);
  const { choices } = (await answer.json()) as { choices: Catalogue };
  loaded.set(address, choices);
  return choices;
}

/** The choices of a position. */
export function offeredChoices(offer: Offer, catalogue: Catalogue): Choice[] {
  const isLegal = bitmap(offer.legal);
  const known = catalogue.filter(({ action }) => isLegal(action)).map(({ choice }) => choice);
  return [...open(known).flatMap((choice) => filled(choice, offer.roles)), ...offer.choices];
}

/** How the last id of a path begins that is open only where no other legal choice has this path. */
const SECOND_WAY = "?";

/** The choices with a path that is open. */
function open(legal: readonly Choice[]): Choice[] {
  const direct = new Set(legal.map(({ path }) => path.join()));
  return legal.flatMap((choice) => {
    const last = choice.path.at(-1);
    if (!last?.startsWith(SECOND_WAY)) return [choice];
    const path = [...choice.path.slice(0, -1), last.slice(SECOND_WAY.length)];
    return direct.has(path.join()) ? [] : [{ ...choice, path }];
  });
}

/** Which numbers are in a set of bits in Base64, the first the lowest of its byte. */
function bitmap(text: string): (number: number) => boolean {
  const bytes = atob(text);
  return (number) => ((bytes.charCodeAt(number >> 3) >> (number & 7)) & 1) === 1;
}

/** A choice once for each way to give items to the roles of its path. */
function filled(choice: Choice, roles: Offer["roles"]): Choice[] {
  let paths: string[][] = [[]];
  for (const id of choice.path) {
    const items = roles[id] ?? [id];
    paths = paths.flatMap((path) => items.map((item) => [...path, item]));
  }
  return paths.map((path) => ({ ...choice, path }));
}
