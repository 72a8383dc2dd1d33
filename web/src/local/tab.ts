// A tab's end of the core in the browser.

import { download, type End, type Socket } from "../app/end";
import type { CoreResponse, Row, ToCore, ToTab } from "./messages";
import { FULL, nameOf } from "./messages";
import { phrase } from "../words";

const here = new URL("./", location.href.split("#")[0]).href;
const tab = crypto.randomUUID();

class Core implements End {
  private readonly channel = new BroadcastChannel(nameOf(here));
  private readonly waiting = new Map<number, { done: (r: Response) => void; failed: (e: Error) => void }>();
  private readonly backups = new Map<number, (rows: Row[]) => void>();
  private readonly sockets = new Set<CoreSocket>();
  private session = "";
  private readonly ready: Promise<void>;
  private next = 1;

  constructor() {
    const worker = new Worker(new URL("./core.ts", import.meta.url), { type: "module" });
    this.ready = new Promise((ready) => {
      this.channel.onmessage = ({ data }: MessageEvent<ToTab | ToCore>) => {
        if (data.to !== "tab") return;
        if ("ready" in data) ready(this.began(data.ready));
        else if ("download" in data) download.value = data.download;
        else if (data.tab === tab) this.heard(data);
      };
    });
    worker.postMessage({ base: here });
    this.post({ hello: true });
    addEventListener("pagehide", () => this.post({ gone: true }));
  }

  private post(message: object): void {
    this.channel.postMessage({ to: "core", tab, ...message });
  }

  /** Another life of the core knows nothing of what was asked of the one before. */
  private began(session: string): void {
    if (session === this.session) return;
    const isFirst = this.session === "";
    this.session = session;
    if (isFirst) return;
    for (const { failed } of this.waiting.values()) failed(new Error("the core began anew"));
    this.waiting.clear();
    for (const socket of [...this.sockets]) socket.end();
  }

  private heard(data: Extract<ToTab, { tab: string }>): void {
    if ("frame" in data) for (const socket of this.sockets) socket.onmessage?.({ data: data.frame });
    else if ("backup" in data) this.backups.get(data.backup.id)?.(data.backup.rows);
    else {
      this.waiting.get(data.response.id)?.done(responseOf(data.response));
      this.waiting.delete(data.response.id);
    }
  }

  async request(path: string, init: RequestInit): Promise<Response> {
    const body = init.body == null ? null : await new Response(init.body).arrayBuffer();
    await this.ready;
    const id = this.next++;
    return new Promise((done, failed) => {
      this.waiting.set(id, { done, failed });
      this.post({ request: { id, method: init.method ?? "GET", path, body } });
    });
  }

  socket(): Socket {
    const socket = new CoreSocket(
      (text) => this.post({ frame: text }),
      () => this.sockets.delete(socket),
    );
    void this.ready.then(() => {
      this.sockets.add(socket);
      socket.open();
    });
    return socket;
  }

  /** Everything that is kept; or takes what was kept elsewhere. */
  async backup(rows: Row[] | null): Promise<Row[]> {
    await this.ready;
    const id = this.next++;
    return new Promise((done) => {
      this.backups.set(id, done);
      this.post({ backup: { id, rows } });
    });
  }
}

class CoreSocket implements Socket {
  readyState: number = WebSocket.CONNECTING;
  onopen: (() => void) | null = null;
  onmessage: ((event: { data: unknown }) => void) | null = null;
  onclose: (() => void) | null = null;

  constructor(
    readonly send: (text: string) => void,
    private readonly left: () => void,
  ) {}

  open(): void {
    this.readyState = WebSocket.OPEN;
    this.onopen?.();
  }

  end(): void {
    this.close();
    this.onclose?.();
  }

  close(): void {
    this.readyState = WebSocket.CLOSED;
    this.left();
  }
}

function responseOf({ status, body, file }: CoreResponse): Response {
  if (status === FULL) return Response.json({ error: { code: "no_space", ...phrase("noRoom", {}) } }, { status });
  if (!file) return new Response(status === 204 ? null : body, { status, headers: { "Content-Type": "application/json" } });
  const [name, bytes] = file;
  const headers = { "Content-Type": "application/octet-stream", "Content-Disposition": `attachment; filename="${name}"` };
  return new Response(new Uint8Array(bytes), { status, headers });
}

let core: Core | null = null;
export const openCore = (): Core => (core ??= new Core());
