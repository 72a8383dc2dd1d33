// Problem sets, and the list of problems in one.

import { useSignal } from "@preact/signals";
import { useMemo } from "preact/hooks";
import { api } from "./api";
import { KINDS } from "./games";
import { Abilities } from "./learn/Abilities";
import { ofGame } from "./learn/done";
import { GameCard } from "./learn/GameCard";
import { useLoaded } from "./loaded";
import { PuzzleView, SURE } from "./PuzzleView";
import { progress } from "./progress";
import { LastGames, Mastery, PracticeDays } from "./review/Practice";
import { isDue, Repetition } from "./repetition";
import { OpeningsCard } from "./openings/OpeningsCard";
import { lastKind } from "./NewGame";
import { metaOf, tell } from "./store";
import { Unreachable } from "./Unreachable";
import type { Kind, ProblemSet, Puzzle } from "./wire";
import { useTitle } from "./title";
import { t } from "../words";

const TODAY = "today",
  DAY_MS = 86_400_000;
/** The drill of openings stands among the sets of its game. */
const DRILL = { kind: "othello", set: "openings" } as ProblemSet;
/** The set of one's own mistakes. */
const MINE = "mistakes";

export function TrainingView({ set, id, isToday }: { set: string | null; id: string | null; isToday: boolean }) {
  useTitle(() => t("training"));
  // A set of another shape is one that this page cannot show.
  const loaded = useLoaded(() => api.problemSets().then((r) => r.sets.filter((s) => Array.isArray(s.grades))));
  const sets = loaded.value.value;
  if (sets === null)
    return (
      <section class="training">
        <h1 class={loaded.failed.value ? "" : "quiet"}>{t(loaded.failed.value ? "trainingTitle" : "loading")}</h1>
        <Unreachable of={loaded} />
      </section>
    );
  const chosen = sets.find((s) => s.set === set);
  if (chosen) return <OneSet key={chosen.set} set={chosen} id={id} isToday={isToday} />;
  return (
    <section class="training">
      <h1>{t("trainingTitle")}</h1>
      <Beginnings />
      <h2>{t("problemSets")}</h2>
      {sets.length === 0 && <p class="quiet empty">{t("noProblems")}</p>}
      <PracticeDays />
      <ul class="sets">
        {lastFirst([...sets, DRILL], lastKind()).map((s) => (s === DRILL ? <OpeningsCard key="openings" /> : <SetCard key={s.set} set={s} />))}
      </ul>
    </section>
  );
}

/** The sets of the game that was played last come first; otherwise the order stays. */
export const lastFirst = <S extends { kind: Kind }>(sets: readonly S[], last: Kind): S[] => [
  ...sets.filter((set) => set.kind === last),
  ...sets.filter((set) => set.kind !== last),
];

/** What everybody may begin with: the first steps, and the day's problem of each game. */
function Beginnings() {
  const lessons = useLoaded(() => api.lessons().then((answer) => answer.lessons));
  const solver = useLoaded(() => api.solver().then((answer) => answer.games));
  return (
    <>
      <h2>
        <a href="/learn">{t("firstSteps")}</a>
      </h2>
      <ul class="sets three" id="first-steps">
        {KINDS.map((kind) => (
          <li key={kind}>
            <GameCard kind={kind} lessons={ofGame(lessons.value.value ?? [], kind)} />
          </li>
        ))}
      </ul>
      <h2>{t("todaysProblem")}</h2>
      <ul class="today" id="todays-problems">
        {KINDS.map((kind) => {
          const skill = solver.value.value?.find((game) => game.kind === kind);
          return (
            <li key={kind}>
              <a class="tile" data-daily={kind} href={skill ? `/training/${skill.set}/${skill.problem}?today` : "/training"}>
                <strong>{tell(metaOf(kind).name)}</strong>
                <span class="quiet">
                  {skill ? (skill.error > SURE ? t("solverNew") : t("solverRating", { n: skill.rating, error: skill.error })) : t("loading")}
                </span>
              </a>
            </li>
          );
        })}
      </ul>
      <Unreachable of={solver} />
      {solver.value.value && <Abilities skills={solver.value.value} />}
      <p>
        <a href="/lab">{t("lab")}</a>
      </p>
    </>
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
        <span class="bar">
          <progress max={Math.max(1, all)} value={Math.min(done, all)} aria-label={tell(set.name)} /> {t("solvedOf", { n: Math.min(done, all), all })}
        </span>
      </a>
    </li>
  );
}

