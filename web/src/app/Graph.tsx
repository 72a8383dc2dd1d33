// A small graph of a game: who was ahead after each move, for Black. Choosing a place goes there.

import type { Reviewed } from "./wire";
import { t } from "../words";

const WIDTH = 320, HEIGHT = 110, PAD = 6;

/** Height of each value between 0 (White ahead) and 1 (Black ahead). */
export function heights(points: Reviewed["graph"]): number[] {
  const largest = Math.max(1, ...points.map((p) => Math.abs(p.score ?? 0)));
  return points.map((p) => (p.win_rate ?? (p.score === null ? 0.5 : 0.5 + (0.5 * p.score) / largest)));
}

export function Graph({ points, mistakes, at, onChoose }: { points: Reviewed["graph"]; mistakes: Reviewed["mistakes"]; at: number; onChoose: (ply: number) => void }) {
  if (points.length === 0) return null;
  const last = Math.max(1, points.at(-1)!.ply);
  const x = (ply: number) => PAD + (ply / last) * (WIDTH - 2 * PAD);
  const y = (height: number) => PAD + (1 - Math.min(1, Math.max(0, height))) * (HEIGHT - 2 * PAD);
  const high = heights(points);
  const path = points.map((p, i) => `${i === 0 ? "M" : "L"}${x(p.ply).toFixed(1)} ${y(high[i]!).toFixed(1)}`).join("");
  const middle = y(0.5);
  const area = `${path}L${x(points.at(-1)!.ply).toFixed(1)} ${middle}L${x(points[0]!.ply).toFixed(1)} ${middle}Z`;
  const choose = (event: MouseEvent) => {
    const box = (event.currentTarget as Element).getBoundingClientRect();
    const part = ((event.clientX - box.left) / box.width) * WIDTH;
    onChoose(Math.round(((part - PAD) / (WIDTH - 2 * PAD)) * last));
  };
  return (
    <div class="graph">
      <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} role="img" aria-label={t("graphHelp")} onClick={choose}>
        <path class="graph-area" d={area} />
        <line class="graph-middle" x1={PAD} x2={WIDTH - PAD} y1={middle} y2={middle} />
        <path class="graph-line" d={path} />
        {points.map((p, i) => mistakes.filter((m) => m.ply === p.ply).map((m) => <circle key={p.ply} class={`graph-mistake ${m.class}`} cx={x(p.ply)} cy={y(high[i]!)} r={3.5} />))}
        <line class="graph-here" x1={x(at)} x2={x(at)} y1={PAD} y2={HEIGHT - PAD} />
      </svg>
      <input type="range" min={0} max={last} value={Math.min(at, last)} aria-label={t("graphHelp")} onInput={(e) => onChoose(Number(e.currentTarget.value))} />
    </div>
  );
}
