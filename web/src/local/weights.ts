// Trained weights: fetched when a level first needs them, checked by their hash, and kept.

import type { Download } from "../app/end";
import { nameOf } from "./messages";

type Listed = Record<string, { bytes: number; sha256: string }>;
const LIST: string = import.meta.env.VITE_WEIGHTS ?? "weights.json";
const AGAIN_MS = 3000;

export async function listed(base: string): Promise<Listed> {
  const response = await fetch(new URL(LIST, base));
  if (!response.ok) throw new Error(`${LIST}: ${response.status}`);
  return (await response.json()) as Listed;
}

async function sha256(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
  return [...digest].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

async function fetched(url: URL, total: number, tell: (got: number) => void): Promise<Uint8Array<ArrayBuffer>> {
  const response = await fetch(url);
  if (!response.ok || !response.body) throw new Error(`${url.pathname}: ${response.status}`);
  const bytes = new Uint8Array(total);
  const reader = response.body.getReader();
  for (let got = 0; ;) {
    const { done, value } = await reader.read();
    if (done) return got === total ? bytes : Promise.reject(new Error(`${url.pathname} is cut off`));
    if (got + value.length > total) throw new Error(`${url.pathname} is too long`);
    bytes.set(value, got);
    got += value.length;
    tell(got);
  }
}

/** A file of weights, from the cache or the network. Where neither has it, it is tried again until one does. */
export async function weights(base: string, path: string, tell: (download: Download | null) => void): Promise<Uint8Array<ArrayBuffer>> {
  for (let total = 0; ; await new Promise((next) => setTimeout(next, AGAIN_MS))) {
    try {
      const known = (await listed(base))[path];
      if (!known) throw new Error(`${path} is not listed`);
      total = known.bytes;
      const url = new URL(`data/${path}?${known.sha256.slice(0, 16)}`, base);
      const cache = await caches.open(`${nameOf(base)} weights`);
      const here = await cache.match(url);
      if (here) return new Uint8Array(await here.arrayBuffer());
      tell({ path, got: 0, total, isWaiting: false });
      const bytes = await fetched(url, total, (got) => tell({ path, got, total, isWaiting: false }));
      if ((await sha256(bytes)) !== known.sha256) throw new Error(`${path} came broken`);
      // Without room in the cache it is fetched again next time.
      await cache.put(url, new Response(bytes)).catch(() => undefined);
      tell(null);
      return bytes;
    } catch (error) {
      console.warn(String(error));
      tell({ path, got: 0, total, isWaiting: true });
    }
  }
}
