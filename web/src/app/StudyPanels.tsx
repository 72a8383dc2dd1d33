// Beside the board while studying: best lines, the graph of the game, mistakes, variations.

import { useSignal } from "@preact/signals";
import { ClassMark, Why } from "./ClassMark";
import { GAMES } from "./games";
import { Graph } from "./Graph";
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

const PHASES = { opening: "phaseOpening", midgame: "phaseMidgame", endgame: "phaseEndgame" } as const;

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
          {t("phaseOfGame")} <strong>{t(PHASES[phase])}</strong>
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

export function ReviewPanel({ model }: { model: StudyModel }) {
  const main = model.mainLine.value;
  const done = model.reviewed.value;
  const all = main.length - 1;
  const learned = useSignal<number[]>([]);
  const goTo = (ply: number) => {
    const id = main[Math.min(all, Math.max(0, ply))];
    if (id !== undefined) void model.go(id);
  };
  const practise = async (ply: number) => {
    if (await model.learn(ply)) learned.value = [...learned.value, ply];
  };
  return (
    <div class="panel review">
      <h2>{t("graph")}</h2>
      <button id="review" disabled={all === 0} onClick={() => model.review()}>
        {model.isReviewing.value ? `${t("reviewing", { n: model.steps.value.length, all })} · ${t("stop")}` : t("review")}
      </button>
      {done && <Graph kind={model.kind} points={done.graph} mistakes={done.mistakes} boards={model.boards} at={model.ply.value} onChoose={goTo} />}
      {done && (
        <>
          <ul class="accuracy">
            {(["black", "white"] as const).map((side) => {
              const { accuracy, inaccuracies, mistakes, blunders } = done.sides[side];
              if (accuracy === null) return null;
              return <li key={side}>{t("accuracyLine", { side, percent: percent(accuracy), inaccuracies, mistakes, blunders })}</li>;
            })}
          </ul>
          <h3>{t("mistakes")}</h3>
          {done.mistakes.length === 0 ? (
            <p class="quiet">{t("noMistakes")}</p>
          ) : (
            <ol class="mistakes">
              {done.mistakes.slice(0, 12).map((m) => (
                <li key={m.ply}>
                  <ClassMark of={m.class} />
                  <button class="flat text" onClick={() => goTo(m.ply - 1)}>
                    {t("mistakeLine", {
                      n: m.ply,
                      side: m.side,
                      played: m.played.toUpperCase(),
                      best: m.best.toUpperCase(),
                      loss: percent(m.lost ?? 0),
                    })}
                  </button>
                  <button class="small" disabled={learned.value.includes(m.ply)} onClick={() => void practise(m.ply)}>
                    {learned.value.includes(m.ply) ? t("learned") : t("learn")}
                  </button>
                  <Why of={model.steps.value.find((s) => s.ply === m.ply)?.why ?? []} />
                </li>
              ))}
            </ol>
          )}
        </>
      )}
    </div>
  );
}
