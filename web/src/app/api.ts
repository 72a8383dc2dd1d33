// Requests to the server over HTTP. Every refusal becomes a Refused with the server's own sentences.

import { end } from "./end";
import type {
  Counting,
  Entry,
  Explored,
  Game,
  Grown,
  Judgements,
  Imported,
  InfoEdit,
  Kind,
  Lesson,
  LibraryItem,
  Line,
  Me,
  MeasuredGame,
  Meta,
  NewGame,
  Noted,
  OpenGame,
  Openings,
  Overlays,
  Position,
  Practised,
  Problem,
  ProblemSet,
  Puzzle,
  Replay,
  Run,
  RunEntry,
  SentNode,
  Shelf,
  Side,
  Skill,
  Standing,
  Term,
  Text,
  Tournament,
  Traced,
  Tried,
} from "./wire";

export class Refused extends Error {
  constructor(
    readonly problem: Problem,
    readonly status: number,
  ) {
    super(problem.en);
  }
}

/** A question that changes nothing is given up after this time; whoever asked asks again. */
const PATIENCE_MS = 15_000;
const UNREACHABLE: Problem = { code: "offline", zh: "无法连接服务器", en: "The server cannot be reached" };

async function request(method: string, path: string, body?: BodyInit | object): Promise<Response> {
  const isRaw = typeof body === "string" || body instanceof Blob || body instanceof ArrayBuffer;
  const init: RequestInit = { method, credentials: "same-origin" };
  if (method === "GET") init.signal = AbortSignal.timeout(PATIENCE_MS);
  if (body !== undefined) {
    init.body = isRaw ? (body as BodyInit) : JSON.stringify(body);
    init.headers = { "Content-Type": isRaw ? "application/octet-stream" : "application/json" };
  }
  let response: Response;
  try {
    response = await (await end).request(path, init);
  } catch {
    throw new Refused(UNREACHABLE, 0);
  }
  if (response.ok) return response;
  throw await refusal(response);
}

/** What a response that is no success says. */
export async function refusal(response: Response): Promise<Refused> {
  const told = (await response.json().catch(() => null)) as { error?: Problem } | null;
  const unknown = { code: "http", zh: `服务器回答 ${response.status}`, en: `The server answered ${response.status}` };
  return new Refused(told?.error ?? unknown, response.status);
}

async function json<T>(method: string, path: string, body?: BodyInit | object): Promise<T> {
  const response = await request(method, path, body);
  return (await response.json()) as T;
}

const game = (id: string) => `/api/games/${encodeURIComponent(id)}`;
const item = (id: string) => `/api/library/${encodeURIComponent(id)}`;
const problem = (set: string, id: string) => `/api/problems/${encodeURIComponent(set)}/${encodeURIComponent(id)}`;

export type LibraryQuery = { kind?: Kind | ""; q?: string; folder?: string; tag?: string; source?: "game" | "record" | ""; before?: number | null };
/** What is done with several records at once. */
export type Deed = { do: "move"; folder: string } | { do: "tag" | "untag"; tag: string } | { do: "remove" };

