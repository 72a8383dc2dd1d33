// The types of the server's API, version 1 (docs/protocols/server.md). `schema.ts` is written from the server itself;
// here they get the page's names, and what the server tells as plain numbers or texts is told more exactly.

import type * as S from "./schema";

/** A type of the server with some parts told more exactly; each must fit what the server says. */
type Exact<T, N extends { [K in keyof N]: K extends keyof T ? T[K] : never }> = Omit<T, keyof N> & N;

export type Kind = S.Game;
export type Side = S.Side;
export type Point = number;
export type Text = S.Text;
export type Cell = 0 | 1 | 2;
export type Both<T> = { black: T; white: T };

/** What the server refuses, or the page itself, which has codes of its own. */
export type Problem = Omit<Exact<S.Fail, { forbidden?: Check; retry_ms?: number }>, "code"> & { code: string };

export type Me = S.Me;

export type GameMeta = Exact<S.GameMeta, { first_row: "top" | "bottom" }>;
export type CharacterMeta = S.CharacterMeta;
export type Meta = Exact<S.Meta, { games: GameMeta[] }>;

export type Who = Exclude<S.Sitter, { who: "bot" }>;
export type NewGame = Exact<
  S.NewGame,
  {
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
    from?: S.From;
    games?: number;
  }
>;

/** How a game ends for a side. */
type End = "win" | "draw" | "loss";
export type Seat = Exact<S.Both_SeatView["black"], { who: "person" | "engine" | "bot" | "open" }>;
export type Candidate = Exact<S.Candidate, { at_most?: boolean; result?: End; in_moves?: number }>;
/** A move that is suggested, and what it does. */
export type Hint = Candidate & { why: Text[] };
export type Played = Exact<S.PlayedView, { score?: number; win_rate?: number; candidates?: Candidate[]; forbidden?: Check }>;
export type Check = {
  isForbidden: boolean;
  type: string | null;
  details: Record<string, unknown>;
};
export type Forbidden = Exact<S.ForbiddenView, { check: Check }>;
export type Clock = S.ClockView;
export type Opening = S.OpeningView;
export type Counting = Exact<S.CountingView, { owner: Cell[] }>;
export type Outcome = S.OutcomeView;
export type Live = Exact<
  S.Live,
  {
    board: Cell[];
    flips?: Point[][];
    forbidden?: Forbidden[];
    opening_name?: Text;
    opening: Opening | null;
    counting: Counting | null;
  }
>;
export type Game = Exact<S.GameView, { seats: Both<Seat>; start: Cell[]; moves: Played[]; live: Live }>;
export type Changes = S.ChangesView;

/** What a player said to the other. */
export type Said = S.Said;
type Told<T extends S.Event["type"]> = Extract<S.Event, { type: T }>;
export type Moved = Exact<Told<"moved">, { move: Played; passed: Played | null; live: Live }>;
export type Changed = Exact<Told<"changed">, { by: Side | null; moves?: Played[]; seats?: Both<Seat>; live: Live }> & {
  you?: Game["you"];
};

export type Heard = Told<"said">;
/** A game that waits for anybody. */
export type OpenGame = S.OpenGame;

export type Line = Exact<
  S.Line,
  {
    rules?: string;
    size?: number;
    komi?: number;
    handicap?: number;
    stones?: [Point, 1 | 2][];
    turn?: Side;
    moves: (Point | null)[];
  }
>;
export type Position = Exact<S.PositionAnswer, { live: Live; played: Played[]; start: Cell[] }>;
export type Replay = Exact<
  S.ReplayAnswer,
  {
    start: Cell[];
    steps: Exact<S.StepView, { move: Played; board: Cell[] }>[];
  }
