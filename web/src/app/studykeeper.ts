// Keeps what is changed in a study: at once in the browser, a moment later in the library. A reload loses nothing.

import { signal } from "@preact/signals";
import { api, Refused } from "./api";
import { readStored } from "./settings";
import { connection } from "./socket";
import type { Entry, InfoEdit, SentNode } from "./wire";

/** What is to be kept, and the time of change of the record that it was made from. */
export type Draft = { seen: number; tree: SentNode[]; info: InfoEdit | null };
export type Keeping = "kept" | "waiting" | "failed";

const PAUSE_MS = 700,
  RETRY_MS = 4000;
const keyOf = (id: string) => `heibai_study_${id}`;

export function draftOf(id: string): Draft | null {
  return readStored<Draft | null>(keyOf(id), null);
}

export function forget(id: string): void {
  try {
    localStorage.removeItem(keyOf(id));
  } catch {
    // Without storage there is nothing to forget.
  }
}

function remember(id: string, draft: Draft): void {
  try {
    localStorage.setItem(keyOf(id), JSON.stringify(draft));
  } catch {
    // Storage is full or forbidden: the server has it in a moment.
  }
}

/** Puts a draft into the library: into the record itself, or into a copy where it cannot be changed or somebody else changed it. */
export async function store(id: string, draft: Draft, isOwn: boolean): Promise<Entry> {
  const { seen, tree, info } = draft;
  if (isOwn) {
    try {
      return await api.edit(id, { tree, seen, ...(info ? { info } : {}) });
    } catch (error) {
      if (!(error instanceof Refused) || error.problem.code !== "stale") throw error;
    }
  }
  return api.copy(id, { tree, ...(info ? { info } : {}) });
}

/** Whether two trees say the same, whatever numbers their nodes have. */
export function sameTree(a: readonly SentNode[], b: readonly SentNode[]): boolean {
  const plain = (tree: readonly SentNode[]) =>
    JSON.stringify(tree.map(({ parent, move, comment, marks, setup }) => [parent, move, comment, marks, setup]));
  return a.length === b.length && plain(a) === plain(b);
}

/** Saves that are under way when a study is left; whoever opens it again waits for them. */
const leaving = new Map<string, Promise<void>>();
export const left = (id: string): Promise<void> => leaving.get(id) ?? Promise.resolve();

type Study = {
  id: string;
  isOwn: boolean;
  draft: () => Draft;
  /** Told when the library has what `draft` gave. */
  kept: (entry: Entry) => void;
};

export class Keeper {
  readonly state = signal<Keeping>("kept");
  private changes = 0;
  private timer = 0;
  private isBusy = false;

  constructor(private readonly study: Study) {
    addEventListener("pagehide", this.flush);
  }

  /** Something has changed. */
  touch(): void {
    this.changes++;
    this.state.value = "waiting";
    this.wait(PAUSE_MS);
  }

  close(): void {
    removeEventListener("pagehide", this.flush);
    this.flush();
    clearTimeout(this.timer);
    if (this.state.value === "kept") return;
    const { id } = this.study;
    leaving.set(
      id,
      this.save().finally(() => leaving.delete(id)),
    );
  }

  private readonly flush = () => {
    if (this.state.value !== "kept") remember(this.study.id, this.study.draft());
  };

  private wait(ms: number): void {
    clearTimeout(this.timer);
    this.timer = window.setTimeout(() => void this.save(), ms);
  }

  private async save(): Promise<void> {
    if (this.isBusy) return this.wait(PAUSE_MS);
    const { study } = this;
    const before = this.changes;
    const draft = study.draft();
    const id = study.id;
    remember(id, draft);
    this.isBusy = true;
    try {
      const entry = await store(id, draft, study.isOwn);
      study.kept(entry);
      forget(id);
      if (this.changes === before) this.state.value = "kept";
      else this.wait(PAUSE_MS);
    } catch (error) {
      this.state.value = "failed";
      // What the server refuses for good is not asked again by itself; it stays in the browser.
      const isRefused = error instanceof Refused && error.status >= 400 && error.status < 500 && error.status !== 429;
      if (!isRefused || !connection.online.value) this.wait(RETRY_MS);
    } finally {
      this.isBusy = false;
    }
  }
}
