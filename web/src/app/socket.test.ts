import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { Connection } from "./socket";

/** A line that a test can cut: a dead one takes what is sent and says nothing, not even that it is closed. */
class Line {
  static readonly OPEN = 1;
  static all: Line[] = [];
  static network: "alive" | "dead" = "alive";
  readyState = 0;
  sent: { type: string; re?: number }[] = [];
  onopen: (() => void) | null = null;
  onmessage: ((event: { data: unknown }) => void) | null = null;
  onclose: (() => void) | null = null;
  constructor() {
    Line.all.push(this);
    if (Line.network === "alive") setTimeout(() => ((this.readyState = 1), this.onopen?.()), 5);
  }
  send(text: string) {
    const message = JSON.parse(text) as Line["sent"][number];
    this.sent.push(message);
    if (Line.network === "alive")
      setTimeout(() => this.onmessage?.({ data: JSON.stringify({ type: message.type === "ping" ? "pong" : "done", re: message.re }) }), 40);
  }
  close() {
    this.readyState = 2;
  }
}

const ears = new Map<string, () => void>();

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "setInterval", "clearInterval", "performance"] });
  vi.stubGlobal("window", globalThis);
  vi.stubGlobal("WebSocket", Line);
  vi.stubGlobal("addEventListener", (name: string, ear: () => void) => ears.set(name, ear));
  Line.all = [];
  Line.network = "alive";
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

async function opened(): Promise<Connection> {
  const connection = new Connection(() => new Line());
  connection.keep();
  await vi.advanceTimersByTimeAsync(100);
  expect(connection.online.value).toBe(true);
  return connection;
}

describe("connection", () => {
  it("stays up as long as it is answered", async () => {
    const connection = await opened();
    await vi.advanceTimersByTimeAsync(120_000);
    expect([connection.online.value, Line.all.length]).toEqual([true, 1]);
  });

  it("notices a dead line within 5 s, whenever it dies, and comes back by itself", async () => {
    for (const after of [0, 300, 700, 1300]) {
      Line.all = [];
      Line.network = "alive";
      const connection = await opened();
      await vi.advanceTimersByTimeAsync(3000 + after);
      Line.network = "dead";
      await vi.advanceTimersByTimeAsync(5000);
      expect(connection.lost.value, `dead after ${after} ms`).toBe(true);
      Line.network = "alive";
      await vi.advanceTimersByTimeAsync(10_000);
      expect([connection.online.value, connection.lost.value]).toEqual([true, false]);
    }
  });

  it("notices at once when the browser says so, and hurries when it is back", async () => {
    const connection = await opened();
    Line.network = "dead";
    ears.get("offline")!();
    expect(connection.lost.value).toBe(true);
    await vi.advanceTimersByTimeAsync(100);
    Line.network = "alive";
    ears.get("online")!();
    await vi.advanceTimersByTimeAsync(50);
    expect(connection.online.value).toBe(true);
  });

  it("asks again for a game that the server could not read", async () => {
    const connection = await opened();
    const failed = vi.fn();
    const watches = () => Line.all.flatMap((l) => l.sent).filter((m) => m.type === "watch");
    const refuse = (code: string) => {
      const re = watches().at(-1)!.re;
      Line.all[0]!.onmessage!({ data: JSON.stringify({ type: "error", re, error: { code, zh: "", en: "" } }) });
    };
    connection.watch("g", { game: () => {}, event: () => {}, failed });
    refuse("internal");
    await vi.advanceTimersByTimeAsync(5000);
    expect([failed.mock.calls.length, watches().length]).toEqual([1, 2]);
    // One that does not exist is not asked for again, nor one that nobody looks at any more.
    connection.rewatch("g");
    refuse("not_found");
    await vi.advanceTimersByTimeAsync(20_000);
    expect(watches().length).toBe(3);
    connection.rewatch("g");
    refuse("internal");
    connection.leave("g");
    await vi.advanceTimersByTimeAsync(20_000);
    expect(watches().length).toBe(4);
  });

  it("sends a move that was not answered again, and counts it until then", async () => {
    const connection = await opened();
    Line.network = "dead";
    const answer = connection.ask({ type: "act", ply: 3 }, true);
    expect(connection.unsent.value).toBe(1);
    await vi.advanceTimersByTimeAsync(5000);
    expect([connection.lost.value, connection.unsent.value]).toEqual([true, 1]);
    Line.network = "alive";
    await vi.advanceTimersByTimeAsync(10_000);
    await expect(answer).resolves.toMatchObject({ type: "done" });
    expect(connection.unsent.value).toBe(0);
    expect(Line.all.flatMap((l) => l.sent).filter((m) => m.type === "act").length).toBe(2);
  });
});
