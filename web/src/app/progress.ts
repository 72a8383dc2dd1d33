// Which problems were solved, kept in the browser. The key of the VCF practice is fixed: other programs know it.

import { signal } from "@preact/signals";
import { readStored, writeStored } from "./settings";

export const VCF_KEY = "vcf_practice_progress_v3";
const OTHERS_KEY = "heibai_practice_progress";

export type Done = { solved: number; failed: number; bestMs: number | null; lastPlayed: number };
export type Progress = Record<string, Done>;

const keyOf = (set: string) => (set === "vcf" ? VCF_KEY : `${OTHERS_KEY}_${set}`);

/** What storage holds may be old or broken: only sound entries count. */
export function readProgress(value: unknown): Progress {
  const result: Progress = {};
  if (typeof value !== "object" || value === null) return result;
  for (const [id, entry] of Object.entries(value as Record<string, Partial<Done> | null>)) {
    if (typeof entry !== "object" || entry === null) continue;
    result[id] = {
      solved: Number(entry.solved) || 0,
      failed: Number(entry.failed) || 0,
      bestMs: typeof entry.bestMs === "number" ? entry.bestMs : null,
      lastPlayed: Number(entry.lastPlayed) || 0,
    };
  }
  return result;
}

/** Rises with every change, so that views look again. */
export const changes = signal(0);

export function progress(set: string): Progress {
  void changes.value;
  return readProgress(readStored<unknown>(keyOf(set), {}));
}

export function note(set: string, id: string, solved: boolean, ms: number, now = Date.now()): void {
  const all = readProgress(readStored<unknown>(keyOf(set), {}));
  const old = all[id] ?? { solved: 0, failed: 0, bestMs: null, lastPlayed: 0 };
  all[id] = {
    solved: old.solved + (solved ? 1 : 0),
    failed: old.failed + (solved ? 0 : 1),
    bestMs: solved ? Math.min(ms, old.bestMs ?? ms) : old.bestMs,
    lastPlayed: now,
  };
  writeStored(keyOf(set), all);
  changes.value++;
}
