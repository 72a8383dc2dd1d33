// Beside the board while studying: best lines, and what the tints on the board mean.

import { GAMES } from "./games";
import { pointName } from "../board/geometry";
import { layers } from "./overlay";
import { formatNumber } from "./parts";
import type { StudyModel } from "./study";
import { valueOf, percent } from "./studystate";
import { metaOf } from "./store";
import type { Analysis } from "./wire";
import { t } from "../words";

const SHOWN = 6,
  LONGEST = 10;
/** So many points are named; more are only counted. */
const NAMED = 8;

export function Candidates({ model }: { model: StudyModel }) {
  const now = model.analysis.value;
  if (!model.isOn.value && !now) return null;
  return (
    <div class="panel candidates" id="candidates">
      <h2>{t("bestLines")}</h2>
      <p class="quiet small">
        {now ? searched(now) : t(model.isOver() ? "gameOver" : "loading")}
        {now?.proved && ` · ${t(`proved_${now.proved}`)}`}
        {now?.exact && ` · ${t("exact")}`}
      </p>
      <ul class="lines">
        {(now?.candidates ?? []).slice(0, SHOWN).map((c, i) => {
          const value = valueOf(model.kind, c);
          return (
            <li key={c.name}>
              <button
                class="line-button"
                aria-pressed={model.shownLine.value === i}
                aria-label={t("showLine", { at: c.name.toUpperCase() })}
                onClick={() => (model.shownLine.value = model.shownLine.value === i ? null : i)}
                onMouseEnter={() => (model.hovered.value = c.point)}
                onMouseLeave={() => (model.hovered.value = null)}
              >
                <strong>{c.name.toUpperCase()}</strong>
                <span class="value">
                  {value?.text ?? ""}
                  {value?.sub ? ` (${value.sub})` : c.win_rate !== null && !GAMES[model.kind].isRated ? ` (${percent(c.win_rate)})` : ""}
                </span>
                <span class="quiet line">{c.names.slice(0, LONGEST).join(" ").toUpperCase()}</span>
              </button>
              {model.shownLine.value === i && (
                <button class="small" id="play-line" onClick={() => void model.follow(c.line)}>
                  {t("playLine")}
                </button>
              )}
            </li>
          );
        })}
      </ul>
    </div>
  );
}

/** What the tints on the board mean, and where they are. */
export function Legend({ model }: { model: StudyModel }) {
  const found = model.overlays.value;
  const { columns, first_row } = metaOf(model.kind);
  const size = Math.round(Math.sqrt(model.live.value!.board.length));
  const name = (point: number) => pointName(point, size, columns, first_row).toUpperCase();
  const shown = found ? layers(model.overlay.value, found).filter((layer) => layer.points.length > 0) : [];
  const phase = model.overlay.value === "none" ? undefined : found?.phase;
  if (shown.length === 0 && !phase) return null;
  return (
    <ul class="legend" id="legend">
      {phase && (
        <li data-phase-of-game={phase}>
          {t("phaseOfGame")} <strong>{t(GAMES[model.kind].phases[phase])}</strong>
        </li>
      )}
      {shown.map(({ tint, text, points }) => (
        <li key={text}>
          <span class={`swatch tint${tint}`} aria-hidden="true" />
          {text} <strong>{points.length}</strong>
          {points.length <= NAMED && <span class="quiet small">{points.map(name).join(" ")}</span>}
        </li>
      ))}
    </ul>
  );
}

function searched(now: Analysis): string {
  const s = (now.ms / 1000).toFixed(1),
    nodes = formatNumber(now.nodes);
  return now.depth === null ? t("searchedNodes", { nodes, s }) : t("searched", { depth: now.depth, nodes, s });
}
