// The board on the page: the canvas that is seen, and a table of buttons that is heard and reached by keys.

import { effect, useComputed, useSignal, type ReadonlySignal, type Signal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import { Board, sameCells } from "../board/board";
import { pointName, step } from "../board/geometry";
import type { BoardState } from "../board/state";
import { noteBoard } from "./developer";
import { animation, boardStyle, coordinates, prefersStill, taps } from "./settings";
import { t } from "../words";

export type How = "mouse" | "touch" | "key";

/** Crossings nearer to each other than this, in CSS pixels, are too small for one tap of a finger. */
const SMALL_CROSSING = 28;

type Props = {
  state: ReadonlySignal<BoardState | null>;
  /** A point that waits for a second tap. Without it every tap counts. */
  aim?: Signal<number | null>;
  /** How large the board is seen; 1 shows all of it. */
  zoom?: Signal<number>;
  /** The first and last point of the part that is seen at first. */
  part?: readonly [number, number] | null;
  /** Othello: how many discs a legal point flips, as the server said. */
  flips?: (point: number) => number | undefined;
  /** Only to be looked at: without coordinates, and nothing for the keyboard. */
  isPicture?: boolean;
  onTouch: (point: number, how: How) => void;
  onHover?: (point: number | null) => void;
};

export function BoardView({ state, aim, zoom, part, flips, isPicture = false, onTouch, onHover }: Props) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const touched = useRef(onTouch);
  touched.current = onTouch;
  /** Where the keyboard is while the table has the focus. */
  const cursor = useSignal<number | null>(null);
  const whole = useComputed(() => state.value && { ...state.value, cursor: cursor.value, aim: aim?.value ?? null });

  useEffect(() => {
    const made = new Board(canvas.current!, (point, how, crossing) => {
      const isSmall = taps.value === "twice" || (taps.value === "auto" && crossing < SMALL_CROSSING);
      const mustAim = aim && how === "touch" && isSmall && aim.value !== point && (state.peek()?.legal.size ?? 0) > 0;
      if (aim) aim.value = mustAim ? point : null;
      if (!mustAim) touched.current(point, how);
    });
    noteBoard(made, () => whole.peek());
    if (onHover) made.onHovered = onHover;
    if (zoom) made.onZoom = (now) => (zoom.value = now);
    let cells: BoardState["cells"] = [];
    // A plain effect draws as soon as the state changes; the framework's own would wait until it has rendered the rest.
    const ends = [
      effect(() => {
        made.coordinates = coordinates.value && !isPicture;
        made.style = boardStyle.value;
        made.animate = animation.value && !prefersStill();
        if (whole.value) made.set(whole.value);
      }),
      effect(() => {
        const now = state.value?.cells ?? [];
        // A point that was aimed at is forgotten with the next move, and with the end of the game.
        if (aim && (!sameCells(cells, now) || state.value?.legal.size === 0)) aim.value = null;
        cells = now;
      }),
      effect(() => {
        if (zoom?.value === 1) made.showWhole();
      }),
    ];
    if (part) made.showPart(part);
    return () => {
      for (const end of ends) end();
      made.destroy();
      noteBoard(null, () => null);
    };
  }, []);
  return (
    <div class="board">
      <canvas ref={canvas} class="board-canvas" aria-hidden="true" />
      {!isPicture && <Points state={state} cursor={cursor} flips={flips} onTouch={(point) => touched.current(point, "key")} />}
    </div>
  );
}

/** Words for one point: "D3, legal, flips 2". */
export function describePoint(state: BoardState, point: number, flips?: number): string {
  const parts = [pointName(point, state.size, state.columns, state.firstRow).toUpperCase()];
  const cell = state.cells[point];
  if (cell === 1) parts.push(t("cellBlack"));
  if (cell === 2) parts.push(t("cellWhite"));
  if (state.dead.has(point)) parts.push(t("cellDead"));
  if (state.last === point) parts.push(t("cellLast"));
  if (state.winLine.includes(point)) parts.push(t("cellWin"));
  if (cell === 0) {
    if (state.forbidden.has(point)) parts.push(t("cellForbidden"));
    else if (state.legal.has(point)) parts.push(t("cellLegal"));
    else parts.push(t("cellEmpty"));
    if (flips) parts.push(t("cellFlips", { n: flips }));
  }
  const label = state.labels.get(point);
  if (label && cell === 0) parts.push(label.text);
  return parts.join(t("comma"));
}

function Points({
  state,
  cursor,
  flips,
  onTouch,
}: {
  state: Props["state"];
  cursor: Signal<number | null>;
  flips: Props["flips"];
  onTouch: (point: number) => void;
}) {
  const now = state.value;
  const table = useRef<HTMLTableElement>(null);
  const home = useRef<number | null>(null);
  if (!now) return null;
  const { size } = now;
  const rest = home.current !== null && home.current < size * size ? home.current : Math.floor(size / 2) * size + Math.floor(size / 2);
  const focus = (point: number) => {
    home.current = point;
    cursor.value = point;
    table.current?.querySelector<HTMLButtonElement>(`[data-point="${point}"]`)?.focus();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const from = Number((event.target as HTMLElement).dataset.point);
    if (!Number.isInteger(from) || event.ctrlKey || event.altKey || event.metaKey) return;
    const to = step(from, size, event.key);
    if (to === from) return;
    event.preventDefault();
    focus(to);
  };
  const rows = Array.from({ length: size }, (_, y) => y);
  return (
    // The frame hides it: a table itself is never narrower than its cells.
    <div class="unseen points">
      <table
        ref={table}
        role="grid"
        aria-label={`${t("board")}. ${t("boardHelp")}`}
        onKeyDown={onKeyDown}
        onFocusIn={(e) => (cursor.value = home.current = Number((e.target as HTMLElement).dataset.point))}
        onFocusOut={() => (cursor.value = null)}
      >
        <tbody>
          {rows.map((y) => (
            <tr key={y}>
              {rows.map((x) => {
                const point = y * size + x;
                const canPlay = now.legal.has(point) || now.forbidden.has(point);
                return (
                  <td key={x}>
                    <button
                      type="button"
                      data-point={point}
                      tabIndex={point === (cursor.value ?? rest) ? 0 : -1}
                      aria-disabled={!canPlay}
                      aria-label={describePoint(now, point, now.legal.has(point) ? flips?.(point) : undefined)}
                      onClick={() => onTouch(point)}
                    />
                  </td>
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
