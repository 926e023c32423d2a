// The drawer beside the table: which of its tabs is open, and what of the chat is unread.
import { MediaQuery } from "svelte/reactivity";
import type { IconName } from "../../components/Icon.svelte";
import { mutes } from "../../lib/mutes.svelte";
import { t } from "../../lib/words.svelte";
import type { LiveTable } from "../liveTable.svelte";

export type Tab = "log" | "chat" | "words" | "help" | "share" | "result" | "review";

const ALWAYS: readonly Tab[] = ["log", "chat", "words", "help"];

export const TAB_ICONS: Readonly<Record<Tab, IconName>> = {
  log: "log",
  chat: "chat",
  words: "words",
  help: "help",
  share: "share",
  result: "play",
  review: "curve",
};

export class DrawerState {
  tab = $state<Tab | null>(null);
  /** How many lines of the chat were read. */
  #read = $state(0);
  #sheet = new MediaQuery("(max-width: 45rem), (max-height: 30rem)");

  constructor(readonly live: LiveTable) {}

  /** The tabs that have a button. */
  tabs = $derived.by((): readonly Tab[] =>
    this.live.table?.status === "over" ? ["result", "review", ...ALWAYS] : ALWAYS,
  );
  unread = $derived.by(() => (this.tab === "chat" ? 0 : this.#fresh.length));
  #fresh = $derived.by(() =>
    this.live.chat.slice(this.#read).filter((line) => !mutes.has(line.sender)),
  );

  /** Whether there is so little room that the drawer is a sheet over the table. */
  get isSheet(): boolean {
    return this.#sheet.current;
  }

  /** Whether it is open beside the picture, and takes room from it. */
  get isBeside(): boolean {
    return this.tab !== null && !this.isSheet;
  }

  /** Open a tab, or close the drawer. */
  show(tab: Tab | null) {
    if (this.tab === "chat" || tab === "chat") this.markRead();
    this.tab = tab;
  }

  toggle(tab: Tab) {
    this.show(this.tab === tab ? null : tab);
  }

  /** Open the drawer at the first tab, or close it. */
  toggleFirst() {
    this.show(this.tab === null ? (this.tabs[0] ?? null) : null);
  }

  markRead() {
    this.#read = this.live.chat.length;
  }
}

/** The title of a tab. */
export function tabTitle(tab: Tab): string {
  const titles: Record<Tab, string> = {
    log: t("Log"),
    chat: t("Chat"),
    words: t("In words"),
    help: t("Help"),
    share: t("Share"),
    result: t("Result"),
    review: t("Review"),
  };
  return titles[tab];
}
