// The review of a game: how far it has come, how accurately both sides played, their mistakes and why.

import { useEffect, useMemo } from "preact/hooks";
import { ClassMark, Why } from "../ClassMark";
import { GAMES } from "../games";
import { LessonsOfGame } from "../learn/LessonLinks";
import { Graph } from "../Graph";
import type { StudyModel } from "../study";
import { tell } from "../store";
import { moveName, percent } from "../studystate";
import type { Accuracy, Kind, Reviewed } from "../wire";
import { t } from "../../words";
import { Learner } from "./learn";
import { LearnButtons, LearnPanel } from "./LearnPanel";
import { MoveReview, Praise } from "./MoveReview";
import { graphPoints, listedOf, progressOf } from "./steps";

const PARTS = ["accuracy", "opening", "midgame", "endgame"] as const;

/** The graph of the game, from the first values on. */
function ReviewGraph({ model }: { model: StudyModel }) {
  const steps = model.steps.value;
  const points = graphPoints(steps, model.reviewed.value);
  const mistakes = useMemo(() => steps.flatMap((s) => (s.class ? [{ ply: s.ply, class: s.class }] : [])), [steps]);
  const isThere = points.length > 0;
  // However far the tray was scrolled for the button: what it brings is seen.
  useEffect(() => document.querySelector(".review .graph")?.scrollIntoView({ block: "nearest" }), [isThere, model.reviewed.value !== null]);
  if (!isThere) return null;
  return (
    <Graph kind={model.kind} points={points} mistakes={mistakes} boards={model.boards} at={model.ply.value} onChoose={(ply) => goTo(model, ply)} />
  );
}

function goTo(model: StudyModel, ply: number): void {
  const main = model.mainLine.value;
  const id = main[Math.min(main.length - 1, Math.max(0, ply))];
  if (id !== undefined) void model.go(id);
}

export function ReviewPanel({ model }: { model: StudyModel }) {
  const learner = useMemo(() => new Learner(model), [model]);
  const all = model.mainLine.value.length - 1;
  const done = model.reviewed.value;
  if (learner.number.value !== null) return <LearnPanel learner={learner} />;
  return (
    <>
      <MoveReview model={model} />
      <div class="panel review">
        <h2>{t("reviewTitle")}</h2>
        {(!done || model.isReviewing.value) && (
          <button id="review" class={model.isReviewing.value ? "" : "primary"} disabled={all === 0} onClick={() => model.review()}>
            {t(model.isReviewing.value ? "stop" : "review")}
          </button>
        )}
        {model.isReviewing.value && <Progress model={model} all={all} />}
        <ReviewGraph model={model} />
        <Praise model={model} />
        {done && (
          <>
            <h3>{t("accuracy")}</h3>
            <Accuracies kind={model.kind} sides={done.sides} />
            <Overview of={done.overview} />
            <LessonsOfGame kind={model.kind} steps={model.steps.value} />
            <LearnButtons model={model} learner={learner} />
            <Mistakes model={model} />
          </>
        )}
      </div>
    </>
  );
}

function Progress({ model, all }: { model: StudyModel; all: number }) {
  const { done, isQuick } = progressOf(model.steps.value);
  const words = t(isQuick ? "reviewQuick" : "reviewDeep", { n: done, all });
  return (
    <p class="bar" id="review-progress" data-pass={isQuick ? "quick" : "deep"}>
      <progress max={2 * all} value={done + (isQuick ? 0 : all)} aria-label={words} /> {words}
    </p>
  );
}

/** What is said of the game as a whole. */
function Overview({ of }: { of: Reviewed["overview"] }) {
  if (of.length === 0) return null;
  return (
    <ul class="overview" id="overview">
      {of.map((text) => (
        <li key={text.en}>{tell(text)}</li>
      ))}
    </ul>
  );
}

function Accuracies({ kind, sides }: { kind: Kind; sides: { black: Accuracy; white: Accuracy } }) {
  const heads = { accuracy: "wholeGame", ...GAMES[kind].phases } as const;
  return (
    <table class="accuracy">
      <thead>
        <tr>
          <th scope="col">
            <span class="unseen">{t("accuracy")}</span>
          </th>
          {PARTS.map((key) => (
            <th key={key} scope="col">
              {t(heads[key])}
            </th>
          ))}
          {(["inaccuracy", "mistake", "blunder"] as const).map((kind) => (
            <th key={kind} scope="col">
              <ClassMark of={kind} />
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {(["black", "white"] as const).map((side) => {
          const of = sides[side];
          return (
            <tr key={side} data-side={side}>
              <th scope="row">{t(side)}</th>
              {PARTS.map((key) => (
                <td key={key}>{of[key] === null ? "–" : percent(of[key])}</td>
              ))}
              <td>{of.inaccuracies}</td>
              <td>{of.mistakes}</td>
              <td>{of.blunders}</td>
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}

function Mistakes({ model }: { model: StudyModel }) {
  const found = listedOf(model.steps.value);
  if (found.length === 0) return <p class="quiet">{t("noMistakes")}</p>;
  return (
    <>
      <h3>{t("mistakes")}</h3>
      <ol class="mistakes">
        {found.map((s) => (
          <li key={s.ply}>
            <ClassMark of={s.class} />
            <button class="flat text" onClick={() => goTo(model, s.ply)}>
              {t(s.class ? "mistakeLine" : "costLine", {
                n: s.ply,
                side: s.side,
                played: moveName(s.played.name),
                best: moveName(s.best.name),
                cost: s.cost ? tell(s.cost) : "",
              })}
            </button>
            <Why of={s.why.slice(0, 1)} kind={model.kind} />
          </li>
        ))}
      </ol>
    </>
  );
}
