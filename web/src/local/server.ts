// A server that came back: games that were played here are offered to it. The id of a game is the key of its request, so
// that the server keeps it once, however often and from however many tabs it is sent.

import { signal } from "@preact/signals";
import { refusal } from "../app/api";
import type { Entry } from "../app/wire";
import { openCore } from "./tab";

/** Finished games that no server has. */
export const offered = signal<readonly Entry[]>([]);
export const isBusy = signal(false);

const AGAIN_MS = 10_000;
let timer = 0;
let isDeclined = false;

/** Whether a server of ours answers beside this page; null where the network does not say. */
async function isThere(): Promise<boolean | null> {
  try {
    const response = await fetch("/api/version", { cache: "no-store" });
    const told = response.ok ? ((await response.json()) as { name?: unknown }) : null;
    return told?.name === "heibai";
  } catch (error) {
    // A page that is no JSON is an answer; a line that is dead is none.
    return error instanceof SyntaxError ? false : null;
  }
}

async function look(): Promise<void> {
  clearTimeout(timer);
  if (isDeclined) return;
  const games = await toOffer();
  const found = games.length > 0 && (await isThere());
  offered.value = found ? games : [];
  // Where something else answers there will be no server of ours.
  if (games.length === 0 || found !== false) timer = window.setTimeout(() => void look(), AGAIN_MS);
}

const toOffer = async (): Promise<Entry[]> => ((await (await openCore().request("/api/offers", {})).json()) as { games: Entry[] }).games;

/** Looks for a server now and then. */
export function lookForServer(): void {
  addEventListener("online", () => void look());
  void look();
}

/** Not in this visit. */
export function later(): void {
  isDeclined = true;
  offered.value = [];
}

/** Gives the server every game that it has not, and remembers each as soon as the server has it. Tells how many it gave. */
export async function give(): Promise<number> {
  isBusy.value = true;
  try {
    // Another tab may have given some of them; the answer also makes us known.
    await fetch("/api/me", { credentials: "same-origin" });
    const games = await toOffer();
    for (const { id } of games) {
      const record = await (await openCore().request(`/api/library/${id}/export?format=json`, {})).blob();
      const sent = await fetch(`/api/library?name=${id}.json`, {
        method: "POST",
        body: record,
        credentials: "same-origin",
        headers: { "Idempotency-Key": id, "Content-Type": "application/octet-stream" },
      });
      if (!sent.ok) throw await refusal(sent);
      await openCore().request(`/api/offers/${id}`, { method: "PUT" });
    }
    return games.length;
  } finally {
    isBusy.value = false;
    offered.value = await toOffer();
  }
}
