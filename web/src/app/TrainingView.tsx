// Problem sets, and the list of problems in one.

import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { api } from "./api";
import { complain } from "./notice";
import { PuzzleView } from "./PuzzleView";
import { progress } from "./progress";
import { metaOf, tell } from "./store";
import type { ProblemSet, Puzzle } from "./wire";
import { t } from "../words";

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
  useEffect(() => {
    api.problems(set.set).then((r) => (puzzles.value = r.problems), (error) => {
      puzzles.value = [];
      complain(error);
    });
  }, [set.set]);
  if (puzzles.value === null) return <section class="plain"><h1 class="quiet">{t("loading")}</h1></section>;
  const at = puzzles.value.findIndex((p) => p.id === id);
  const puzzle = puzzles.value[at];
  if (puzzle) return <PuzzleView key={puzzle.id} set={set} puzzle={puzzle} next={puzzles.value[at + 1]?.id ?? null} />;
  return (
    <section class="training">
      <p><a href="/training">← {t("trainingTitle")}</a></p>
      <h1>{tell(set.name)}</h1>
      <p class="quiet">{tell(set.about)}</p>
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
          const isDue = puzzle.due !== null && puzzle.due <= Date.now();
          const mark = state?.solved ? "solved" : state?.failed ? "failed" : "";
          return (
            <li key={puzzle.id}>
              <a class={`problem ${mark} ${isDue ? "due" : ""}`} href={`/training/${set.set}/${puzzle.id}`}
                aria-label={`${t("problem", { n: i + 1 })}${state?.solved ? `, ${t("solved")}` : ""}${isDue ? `, ${t("due")}` : ""}`}>{state?.solved ? "✓" : i + 1}</a>
            </li>
          );
        })}
      </ul>
    </section>
  );
}
