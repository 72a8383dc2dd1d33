// <heibai-board>: a board for any page. Shows a record, or lets one play by the rules of Othello, Go or Gomoku. Every rule
// is asked of the core; what is drawn is drawn by the page's own board.

import { GAMES } from "../app/games";
import { cellOf, type Kind, type LibraryItem, type Line, type Meta, type Position } from "../app/wire";
import { Board } from "../board/board";
import { pointName, step } from "../board/geometry";
import { plainState, type BoardState } from "../board/state";
import { boardWords } from "../words-board";
import { PageCore, Refusal } from "./core";
import { STYLE } from "./style";

type Word = keyof typeof boardWords;
/** The attributes that say which game is on the board. */
const RULES = ["game", "rules", "size", "komi", "handicap"];

export class HeibaiBoard extends HTMLElement {
  static readonly observedAttributes = [...RULES, "src", "ply", "playable", "coordinates"];

  private readonly canvas = document.createElement("canvas");
  private readonly said = document.createElement("p");
  private readonly buttons = new Map<Word, HTMLButtonElement>();
  private board: Board | null = null;
  private core: PageCore | null = null;
  private meta: Meta | null = null;
  private line: Line = { kind: "othello", moves: [] };
  private seen = 0;
  private now: Position | null = null;
  private refused: number | null = null;
  private cursor: number | null = null;
  /** Counts what was begun: only the latest may end. */
  private turn = 0;
  /** Resolves when what the attributes ask for is shown. */
  ready: Promise<void> = Promise.resolve();

  constructor() {
    super();
    const root = this.attachShadow({ mode: "open" });
    const style = document.createElement("style");
    style.textContent = STYLE;
    const bar = document.createElement("div");
    bar.className = "bar";
    const button = (word: Word, sign: string, act: () => void) => {
      const made = document.createElement("button");
      made.type = "button";
      made.textContent = sign;
      made.addEventListener("click", act);
      this.buttons.set(word, made);
      bar.append(made);
    };
    button("boardFirst", "⏮", () => (this.ply = 0));
    button("boardBack", "◀", () => (this.ply = this.seen - 1));
    button("boardNext", "▶", () => (this.ply = this.seen + 1));
    button("boardLast", "⏭", () => (this.ply = this.line.moves.length));
    button("boardPass", "", () => void this.play(null));
    this.said.setAttribute("role", "status");
    this.canvas.tabIndex = 0;
    this.canvas.setAttribute("role", "img");
    root.append(style, this.canvas, bar, this.said);
  }

  connectedCallback(): void {
    this.board = new Board(this.canvas, (point) => this.touched(point));
    this.canvas.addEventListener("keydown", this.onKey);
    this.canvas.addEventListener("blur", this.onBlur);
    this.begin();
  }

  disconnectedCallback(): void {
    this.turn++;
    this.board?.destroy();
    this.board = null;
    this.canvas.removeEventListener("keydown", this.onKey);
    this.canvas.removeEventListener("blur", this.onBlur);
  }

  attributeChangedCallback(name: string): void {
    if (!this.board) return;
    if (name === "ply") this.ply = this.count("ply") ?? this.line.moves.length;
    else if (RULES.includes(name) || name === "src") this.begin();
    else this.show();
  }

  /** How many moves are seen. */
  get ply(): number {
    return this.seen;
  }

  set ply(ply: number) {
    const held = Math.max(0, Math.min(this.line.moves.length, Math.round(ply) || 0));
    if (held === this.seen && this.now) return;
    this.seen = held;
    this.refused = null;
    this.look();
    this.tell("heibai-ply", { ply: held });
  }

  /** The moves of the record, or those that were played: points counted from the top-left corner by rows, null for a pass. */
  get moves(): readonly (number | null)[] {
    return this.line.moves;
  }

  /** What the referee says of the position that is seen. */
  get position(): Position | null {
    return this.now && structuredClone(this.now);
  }

