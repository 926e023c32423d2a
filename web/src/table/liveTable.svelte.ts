// A table as it is on the server now: its state is pushed over a WebSocket, moves go there, too, and
// other commands over HTTP.
import { answer, api, Refused } from "../lib/api";
import type {
  Acknowledged,
  ChatLine,
  News,
  Offer,
  Proposal,
  ReviewWork,
  Scene,
  Table,
  TableWords,
  Update,
  WhyIllegal,
} from "../lib/api";
import { base } from "../lib/base";
import type { Lang } from "../lib/languages";
import { introduce } from "../lib/me.svelte";
import { endOutage, notify } from "../lib/notice.svelte";
import { randomSeatText } from "../lib/shuffleText";
import { fetchCatalogue, loadedCatalogue, offeredChoices } from "./choiceCatalogue";
import { NewsAssembly } from "./newsAssembly";
import { TableConnection } from "./tableConnection";

export type Layout = "wide" | "tall";
type ConnectionState = "opening" | "open" | "again" | "unknown" | "adjourned";
type OnChange = (before: Table | undefined, after: Table) => void;

export class LiveTable {
  table = $state.raw<Table>();
  scene = $state.raw<Scene>();
  /** The seat whose view it was before this one, and the last scene of that view. */
  left = $state.raw<{ seat: number; scene: Scene }>();
  chat = $state.raw<readonly ChatLine[]>([]);
  /** When the last update came, for clocks that count down between updates. */
  updated = $state(0);
  connection = $state<ConnectionState>("opening");
  /** Whether a command is on its way. */
  sending = $state(false);
  /** The language in which the server answers. */
  lang = $state<Lang>("en");

