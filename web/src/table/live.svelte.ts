// A table as it lives on the server: pushed over a WebSocket, commanded over HTTP.
import { answer, api, Refused } from "../lib/api";
import type { ChatLine, News, ReviewWork, Scene, Table, Update } from "../lib/api";
import { introduce } from "../lib/me.svelte";
import type { Lang } from "../lib/settings.svelte";

export type Layout = "wide" | "tall";
type Connection = "opening" | "open" | "again" | "unknown";

const PING = 20_000;
const PATIENCE = 6_000;
const LONGEST_PAUSE = 8_000;

export class LiveTable {
  table = $state.raw<Table>();
  scene = $state.raw<Scene>();
  /** The last scene of the seat whose view it was before. */
  left = $state.raw<{ seat: number; scene: Scene }>();
  chat = $state.raw<readonly ChatLine[]>([]);
  /** When the last update came, for clocks that count down between updates. */
  updated = $state(0);
  connection = $state<Connection>("opening");
  /** A command is on its way. */
  sending = $state(false);
  /** The language in which the server is asked. */
  lang = $state<Lang>("en");

  #socket: WebSocket | undefined;
  #retries = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #heart: ReturnType<typeof setInterval> | undefined;
  #heard = 0;
  #parts: News["parts"] = [];
  #layout: Layout = "wide";

  constructor(readonly id: string) {}

  // --- the connection

  /** Listen in a language and a layout, from now on or anew. */
  listen(lang: Lang, layout: Layout) {
    this.lang = lang;
    this.#layout = layout;
    this.#connect();
  }