  /** Plays a move, null to pass, after the moves that are seen. Tells whether it was legal. */
  play(point: number | null): boolean {
    if (!this.core || !this.now) return false;
    const moves = [...this.line.moves.slice(0, this.seen), point];
    try {
      this.now = this.core.request<Position>("POST", "/api/position", { ...this.line, moves });
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      this.refused = point;
      this.show(error);
      this.tell("heibai-refused", { point, code: error.code, zh: error.zh, en: error.en });
      return false;
    }
    this.line = { ...this.line, moves };
    this.seen = moves.length;
    this.refused = null;
    this.show();
    const { outcome } = this.now.live;
    this.tell("heibai-move", { point, name: this.now.played.at(-1)?.name ?? "", moves: [...moves] });
    if (outcome) this.tell("heibai-end", { winner: outcome.winner, zh: outcome.text.zh, en: outcome.text.en });
    return true;
  }

  /** Takes back the last move that is seen, and all after it. */
  undo(): void {
    this.line = { ...this.line, moves: this.line.moves.slice(0, Math.max(0, this.seen - 1)) };
    this.seen = this.line.moves.length;
    this.refused = null;
    this.look();
  }

  /** Shows a record in any format that heibai reads; `name` may help to tell which. Refuses what cannot be read. */
  load(text: string, name = ""): void {
    const core = this.core;
    if (!core) throw new Error("not ready");
    const made = core.request<{ entries: { id: string }[] }>("POST", `/api/library?name=${encodeURIComponent(name)}`, text);
    const ids = made.entries.map(({ id }) => id);
    const { line } = core.request<LibraryItem>("GET", `/api/library/${ids[0]}`);
    for (const id of ids) core.request("DELETE", `/api/library/${id}`);
    this.line = line;
    this.seen = Math.min(this.count("ply") ?? line.moves.length, line.moves.length);
    this.look();
  }

  /** Where a point is seen, in CSS pixels from the corner of the board. */
  placeOf(point: number): { x: number; y: number } | null {
    return this.board?.placeOf(point) ?? null;
  }

  private begin(): void {
    const turn = ++this.turn;
    const begun = this.prepare(() => turn === this.turn);
    this.ready = begun;
    begun.catch((error: unknown) => {
      if (turn !== this.turn) return;
      const { zh, en } = error instanceof Refusal ? error : { zh: boardWords.boardFailed[0], en: boardWords.boardFailed[1] };
      this.said.textContent = this.speaksChinese() ? zh : en;
      this.tell("heibai-failed", { error: String(error), zh, en });
    });
  }

  private async prepare(isLatest: () => boolean): Promise<void> {
    const url = this.getAttribute("core") ?? new URL(/* @vite-ignore */ "./core.wasm", import.meta.url).href;
    const core = await PageCore.load(new URL(url, document.baseURI).href);
    const src = this.getAttribute("src");
    const response = src === null ? null : await fetch(new URL(src, document.baseURI));
    if (response && !response.ok) throw new Error(`${src}: ${response.status}`);
    const text = response ? await response.text() : (this.textContent ?? "").trim();
    if (!isLatest()) return;
    this.core = core;
    this.meta ??= core.request<Meta>("GET", "/api/meta");
    if (text) this.load(text, src?.split("/").at(-1) ?? "");
    else {
      const kind = (this.getAttribute("game") ?? "othello") as Kind;
      const rules = this.getAttribute("rules") ?? undefined;
      const [size, komi, handicap] = ["size", "komi", "handicap"].map((name) => this.count(name) ?? undefined);
      this.line = { kind, rules, size, komi, handicap, moves: [] };
      this.seen = 0;
      this.look();
    }
    this.tell("heibai-ready", {});
  }

  private count(name: string): number | null {
    const text = this.getAttribute(name);
    return text !== null && /^-?\d+(\.\d+)?$/.test(text) ? Number(text) : null;
  }

  /** Asks the referee for the position that is seen. */
  private look(): void {
    if (!this.core) return;
    this.now = this.core.request<Position>("POST", "/api/position", { ...this.line, moves: this.line.moves.slice(0, this.seen) });
    this.show();
  }

