// window.heibai: what a developer may look at and switch, from the browser's console.

import type { Board } from "../board/board";
import type { BoardState } from "../board/state";
import { installAids } from "./aids";
import { saved } from "./autosave";
import { end } from "./end";
import type { GameModel } from "./game";
import { readStored, showForbidden, writeStored } from "./settings";
import { meta } from "./store";

export const PAGE_VERSION = "0.1.0";
/** The version of the server's API that this page was made for. */
const API = 1;
const LEVELS = ["silent", "error", "warn", "info", "debug"] as const;
type LogLevel = (typeof LEVELS)[number];
const LOG_KEY = "heibai_log_level";

let model: GameModel | null = null;
let board: Board | null = null;
let boardState: () => BoardState | null = () => null;

export const noteGame = (now: GameModel | null) => void (model = now);
export function noteBoard(now: Board | null, state: () => BoardState | null): void {
  board = now;
  boardState = state;
}

export function log(level: Exclude<LogLevel, "silent">, ...words: unknown[]): void {
  const wanted = readStored<LogLevel>(LOG_KEY, "warn");
  if (LEVELS.indexOf(level) <= LEVELS.indexOf(wanted)) console[level]("[heibai]", ...words);
}

const lastEngineMove = () => model?.game.value?.moves.findLast((m) => m.candidates && m.candidates.length > 0) ?? null;

const developer = {
  get state() {
    return model?.game.value ?? null;
  },
  get board() {
    return boardState();
  },
  /** Who answers the page. */
  end,
  /** Asks the API, whichever end answers it. */
  async ask(method: string, path: string, body?: unknown) {
    const init = body === undefined ? { method } : { method, body: JSON.stringify(body), headers: { "Content-Type": "application/json" } };
    const response = await (await end).request(path, init);
    return { status: response.status, body: (await response.json().catch(() => null)) as unknown };
  },
  /** The moves that the engine weighed for its last move, the chosen one first, with scores. */
  get candidates() {
    return lastEngineMove()?.candidates ?? [];
  },
  get scores() {
    return (model?.game.value?.moves ?? []).filter((m) => m.score !== undefined).map((m) => ({ move: m.n, name: m.name, score: m.score }));
  },
  /** How long the latest drawings of the board took, in milliseconds. */
  get drawTimes() {
    return board?.times.slice() ?? [];
  },
  /** Milliseconds until the page heard of each touch, and from then to the drawn stone. */
  get drawDelays() {
    return board?.delays.slice() ?? [];
  },
  /** Where a point is seen in the window; with `inLoupe` where the loupe shows it. */
  placeOf(point: number, inLoupe = false) {
    const corner = document.querySelector(".board-canvas")?.getBoundingClientRect();
    const at = inLoupe ? board?.placeInLoupe(point) : board?.placeOf(point);
    return corner && at ? { x: corner.left + at.x, y: corner.top + at.y } : null;
  },
  /** From sending a move to the server's event that it is stored, in milliseconds. */
  get serverDelays() {
    return model?.delays.slice() ?? [];
  },
  get saved() {
    return saved();
  },
  get modules(): Record<string, string> {
    return { page: PAGE_VERSION, ...(meta.value?.modules ?? {}) };
  },
  logState() {
    const now = boardState();
    if (!now) return;
    const rows = Array.from({ length: now.size }, (_, y) => now.cells.slice(y * now.size, (y + 1) * now.size));
    console.table(rows);
  },
  logCandidates() {
    console.table(developer.candidates.map(({ name, score, at_most, win_rate, depth, nodes }) => ({ name, score, at_most, win_rate, depth, nodes })));
  },
  toggleForbiddenHighlight(enabled?: boolean) {
    showForbidden.value = enabled ?? !showForbidden.value;
    return showForbidden.value;
  },
  /** Whether the page and the server fit each other. */
  checkVersions() {
    const api = meta.value?.api ?? null;
    return { compatible: api === API, page: PAGE_VERSION, expectedApi: API, serverApi: api, modules: developer.modules };
  },
  set logLevel(level: LogLevel) {
    if (!LEVELS.includes(level)) throw new RangeError(`log level: one of ${LEVELS.join(", ")}`);
    writeStored(LOG_KEY, level);
  },
  get logLevel() {
    return readStored<LogLevel>(LOG_KEY, "warn");
  },
};

export type Developer = typeof developer;

declare global {
  interface Window {
    heibai: Developer;
  }
}

export function installDeveloperObject(): void {
  window.heibai = developer;
  installAids(developer);
}
