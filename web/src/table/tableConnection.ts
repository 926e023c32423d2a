// The connection to a table: a WebSocket that connects again by itself and notices when it is dead.
import ReconnectingWebSocket from "partysocket/ws";
import type { News } from "../lib/api";

/** How often the server is pinged and how long it may take to answer, in milliseconds. */
const PING = 20_000;
const MAX_PONG_DELAY = 6_000;

/** The pause before another attempt doubles from about 0.4 to 8 seconds; those of many browsers
 * differ, so that a server that comes back is not asked by all of them at once. */
function backoff() {
  return {
    minReconnectionDelay: 300 + 200 * Math.random(),
    reconnectionDelayGrowFactor: 2,
    maxReconnectionDelay: 8_000,
    minUptime: 1_000,
    connectionTimeout: 10_000,
  };
}

export interface ConnectionEvents {
  /** A connection begins; its first update is whole. */
  onopen: () => void;
  onnews: (news: News) => void;
  /** The connection is lost; another attempt follows. */
  onlost: () => void;
  /** Another attempt is about to be made, so many after the connection was lost. */
  onretry: (attempts: number) => Promise<void>;
}

export class TableConnection {
  #address = "";
  #socket: ReconnectingWebSocket | undefined;
  #heartbeat: ReturnType<typeof setInterval> | undefined;
  #heard = 0;

  constructor(readonly events: ConnectionEvents) {}

  /** Connect to an address, from now on or anew. */
  open(address: string) {
    this.close();
    this.#address = address;
    const socket: ReconnectingWebSocket = new ReconnectingWebSocket(
      () => this.#nextAddress(socket),
      undefined,
      backoff(),
    );
    this.#socket = socket;
    socket.onopen = () => this.events.onopen();
    socket.onmessage = ({ data }) => this.#hear(data as string);
    socket.onclose = () => {
      if (socket === this.#socket) this.events.onlost();
    };
    this.#heartbeat = setInterval(() => this.#ping(), PING);
  }

  /** Make sure that the connection is alive, for example after the machine slept. */
  check() {
    if (this.#socket?.readyState === WebSocket.OPEN) this.#ping();
    else this.open(this.#address);
  }

  close() {
    clearInterval(this.#heartbeat);
    const socket = this.#socket;
    this.#socket = undefined;
    socket?.close();
  }

  async #nextAddress(socket: ReconnectingWebSocket): Promise<string> {
    if (socket.retryCount > 0) await this.events.onretry(socket.retryCount);
    return this.#address;
  }

  #hear(data: string) {
    this.#heard = Date.now();
    if (data !== "pong") this.events.onnews(JSON.parse(data) as News);
  }

  #ping() {
    const socket = this.#socket;
    if (socket?.readyState !== WebSocket.OPEN) return;
    const sent = Date.now();
    socket.send("ping");
    setTimeout(() => {
      if (socket === this.#socket && this.#heard < sent) this.open(this.#address);
    }, MAX_PONG_DELAY);
  }
}
