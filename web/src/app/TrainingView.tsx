// Problem sets, and the list of problems in one.

import { useSignal } from "@preact/signals";
import { useEffect, useMemo } from "preact/hooks";
import { api } from "./api";
import { complain } from "./notice";
import { PuzzleView } from "./PuzzleView";
import { progress } from "./progress";
import { isDue, Repetition } from "./repetition";
import { metaOf, tell } from "./store";
import type { ProblemSet, Puzzle } from "./wire";
import { t } from "../words";

/** The set of one's own mistakes. */
const MINE = "mistakes";

export function TrainingView({ set, id }: { set: string | null; id: string | null }) {
  const sets = useSignal<ProblemSet[] | null>(null);
  useEffect(() => {
    // A set of another shape is one that this page cannot show.
    api.problemSets().then((r) => (sets.value = r.sets.filter((s) => Array.isArray(s.grades))), (error) => {
      sets.value = [];
      complain(error);
    });
  }, []);
  if (sets.value === null) return <section class="plain"><h1 class="quiet">{t("loading")}</h1></section>;
  const chosen = sets.value.find((s) => s.set === set);
  if (chosen) return <OneSet key={chosen.set} set={chosen} id={id} />;
  return (
    <section class="training">
      <h1>{t("trainingTitle")}</h1>
      {sets.value.length === 0 && <p class="quiet empty">{t("noProblems")}</p>}
      <ul class="sets">{sets.value.map((s) => <SetCard key={s.set} set={s} />)}</ul>
    </section>
  );
}

function SetCard({ set }: { set: ProblemSet }) {
  const all = set.grades.reduce((sum, g) => sum + g.count, 0);
  const done = Object.values(progress(set.set)).filter((p) => p.solved > 0).length;
  return (
    <li>
      <a class="set" href={`/training/${set.set}`}>
        <span class={`chip ${set.kind}`}>{tell(metaOf(set.kind).name)}</span>
        <strong>{tell(set.name)}</strong>
        <span class="quiet">{tell(set.about)}</span>
        <span class="bar"><progress max={Math.max(1, all)} value={Math.min(done, all)} aria-label={tell(set.name)} /> {t("solvedOf", { n: Math.min(done, all), all })}</span>
      </a>
    </li>
  );
}

function OneSet({ set, id }: { set: ProblemSet; id: string | null }) {
  const puzzles = useSignal<Puzzle[] | null>(null);
  const repetition = useMemo(() => new Repetition(), []);
  const isRepeating = useSignal(set.set === MINE);
  const atList = id === null;
  useEffect(() => {
    const take = (problems: Puzzle[]) => {
      puzzles.value = problems;
      if (atList || repetition.waiting.value.length === 0) repetition.begin(problems, set.set === MINE);
    };
    api.problems(set.set).then((r) => take(r.problems), (error) => {
      puzzles.value = [];
      complain(error);
    });
  }, [set.set, atList]);
  if (puzzles.value === null) return <section class="plain"><h1 class="quiet">{t("loading")}</h1></section>;
  const at = puzzles.value.findIndex((p) => p.id === id);
  const puzzle = puzzles.value[at];
  if (puzzle) {
    const next = isRepeating.value ? repetition.after(puzzle.id) : (puzzles.value[at + 1]?.id ?? null);
    return <PuzzleView key={puzzle.id} set={set} puzzle={puzzle} next={next} onEnd={(solved) => repetition.finished(puzzle.id, solved)} />;
  }
  const due = repetition.waiting.value;
  return (
    <section class="training">
      <p><a href="/training">← {t("trainingTitle")}</a></p>
      <h1>{tell(set.name)}</h1>
      <p class="quiet">{tell(set.about)}</p>
      {due.length > 0 && (
        <p><a class="button primary" id="practise-due" href={`/training/${set.set}/${due[0]}`} onClick={() => (isRepeating.value = true)}>{t("practiseDue", { n: due.length })}</a></p>
      )}
      {puzzles.value.length === 0 && <p class="quiet empty">{t("noProblems")}</p>}
      {set.grades.map((grade) => <Grade key={grade.grade} set={set} grade={grade} puzzles={puzzles.value!.filter((p) => p.grade === grade.grade)} />)}
    </section>
  );
}

function Grade({ set, grade, puzzles }: { set: ProblemSet; grade: ProblemSet["grades"][number]; puzzles: Puzzle[] }) {
  const done = progress(set.set);
  if (puzzles.length === 0) return null;
  const solved = puzzles.filter((p) => (done[p.id]?.solved ?? 0) > 0).length;
  return (
    <section class="grade">
      <h2>{tell(grade.label)} <span class="quiet small">{t("solvedOf", { n: solved, all: puzzles.length })}</span></h2>
      <ul class="problems">
        {puzzles.map((puzzle, i) => {
          const state = done[puzzle.id];
          const due = isDue(puzzle, set.set === MINE, Date.now());
          const mark = state?.solved ? "solved" : state?.failed ? "failed" : "";
          const told = [t("problem", { n: i + 1 }), state?.solved ? t("solved") : "", due ? t("due") : "", puzzle.learned ? t("learnt") : ""];
          return (
            <li key={puzzle.id}>
              <a class={`problem ${mark} ${due ? "due" : ""}`} href={`/training/${set.set}/${puzzle.id}`} title={puzzle.learned ? t("learnt") : tell(puzzle.title)}
                aria-label={told.filter(Boolean).join(t("comma"))}>{puzzle.learned ? "★" : state?.solved ? "✓" : i + 1}</a>
            </li>
          );
        })}
      </ul>
    </section>
  );
}
