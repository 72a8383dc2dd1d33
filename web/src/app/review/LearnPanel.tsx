// Learn from your mistakes, beside the board.

import { useEffect, useRef } from "preact/hooks";
import { ClassMark, Why } from "../ClassMark";
import type { Side } from "../wire";
import { t } from "../../words";
import type { Learner, Verdict } from "./learn";
import { mistakesOf } from "./steps";
import type { StudyModel } from "../study";
import { moveName } from "../studystate";

const SAID: Record<Verdict, Parameters<typeof t>[0]> = {
  asking: "learnAsk",
  same: "learnSame",
  wrong: "learnWrong",
  right: "learnRight",
  shown: "learnShown",
};

/** Begins the row; each side's mistakes by themselves. */
export function LearnButtons({ model, learner }: { model: StudyModel; learner: Learner }) {
  const sides = (["black", "white"] as const).filter((side) => mistakesOf(model.steps.value, side).length > 0);
  if (sides.length === 0) return null;
  return (
    <div class="actions" id="learn-mistakes">
      {sides.map((side: Side) => (
        <button key={side} class="primary" data-side={side} onClick={() => learner.begin(side)}>
          {t("learnSide", { side, n: mistakesOf(model.steps.value, side).length })}
        </button>
      ))}
    </div>
  );
}

export function LearnPanel({ learner }: { learner: Learner }) {
  const step = learner.now.value;
  const box = useRef<HTMLDivElement>(null);
  // The task and the verdict come into sight, wherever the tray was scrolled to.
  useEffect(() => box.current?.scrollIntoView({ block: "nearest" }), [step?.ply, learner.verdict.value]);
  const all = learner.mistakes.value.length;
  const number = learner.number.value!;
  if (!step)
    return (
      <div ref={box} class="panel learn" id="learn-panel">
        <h2>{t("learnDone")}</h2>
        <p>{t("learnFound", { n: learner.found.value.size, all })}</p>
        <div class="actions">
          <a class="button" href="/training/mistakes">
            {t("learnRepeat")}
          </a>
          <button class="primary" onClick={() => learner.end()}>
            {t("close")}
          </button>
        </div>
      </div>
    );
  const verdict = learner.verdict.value;
  const isOver = verdict === "right" || verdict === "shown";
  const names = { n: step.ply, side: step.side, played: moveName(step.played.name), best: moveName(step.best.name) };
  return (
    <div ref={box} class="panel learn" id="learn-panel" data-verdict={verdict}>
      <h2>
        {t("learnTitle", { n: number + 1, all })} <ClassMark of={step.class} />
      </h2>
      <progress max={all} value={number + (isOver ? 1 : 0)} aria-label={t("learnTitle", { n: number + 1, all })} />
      <p role="status" class={`verdict ${verdict}`}>
        {t(SAID[verdict], { ...names, tried: learner.triedName() })}
      </p>
      {(verdict === "wrong" || verdict === "same") && <p class="quiet small">{t("learnAsk", names)}</p>}
      {isOver && step.why.length > 0 && (
        <>
          <p class="quiet small">{t("learnGame", names)}</p>
          <Why of={step.why} kind={learner.kind} />
        </>
      )}
      <div class="actions">
        <button onClick={() => learner.end()}>{t("stop")}</button>
        {!isOver && (
          <button id="learn-show" onClick={() => learner.reveal()}>
            {t("learnReveal")}
          </button>
        )}
        {isOver && (
          <button class="primary" id="learn-next" onClick={() => void learner.show(number + 1)}>
            {t("learnNext")}
          </button>
        )}
      </div>
    </div>
  );
}
