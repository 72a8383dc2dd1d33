// Beside a game against an engine: what the last move was worth, what threatens, and who is ahead.

import { useEffect, useMemo } from "preact/hooks";
import { ClassMark, Why } from "../ClassMark";
import type { GameModel } from "../game";
import { GAMES } from "../games";
import { LessonLinks } from "../learn/LessonLinks";
import { Switch } from "../parts";
import { isTeaching, showThreats } from "../settings";
import { leadWords, moveName, percent } from "../studystate";
import { tell } from "../store";
import type { Taught } from "../wire";
import { t } from "../../words";
import { Teacher, type Bar } from "./teaching";

const TAUGHT = { inaccuracy: "taughtInaccuracy", mistake: "taughtMistake", blunder: "taughtBlunder" } as const;

/** Below this a loss in points says little; then the chance to win says more. */
const WORTH_TELLING = 1;

/** What a move lost. In a game of points it is told in them, as the bar is. */
function costWords({ best, loss, cost }: NonNullable<Taught["judged"]>, hasPoints: boolean): string {
  const points = Math.round(loss);
  if (hasPoints && best.score !== null && points >= WORTH_TELLING) return t("taughtPoints", { n: points });
  return cost ? tell(cost) : "";
}

export function TeachingPanel({ model }: { model: GameModel }) {
  const teacher = useMemo(() => new Teacher(model), [model]);
  useEffect(() => () => teacher.close(), [teacher]);
  if (!teacher.isPossible()) return null;
  const judged = teacher.judged.value;
  const { kind, rules, seats } = model.game.value!;
  const rival = seats.black.who === "engine" ? "black" : "white";
  return (
    <div class={`panel teaching ${isTeaching.value ? "" : "folded"}`} id="teaching-panel">
      {isTeaching.value && (
        <>
          <EvaluationBar {...teacher.bar.value} size={rules.size} />
          {judged?.class && (
            <div role="status" id="taught" data-class={judged.class}>
              <p>
                <ClassMark of={judged.class} />{" "}
                {t(TAUGHT[judged.class], { played: moveName(judged.played.name), cost: costWords(judged, GAMES[kind].isWonByPoints) })}
                {teacher.isGivenBack.value && ` ${t("taughtGivenBack", { side: rival })}`}
              </p>
              <Why of={judged.why} kind={kind} />
              {judged.lesson && <LessonLinks kind={kind} ids={[judged.lesson]} words={t("lessonForIt")} />}
              <button id="take-back" onClick={() => void model.do({ do: "undo" })}>
                {t("takeBack")}
              </button>
            </div>
          )}
          {judged && !judged.class && (judged.why.length > 0 || judged.listed) && (
            <div role="status" id="taught-remark">
              {judged.listed && judged.cost && (
                <p class="small">
                  {t("taughtCosts", { played: moveName(judged.played.name), cost: tell(judged.cost), best: moveName(judged.best.name) })}
                </p>
              )}
              <Why of={judged.why} kind={kind} />
            </div>
          )}
          {judged?.praise && (
            <p class="small praise" role="status" id="taught-praise">
              <span aria-hidden="true">✓</span> {tell(judged.praise)}
            </p>
          )}
          {teacher.isLooking.value && <p class="quiet small">{t("taughtLooking")}</p>}
          {teacher.threats.value.length > 0 && teacher.isAhead.value && <p class="small">{t("threatsAhead")}</p>}
          {teacher.threats.value.length > 0 && (
            <ul class="threats" id="threats">
              {teacher.threats.value.map((threat) => (
                <li key={threat.text.en}>⚠ {tell(threat.text)}</li>
              ))}
            </ul>
          )}
        </>
      )}
      <Switch id="teaching" label={t("teaching")} value={isTeaching.value} onChange={(on) => (isTeaching.value = on)} />
      {isTeaching.value && (
        <Switch id="show-threats" label={t("showThreats")} value={showThreats.value} onChange={(on) => (showThreats.value = on)} />
      )}
    </div>
  );
}

/** How much of the bar a lead fills: a lead of as many points as a line of the board has, three quarters. */
const shareOfLead = (lead: number, size: number): number => 1 / (1 + Math.exp((-lead * Math.log(3)) / size));

/** Black's share of the expected result, or its lead in points, filled black from the left; pale while the board is looked at. */
function EvaluationBar({ rate, lead, isOld, size }: Bar & { size: number }) {
  const share = lead === null ? rate : shareOfLead(lead, size);
  const words =
    lead !== null ? leadWords(lead) : rate === null ? t("evaluationUnknown") : t("evaluationIs", { black: percent(rate), white: percent(1 - rate) });
  return (
    <div class={isOld ? "standing old" : "standing"} id="evaluation" data-rate={rate ?? ""} data-lead={lead ?? ""}>
      <p class="small">{words}</p>
      <div class="evaluation" aria-hidden="true">
        <span style={{ width: `${100 * (share ?? 0.5)}%` }} />
      </div>
    </div>
  );
}
