// Beside a game against an engine: what the last move was worth, what threatens, and who is ahead.

import { useEffect, useMemo } from "preact/hooks";
import { ClassMark, Why } from "../ClassMark";
import type { GameModel } from "../game";
import { Switch } from "../parts";
import { isTeaching, showThreats } from "../settings";
import { percent } from "../studystate";
import { tell } from "../store";
import { t } from "../../words";
import { Teacher } from "./teaching";

const TAUGHT = { inaccuracy: "taughtInaccuracy", mistake: "taughtMistake", blunder: "taughtBlunder" } as const;

export function TeachingPanel({ model }: { model: GameModel }) {
  const teacher = useMemo(() => new Teacher(model), [model]);
  useEffect(() => () => teacher.close(), [teacher]);
  if (!teacher.isPossible()) return null;
  const judged = teacher.judged.value;
  return (
    <div class={`panel teaching ${isTeaching.value ? "" : "folded"}`} id="teaching-panel">
      {isTeaching.value && (
        <>
          <EvaluationBar {...teacher.bar.value} />
          {judged?.class && (
            <div role="status" id="taught" data-class={judged.class}>
              <p>
                <ClassMark of={judged.class} />{" "}
                {t(TAUGHT[judged.class], { played: judged.played.name.toUpperCase(), cost: judged.cost ? tell(judged.cost) : "" })}
              </p>
              <Why of={judged.why} />
              <button id="take-back" onClick={() => void model.do({ do: "undo" })}>
                {t("takeBack")}
              </button>
            </div>
          )}
          {judged && !judged.class && judged.why.length > 0 && (
            <div role="status" id="taught-remark">
              <Why of={judged.why} />
            </div>
          )}
          {judged && !judged.class && judged.why.length === 0 && teacher.threats.value.length === 0 && (
            <p class="quiet small" role="status">
              {t("taughtFine", { played: judged.played.name.toUpperCase() })}
            </p>
          )}
          {teacher.isLooking.value && <p class="quiet small">{t("taughtLooking")}</p>}
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

/** Black's share of the expected result, filled black from the left; pale while the position on the board is looked at. */
function EvaluationBar({ rate, isOld }: { rate: number | null; isOld: boolean }) {
  const words = rate === null ? t("evaluationUnknown") : t("evaluationIs", { black: percent(rate), white: percent(1 - rate) });
  return (
    <div class={isOld ? "standing old" : "standing"} id="evaluation" data-rate={rate ?? ""}>
      <p class="small">{words}</p>
      <div class="evaluation" aria-hidden="true">
        <span style={{ width: `${100 * (rate ?? 0.5)}%` }} />
      </div>
    </div>
  );
}
