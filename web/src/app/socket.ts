// One connection to the server for everything live. It comes back by itself, and asks again for what was open.

import { signal } from "@preact/signals";
import { Refused } from "./api";
import { end, type End, type Socket } from "./end";
import type { Changed, Game, Heard, Moved, Problem } from "./wire";

type Message = { type: string; re?: number; game?: unknown; error?: Problem } & Record<string, unknown>;
type Waiting = { send: Record<string, unknown>; done: (m: Message) => void; failed: (e: Refused) => void; again: boolean };
export type Watcher = {
  game: (game: Game) => void;
  event: (event: Moved | Changed) => void;
  said?: (said: Heard) => void;
  failed: (problem: Problem) => void;
};

const FIRST_WAIT_MS = 250,
  LONGEST_WAIT_MS = 5000;
/** The line is tried every second of silence; one that does not answer in time is dead. Together less than 5 s. */
const TICK_MS = 500,
  PING_MS = 1000,
  SILENCE_MS = 3000;
/** What a server says that cannot read a game now, and may in a moment. */
const PASSING = ["internal", "restarting", "too_many"];
const LOST: Problem = { code: "offline", zh: "连接中断", en: "The connection was lost" };

export class Connection {
  readonly online = signal(false);
  /** Whether the connection was ever up: only then is its absence worth a word. */
  readonly lost = signal(false);
  /** How many moves wait to be sent. */
  readonly unsent = signal(0);
  private socket: Socket | null = null;
  /** When something was heard last, when the line was tried, when the clock ticked. */
  private heard = 0;
  private tried = 0;
  private isKept = false;
  private ticked = 0;
  private next = 1;
  private wait = FIRST_WAIT_MS;
  private timer = 0;
  private readonly waiting = new Map<number, Waiting>();
  private readonly streams = new Map<number, (m: Message) => void>();
  private readonly watchers = new Map<string, Watcher>();

  constructor(private readonly connect: () => Socket) {}

  /** Opens the connection and keeps it: whatever happens to it from now on, it comes back. */
  keep(): void {
    this.open();
    if (this.isKept) return;
    this.isKept = true;
    setInterval(() => this.tick(performance.now()), TICK_MS);
    addEventListener("offline", () => this.drop());
    addEventListener("online", () => this.hurry());
  }

  private open(): void {
    clearTimeout(this.timer);
    if (this.socket) return;
    const socket = this.connect();
    this.socket = socket;
    socket.onopen = () => this.opened();
    socket.onmessage = (event) => this.receive(JSON.parse(String(event.data)) as Message);
    socket.onclose = () => this.closed();
    this.heard = this.ticked = performance.now();
    this.tried = 0;
  }

  /** A dead line says nothing, not even that it is dead: it is tried, and given up when no answer comes. */
  private tick(now: number): void {
    // A page that slept or was busy heard nothing because it did not listen.
    if (now - this.ticked > 3 * TICK_MS) {
      this.heard = Math.max(this.heard, now - PING_MS);
      this.tried = 0;
    }
    this.ticked = now;
    if (!this.socket) return;
    if (this.tried > this.heard && now - this.tried >= SILENCE_MS) return this.drop();
    if (this.tried <= this.heard && now - this.heard >= PING_MS) {
      this.tried = now;
      this.send({ type: "ping" });
    }
  }

  /** Gives a line up without waiting for its end. */
  private drop(): void {
    const socket = this.socket;
    if (!socket) return;
    socket.onopen = socket.onmessage = socket.onclose = null;
    socket.close();
    this.closed();
  }

  /** The network is back: no need to wait. */
  private hurry(): void {
    this.wait = FIRST_WAIT_MS;
    this.open();
  }

  private opened(): void {
    this.online.value = true;
    this.lost.value = false;
    this.wait = FIRST_WAIT_MS;
    const unanswered = [...this.waiting];
    for (const game of this.watchers.keys()) this.rewatch(game);
    for (const [re, waiting] of unanswered) this.send({ ...waiting.send, re });
  }

