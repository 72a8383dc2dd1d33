// The move that is looked at: what was played and what was better, why, and both continuations to walk through.

import { useEffect, useRef } from "preact/hooks";
import { ClassMark, Why } from "../ClassMark";
import { LessonLinks } from "../learn/LessonLinks";
import type { StudyModel } from "../study";
import { tell } from "../store";
import { moveName, valueOf } from "../studystate";
import type { Candidate, ReviewStep } from "../wire";
import { t } from "../../words";

const SHOWN = 8;

/** The word on the move that is looked at, if it was no mistake. */
export function Praise({ model }: { model: StudyModel }) {
  const praise = stepOf(model)?.praise;
  if (!praise) return null;
  return (
    <p class="small praise" id="move-praise">
      <span aria-hidden="true">✓</span> {tell(praise)}
    </p>
  );
}

/** What was found of the move that is looked at; variations are not reviewed. */
function stepOf(model: StudyModel): ReviewStep | undefined {
  const [main, walk, ply] = [model.mainLine.value, model.walk.value, model.ply.value];
  return walk[ply] === main[ply] ? model.steps.value.find((s) => s.ply === ply) : undefined;
}

export function MoveReview({ model }: { model: StudyModel }) {
  const step = stepOf(model);
  const box = useRef<HTMLDivElement>(null);
  // Whoever chose the move from the list below sees what is said of it.
  useEffect(() => box.current?.scrollIntoView({ block: "nearest" }), [step?.ply]);
  if (!step?.listed || step.quick) return null;
  return (
    <div ref={box} class="panel move-review" id="move-review" data-class={step.class ?? "costs"}>
      <h2>
        {t("moveOf", { n: step.ply, side: step.side, played: moveName(step.played.name) })} <ClassMark of={step.class} />{" "}
        <span class="quiet small">
          {step.cost && tell(step.cost)}
          {!step.class && t("winnerStays")}
        </span>
      </h2>
      <Why of={step.why} kind={model.kind} />
      {step.lesson && <LessonLinks kind={model.kind} ids={[step.lesson]} words={t("lessonForIt")} />}
      <ul class="lines">
        <Continuation model={model} ply={step.ply} candidate={step.played} word="continuationPlayed" />
        <Continuation model={model} ply={step.ply} candidate={step.best} word="continuationBetter" />
      </ul>
    </div>
  );
}

function Continuation({
  model,
  ply,
  candidate,
  word,
}: {
  model: StudyModel;
  ply: number;
  candidate: Candidate;
  word: "continuationPlayed" | "continuationBetter";
}) {
  const value = valueOf(model.kind, candidate);
  const isDrawn = model.drawn.value === candidate.line;
  // A line is drawn on the board that it begins on.
  const draw = async () => {
    if (isDrawn) return void (model.drawn.value = null);
    await model.go(model.mainLine.value[ply - 1]!);
    model.drawn.value = candidate.line;
  };
  const walk = async () => {
    await model.go(model.mainLine.value[ply - 1]!);
    await model.follow(candidate.line.slice(0, SHOWN));
    // One walks it oneself, from its first move on.
    await model.go(model.walk.value[ply]!);
  };
  return (
    <li data-line={word}>
      <button class="line-button" aria-pressed={isDrawn} onClick={() => void draw()}>
        <strong>{t(word)}</strong>
        <span class="value">{value?.text ?? ""}</span>
        <span class="quiet line">{candidate.names.slice(0, SHOWN).join(" ").toUpperCase()}</span>
      </button>
      <button class="small" onClick={() => void walk()}>
        {t("walkLine")}
      </button>
    </li>
  );
}
