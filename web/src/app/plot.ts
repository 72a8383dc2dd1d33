// The graph of a game, drawn by uPlot. Loaded only when a game has been reviewed.

import uPlot from "uplot";
import "uplot/dist/uPlot.min.css";
import type { MoveClass } from "./wire";

export type Plot = {
  /** A value for Black after each ply; null where nothing is known. */
  plies: readonly number[];
  values: readonly (number | null)[];
  /** How bad the move of a ply was, where it was bad. */
  mistakes: ReadonlyMap<number, MoveClass>;
  /** The largest value either way, and how a value is written on the axis. */
  most: number;
  write: (value: number) => string;
  at: () => number;
  onChoose: (ply: number) => void;
  onHover: (ply: number | null) => void;
};

const HEIGHT = 132;

const colour = (name: string) => getComputedStyle(document.documentElement).getPropertyValue(name).trim();

/** Three colours of dots for three classes, the worse the stronger. */
const CLASSES: readonly MoveClass[] = ["inaccuracy", "mistake", "blunder"];
const DOTS: Record<MoveClass, string> = { inaccuracy: "#e0b21c", mistake: "#e5762a", blunder: "#d3322c" };
const dots = (kind: MoveClass): uPlot.Series => ({
  paths: () => null,
  points: { show: true, size: 8, fill: DOTS[kind], stroke: colour("--sheet"), width: 1 },
});

/** Black's share is black, White's white, whatever the colours of the page; the middle of the plot lies between them. */
function shares({ ctx, bbox }: uPlot): CanvasGradient {
  const fill = ctx.createLinearGradient(0, bbox.top, 0, bbox.top + bbox.height);
  fill.addColorStop(0.5, "#1d1e21");
  fill.addColorStop(0.5, "#fbfaf6");
  return fill;
}

/** Draws into an element and follows its width. What comes back redraws and ends it. */
export function draw(element: HTMLElement, plot: Plot): { redraw: () => void; end: () => void } {
  const { plies, values, mistakes, most } = plot;
  const middle = (u: uPlot) => u.valToPos(0, "y", true);
  const made = new uPlot(
    {
      width: Math.max(120, element.clientWidth),
      height: HEIGHT,
      padding: [6, 6, 0, 0],
      legend: { show: false },
      cursor: { y: false, drag: { x: false, y: false }, points: { show: false } },
      scales: { x: { time: false }, y: { range: [-most, most] } },
      axes: [
        {
          size: 22,
          stroke: colour("--quiet"),
          grid: { show: false },
          ticks: { show: false },
          font: "11px system-ui",
          incrs: [1, 2, 5, 10, 20, 50, 100],
        },
        {
          size: 44,
          stroke: colour("--quiet"),
          grid: { stroke: colour("--edge"), width: 1 },
          ticks: { show: false },
          font: "11px system-ui",
          splits: () => [-most, 0, most],
          values: (_, splits) => splits.map(plot.write),
        },
      ],
      series: [{}, { stroke: colour("--accent"), width: 2, fill: shares, fillTo: 0, points: { show: false } }, ...CLASSES.map(dots)],
      hooks: {
        drawClear: [
          (u) => {
            u.ctx.fillStyle = "rgba(128,128,128,.28)";
            u.ctx.fillRect(u.bbox.left, u.bbox.top, u.bbox.width, u.bbox.height);
          },
        ],
        draw: [
          (u) => {
            const x = Math.round(u.valToPos(plot.at(), "x", true));
            u.ctx.fillStyle = colour("--focus");
            u.ctx.fillRect(x - 1, u.bbox.top, 2, u.bbox.height);
            u.ctx.fillStyle = colour("--quiet");
            u.ctx.fillRect(u.bbox.left, middle(u), u.bbox.width, 1);
          },
        ],
        setCursor: [(u) => plot.onHover(u.cursor.idx == null ? null : (plies[u.cursor.idx] ?? null))],
      },
    },
    [[...plies], [...values], ...CLASSES.map((kind) => plies.map((ply, i) => (mistakes.get(ply) === kind ? values[i] : null)))],
    element,
  );
  made.over.addEventListener("click", (event) => {
    const ply = plies[made.posToIdx(event.clientX - made.over.getBoundingClientRect().left)];
    if (ply !== undefined) plot.onChoose(ply);
  });
  made.over.addEventListener("mouseleave", () => plot.onHover(null));
  const watcher = new ResizeObserver(() => {
    if (element.clientWidth > 0 && element.clientWidth !== made.width) made.setSize({ width: element.clientWidth, height: HEIGHT });
  });
  watcher.observe(element);
  return {
    redraw: () => made.redraw(false),
    end: () => {
      watcher.disconnect();
      made.destroy();
    },
  };
}
