// The work of one engine's worker, one piece after another.

import type { Download } from "../app/end";
import type { FromEngine, ToEngine, Work } from "./messages";

type Job = { job: number; work: Work; failures: number };

export class Engine {
  private worker: Worker | null = null;
  private running: Job | null = null;
  private waiting: Job[] = [];

  constructor(
    private readonly base: string,
    private readonly answer: (job: number, answer: unknown) => void,
    private readonly download: (download: Download | null) => void,
  ) {}

  add(job: number, work: Work): void {
    this.waiting.push({ job, work, failures: 0 });
    this.next();
  }

  /** A search that runs cannot be told anything: its worker is ended. */
  stop(job: number): void {
    this.waiting = this.waiting.filter((other) => other.job !== job);
    if (this.running?.job !== job) return;
    this.end();
    this.next();
  }

  stopAll(): void {
    this.waiting = [];
    if (this.running) this.end();
  }

  private end(): void {
    this.worker?.terminate();
    this.worker = this.running = null;
    this.download(null);
  }

  private next(): void {
    if (this.running) return;
    this.running = this.waiting.shift() ?? null;
    if (!this.running) return;
    if (!this.worker) {
      this.worker = new Worker(new URL("./engine.ts", import.meta.url), { type: "module" });
      this.worker.onmessage = ({ data }: MessageEvent<FromEngine>) => this.heard(data);
      this.worker.onerror = (event) => this.failed(event.message);
    }
    const message: ToEngine = { base: this.base, job: this.running.job, work: this.running.work };
    this.worker.postMessage(message);
  }

  private heard(data: FromEngine): void {
    if ("download" in data) return this.download(data.download);
    if (data.job !== this.running?.job) return;
    if ("failed" in data) return this.failed(data.failed);
    if ("answer" in data) return this.answer(data.job, data.answer);
    this.running = null;
    this.next();
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
