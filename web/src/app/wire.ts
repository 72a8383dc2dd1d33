// The words of the server's API, version 1 (docs/protocols/server.md).

export type Kind = "othello" | "go" | "gomoku";
export type Side = "black" | "white";
export type Point = number;
export type Text = { zh: string; en: string };
export type Cell = 0 | 1 | 2;
export type Both<T> = { black: T; white: T };

export type Problem = { code: string; zh: string; en: string; forbidden?: Check; retry_ms?: number };

export type Me = { id: string; name: string };

export type GameMeta = {
  kind: Kind;
  name: Text;
  sizes: number[];
  size: number;
  columns: string;
  first_row: "top" | "bottom";
  rules: { name: string; label: Text; about: Text; sizes: number[] }[];
  openings: { name: string; label: Text }[];
  komi: number | null;
  max_handicap: Record<string, number>;
  levels: { player: string; label: Text; about: Text; pace_ms: number }[];
  players: { player: string; about: Text }[];
  clocks: string[];
  formats?: { name: string; extension: string; label: Text; read: boolean; write: boolean }[];
};
export type Meta = { api: number; version: string; modules: Record<string, string>; games: GameMeta[] };

export type Who = { who: "me" } | { who: "engine"; player: string } | { who: "open" };
export type NewGame = {
  kind: Kind;
  rules?: string;
  size?: number;
  komi?: number;
  handicap?: number;
  stones?: [Point, 1 | 2][];
  turn?: Side;
  black: Who;
  white: Who;
  clock?: string;
  pace_ms?: number;
  from?: { game: string; ply: number } | { record: string; node: number } | { moves: ({ point: Point } | { name: string })[] };
  public?: boolean;
};

export type Seat = { who: "person" | "engine" | "bot" | "open"; name: string; player: string | null; online: boolean };
export type Candidate = {
  point: Point | null;
  name: string;
  score: number | null;
  win_rate: number | null;
  exact: boolean;
  depth: number | null;
  /** `score` is only a bound: the search left the move as soon as it was known not to be the best. */
  at_most?: boolean;
  /** The game ends like this after so many moves; there is no score then. */
  result?: "win" | "draw" | "loss";
  in_moves?: number;
  nodes: number;
  line: (Point | null)[];
  names: string[];
};
/** A move that is suggested, and what it does. */
export type Hint = Candidate & { why: Text[] };
export type Played = {
  n: number;
  side: Side;
  point: Point | null;
  name: string;
  forced: boolean;
  at: number;
  spent_ms: number;
  score?: number;
  win_rate?: number;
  candidates?: Candidate[];
  forbidden?: Check;
};
export type Check = {
  isForbidden: boolean;
  type: string | null;
  details: Record<string, unknown>;
};
export type Forbidden = { point: Point; kind: string; zh: string; en: string; check: Check };
export type Clock = { main_ms: number; periods: number; period_ms: number; used_ms: number };
export type Opening = { rule: string; left: number; options: ("black" | "white" | "more")[]; text: Text };
export type Counting = {
  dead: Point[];
  seki: Point[];
  unsure: Point[];
  owner: Cell[];
  grounds: { point: Point; zh: string; en: string }[];
  score: Both<number>;
  result: Text;
  agreed: Both<boolean>;
};
export type Outcome = { winner: Side | null; reason: string; score: Both<number> | null; margin: number | null; text: Text };
export type Live = {
  seq: number;
  ply: number;
  phase: "waiting" | "opening" | "playing" | "counting" | "over";
  turn: Side | null;
  board: Cell[];
  legal: Point[];
  can_pass: boolean;
  flips?: Point[][];
  forbidden?: Forbidden[];
  suggestion: Point[];
  last: Point | null;
  opening_name?: Text;
  win_line: Point[];
  counts: Both<number>;
  empties: number;
  clocks: (Both<Clock> & { running: Side | null; at: number }) | null;
  undo: Both<boolean>;
  redo: Both<boolean>;
  offer: { what: "undo" | "draw"; by: Side } | null;
  thinking: Side | null;
  opening: Opening | null;
  counting: Counting | null;
  outcome: Outcome | null;
};
export type Game = {
  id: string;
  kind: Kind;
  created: number;
  rules: { name: string; size: number; komi: number | null; handicap: number; label: Text };
  seats: Both<Seat>;
  you: { id: string; seats: Side[]; invite: string | null; watch: string };
  clock: string | null;
  pace_ms: number;
  paused: boolean;
  public: boolean;
  start: Cell[];
  start_turn: Side;
  set_up: boolean;
  moves: Played[];
  live: Live;
};
export type Changes = { placed: Point | null; flipped: Point[]; removed: Point[] };

