// Who answers the page: the server that sent it, or, where there is none, a core in the browser itself. Both ends
// understand the same requests and the same frames of a live connection.

import { signal } from "@preact/signals";

/** A live connection, as a WebSocket is one. */
export type Socket = {
  readonly readyState: number;
  onopen: (() => void) | null;
  onmessage: ((event: { data: unknown }) => void) | null;
  onclose: (() => void) | null;
  send(text: string): void;
  close(): void;
};

export interface End {
  request(path: string, init: RequestInit): Promise<Response>;
  socket(): Socket;
}

/** Weights on their way from the network. */
export type Download = { path: string; got: number; total: number; isWaiting: boolean };

/** Whether this page was built to live without a server. */
export const isSite = import.meta.env.MODE === "site";
export const download = signal<Download | null>(null);
/** Where the page's own files lie. */
export const base: string = import.meta.env.BASE_URL;

const server: End = {
  request: (path, init) => fetch(path, init),
  socket: () => new WebSocket(`${location.protocol === "https:" ? "wss" : "ws"}://${location.host}/api/socket`) as Socket,
};

export const end: Promise<End> = isSite ? import("../local/tab").then(({ openCore }) => openCore()) : Promise.resolve(server);
