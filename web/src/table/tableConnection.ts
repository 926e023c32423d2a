// The connection to a table: a WebSocket that connects again by itself and notices when it is dead.
import ReconnectingWebSocket from "partysocket/ws";
import { Refused } from "../lib/api";
import type { Answer, News, Problem } from "../lib/api";

/** What can be asked for on a connection. */
export type Command = { ask: "move"; version: number; move: string } | { ask: "words" };

interface Waiting {
  done: (answer: Answer) => void;
  failed: (error: Error) => void;
}

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
  /** The server turns us away for some time, and says why. */
  onrefused: (problem: Problem) => void;
  /** The connection is lost; another attempt follows. */
  onlost: () => void;
  /** Another attempt is about to be made, so many after the connection was lost. */
  onretry: (attempts: number) => Promise<void>;
}

export class TableConnection {
  #address = "";
  #socket: ReconnectingWebSocket | undefined;
  #heartbeat: ReturnType<typeof setInterval> | undefined;
  #later: ReturnType<typeof setTimeout> | undefined;
  #heard = 0;
  #commands = 0;
  #waiting = new Map<number, Waiting>();

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
      if (socket !== this.#socket) return;
      this.#giveUp();
      this.events.onlost();
    };
    this.#heartbeat = setInterval(() => this.#ping(), PING);
  }

  /** Make sure that the connection is alive, for example after the machine slept. */
  check() {
    if (this.#socket?.readyState === WebSocket.OPEN) this.#ping();
    else this.open(this.#address);
  }

  /** Whether commands can be sent now. */
  get isOpen(): boolean {
    return this.#socket?.readyState === WebSocket.OPEN;
  }

  /** Send a command. A refusal is thrown; so is an error if the connection ends before the answer. */
  async ask(command: Command): Promise<Answer> {
    const id = ++this.#commands;
    const answer = await new Promise<Answer>((done, failed) => {
      this.#waiting.set(id, { done, failed });
      this.#socket?.send(JSON.stringify({ ...command, id }));
    });
    if (answer.problem) throw new Refused(answer.problem);
    return answer;
  }

  close() {
    this.#giveUp();
    clearTimeout(this.#later);
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
    if (data === "pong") return;
    const message = JSON.parse(data) as News | Answer;
    if (!("answer" in message)) return this.events.onnews(message);
    const id = message.answer ?? 0;
    if (id === 0 && message.problem?.wait)
      return this.#comeBackLater(message.problem, message.problem.wait);
    this.#waiting.get(id)?.done(message);
    this.#waiting.delete(id);
  }

  /** Nobody will answer what was asked on a connection that is lost. */
  #giveUp() {
    for (const { failed } of this.#waiting.values()) failed(new Error("the connection is lost"));
    this.#waiting.clear();
  }

  /** Leave, and come back when the server said. */
  #comeBackLater(problem: Problem, seconds: number) {
    this.close();
    this.#later = setTimeout(() => this.open(this.#address), seconds * 1000);
    this.events.onlost();
    this.events.onrefused(problem);
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