  private closed(): void {
    this.socket = null;
    if (this.online.value) this.lost.value = true;
    this.online.value = false;
    for (const [re, stream] of [...this.streams]) {
      this.streams.delete(re);
      stream({ type: "error", re, error: LOST });
    }
    for (const [re, waiting] of [...this.waiting]) {
      if (waiting.again) continue;
      this.waiting.delete(re);
      waiting.failed(new Refused(LOST, 0));
    }
    clearTimeout(this.timer);
    // Not everybody in the same instant: a server that comes back has to take them all up.
    this.timer = window.setTimeout(() => this.open(), this.wait * (0.5 + Math.random() / 2));
    this.wait = Math.min(LONGEST_WAIT_MS, this.wait * 2);
  }

  private send(message: Record<string, unknown>): void {
    if (this.socket?.readyState === WebSocket.OPEN) this.socket.send(JSON.stringify(message));
  }

  private receive(message: Message): void {
    this.heard = performance.now();
    if (message.type === "moved" || message.type === "changed") {
      const event = message as unknown as Moved | Changed;
      this.watchers.get(event.game)?.event(event);
      return;
    }
    if (message.type === "said") {
      const said = message as unknown as Heard;
      this.watchers.get(said.game)?.said?.(said);
      return;
    }
    if (message.type === "game") {
      const game = message.game as Game;
      this.watchers.get(game.id)?.game(game);
    }
    const stream = message.re === undefined ? undefined : this.streams.get(message.re);
    if (stream) return stream(message);
    const waiting = message.re === undefined ? undefined : this.waiting.get(message.re);
    if (!waiting) return;
    this.waiting.delete(message.re!);
    this.count();
    if (message.type === "error") waiting.failed(new Refused(message.error!, 409));
    else waiting.done(message);
  }

  /** Asks once. With `again` the question survives a broken connection (a move carries its ply, so it is played once). */
  ask<T>(message: Record<string, unknown>, again = false): Promise<T> {
    const re = this.next++;
    return new Promise<T>((done, failed) => {
      if (!again && !this.online.value) return failed(new Refused(LOST, 0));
      this.waiting.set(re, { send: message, done: done as (m: Message) => void, failed, again });
      this.count();
      this.send({ ...message, re });
    });
  }

  private count(): void {
    this.unsent.value = [...this.waiting.values()].filter((w) => w.again).length;
  }

  watch(game: string, watcher: Watcher): void {
    this.watchers.set(game, watcher);
    this.rewatch(game);
  }

  /** Asks for the whole game again: after a gap in its events. */
  rewatch(game: string): void {
    if (!this.online.value) return;
    this.ask({ type: "watch", game }).catch((e: Refused) => {
      // A broken connection is no answer: it comes back and asks again.
      if (e.problem === LOST) return;
      this.watchers.get(game)?.failed(e.problem);
      if (PASSING.includes(e.problem.code))
        setTimeout(() => this.watchers.has(game) && this.rewatch(game), LONGEST_WAIT_MS * (0.5 + Math.random() / 2));
    });
  }

  leave(game: string): void {
    this.watchers.delete(game);
    this.send({ type: "leave", game });
  }

  /** A question with many answers. The function that comes back stops it. */
  stream(message: Record<string, unknown>, each: (m: Message) => void): () => void {
    const re = this.next++;
    this.streams.set(re, each);
    if (this.online.value) this.send({ ...message, re });
    else queueMicrotask(() => each({ type: "error", re, error: LOST }));
    return () => {
      if (!this.streams.delete(re)) return;
      this.send({ type: "stop", re });
    };
  }
}

/** Known before anything is connected: the page first asks who it is. */
let ends: End;
export const connection = new Connection(() => ends.socket());

export async function connect(): Promise<void> {
  ends = await end;
  connection.keep();
}