export const api = {
  me: () => json<Me>("GET", "/api/me"),
  rename: (name: string) => json<Me>("PUT", "/api/me", { name }),
  meta: () => json<Meta>("GET", "/api/meta"),

  create: (of: NewGame) => json<Game>("POST", "/api/games", of),
  game: (id: string) => json<Game>("GET", game(id)),
  games: () => json<{ games: Entry[] }>("GET", "/api/games"),
  removeGame: (id: string) => request("DELETE", game(id)),
  join: (id: string, code: string, side?: Side) => json<Game>("POST", `${game(id)}/join`, side ? { code, side } : { code }),

  position: (line: Line) => json<Position>("POST", "/api/position", line),
  replay: (line: Line) => json<Replay>("POST", "/api/replay", line),
  overlays: (line: Line) => json<Overlays>("POST", "/api/overlays", line),
  openings: (line: Line) => json<Openings>("POST", "/api/openings", line),
  count: (line: Line) => json<Counting>("POST", "/api/count", line),

  library: (query: LibraryQuery) => {
    const words = new URLSearchParams();
    for (const [name, value] of Object.entries(query)) if (value) words.set(name, String(value));
    return json<{ entries: Entry[]; next: number | null }>("GET", `/api/library?${words}`);
  },
  folders: () => json<{ folders: Shelf[]; tags: Shelf[] }>("GET", "/api/library/folders"),
  organise: (ids: string[], deed: Deed) => json<{ done: number }>("POST", "/api/library/organise", { ids, ...deed }),
  explore: (line: Line) => json<Explored>("POST", "/api/library/position", line),
  exportMany: (ids: string[], format: string) => request("POST", "/api/library/export", { ids, format }),
  /** With `names`, WTHOR's files of players and tournaments, games of that database get their names. */
  importRecord: (name: string, bytes: Blob | string, folder = "", names: { players: Blob; tournaments: Blob } | null = null) => {
    const words = new URLSearchParams({ name, folder });
    if (!names) return json<Imported>("POST", `/api/library?${words}`, bytes);
    words.set("players", String(names.players.size));
    words.set("tournaments", String(names.tournaments.size));
    return json<Imported>("POST", `/api/library?${words}`, new Blob([bytes, names.players, names.tournaments]));
  },
  item: (id: string) => json<LibraryItem>("GET", item(id)),
  newStudy: (study: { line: Line; tree?: SentNode[]; title?: string; folder?: string }) => json<Entry>("POST", "/api/studies", study),
  edit: (id: string, edit: { title?: string; tags?: string[]; folder?: string; tree?: SentNode[]; info?: InfoEdit; seen?: number }) =>
    json<Entry>("PUT", item(id), edit),
  copy: (id: string, more: { tree?: SentNode[]; info?: InfoEdit }) => json<Entry>("POST", `${item(id)}/copy`, more),
  remove: (id: string) => request("DELETE", item(id)),
  exported: (id: string, format: string) => request("GET", `${item(id)}/export?format=${encodeURIComponent(format)}`),

  problemSets: () => json<{ sets: ProblemSet[] }>("GET", "/api/problems"),
  problems: (set: string) => json<{ problems: Puzzle[] }>("GET", `/api/problems/${encodeURIComponent(set)}`),
  attempt: (set: string, id: string, moves: (number | null)[]) => json<Tried>("POST", `${problem(set, id)}/try`, { moves }),
  practised: () => json<Practised>("GET", "/api/progress/days"),
  help: (set: string, id: string, moves: readonly (number | null)[], step: number) =>
    json<{ text: Text; area: number[]; steps: number; solution?: (number | null)[] }>("POST", `${problem(set, id)}/hint`, { moves, step }),
  result: (set: string, id: string, solved: boolean, ms: number) => json<Noted>("POST", `${problem(set, id)}/result`, { solved, ms }),
  progress: () => json<Record<string, Record<string, { solved: number; failed: number; due: number }>>>("GET", "/api/progress"),
  solver: () => json<{ games: Skill[] }>("GET", "/api/solver"),
  measured: () => json<{ games: MeasuredGame[] }>("GET", "/api/measured"),
  learn: (of: Line, ply: number, best: number | null, loss: number) => request("POST", "/api/problems/mistakes", { of, ply, best, loss }),

  lessons: () => json<{ lessons: Lesson[] }>("GET", "/api/lessons"),
  lessonTry: (kind: Kind, id: string, moves: (number | null)[]) =>
    json<Tried>("POST", `/api/lessons/${kind}/${encodeURIComponent(id)}/try`, { moves }),
  glossary: () => json<{ terms: Term[] }>("GET", "/api/glossary"),

  runs: () => json<{ runs: RunEntry[] }>("GET", "/api/runs"),
  run: (id: string) => json<Run>("GET", `/api/runs/${encodeURIComponent(id)}`),
  lobby: () => json<{ games: OpenGame[] }>("GET", "/api/lobby"),
  labSearch: (of: { of: Line; search: "minimax" | "alphabeta"; depth: number; eval: string | null; under: (number | null)[] }) =>
    json<Traced>("POST", "/api/lab/search", of),
  labMcts: (of: { of: Line; playouts: number; eval: string | null; seed: number }) => json<Grown>("POST", "/api/lab/mcts", of),
  labJudgements: (of: Line) => json<Judgements>("POST", "/api/lab/judgements", of),
  labTournament: (of: { kind: Kind; rules?: string; size: number; players: string[]; games: number }) =>
    json<Tournament>("POST", "/api/lab/tournaments", of),
  labRun: (id: string) => json<Tournament>("GET", `/api/lab/tournaments/${encodeURIComponent(id)}`),
  labStop: (id: string) => request("DELETE", `/api/lab/tournaments/${encodeURIComponent(id)}`),

  live: () => json<{ games: Entry[]; standings: Standing[] }>("GET", "/api/live"),
};