  private tell(name: string, detail: object): void {
    this.dispatchEvent(new CustomEvent(name, { detail, bubbles: true, composed: true }));
  }

  private speaksChinese(): boolean {
    const named = this.closest("[lang]")?.getAttribute("lang") ?? navigator.language;
    return named.toLowerCase().startsWith("zh");
  }

  private word(word: Word, n = 0): string {
    return boardWords[word][this.speaksChinese() ? 0 : 1].replace("{n}", String(n));
  }

  private state(): BoardState | null {
    const game = this.meta?.games.find((g) => g.kind === this.line.kind);
    if (!this.now || !game) return null;
    const { live } = this.now;
    const { look, hasSmallLetters, marksLegal } = GAMES[this.line.kind];
    const columns = hasSmallLetters ? game.columns : game.columns.toUpperCase();
    const state = plainState(look, Math.round(Math.sqrt(live.board.length)), columns, game.first_row, live.board);
    state.last = live.last;
    state.winLine = live.win_line;
    state.refused = this.refused;
    state.cursor = this.cursor;
    if (live.turn) state.turn = cellOf(live.turn);
    if (this.isPlayable()) {
      state.legal = new Set(live.legal);
      state.showLegal = marksLegal;
      state.forbidden = new Set((live.forbidden ?? []).map((f) => f.point));
    }
    return state;
  }

  private isPlayable(): boolean {
    return this.hasAttribute("playable");
  }

  private show(why: Refusal | null = null): void {
    const state = this.state();
    if (!state || !this.now || !this.board) return;
    const { live, played } = this.now;
    this.board.coordinates = this.getAttribute("coordinates") !== "none";
    this.board.animate = !matchMedia("(prefers-reduced-motion: reduce)").matches;
    this.board.set(state);
    const isRecord = this.line.moves.length > 0;
    for (const [word, button] of this.buttons) {
      button.setAttribute("aria-label", this.word(word));
      button.title = this.word(word);
      button.hidden = word === "boardPass" ? !(this.isPlayable() && live.can_pass) : !isRecord;
      const isAtEnd = word === "boardNext" || word === "boardLast" ? this.seen === this.line.moves.length : this.seen === 0;
      button.disabled = word !== "boardPass" && isAtEnd;
      if (word === "boardPass") button.textContent = this.word(word);
    }
    const last = played.at(-1);
    const turn = live.phase === "counting" ? "boardCounting" : live.turn === "white" ? "boardWhite" : "boardBlack";
    const speech = why ?? live.outcome?.text;
    const sentence = speech ? (this.speaksChinese() ? speech.zh : speech.en) : this.word(turn);
    const number = last ? `${this.word("boardMove", last.n)} ${last.name} · ` : "";
    this.said.textContent = number + sentence;
    const at = this.cursor === null ? "" : `${pointName(this.cursor, state.size, state.columns, state.firstRow)} · `;
    this.canvas.setAttribute("aria-label", at + this.said.textContent);
  }

  private touched(point: number): void {
    if (this.isPlayable() && this.now && !this.now.live.outcome) this.play(point);
  }

  private readonly onBlur = () => {
    this.cursor = null;
    this.show();
  };

  /** Arrows move over the board, Enter plays; without a playable board they walk through the record. */
  private readonly onKey = (event: KeyboardEvent) => {
    if (!this.now || event.ctrlKey || event.altKey || event.metaKey) return;
    const size = Math.round(Math.sqrt(this.now.live.board.length));
    const isPlain = !this.isPlayable();
    if (isPlain && (event.key === "ArrowLeft" || event.key === "ArrowRight")) this.ply = this.seen + (event.key === "ArrowRight" ? 1 : -1);
    else if (!isPlain && event.key.startsWith("Arrow")) {
      this.cursor = step(this.cursor ?? (size * size) >> 1, size, event.key);
      this.show();
    } else if (!isPlain && (event.key === "Enter" || event.key === " ") && this.cursor !== null) this.touched(this.cursor);
    else return;
    event.preventDefault();
  };
}

if (!customElements.get("heibai-board")) customElements.define("heibai-board", HeibaiBoard);