  #layout: Layout = "wide";
  /** The words that came last; their version says of which scene. */
  words = $state.raw<TableWords>();
  #wordsWanted = false;
  /** Counts the scenes that came. */
  #scenes = 0;
  #wordsAsked = -1;
  /** The version that my last move answered. What shows a later one may come before the answer. */
  #moved = -1;
  #sends = 0;
  #assembly = new NewsAssembly();
  #connection = new TableConnection({
    onopen: () => {
      this.#assembly = new NewsAssembly();
      this.words = undefined; // they may be in another language
      this.#wordsAsked = -1;
    },
    onnews: (news) => this.#hear(news),
    onrefused: (problem) => {
      this.connection = "again";
      notify(problem.message);
      void this.#fetch().catch(() => undefined);
    },
    onlost: () => {
      if (this.connection === "open") this.connection = "again";
    },
    onretry: (attempts) => this.#retry(attempts),
  });

  constructor(
    readonly id: string,
    /** Called after every update. */
    readonly onchange: OnChange = () => undefined,
  ) {}

  // --- the connection

  /** Listen in a language and a layout, from now on or anew. */
  listen(lang: Lang, layout: Layout) {
    this.lang = lang;
    this.#layout = layout;
    this.#connect();
  }

  /** Make sure that the connection is alive, for example after the machine slept. */
  check() {
    if (!this.#isGivenUp) this.#connection.check();
  }

  /** There is no such table, or it cannot go on: nothing is to be heard from it. */
  get #isGivenUp(): boolean {
    return this.connection === "unknown" || this.connection === "adjourned";
  }

  close() {
    this.#connection.close();
  }

  #connect() {
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    const query = `lang=${this.lang}&layout=${this.#layout}`;
    this.#connection.open(
      `${scheme}://${location.host}${base}/api/tables/${this.id}/live?${query}`,
    );
  }

  /** A socket does not say why it was refused; a request for the table does. */
  async #retry(attempts: number) {
    try {
      await this.#fetch();
    } catch (error) {
      const code = error instanceof Refused ? error.problem.code : "";
      if (code === "table/unknown" || code === "table/adjourned") {
        this.connection = code === "table/unknown" ? "unknown" : "adjourned";
        this.close();
      } else if (attempts > 1) this.connection = "again";
    }
  }

  #hear(news: News) {
    this.connection = "open";
    endOutage();
    const { table, scene, chat } = this.#assembly.take(news);
    const offer = news.scene?.offer;
    const choices = offer && loadedCatalogue(offer.catalogue);
    const whole = scene && choices ? { ...scene, choices: offeredChoices(offer, choices) } : scene;
    this.#take({ table, scene: whole, chat });
    if (whole && offer && !choices) void this.#offer(offer, whole);
    if (this.#wordsWanted) this.askForWords();
  }

  /** Offer choices as soon as it is known what they look like. */
  async #offer(offer: Offer, scene: Scene) {
    const catalogue = await fetchCatalogue(offer.catalogue).catch(() => undefined);
    if (!catalogue) return this.#fetch().catch(() => undefined);
    if (this.scene === scene) this.scene = { ...scene, choices: offeredChoices(offer, catalogue) };
  }

  /** From now on ask for the words of every scene, or only when they are needed. */
  keepWords(wanted: boolean) {
    this.#wordsWanted = wanted;
    if (wanted) this.askForWords();
  }

  /** Ask for the words of the newest scene, unless that was done. */
  askForWords() {
    if (this.#scenes === 0 || this.#wordsAsked === this.#scenes || !this.#connection.isOpen) return;
    this.#wordsAsked = this.#scenes;
    void this.#askForWords();
  }

  async #askForWords() {
    const { table } = this;
    const told = await this.#connection.ask({ ask: "words" }).catch(() => undefined);
    if (told?.words && this.table?.seat === table?.seat) this.words = told.words;
    else this.#wordsAsked = -1;
  }

  async #fetch() {
    this.#take(await answer(api.GET("/api/tables/{id}", { params: this.#params })));
  }

  /** Take an update, unless something newer came first. */
  #take(update: Omit<Update, "scene"> & { scene: Scene | null }) {
    const { table, scene } = this;
    if (table && update.table.entries < table.entries) return;
    if (table && table.seat !== null && table.seat !== update.table.seat && scene)
      this.left = { seat: table.seat, scene };
    if (update.scene || table?.seat !== update.table.seat) this.words = undefined;
    this.table = update.table;
    if (update.scene) {
      this.scene = update.scene;
      this.#scenes += 1;
    }
    const last = this.chat.at(-1)?.number ?? -1;
    const fresh = update.chat.filter((line) => line.number > last);
    if (fresh.length) this.chat = [...this.chat, ...fresh];
    this.updated = Date.now();
    if (this.#moved >= 0 && update.table.version > this.#moved) {
      this.#moved = -1;
      this.sending = false;
    }
    this.onchange(table, update.table);
  }

  // --- commands; a refusal is thrown after the newest state was taken

  get #query() {
    return { lang: this.lang, layout: this.#layout };
  }

  get #params() {
    return { path: { id: this.id }, query: this.#query };
  }

  #seatParams(seat: number) {
    return { path: { id: this.id, seat }, query: this.#query };
  }

  async #send<T>(command: () => Promise<T>): Promise<T> {
    const number = ++this.#sends;
    this.sending = true;
    try {
      return await command();
    } catch (error) {
      await this.#fetch().catch(() => undefined);
      throw error;
    } finally {
      if (number === this.#sends) this.sending = false;
    }
  }

  /** Send a command over HTTP. What it changes comes on the live connection, if there is one. */
  async #command(command: () => Promise<{ data?: Acknowledged; error?: unknown }>) {
    await this.#send(() => answer(command()));
    if (this.connection !== "open") await this.#fetch().catch(() => undefined);
  }

  /** Play a move in notation; the server refuses it if the state known here is not the newest. */
  async play(move: string) {
    const body = { version: this.table?.version ?? 0, move };
    this.#moved = body.version;
    if (this.#connection.isOpen) {
      await this.#send(() => this.#connection.ask({ ask: "move", ...body }));
      return;
    }
    const params = this.#params;
    await this.#command(() => api.POST("/api/tables/{id}/moves", { params, body }));
  }

  /** Why these picks lead to no legal move. */
  async whyIllegal(path: readonly string[]): Promise<WhyIllegal> {
    const body = { path: [...path] };
    const params = this.#params;
    return answer(api.POST("/api/tables/{id}/why-illegal", { params, body }));
  }

  async hint() {
    return answer(api.POST("/api/tables/{id}/hint", { params: this.#params }));
  }

  /** Take a free seat, and connect anew as the person who sits there. */
  async join(seat: number) {
    await introduce();
    const params = this.#seatParams(seat);
    const body = { text: randomSeatText() };
    await this.#command(() => api.POST("/api/tables/{id}/seats/{seat}", { params, body }));
    this.#connect();
  }

  async seatBot(seat: number, level: number) {
    const params = this.#seatParams(seat);
    const body = { level };
    await this.#command(() => api.PUT("/api/tables/{id}/seats/{seat}/bot", { params, body }));
  }

  async takeSeatBack(seat: number) {
    const params = this.#seatParams(seat);
    await this.#command(() => api.DELETE("/api/tables/{id}/seats/{seat}/bot", { params }));
  }

  /** Take the last move back, or propose it. */
  async takeBack() {
    await this.#command(() => api.POST("/api/tables/{id}/takeback", { params: this.#params }));
  }

  async agree({ kind, seat, ply }: Proposal) {
    const body = { kind, seat, ply };
    await this.#command(() =>
      api.POST("/api/tables/{id}/proposal", { params: this.#params, body }),
    );
  }

  async decline() {
    await this.#command(() => api.DELETE("/api/tables/{id}/proposal", { params: this.#params }));
  }

  /** Delete the table, which has not started. */
  async withdraw() {
    await this.#send(() => answer(api.DELETE("/api/tables/{id}", { params: this.#params })));
  }

  async resign() {
    await this.#command(() => api.POST("/api/tables/{id}/resign", { params: this.#params }));
  }

  /** Open the next game; the id of its table. */
  async rematch(): Promise<string> {
    const body = { text: randomSeatText() };
    const next = await this.#send(() =>
      answer(api.POST("/api/tables/{id}/rematch", { params: this.#params, body })),
    );
    return next.id;
  }

  async say(text: string) {
    await introduce();
    const body = { text };
    await this.#command(() => api.POST("/api/tables/{id}/chat", { params: this.#params, body }));
  }

  // --- questions

  /** The scene after so many moves, as seen from the seat of this view or another one of mine. */
  async sceneAt(ply: number, seat = this.table?.seat): Promise<Scene> {
    const params = { path: { id: this.id, ply }, query: { ...this.#query, seat } };
    return answer(api.GET("/api/tables/{id}/at/{ply}", { params }));
  }

  /** What speaks for a move that was played, as far as a seat of mine or a spectator may know. */
  async explanation(ply: number, seat: number | null): Promise<string[]> {
    const params = { path: { id: this.id, ply }, query: { ...this.#query, seat } };
    const path = "/api/tables/{id}/moves/{ply}/explanation";
    return (await answer(api.GET(path, { params }))).sentences;
  }

  /** How far the review of the finished game is. */
  async review(): Promise<ReviewWork> {
    return answer(api.GET("/api/tables/{id}/review", { params: this.#params }));
  }

  async beginReview(): Promise<ReviewWork> {
    if (!this.table?.seats.some((seat) => seat.yours)) await introduce();
    return answer(api.POST("/api/tables/{id}/review", { params: this.#params }));
  }

  /** Bring `left` up to date: show the seat before this one what its move led to. */
  async refreshLeft() {
    const { left, table } = this;
    if (!left || !table) return;
    const scene = await this.sceneAt(table.ply, left.seat);
    if (left === this.left) this.left = { seat: left.seat, scene };
  }

  /** The record of the game, once it is over. */
  async record(): Promise<Record<string, unknown>> {
    const path = { id: this.id };
    const record = await answer(api.GET("/api/tables/{id}/record", { params: { path } }));
    return record as Record<string, unknown>;
  }
}
