// First steps: the games to learn, and the lessons of each.

import { api } from "../api";
import { KINDS } from "../games";
import { Later } from "../Later";
import { useLoaded } from "../loaded";
import { Missing } from "../App";
import { metaOf, tell } from "../store";
import { useTitle } from "../title";
import { Unreachable } from "../Unreachable";
import type { Kind, Lesson } from "../wire";
import { t } from "../../words";
import { isDone, nextOf, ofGame } from "./done";
import { CourseLink } from "./CourseLink";
import { GameCard } from "./GameCard";
import { GlossaryView } from "./GlossaryView";
import { LessonView } from "./LessonView";

/** Who does not read the course does not load it. */
const course = () => import("./CourseView").then((m) => m.CourseView);

export function LearnView({ game, id, topic }: { game: string | null; id: string | null; topic?: string | undefined }) {
  useTitle(() => t("firstSteps"));
  const loaded = useLoaded(() => api.lessons().then((answer) => answer.lessons));
  if (game === "glossary") return <GlossaryView term={id} topic={topic ?? null} />;
  if (game === "course") return <Later load={course} props={{ lesson: id }} />;
  const lessons = loaded.value.value;
  const kind = KINDS.find((k) => k === game) ?? null;
  if (game !== null && kind === null) return <Missing />;
  if (lessons === null)
    return (
      <section class="training">
        <h1 class={loaded.failed.value ? "" : "quiet"}>{t(loaded.failed.value ? "firstSteps" : "loading")}</h1>
        <Unreachable of={loaded} />
      </section>
    );
  if (kind === null) return <Games lessons={lessons} />;
  const mine = ofGame(lessons, kind);
  if (id === null) return <List kind={kind} lessons={mine} />;
  const at = mine.findIndex((lesson) => lesson.id === id);
  const lesson = mine[at];
  return lesson ? <LessonView key={lesson.id} lesson={lesson} number={at + 1} count={mine.length} next={mine[at + 1] ?? null} /> : <Missing />;
}

function Games({ lessons }: { lessons: readonly Lesson[] }) {
  return (
    <section class="training">
      <h1>{t("firstSteps")}</h1>
      <p class="quiet">{t("firstStepsAbout")}</p>
      <ul class="sets">
        {KINDS.map((kind) => (
          <li key={kind}>
            <GameCard kind={kind} lessons={ofGame(lessons, kind)} />
          </li>
        ))}
      </ul>
      <p>
        <a href="/learn/glossary">{t("glossary")}</a> · <CourseLink /> · <a href="/lab">{t("lab")}</a>
      </p>
    </section>
  );
}

function List({ kind, lessons }: { kind: Kind; lessons: readonly Lesson[] }) {
  const next = nextOf(lessons);
  const done = lessons.filter(isDone).length;
  return (
    <section class="training">
      <p>
        <a href="/learn">← {t("firstSteps")}</a>
      </p>
      <h1>{tell(metaOf(kind).name)}</h1>
      {next && (
        <p>
          <a class="button primary" id="begin-lessons" href={`/learn/${kind}/${next.id}`}>
            {t(done === 0 ? "beginLessons" : done < lessons.length ? "goOnLessons" : "repeatLessons")}
          </a>
        </p>
      )}
      <ol class="lessons">
        {lessons.map((lesson, i) => (
          <li key={lesson.id}>
            <a href={`/learn/${kind}/${lesson.id}`} class={isDone(lesson) ? "done" : ""}>
              <span class="number" aria-hidden="true">
                {isDone(lesson) ? "✓" : i + 1}
              </span>
              {tell(lesson.title)}
              {isDone(lesson) && <span class="unseen">{t("lessonIsDone")}</span>}
            </a>
          </li>
        ))}
      </ol>
    </section>
  );
}
