// What the page knows of each game beside what the server says. A fourth game is one more entry here, and its words.

import type { Look } from "../board/state";
import type { Word } from "../words";
import type { Overlay } from "./study";
import type { Kind } from "./wire";

export type GameSpec = {
  look: Look;
  /** Column letters are small in Othello's notation. */
  hasSmallLetters: boolean;
  /** One line about the game, and its rules in a minute. */
  line: Word;
  rules: readonly Word[];
  /** A few stones for a picture of the game: black, then white, as columns and rows. */
  picture: { size: number; black: string; white: string };
  /** What is counted beside a player's name (in Gomoku nothing), and how a pass is called among the moves. */
  counted: Word | null;
  passed: Word;
  /** Whether one may pass of one's own will. */
  mayPass: boolean;
  /** Whether there is komi. */
  hasKomi: boolean;
  /** Whether points win a game and are told before the chance; their unit hangs on the rules. */
  isWonByPoints: boolean;
  /** Whether legal points are worth marking. */
  marksLegal: boolean;
  /** The board that newcomers begin on and opponents are measured on, where it is not the usual one. */
  firstSize: number | null;
  /** Whether problems are about the part of the board where their stones stand. */
  hasLocalProblems: boolean;
  /** Whether the details of a new game matter to everyone. */
  hasOpenDetails: boolean;
  overlays: readonly (readonly [Overlay, Word])[];
  /** What players call the parts of a game. */
  phases: { opening: Word; midgame: Word; endgame: Word };
  /** Whether values are win rates before all. */
  isRated: boolean;
  /** Whether a proved win has no size. */
  isWonOrLost: boolean;
  /** How much worse than the best a move may be, for each tone, in the game's own unit. */
  steps: readonly [number, number, number, number];
};

const NONE = ["none", "overlayNone"] as const;
const PHASES = { opening: "phaseOpening", midgame: "phaseMidgame", endgame: "phaseEndgame" } as const;

export const GAMES: Record<Kind, GameSpec> = {
  othello: {
    look: "felt",
    hasSmallLetters: true,
    line: "othelloLine",
    rules: ["othelloRule1", "othelloRule2", "othelloRule3"],
    picture: { size: 6, black: "22 33 13 12", white: "23 32 42 34 43" },
    counted: "discs",
    passed: "skipShort",
    mayPass: false,
    hasKomi: false,
    isWonByPoints: false,
    marksLegal: true,
    firstSize: null,
    hasLocalProblems: false,
    hasOpenDetails: false,
    overlays: [
      NONE,
      ["stable", "overlayStable"],
      ["mobility", "overlayMobility"],
      ["frontier", "overlayFrontier"],
      ["parity", "overlayParity"],
      ["squares", "overlaySquares"],
    ],
    phases: PHASES,
    isRated: false,
    isWonOrLost: false,
    steps: [0.5, 2, 5, 10],
  },
  go: {
    look: "wood",
    hasSmallLetters: false,
    line: "goLine",
    rules: ["goRule1", "goRule2", "goRule3"],
    picture: { size: 9, black: "22 23 32 62 65 56 24", white: "26 36 63 53 42 35 72" },
    counted: "prisoners",
    passed: "passShort",
    mayPass: true,
    hasKomi: true,
    isWonByPoints: true,
    marksLegal: false,
    firstSize: 9,
    hasLocalProblems: true,
    hasOpenDetails: false,
    overlays: [NONE, ["ownership", "overlayOwnership"], ["groups", "overlayGroups"]],
    phases: { opening: "phaseOpeningGo", midgame: "phaseMidgame", endgame: "phaseEndgameGo" },
    isRated: true,
    isWonOrLost: false,
    steps: [0.5, 2, 5, 12],
  },
  gomoku: {
    look: "wood",
    hasSmallLetters: false,
    line: "gomokuLine",
    rules: ["gomokuRule1", "gomokuRule2", "gomokuRule3"],
    picture: { size: 9, black: "44 35 53 26 46", white: "34 45 54 62 43" },
    counted: null,
    passed: "passShort",
    mayPass: false,
    hasKomi: false,
    isWonByPoints: false,
    marksLegal: false,
    firstSize: null,
    hasLocalProblems: false,
    hasOpenDetails: true,
    overlays: [NONE, ["threats", "overlayThreats"], ["shapes", "overlayShapes"]],
    phases: PHASES,
    isRated: false,
    isWonOrLost: true,
    steps: [20, 200, 1000, 6000],
  },
};

export const KINDS = Object.keys(GAMES) as Kind[];
/** The game that a newcomer meets first. */
export const FIRST: Kind = "othello";
