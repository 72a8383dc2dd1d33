// The core in a page of somebody else: asked directly, with nothing kept beyond the page.

import { load } from "../local/host.mjs";
import type { Row, Told } from "../local/messages";

/** What the core refuses, with its sentences. */
export class Refusal extends Error {
  constructor(
    readonly code: string,
    readonly zh: string,
    readonly en: string,
  ) {
    super(en);
  }
}

export class PageCore {
  private readonly rows = new Map<string, string>();
  private number = 0;

  private constructor(private readonly module: Awaited<ReturnType<typeof load>>) {
    this.request("GET", "/api/me");
  }

  private static readonly loaded = new Map<string, Promise<PageCore>>();

  /** One core for all boards of a page. */
  static load(url: string): Promise<PageCore> {
    const known = this.loaded.get(url);
    if (known) return known;
    const loading = fetched(url)
      .then((bytes) => load(bytes))
      .then((module) => new PageCore(module));
    this.loaded.set(url, loading);
    // Whoever comes later may try again.
    loading.catch(() => this.loaded.delete(url));
    return loading;
  }

  /** Asks what a server of ours would be asked (docs/protocols/server.md). */
  request<T>(method: string, path: string, body: string | object = ""): T {
    const text = typeof body === "string" ? body : JSON.stringify(body);
    const request = { tab: "board", id: ++this.number, method, path };
    const told = this.ask({ request }, new TextEncoder().encode(text));
    for (const { keep } of told) {
      if (keep?.value === null) this.rows.delete(keep.key);
      else if (keep) this.rows.set(keep.key, keep.value);
    }
    const response = told.find((one) => one.response)?.response;
    const answer = response?.body ? (JSON.parse(response.body) as { error?: Refusal }) : null;
    if (answer?.error) throw new Refusal(answer.error.code, answer.error.zh, answer.error.en);
    return answer as T;
  }

  private ask(what: object, body: Uint8Array): Told[] {
    const hear = (of: object, bytes?: Uint8Array) => this.module.ask<Told>({ core: { now: Date.now(), seed: this.number, ...of } }, bytes);
    for (;;) {
      const told = hear(what, body);
      const want = told[0]?.want;
      if (!want) return told;
      const wanted: Row[] = [...this.rows].filter(([key]) => key.startsWith(want.prefix));
      hear({ load: [...wanted, [`loaded/${want.prefix}`, ""]] });
    }
  }
}

async function fetched(url: string): Promise<Uint8Array<ArrayBuffer>> {
  const response = await fetch(url);
  if (!response.ok) throw new Error(`${url}: ${response.status}`);
  return new Uint8Array(await response.arrayBuffer());
}
