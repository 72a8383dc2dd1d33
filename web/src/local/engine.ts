// A worker that searches: one piece of work at a time, in steps. Whoever wants it to stop ends it.

import type { FromEngine, ToEngine } from "./messages";
import { Module, moduleBytes } from "./module";
import { weights } from "./weights";

type Bench = { needs?: string[]; answer?: unknown; more?: boolean };
let module: Promise<Module> | null = null;

const tell = (message: FromEngine) => postMessage(message);
const pause = () => new Promise((next) => setTimeout(next));

async function work({ base, job, work }: ToEngine): Promise<void> {
  module ??= moduleBytes(base, "engines", (download) => tell({ download })).then((bytes) => Module.load(bytes));
  const bench = await module;
  const seed = crypto.getRandomValues(new Uint32Array(1))[0]!;
  let told = bench.ask<Bench>({ bench: { work: { job, seed, work } } })[0]!;
  while (told.needs) {
    for (const path of told.needs) {
      const bytes = await weights(base, path, (download) => tell({ download }));
      bench.ask({ bench: { lend: { path } } }, bytes);
    }
    told = bench.ask<Bench>({ bench: { work: { job, seed, work } } })[0]!;
  }
  for (;;) {
    if (told.answer != null) tell({ job, answer: told.answer });
    if (!told.more) return tell({ job, done: true });
    await pause();
    told = bench.ask<Bench>({ bench: { go: { job } } })[0]!;
  }
}

onmessage = ({ data }: MessageEvent<ToEngine>) => {
  work(data).catch((error) => tell({ job: data.job, failed: String(error) }));
};
