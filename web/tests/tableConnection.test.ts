import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { TableConnection } from "../src/table/tableConnection";

/** A socket whose other end is the test. */
class FakeSocket extends EventTarget {
  static readonly OPEN = 1;
  static made: FakeSocket[] = [];
  readyState = 0;
  binaryType = "blob";
  sent: string[] = [];

  constructor(readonly url: string) {
    super();
    FakeSocket.made.push(this);
  }

  send(data: string) {
    this.sent.push(data);
  }

  close() {
    this.readyState = 3;
  }

  open() {
    this.readyState = 1;
    this.dispatchEvent(new Event("open"));
  }

  hear(data: string) {
    this.dispatchEvent(new MessageEvent("message", { data }));
  }

  lose() {
    this.readyState = 3;
    this.dispatchEvent(new Event("close"));
  }
}

describe("the connection to a table", () => {
  let events: string[];
  let connection: TableConnection;

  beforeEach(() => {
    vi.useFakeTimers();
    vi.stubGlobal("WebSocket", FakeSocket);
    FakeSocket.made = [];
    events = [];
    connection = new TableConnection({
      onopen: () => events.push("open"),
      onnews: (news) => events.push(`news ${JSON.stringify(news)}`),
      onrefused: (problem) => events.push(`refused ${problem.code}`),
      onlost: () => events.push("lost"),
      onretry: async (attempts) => void events.push(`retry ${attempts}`),
    });
  });

  afterEach(() => {
    connection.close();
    vi.useRealTimers();
    vi.unstubAllGlobals();
  });

  /** Connect to an address. */
  async function open(address: string): Promise<FakeSocket> {
    connection.open(address);
    await vi.advanceTimersByTimeAsync(0);
    const socket = newest();
    socket.open();
    return socket;
  }

  function newest(): FakeSocket {
    return FakeSocket.made.at(-1) as FakeSocket;
  }

  test("passes news on, but no pong", async () => {
    const socket = await open("ws://here/a");
    expect(socket.url).toBe("ws://here/a");
    socket.hear('{"version":1}');
    socket.hear("pong");
    expect(events).toEqual(["open", 'news {"version":1}']);
  });

  test("a command is answered, or refused, under its number", async () => {
    const socket = await open("ws://here/a");
    const [words, move] = [
      connection.ask({ ask: "words" }),
      connection.ask({ ask: "move", version: 3, move: "star e4" }),
    ];
    expect(socket.sent.map((text) => JSON.parse(text))).toEqual([
      { ask: "words", id: 1 },
      { ask: "move", version: 3, move: "star e4", id: 2 },
    ]);
    socket.hear('{"answer":2,"problem":{"code":"move/stale","message":"Too late."}}');
    socket.hear('{"answer":1,"words":{"version":3}}');
    await expect(move).rejects.toThrow("Too late.");
    await expect(words).resolves.toMatchObject({ words: { version: 3 } });
    expect(events).toEqual(["open"]);
  });

  test("a command whose connection is lost fails", async () => {
    const socket = await open("ws://here/a");
    const asked = connection.ask({ ask: "words" });
    socket.lose();
    await expect(asked).rejects.toThrow("lost");
  });

  test("who is turned away says why, and comes back when the server said", async () => {
    const socket = await open("ws://here/a");
    const problem = { code: "too-many/connections", message: "Later.", wait: 60 };
    socket.hear(JSON.stringify({ answer: null, problem }));
    socket.lose();
    expect(events).toEqual(["open", "lost", "refused too-many/connections"]);
    await vi.advanceTimersByTimeAsync(59_000);
    expect(FakeSocket.made).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(1_100);
    expect(FakeSocket.made).toHaveLength(2);
  });

  test("a lost one is made again, after pauses that grow to eight seconds", async () => {
    const socket = await open("ws://here/a");
    await vi.advanceTimersByTimeAsync(2000);
    socket.lose();
    expect(events).toEqual(["open", "lost"]);
    const pauses: number[] = [];
    for (let attempt = 1; attempt <= 7; attempt++) {
      const before = Date.now();
      const made = FakeSocket.made.length;
      while (FakeSocket.made.length === made) await vi.advanceTimersByTimeAsync(50);
      pauses.push(Date.now() - before);
      newest().lose();
    }
    expect(pauses[0]).toBeLessThan(600);
    expect(pauses[2]).toBeGreaterThan(3 * (pauses[0] ?? 0) * 0.9);
    expect(Math.max(...pauses)).toBeLessThanOrEqual(8100);
    expect(events.filter((event) => event.startsWith("retry"))).toHaveLength(7);
  });

  test("another address ends the old connection for good", async () => {
    const old = await open("ws://here/a");
    const socket = await open("ws://here/b");
    old.hear('{"version":1}');
    old.lose();
    await vi.advanceTimersByTimeAsync(5000);
    expect(FakeSocket.made).toEqual([old, socket]);
    expect(events).toEqual(["open", "open"]);
  });

  test("one that does not answer a ping is made anew", async () => {
    const socket = await open("ws://here/a");
    connection.check();
    expect(socket.sent).toEqual(["ping"]);
    await vi.advanceTimersByTimeAsync(6100);
    expect(FakeSocket.made).toHaveLength(2);
  });

  test("one that answers stays", async () => {
    const socket = await open("ws://here/a");
    connection.check();
    await vi.advanceTimersByTimeAsync(100);
    socket.hear("pong");
    await vi.advanceTimersByTimeAsync(7000);
    expect(FakeSocket.made).toHaveLength(1);
  });

  test("a check does not wait for the pause before the next attempt", async () => {
    const socket = await open("ws://here/a");
    await vi.advanceTimersByTimeAsync(2000);
    socket.lose();
    connection.check();
    await vi.advanceTimersByTimeAsync(10);
    expect(FakeSocket.made).toHaveLength(2);
  });

  test("after closing there is no further attempt", async () => {
    const socket = await open("ws://here/a");
    connection.close();
    socket.lose();
    await vi.advanceTimersByTimeAsync(60_000);
    expect(FakeSocket.made).toHaveLength(1);
    expect(events).toEqual(["open"]);
  });
});