function OneSet({ set, id, isToday }: { set: ProblemSet; id: string | null; isToday: boolean }) {
  const repetition = useMemo(() => new Repetition(), []);
  const isRepeating = useSignal(set.set === MINE);
  const atList = id === null;
  const take = (problems: Puzzle[]) => {
    if (atList || repetition.waiting.value.length === 0) repetition.begin(problems, set.set === MINE);
    return problems;
  };
  const loaded = useLoaded(() => api.problems(set.set).then((r) => take(r.problems)), [set.set, atList]);
  const puzzles = loaded.value.value;
  if (puzzles === null)
    return (
      <section class="training">
        <h1 class={loaded.failed.value ? "" : "quiet"}>{loaded.failed.value ? tell(set.name) : t("loading")}</h1>
        <Unreachable of={loaded} />
      </section>
    );
  // The day's problem: one after the other, the same for everybody.
  const at = id === TODAY && puzzles.length > 0 ? Math.floor(Date.now() / DAY_MS) % puzzles.length : puzzles.findIndex((p) => p.id === id);
  const puzzle = puzzles[at];
  if (puzzle) {
    const next = isRepeating.value ? repetition.after(puzzle.id) : (puzzles[at + 1]?.id ?? null);
    return (
      <PuzzleView
        key={puzzle.id}
        set={set}
        puzzle={puzzle}
        isToday={isToday}
        next={next}
        onEnd={(solved) => repetition.finished(puzzle.id, solved)}
      />
    );
  }
  const due = repetition.waiting.value;
  return (
    <section class="training">
      <p>
        <a href="/training">← {t("trainingTitle")}</a>
      </p>
      <h1>{tell(set.name)}</h1>
      <p class="quiet">{tell(set.about)}</p>
      {set.set === MINE && <Mastery problems={puzzles} due={due.length} />}
      {due.length > 0 && (
        <p>
          <a class="button primary" id="practise-due" href={`/training/${set.set}/${due[0]}`} onClick={() => (isRepeating.value = true)}>
            {t("practiseDue", { n: due.length })}
          </a>
        </p>
      )}
      {set.set === MINE && <LastGames />}
      {puzzles.length === 0 && <p class="quiet empty">{t("noProblems")}</p>}
      {set.grades.map((grade) => (
        <Grade key={grade.grade} set={set} grade={grade} all={puzzles} />
      ))}
    </section>
  );
}

/** The problems of one grade, with their numbers in the set: those that their titles say. */
function Grade({ set, grade, all }: { set: ProblemSet; grade: ProblemSet["grades"][number]; all: readonly Puzzle[] }) {
  const puzzles = all.filter((p) => p.grade === grade.grade);
  const done = progress(set.set);
  if (puzzles.length === 0) return null;
  const solved = puzzles.filter((p) => (done[p.id]?.solved ?? 0) > 0).length;
  return (
    <section class="grade">
      <h2>
        {tell(grade.label)} <span class="quiet small">{t("solvedOf", { n: solved, all: puzzles.length })}</span>
      </h2>
      <ul class="problems">
        {puzzles.map((puzzle) => {
          const number = all.indexOf(puzzle) + 1;
          const state = done[puzzle.id];
          const due = isDue(puzzle, set.set === MINE, Date.now());
          const mark = state?.solved ? "solved" : state?.failed ? "failed" : "";
          const told = [t("problem", { n: number }), state?.solved ? t("solved") : "", due ? t("due") : "", puzzle.learned ? t("learnt") : ""];
          return (
            <li key={puzzle.id}>
              <a
                class={`problem ${mark} ${due ? "due" : ""}`}
                href={`/training/${set.set}/${puzzle.id}`}
                title={puzzle.learned ? t("learnt") : tell(puzzle.title)}
                aria-label={told.filter(Boolean).join(t("comma"))}
              >
                {puzzle.learned ? "★" : state?.solved ? "✓" : number}
              </a>
            </li>
          );
        })}
      </ul>
    </section>
  );
}
