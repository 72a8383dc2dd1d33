// The worker of the core. Every tab has one; the one that holds the lock answers all tabs, and when its tab is closed
// another takes over what is kept.

import { Engine } from "./searching";
import { FULL, nameOf, type CoreResponse, type Row, type Told, type ToCore, type ToTab } from "./messages";
import { load } from "./host.mjs";
import { moduleBytes } from "./module";
import { LISTS, Rows } from "./rows";
import { threadsOf } from "./threads";

/** Serves all tabs until the worker ends. */
async function serve(base: string): Promise<void> {
  const channel = new BroadcastChannel(nameOf(base));
  const tell = (message: ToTab) => channel.postMessage(message);
  const rows = await Rows.open(nameOf(base));
  const bytes = await moduleBytes(base, "core", (download) => tell({ to: "tab", download }));
  let core: Awaited<ReturnType<typeof load>>, session: string;
  let timer = 0;
  let last: Promise<void> = Promise.resolve();

  const engines = ["play", "study"].map(
    () =>
      new Engine(
        base,
        threadsOf(crossOriginIsolated, navigator.hardwareConcurrency),
        (job, answer) => hear({ answer: { job, answer } }),
        (download) => tell({ to: "tab", download }),
      ),
  );
  /** What takes long does not keep an opponent's move waiting. */
  const LONG = ["analyse", "review", "teach", "laboratory"];
  const engineOf = (what: string) => engines[LONG.includes(what) ? 1 : 0]!;

  const ask = (what: object, body?: Uint8Array): Told[] =>
    core.ask<Told>({ core: { now: Date.now(), seed: crypto.getRandomValues(new Uint32Array(1))[0], ...what } }, body);

  /** Begins anew from what is kept. */
  async function begin(): Promise<void> {
    for (const engine of engines) engine.stopAll();
    core = await load(bytes);
    const lists = await Promise.all(LISTS.map((prefix) => rows.read(prefix)));
    ask({ load: lists.flat() });
    session = crypto.randomUUID();
    tell({ to: "tab", ready: session });
  }

  const respond = (tab: string, response: CoreResponse) => tell({ to: "tab", tab, response });

  /** What the core told happens in its order, and after what it keeps is kept. */
  async function follow(told: Told[]): Promise<void> {
    const kept = told.flatMap((one) => (one.keep ? [one.keep] : []));
    if (kept.length > 0) {
      try {
        await rows.write(kept);
      } catch (error) {
        console.warn(String(error));
        for (const { response } of told) if (response) respond(response.tab, { id: response.id, status: FULL, body: "" });
        return begin();
      }
    }
    for (const { frame, response, work, stop, wake } of told) {
      if (frame) tell({ to: "tab", tab: frame.tab, frame: frame.text });
      if (response) respond(response.tab, response);
      if (work) engineOf(work.work.what).add(work.job, work.work);
      if (stop) for (const engine of engines) engine.stop(stop.job);
      if (wake) wakeAt(wake.at);
    }
  }

  let due = Infinity;
  function wakeAt(at: number): void {
    if (at >= due) return;
    due = at;
    clearTimeout(timer);
    timer = self.setTimeout(
      () => {
        due = Infinity;
        hear({ tick: {} });
      },
      Math.max(0, at - Date.now()) + 1,
    );
  }

  function hear(what: object, body?: Uint8Array): void {
    last = last
      .then(async () => {
        for (;;) {
          const told = ask(what, body);
          const want = told[0]?.want;
          if (!want) return follow(told);
          const wanted = await rows.read(want.prefix);
          ask({ load: [...wanted, [`loaded/${want.prefix}`, ""]] });
        }
      })
      .catch((error) => {
        // A core that broke down is made anew; nothing that was acknowledged is lost.
        console.error(String(error));
        return begin();
      });
  }

  /** Everything that is kept, or takes rows that are not here yet. */
  async function backup(more: Row[] | null): Promise<Row[]> {
    const all = await rows.read("");
    if (more === null) return all;
    const known = new Set(all.map(([key]) => key));
    await rows.write(more.filter(([key]) => !known.has(key) && key !== "me").map(([key, value]) => ({ key, value })));
    await begin();
    return [];
  }

  channel.onmessage = ({ data }: MessageEvent<ToCore | ToTab>) => {
    if (data.to !== "core") return;
    if ("hello" in data) return session ? tell({ to: "tab", ready: session }) : undefined;
    if ("request" in data) {
      const { id, method, path, body } = data.request;
      hear({ request: { tab: data.tab, id, method, path } }, body ? new Uint8Array(body) : new Uint8Array());
    } else if ("frame" in data) hear({ frame: { tab: data.tab, text: data.frame } });
    else if ("gone" in data) hear({ gone: { tab: data.tab } });
    else {
      const { id, rows: more } = data.backup;
      last = last
        .then(() => backup(more))
        .then(
          (found) => tell({ to: "tab", tab: data.tab, backup: { id, rows: found } }),
          (error) => console.error(String(error)),
        );
    }
  };
  session = "";
  // What tabs ask meanwhile waits until the core is there.
  last = begin();
  await last;
}

// What tests look at.
Object.assign(self, { heibai: { Engine } });

onmessage = ({ data }: MessageEvent<{ base: string }>) => {
  const forever = () => serve(data.base).then(() => new Promise<never>(() => undefined));
  if (navigator.locks) void navigator.locks.request(nameOf(data.base), forever);
  else void forever();
};
