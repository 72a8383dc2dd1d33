// What the board draws: one plain object. The board knows no rules; whoever fills this in has asked the referee.

export type Cell = 0 | 1 | 2;
export type Look = "felt" | "wood";

/** A small text on a point, such as a move number or a value. `tone` chooses its colour. */
export type Label = { text: string; sub?: string; tone: "plain" | "mark" | "best" | "good" | "fair" | "poor" | "bad" };

export type BoardState = {
  /** "felt": discs in squares (Othello). "wood": stones on crossings (Go, Gomoku). */
  look: Look;
  size: number;
  /** Letters of the columns and the names of the rows, as printed along the edges. */
  columns: string;
  firstRow: "top" | "bottom";
  cells: readonly Cell[];
  /** Points that react, and the colour that would be placed there. */
  legal: ReadonlySet<number>;
  turn: Cell;
  showLegal: boolean;
  last: number | null;
  winLine: readonly number[];
  /** Points marked as forbidden, and the one that was just refused. */
  forbidden: ReadonlySet<number>;
  refused: number | null;
  /** Points offered as a good start or as a hint. */
  suggestion: readonly number[];
  /** A stone sent to the server and not yet confirmed; a late one is drawn as on its way. */
  pending: { point: number; cell: Cell; isLate?: boolean } | null;
  /** Where the keyboard is. */
  cursor: number | null;
  /** A point that was tapped once and waits for a second tap. */
  aim: number | null;
  labels: ReadonlyMap<number, Label>;
  /** Owner of each point between -1 (white) and 1 (black); dead stones are drawn faint. */
  owner: readonly number[] | null;
  dead: ReadonlySet<number>;
  /** Points tinted by an overlay, with a number of its tint. */
  tints: ReadonlyMap<number, number>;
  /** Moves drawn as faint numbered stones: a line to come. */
  line: readonly { point: number; cell: Cell; number: number }[];
};

const NOTHING: ReadonlySet<number> = new Set();
const NO_MAP = new Map<number, never>();

/** A board with nothing on it but its stones. */
export function plainState(look: Look, size: number, columns: string, firstRow: "top" | "bottom", cells: readonly Cell[]): BoardState {
  return {
    look,
    size,
    columns,
    firstRow,
    cells,
    legal: NOTHING,
    turn: 0,
    showLegal: false,
    last: null,
    winLine: [],
    forbidden: NOTHING,
    refused: null,
    suggestion: [],
    pending: null,
    cursor: null,
    aim: null,
    labels: NO_MAP,
    owner: null,
    dead: NOTHING,
    tints: NO_MAP,
    line: [],
  };
}