export type Moved = { type: "moved"; game: string; seq: number; move: Played; changes: Changes; passed: Played | null; live: Live };
export type Changed = {
  type: "changed"; game: string; seq: number; what: string; by: Side | null;
  moves?: Played[]; seats?: Both<Seat>; you?: Game["you"]; live: Live;
};

export type Line = {
  kind: Kind; rules?: string; size?: number; komi?: number | null; handicap?: number;
  stones?: [Point, 1 | 2][]; turn?: Side; moves: (Point | null)[];
};
export type Position = { live: Live; played: Played[]; start: Cell[] };
export type Replay = {
  start: Cell[];
  steps: { move: Played; changes: Changes; board: Cell[] }[];
  outcome: Outcome | null;
  illegal: { ply: number; error: Problem } | null;
};
export type Analysis = {
  re: number; at: number; ms: number; nodes: number; depth: number | null; done: boolean;
  candidates: Candidate[]; ownership?: number[]; score?: number | null; win_rate?: number | null;
  proved?: "win" | "draw" | "loss" | null; exact: boolean;
};
export type ReviewStep = { re: number; ply: number; side: Side; played: Candidate; best: Candidate; loss: number };
export type Reviewed = {
  re: number;
  graph: { ply: number; score: number | null; win_rate: number | null }[];
  mistakes: { ply: number; side: Side; loss: number; played: string; best: string }[];
};
export type Shape = { point: Point; side: Side; shape: string; zh: string; en: string; score: number };
export type Overlays = {
  stable?: Point[]; frontier?: Point[]; mobility?: Both<Point[]>; potential?: Both<number>;
  regions?: { points: Point[]; odd: boolean }[];
  squares?: Record<"corner" | "x" | "c" | "edge" | "centre", Point[]>;
  evaluations?: { name: string; black: number }[];
  shapes?: Shape[];
  groups?: { points: Point[]; side: Side; liberties: number; alive: boolean }[];
};

export type Entry = {
  id: string; source: "game" | "record"; kind: Kind; title: string; black: string; white: string; result: Text;
  over: boolean; winner: Side | null; moves: number; size: number; rules: string; created: number; updated: number; tags: string[];
};
/** A mark that the record's author put on a point. */
export type Mark = { point: Point; shape: "cross" | "circle" | "square" | "triangle" | "selected" | "label" | "black" | "white"; label?: string };
export type TreeNode = { parent: number | null; move?: Point | null; name: string; side: Side | null; comment: string; marks?: Mark[]; setup: [Point, Cell][] };
/** A node that was added: its parent is a place in the record's tree, then in the list of what was added. */
export type AddedNode = { parent: number; move: Point | null; name: string; side: Side | null };
export type LibraryItem = { entry: Entry; line: Line; tree: TreeNode[] };

export type ProblemSet = {
  set: string; kind: Kind; name: Text; about: Text; undo: boolean; reply_ms: number;
  grades: { grade: string; label: Text; count: number }[];
};
export type Puzzle = { id: string; grade: string; title: Text; goal: Text; line: Line; live: Live; due: number | null; learned: boolean };
export type Tried = {
  status: "right" | "wrong" | "solved" | "failed" | "illegal";
  step: number; steps: number; reply: Played | null; moves: (Point | null)[]; text: Text; live: Live; changes: Changes[]; solution?: (Point | null)[];
};
export type Standing = { kind: Kind; player: string; games: number; wins: number; draws: number; losses: number; points: number };

export const other = (side: Side): Side => (side === "black" ? "white" : "black");
export const cellOf = (side: Side): Cell => (side === "black" ? 1 : 2);
