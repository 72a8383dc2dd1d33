// Trained weights: fetched when a level first needs them, checked by their hash, and kept.

import { checked, patiently, type Known, type Tell } from "./fetched";
import { nameOf } from "./messages";

type Listed = Record<string, Omit<Known, "path">>;
const LIST: string = import.meta.env.VITE_WEIGHTS ?? "weights.json";

export async function listed(base: string): Promise<Listed> {
  const response = await fetch(new URL(LIST, base));
  if (!response.ok) throw new Error(`${LIST}: ${response.status}`);
  return (await response.json()) as Listed;
}

/** A file of weights, from the cache or the network. Where neither has it, it is tried again until one does. */
export function weights(base: string, path: string, tell: Tell): Promise<Uint8Array<ArrayBuffer>> {
  return patiently(path, tell, async (follow) => {
    const known = (await listed(base))[path];
    if (!known) throw new Error(`${path} is not listed`);
    const url = new URL(`data/${path}?${known.sha256.slice(0, 16)}`, base);
    const bytes = await checked(url, { path, ...known }, follow);
    const cache = await caches.open(`${nameOf(base)} weights`);
    // Without room in the cache it is fetched again next time.
    if (!(await cache.match(url))) await cache.put(url, new Response(bytes)).catch(() => undefined);
    return bytes;
  });
}