> & { illegal: { ply: number; error: Problem } | null };
export type Analysis = Exact<S.AnalysisView, { candidates: Candidate[]; ownership?: number[]; proved?: End }>;
/** How bad a move was, by the part of the expected result that it gave away. */
export type MoveClass = "inaccuracy" | "mistake" | "blunder";
export type ReviewStep = Exact<S.ReviewStep, { played: Candidate; best: Candidate; class: MoveClass | null }>;
export type Taught = Exact<S.Taught, { judged: ReviewStep | null }>;
export type Accuracy = S.Both_Accuracy["black"];
export type Reviewed = Exact<S.Reviewed, { mistakes: Exact<S.MistakeView, { class: MoveClass }>[] }>;
/** A move of the opening book, and the book's page of a position. */
export type OpeningMove = Exact<S.OpeningMove, { class: MoveClass | null }>;
export type Openings = Exact<S.Openings, { moves: OpeningMove[] }>;
export type Shape = S.ShapeAt;
/** The parts of what each game lays over its board; the other games lack them. */
type Parts<U> = { [K in U extends unknown ? keyof U : never]?: U extends Record<K, infer T> ? T : never };
export type Overlays = Exact<Parts<S.Overlays>, { phase?: "opening" | "midgame" | "endgame" }>;

export type Entry = Exact<S.Entry, { source: "game" | "record"; kind: Kind }>;
/** A mark that the record's author put on a point. */
export type Mark = Exact<
  S.MarkView,
  {
    shape: "cross" | "circle" | "square" | "triangle" | "selected" | "label" | "black" | "white";
  }
>;
export type TreeNode = Exact<
  S.NodeView,
  {
    parent: number | null;
    name: string;
    side: Side | null;
    comment: string;
    marks?: Mark[];
    setup: [Point, Cell][];
    changes?: Changes;
    turn?: Side;
  }
>;
/** A node as the page sends it: its parent is a place in the list. */
export type SentNode = Omit<TreeNode, "changes" | "turn">;
/** What is changed at the head of a record. */
export type InfoEdit = { [K in Extract<keyof S.InfoEdit, string>]?: string };
export type LibraryItem = Omit<Exact<S.Opened, { entry: Entry; line: Line; start: Cell[]; tree: TreeNode[] }>, "illegal"> & {
  illegal: { ply: number; error: Problem } | null;
};
/** Where a position was met in the library, and how the games went on. */
export type Continuation = Exact<S.Continuation, { value?: Candidate }>;
export type Through = Entry & { ply: number };
export type Explored = Exact<S.Explored, { moves: Continuation[]; games: Through[] }>;
export type Shelf = S.Shelf;
export type Imported = Exact<S.Imported, { entries: Entry[] }>;

export type Practised = S.Practised;
export type ProblemSet = S.Set;
export type Puzzle = Exact<S.Problem, { line: Line; live: Live; due: number | null }>;
export type Tried = Exact<
  S.Tried,
  {
    status: "right" | "wrong" | "solved" | "failed";
    reply: Played | null;
    live: Live;
    solution?: (Point | null)[];
  }
>;
export type Lesson = Exact<S.Lesson, { line: Line; live: Live }>;
export type Term = S.Term;
export type Rated = S.Rated;
/** How a try was noted. */
export type Noted = Exact<S.Noted, { rated?: Rated }>;
/** How strong a solver is in a game, and the day's problem. */
export type Skill = S.Skill;
export type MeasuredGame = S.MeasuredGame;
export type Ability = S.Ability;
/** A run of the arena: in a list, one of its games, and the whole. */
export type RunEntry = S.RunEntry;
export type RunGame = Exact<S.RunGame, { line: Line }>;
export type Run = Exact<S.RunView, { latest: RunGame[] }>;
export type Standing = Exact<S.Standing, { kind: Kind }>;

/** The laboratory: a search that was written down, a tree and how it grew, and what is said of a position at a glance. */
export type TracedNode = Exact<S.TracedNode, { end?: End; left: "evaluated" | "over" | "searched" | "cut" }>;
export type Traced = Exact<S.Traced, { end: End | null; tree: TracedNode[] }>;
export type Grown = S.Grown;
export type Evaluation = S.EvaluationView;
export type Judgements = Exact<S.Judgements, { network?: S.GlanceView; shapes?: S.ShapeCount[]; scores?: S.ShapeScore[] }>;
export type Rating = S.RatingView;
export type Tournament = S.TournamentView;

export const other = (side: Side): Side => (side === "black" ? "white" : "black");
export const cellOf = (side: Side): Cell => (side === "black" ? 1 : 2);
