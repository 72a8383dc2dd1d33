// A worker that searches: one piece of work at a time, in steps. On one thread, whoever wants it to stop ends the worker;
// with shared memory there is a flag.

import { load, newCrew } from "./host.mjs";
import type { FromEngine, Task, ToEngine } from "./messages";
import { moduleBytes } from "./module";
import { weights } from "./weights";

type Told = { needs?: string[]; answer?: unknown; more?: boolean };
type Bench = Awaited<ReturnType<typeof load>>;
let bench: Promise<Bench> | null = null;
/** The crew is complete. */
let gathered: () => void = () => undefined;
/** The last piece of work that nobody wants any more. */
let stopped = -1;

const tell = (message: FromEngine) => postMessage(message);
const pause = () => new Promise((next) => setTimeout(next));

async function begin(base: string, threads: number): Promise<Bench> {
  const bytes = await moduleBytes(base, "engines", (download) => tell({ download }));
  if (threads === 1) return load(bytes);
  const crew = newCrew(threads);
  const loaded = await load(bytes, crew);
  const complete = new Promise<void>((done) => (gathered = done));
  const { flag } = loaded.ask<{ flag: number }>({ bench: { flag: {} } })[0]!;
  tell({ crew: { module: loaded.module, memory: loaded.memory, crew, flag } });
  await complete;
  return loaded;
}

async function work({ base, threads, job, work }: Task): Promise<void> {
  const { ask } = await (bench ??= begin(base, threads));
  const seed = crypto.getRandomValues(new Uint32Array(1))[0]!;
  let told = ask<Told>({ bench: { work: { job, seed, work } } })[0]!;
  while (told.needs) {
    for (const path of told.needs) {
      const bytes = await weights(base, path, (download) => tell({ download }));
      ask({ bench: { lend: { path } } }, bytes);
    }
    if (stopped === job) return tell({ job, done: true });
    told = ask<Told>({ bench: { work: { job, seed, work } } })[0]!;
  }
  for (;;) {
    if (told.answer != null) tell({ job, answer: told.answer });
    if (told.more) await pause();
    if (stopped === job) ask({ bench: { forget: { job } } });
    if (!told.more || stopped === job) return tell({ job, done: true });
    told = ask<Told>({ bench: { go: { job } } })[0]!;
  }
}

onmessage = ({ data }: MessageEvent<ToEngine>) => {
  if ("complete" in data) return gathered();
  if ("stop" in data) return void (stopped = data.stop);
  work(data).catch((error) => tell({ job: data.job, failed: String(error) }));
};
