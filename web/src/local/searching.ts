// The work of one engine's worker, one piece after another.

import type { Download } from "../app/end";
import type { FromEngine, FromHelper, Shared, ToEngine, ToHelper, Work } from "./messages";

type Job = { job: number; work: Work; failures: number };

export class Engine {
  /** A search that does not see its flag within so many milliseconds is ended. */
  static patience = 100;

  private worker: Worker | null = null;
  /** Its other threads. They belong to whoever never waits: a worker that waits for one that broke down hears nothing. */
  private helpers: Worker[] = [];
  private flag: Uint8Array | null = null;
  private running: Job | null = null;
  private waiting: Job[] = [];

  constructor(
    private readonly base: string,
    private readonly threads: number,
    private readonly answer: (job: number, answer: unknown) => void,
    private readonly download: (download: Download | null) => void,
  ) {}

  add(job: number, work: Work): void {
    this.waiting.push({ job, work, failures: 0 });
    this.next();
  }

  /** Where memory is shared a search is told to stop, and its worker goes on with the next one; elsewhere it is ended. */
  stop(job: number): void {
    this.waiting = this.waiting.filter((other) => other.job !== job);
    if (this.running?.job !== job) return;
    if (!this.flag) {
      this.end();
      return this.next();
    }
    Atomics.store(this.flag, 0, 1);
    this.post({ stop: job });
    const { worker } = this;
    setTimeout(() => {
      if (this.worker !== worker || this.running?.job !== job) return;
      this.end();
      this.next();
    }, Engine.patience);
  }

  stopAll(): void {
    this.waiting = [];
    if (this.running) this.end();
  }

  private end(): void {
    for (const worker of [this.worker, ...this.helpers]) worker?.terminate();
    this.worker = this.flag = this.running = null;
    this.helpers = [];
    this.download(null);
  }

  private post(message: ToEngine): void {
    this.worker?.postMessage(message);
  }

  private next(): void {
    if (this.running) return;
    this.running = this.waiting.shift() ?? null;
    if (!this.running) return;
    if (!this.worker) {
      const worker = new Worker(new URL("./engine.ts", import.meta.url), { type: "module" });
      worker.onmessage = ({ data }: MessageEvent<FromEngine>) => this.heard(data);
      worker.onerror = (event) => this.failed(event.message);
      this.worker = worker;
    }
    if (this.flag) Atomics.store(this.flag, 0, 0);
    const { job, work, failures } = this.running;
    // What broke down is tried again in the plainest way.
    this.post({ base: this.base, threads: failures > 0 ? 1 : this.threads, job, work });
  }

  private heard(data: FromEngine): void {
    if ("download" in data) return this.download(data.download);
    if ("crew" in data) return this.gather(data.crew, data.crew.flag);
    if (data.job !== this.running?.job) return;
    if ("failed" in data) return this.failed(data.failed);
    if ("answer" in data) return this.answer(data.job, data.answer);
    this.running = null;
    this.next();
  }

  /** Starts the other threads of the worker, which waits until all of them are there. */
  private gather(shared: Shared, flag: number): void {
    let missing = shared.crew.count - 1;
    this.flag = new Uint8Array(shared.memory.buffer, flag, 1);
    this.helpers = Array.from({ length: missing }, (_, number) => {
      const helper = new Worker(new URL("./helper.ts", import.meta.url), { type: "module" });
      const heard = (data: FromHelper) => {
        if (!this.helpers.includes(helper)) return;
        if ("failed" in data) this.failed(data.failed);
        else if (--missing === 0) this.post({ complete: true });
      };
      helper.onmessage = ({ data }: MessageEvent<FromHelper>) => heard(data);
      helper.onerror = (event) => heard({ failed: event.message });
      const message: ToHelper = { module: shared.module, memory: shared.memory, crew: shared.crew, number };
      helper.postMessage(message);
      return helper;
    });
  }

  /** A search that breaks down is tried once more in a new worker. */
  private failed(why: string): void {
    const job = this.running;
    console.warn(why);
    this.end();
    if (job && job.failures === 0) this.waiting.unshift({ ...job, failures: 1 });
    else if (job) this.answer(job.job, "broken");
    this.next();
  }
}
