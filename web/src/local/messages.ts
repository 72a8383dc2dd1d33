// What tabs, the core's worker and the engines' workers say to each other.

import type { Download } from "../app/end";
import type { Crew } from "./host.mjs";

/** From a tab to the core, wherever it is. */
export type ToCore = { to: "core"; tab: string } & (
  | { hello: true }
  | { request: { id: number; method: string; path: string; body: ArrayBuffer | null } }
  | { frame: string }
  | { gone: true }
  | { backup: { id: number; rows: Row[] | null } }
);

/** From the core to the tabs. A session is one life of the core. */
export type ToTab = { to: "tab" } & (
  | { ready: string }
  | { tab: string; response: CoreResponse }
  | { tab: string; frame: string }
  | { tab: string; backup: { id: number; rows: Row[] } }
  | { download: Download | null }
);

export type Row = [key: string, value: string];
export type CoreResponse = { id: number; status: number; body: string; file?: [name: string, bytes: number[]] };

export type Work = { what: string } & Record<string, unknown>;

/** What the core tells its host. */
export type Told = {
  frame?: { tab: string; text: string };
  response?: CoreResponse & { tab: string };
  keep?: { key: string; value: string | null };
  want?: { prefix: string };
  work?: { job: number; work: Work };
  stop?: { job: number };
  wake?: { at: number };
};

/** To an engine's worker, and back. */
export type Task = { base: string; threads: number; job: number; work: Work };
export type ToEngine = Task | { complete: true } | { stop: number };
export type FromEngine =
  | { job: number; answer: unknown }
  | { job: number; done: true }
  | { job: number; failed: string }
  | { download: Download | null }
  | { crew: Shared & { flag: number } };

/** What the threads of a search share; the flag, a byte of the memory, stops it. */
export type Shared = { module: WebAssembly.Module; memory: WebAssembly.Memory; crew: Crew };

/** To a worker that is one of the threads, and back. */
export type ToHelper = Shared & { number: number };
export type FromHelper = { ready: true } | { failed: string };

/** Names that belong to this site alone: several may share an origin. */
export const nameOf = (base: string): string => `heibai ${new URL(base).pathname}`;

/** The status of a request whose rows found no room; the tab has the words for it. */
export const FULL = 507;
