/** A move: a point counted from the top-left corner by rows, or null for a pass. */
export type Move = number | null;
export type Side = "black" | "white";

/** What the referee says of a position; the fields that pages need most. */
export interface BoardPosition {
  readonly live: {
    readonly ply: number;
    readonly phase: "waiting" | "opening" | "playing" | "counting" | "over";
    readonly turn: Side | null;
    /** 0 empty, 1 black, 2 white. */
    readonly board: readonly (0 | 1 | 2)[];
    readonly legal: readonly number[];
    readonly can_pass: boolean;
    readonly outcome: { readonly winner: Side | null; readonly text: { readonly zh: string; readonly en: string } } | null;
  };
  readonly played: readonly { readonly n: number; readonly point: Move; readonly name: string; readonly side: Side }[];
}

export interface HeibaiBoardEvents {
  /** What the attributes ask for is shown. */
  "heibai-ready": CustomEvent<Record<string, never>>;
  /** It cannot be shown. */
  "heibai-failed": CustomEvent<{ error: string; zh: string; en: string }>;
  "heibai-move": CustomEvent<{ point: Move; name: string; moves: Move[] }>;
  /** A move that the rules refuse, with the reason. */
  "heibai-refused": CustomEvent<{ point: Move; code: string; zh: string; en: string }>;
  "heibai-ply": CustomEvent<{ ply: number }>;
  "heibai-end": CustomEvent<{ winner: Side | null; zh: string; en: string }>;
}

export declare class HeibaiBoard extends HTMLElement {
  /** Resolves when what the attributes ask for is shown. */
  ready: Promise<void>;
  /** How many moves are seen. */
  ply: number;
  readonly moves: readonly Move[];
  readonly position: BoardPosition | null;
  /** Plays a move after those that are seen; tells whether it was legal. */
  play(point: Move): boolean;
  /** Takes back the last move that is seen, and all after it. */
  undo(): void;
  /** Shows a record in any format that heibai reads; throws where it cannot be read. */
  load(text: string, name?: string): void;
  /** Where a point is seen, in CSS pixels from the corner of the board. */
  placeOf(point: number): { x: number; y: number } | null;
  addEventListener<K extends keyof HeibaiBoardEvents>(
    type: K,
    listener: (this: HeibaiBoard, event: HeibaiBoardEvents[K]) => unknown,
    options?: boolean | AddEventListenerOptions,
  ): void;
  addEventListener(type: string, listener: EventListenerOrEventListenerObject, options?: boolean | AddEventListenerOptions): void;
}

declare global {
  interface HTMLElementTagNameMap {
    "heibai-board": HeibaiBoard;
  }
}
