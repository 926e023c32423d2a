// What of a rulebook is shown: the ways to play that it knows, the passages that hold all words that
// were typed, and where in them.
import type { Rules, RulesPassage, RulesSection } from "../lib/api";

/** Small letters without accents, one for each letter of a text: places stay the same. */
function folded(text: string): string {
  const letters = Array.from({ length: text.length }, (_, place) => text.charAt(place));
  return letters.map((letter) => letter.normalize("NFD").charAt(0).toLowerCase()).join("");
}

/** The words that were typed. */
export function words(query: string): string[] {
  return folded(query).split(/\s+/).filter(Boolean);
}

function parsed(html: string): HTMLElement {
  return new DOMParser().parseFromString(html, "text/html").body;
}

/** The pieces of text that people read; what is written on a picture is none of them. */
function texts(within: Element): Text[] {
  return [...within.childNodes].flatMap((node) => {
    if (node instanceof Text) return [node];
    return node instanceof Element && node.localName !== "svg" ? texts(node) : [];
  });
}

function holds({ id, name, html }: RulesPassage, wanted: readonly string[]): boolean {
  const read = texts(parsed(html)).map((text) => text.data);
  const whole = folded([id, name, ...read].join(" "));
  return wanted.every((word) => whole.includes(word));
}

/** The sections with the passages that hold every word; a section whose title does is whole. */
export function found(rules: Rules, query: string): RulesSection[] {
  const wanted = words(query);
  const inTitle = (title: string) => wanted.every((word) => folded(title).includes(word));
  return rules.sections
    .map((section) => ({
      ...section,
      passages: inTitle(section.title)
        ? section.passages
        : section.passages.filter((passage) => holds(passage, wanted)),
    }))
    .filter(({ passages }) => passages.length > 0);
}

/** Where any of some words begins in a text, and which one; of several the longest. */
function* places(text: string, wanted: readonly string[]): Generator<[number, number]> {
  const plain = folded(text);
  const longestFirst = [...wanted].sort((one, other) => other.length - one.length);
  for (let place = 0; place < plain.length;) {
    const word = longestFirst.find((each) => plain.startsWith(each, place));
    if (word) yield [place, place + word.length];
    place += word?.length ?? 1;
  }
}

/** HTML with a mark around every word that was typed. */
export function highlighted(html: string, query: string): string {
  const wanted = words(query);
  if (!wanted.length) return html;
  const body = parsed(html);
  for (const text of texts(body)) {
    const parts: (string | Node)[] = [];
    let done = 0;
    for (const [start, end] of places(text.data, wanted)) {
      const mark = body.ownerDocument.createElement("mark");
      mark.textContent = text.data.slice(start, end);
      parts.push(text.data.slice(done, start), mark);
      done = end;
    }
    if (done) text.replaceWith(...parts, text.data.slice(done));
  }
  return body.innerHTML;
}

/** The mode of sections for programmers, which is no way to play. */
export const NOTES = "notes";

/** The ways to play that have sections of their own, each called like the first of these. */
export function modesOf(rules: Rules): Map<string, string> {
  const modes = new Map<string, string>();
  for (const { mode, title } of rules.sections)
    if (mode && mode !== NOTES && !modes.has(mode)) modes.set(mode, title);
  return modes;
}
