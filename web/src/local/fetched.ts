// Files that are checked by their hash. One that does not come is asked for again until it does.

import type { Download } from "../app/end";

/** A file as it was built. */
export type Known = { path: string; bytes: number; sha256: string };
export type Tell = (download: Download | null) => void;
type Follow = (download: Download) => void;

const AGAIN_MS = 3000;

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

/** The file at this address as it was built, from what the browser keeps or from the network; tells how far it is. */
export async function checked(url: URL, { path, bytes: total, sha256: hash }: Known, tell: Follow): Promise<Uint8Array<ArrayBuffer>> {
  const here = await caches.match(url);
  if (here) return new Uint8Array(await here.arrayBuffer());
  tell({ path, got: 0, total, isWaiting: false });
  const bytes = await fetched(url, total, (got) => tell({ path, got, total, isWaiting: false }));
  if ((await sha256(bytes)) !== hash) throw new Error(`${path} came broken`);
  return bytes;
}

/** Tries until it succeeds, and tells where it has to wait. */
export async function patiently<T>(path: string, tell: Tell, get: (follow: Follow) => Promise<T>): Promise<T> {
  let total = 0,
    isTold = false;
  const follow = (download: Download) => {
    total = download.total;
    isTold = true;
    tell(download);
  };
  for (;;) {
    try {
      const found = await get(follow);
      if (isTold) tell(null);
      return found;
    } catch (error) {
      console.warn(String(error));
      follow({ path, got: 0, total, isWaiting: true });
      await new Promise((next) => setTimeout(next, AGAIN_MS));
    }
  }
}
