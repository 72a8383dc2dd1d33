// Ratings after every game, a line for each player, with the error bars of the last.

import { signed } from "../studystate";
import type { Rating } from "../wire";
import { t } from "../../words";

type Props = { players: readonly string[]; ratings: readonly (readonly Rating[])[] };

const WIDTH = 640;
const HEIGHT = 260;
const LEFT = 48;
const RIGHT = 24;
const TOP = 12;
const BOTTOM = 28;

/** Round numbers between two ends, at most about six of them. */
export function marks(low: number, high: number): number[] {
  const step = [50, 100, 200, 500, 1000, 2000].find((s) => (high - low) / s <= 6) ?? 5000;
  const found: number[] = [];
  for (let at = Math.ceil(low / step) * step; at <= high; at += step) found.push(at);
  return found;
}

export function EloPlot({ players, ratings }: Props) {
  const last = ratings.at(-1)!;
  const shown = last.map((r) => Math.min(r.error, 800));
  const high = Math.max(100, ...ratings.flat().map((r) => r.elo), ...last.map((r, i) => r.elo + shown[i]!));
  const low = Math.min(-100, ...ratings.flat().map((r) => r.elo), ...last.map((r, i) => r.elo - shown[i]!));
  const x = (game: number) => LEFT + ((WIDTH - LEFT - RIGHT) * game) / Math.max(1, ratings.length);
  const y = (elo: number) => TOP + ((HEIGHT - TOP - BOTTOM) * (high - elo)) / (high - low);
  return (
    <svg
      class="elo"
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      role="img"
      aria-label={t("labPlot", { n: ratings.length, players: players.join(t("comma")) })}
    >
      {marks(low, high).map((at) => (
        <g key={at}>
          <path d={`M${LEFT} ${y(at)}H${WIDTH - RIGHT}`} class={at === 0 ? "elo-axis" : "elo-grid"} />
          <text x={LEFT - 6} y={y(at)} class="elo-mark">
            {signed(at)}
          </text>
        </g>
      ))}
      <text x={WIDTH - RIGHT} y={HEIGHT - 8} class="elo-mark">
        {t("labAfterGames", { n: ratings.length })}
      </text>
      {players.map((_, player) => {
        const line = ratings.map((r, i) => `${i === 0 ? "M" : "L"}${x(i + 1).toFixed(1)} ${y(r[player]!.elo).toFixed(1)}`).join("");
        // Bars beside one another, not over one another.
        const at = x(ratings.length) + (player - (players.length - 1) / 2) * 4;
        const { elo } = last[player]!;
        return (
          <g key={player} class={`line-${player}`}>
            <path d={`M${x(0)} ${y(0)}${line.replace("M", "L")}`} class="elo-line" />
            <path d={`M${at} ${y(elo - shown[player]!)}V${y(elo + shown[player]!)}`} class="elo-bar" />
            <circle cx={at} cy={y(elo)} r={4} class="elo-dot" />
          </g>
        );
      })}
    </svg>
  );
}
