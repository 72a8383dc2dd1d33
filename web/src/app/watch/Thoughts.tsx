// What the two engines of a match think: value, depth and line of each one's latest move.

import { formatNumber } from "../parts";
import { seatName } from "../Players";
import { tell } from "../store";
import { percent, valueOf } from "../studystate";
import type { Game, Side } from "../wire";
import { t } from "../../words";

/** So many moves of a line are shown. */
const LINE = 8;

export const isShow = (game: Game): boolean => game.seats.black.who === "engine" && game.seats.white.who === "engine";

export function Thoughts({ game }: { game: Game }) {
  if (!isShow(game)) return null;
  return (
    <div class="thoughts">
      {game.live.opening_name && (
        <p class="opening small">
          {t("openingName")}
          {tell(game.live.opening_name)}
        </p>
      )}
      <dl>
        {(["black", "white"] as const).map((side) => (
          <Thought key={side} game={game} side={side} />
        ))}
      </dl>
    </div>
  );
}

function Thought({ game, side }: { game: Game; side: Side }) {
  const move = game.moves.findLast((m) => m.side === side && m.candidates?.[0] && valueOf(game.kind, m.candidates[0]));
  const best = move?.candidates?.[0];
  const value = best ? valueOf(game.kind, best) : null;
  return (
    <div data-thought={side}>
      <dt>
        <span class={`stone tiny ${side}`} role="img" aria-label={t(side)} />
      </dt>
      <dd>
        {value ? <strong title={t("value")}>{value.sub ? `${value.text} (${value.sub})` : value.text}</strong> : <span class="quiet">–</span>}
        <span class="quiet">
          {best?.depth != null && ` · ${t("depthIs", { n: best.depth })}`}
          {best && best.nodes > 0 && ` · ${t("nodesAre", { n: formatNumber(best.nodes) })}`}
        </span>
        {best && best.names.length > 0 && (
          <span class="thought-line" title={t("line")}>
            {best.names.slice(0, LINE).join(" ").toUpperCase()}
          </span>
        )}
      </dd>
    </div>
  );
}

const points = (n: number) => `${Math.floor(n) || (n % 1 ? "" : 0)}${n % 1 ? "½" : ""}`;

/** The score of a series, and how sure it is. The colours change with every game: who began with Black comes first. */
export function SeriesLine({ game }: { game: Game }) {
  const { series } = game;
  if (!series) return null;
  const { number, of } = series;
  const isTurned = number % 2 === 0;
  const [first, second]: [Side, Side] = isTurned ? ["white", "black"] : ["black", "white"];
  const [low, high] = isTurned ? [1 - series.high, 1 - series.low] : [series.low, series.high];
  const [one, other] = [series.points[first], series.points[second]];
  return (
    <p class="series small" data-series={`${one}-${other}`}>
      {of > 0 ? t("seriesOf", { n: number, all: of }) : t("seriesGame", { n: number })}{" "}
      <strong>{`${seatName(game, first)} ${points(one)} : ${points(other)} ${seatName(game, second)}`}</strong>
      {one + other > 0 && of > 0 && (
        <span class="quiet">
          {" "}
          {t("seriesShare", { first: seatName(game, first), share: percent(one / (one + other)), low: percent(low), high: percent(high) })}
        </span>
      )}
    </p>
  );
}