  /** Make sure that the connection still lives, e.g. after the machine slept. */
  check() {
    if (this.#socket?.readyState !== WebSocket.OPEN) return this.#connect();
    const asked = Date.now();
    this.#socket.send("ping");
    setTimeout(() => {
      if (this.#socket && this.#heard < asked) this.#connect();
    }, PATIENCE);
  }

  close() {
    clearTimeout(this.#timer);
    clearInterval(this.#heart);
    const socket = this.#socket;
    this.#socket = undefined;
    socket?.close();
  }

  #connect() {
    this.close();
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    const query = `lang=${this.lang}&layout=${this.#layout}`;
    const address = `${scheme}://${location.host}/api/tables/${this.id}/live?${query}`;
    const socket = new WebSocket(address);
    this.#socket = socket;
    this.#parts = [];
    socket.onmessage = ({ data }) => this.#hear(socket, data as string);
    socket.onclose = () => this.#lost(socket);
    this.#heart = setInterval(() => this.check(), PING);
  }

  #hear(socket: WebSocket, data: string) {
    if (socket !== this.#socket) return;
    this.#heard = Date.now();
    if (data === "pong") return;
    this.connection = "open";
    this.#retries = 0;
    this.#learn(JSON.parse(data) as News);
  }

  /** Put a scene together from its parts, told now or before on this connection. */
  #learn({ table, parts, scene: outline, chat }: News) {
    for (const part of parts) this.#parts.push(part);
    const told = <T>(steps: number[]) => {
      let place = 0;
      return steps.map((step) => this.#parts[(place += step)] as T);
    };
    const scene = outline && {
      ...outline,
      items: told<Scene["items"][number]>(outline.items),
      choices: told<Scene["choices"][number]>(outline.choices),
      sections: told<Scene["sections"][number]>(outline.sections),
      log: told<Scene["log"][number]>(outline.log),
    };
    this.take({ table, scene, chat });
  }

  #lost(socket: WebSocket) {
    if (socket !== this.#socket) return;
    clearInterval(this.#heart);
    this.#socket = undefined;
    if (this.connection === "open") this.connection = "again";
    const pause = Math.min(LONGEST_PAUSE, 400 * 2 ** this.#retries++);
    this.#timer = setTimeout(() => this.#retry(), pause * (0.75 + Math.random() / 2));
  }

  /** A socket does not say why it was refused; asking for the table does. */
  async #retry() {
    try {
      await this.#fetch();
    } catch (error) {
      if (error instanceof Refused && error.problem.code === "table/unknown") {
        this.connection = "unknown";
        return;
      }
      if (this.#retries > 1) this.connection = "again";
    }
    this.#connect();
  }

  async #fetch() {
    this.take(await answer(api.GET("/api/tables/{id}", { params: this.#params })));
  }

  /** Take an update, unless something newer came first. */
  take(update: Omit<Update, "scene"> & { scene: Scene | null }) {
    if (this.table && update.table.version < this.table.version) return;
    const { table, scene } = this;
    if (table && table.seat !== null && table.seat !== update.table.seat && scene)
      this.left = { seat: table.seat, scene };
    this.table = update.table;
    if (update.scene) this.scene = update.scene;
    const last = this.chat.at(-1)?.number ?? -1;
    const fresh = update.chat.filter((line) => line.number > last);
    if (fresh.length) this.chat = [...this.chat, ...fresh];
    this.updated = Date.now();
  }

  // --- commands; a refusal is thrown after the newest state was taken

  get #query() {
    return { lang: this.lang, layout: this.#layout };
  }

  get #params() {
    return { path: { id: this.id }, query: this.#query };
  }

  async #send<T>(command: () => Promise<T>): Promise<T> {
    this.sending = true;
    try {
      return await command();
    } catch (error) {
      await this.#fetch().catch(() => undefined);
      throw error;
    } finally {
      this.sending = false;
    }
  }

  async #update(command: () => Promise<{ data?: Update; error?: unknown }>) {
    this.take(await this.#send(() => answer(command())));
  }

  /** Play a move in notation; it answers the state that is known here. */
  async play(move: string) {
    const body = { version: this.table?.version ?? 0, move };
    const params = this.#params;
    const made = await this.#send(() =>
      answer(api.POST("/api/tables/{id}/moves", { params, body })),
    );
    if (this.connection !== "open" && (this.table?.version ?? 0) < made.version)
      await this.#fetch().catch(() => undefined);
  }

  async why(path: readonly string[]): Promise<string> {
    const body = { path: [...path] };
    const params = this.#params;
    return (await answer(api.POST("/api/tables/{id}/why", { params, body }))).message;
  }

  async hint() {
    return answer(api.POST("/api/tables/{id}/hint", { params: this.#params }));
  }

  /** Take a free seat; the connection is made anew, as somebody who sits here. */
  async join(seat: number) {
    await introduce();
    const params = { path: { id: this.id, seat }, query: this.#query };
    await this.#update(() => api.POST("/api/tables/{id}/seats/{seat}", { params }));
    this.#connect();
  }

  async seatBot(seat: number, level: number) {
    const params = { path: { id: this.id, seat }, query: this.#query };
    const body = { level };
    await this.#update(() => api.PUT("/api/tables/{id}/seats/{seat}/bot", { params, body }));
  }

  async takeSeatBack(seat: number) {
    const params = { path: { id: this.id, seat }, query: this.#query };
    await this.#update(() => api.DELETE("/api/tables/{id}/seats/{seat}/bot", { params }));
  }

  /** Ask to go back, or agree to it. */
  async takeBack() {
    await this.#update(() => api.POST("/api/tables/{id}/takeback", { params: this.#params }));
  }

  async declineTakeback() {
    await this.#update(() => api.DELETE("/api/tables/{id}/takeback", { params: this.#params }));
  }

  async resign() {
    await this.#update(() => api.POST("/api/tables/{id}/resign", { params: this.#params }));
  }

  /** The address of the next game. */
  async rematch(): Promise<string> {
    const next = await this.#send(() =>
      answer(api.POST("/api/tables/{id}/rematch", { params: this.#params })),
    );
    return next.id;
  }

  async say(text: string) {
    await introduce();
    const body = { text };
    await this.#send(() =>
      answer(api.POST("/api/tables/{id}/chat", { params: this.#params, body })),
    );
  }

  /** The picture after some moves, as the seat sees it whose view this is, or another of mine. */
  async at(ply: number, seat = this.table?.seat): Promise<Scene> {
    const params = { path: { id: this.id, ply }, query: { ...this.#query, seat } };
    return answer(api.GET("/api/tables/{id}/at/{ply}", { params }));
  }

  /** What spoke for a move, as a seat of mine could know, or a spectator. */
  async reasons(ply: number, seat: number | null): Promise<string[]> {
    const query = { ...this.#query, seat };
    const params = { path: { id: this.id, ply }, query };
    return (await answer(api.GET("/api/tables/{id}/moves/{ply}/why", { params }))).reasons;
  }

  /** How far the review of the finished game is. */
  async review(): Promise<ReviewWork> {
    return answer(api.GET("/api/tables/{id}/review", { params: this.#params }));
  }

  async beginReview(): Promise<ReviewWork> {
    if (!this.table?.seats.some((seat) => seat.yours)) await introduce();
    return answer(api.POST("/api/tables/{id}/review", { params: this.#params }));
  }

  /** Let the seat whose view it was before see the table as it is now. */
  async lookBack() {
    const { left, table } = this;
    if (!left || !table) return;
    const scene = await this.at(table.ply, left.seat);
    if (left === this.left) this.left = { seat: left.seat, scene };
  }

  /** The whole game, once it is over. */
  async record(): Promise<Record<string, unknown>> {
    const path = { id: this.id };
    return (await answer(api.GET("/api/tables/{id}/record", { params: { path } }))) as Record<
      string,
      unknown
    >;
  }
}
