// From a mistake back to the lesson that teaches what it missed.

import { useEffect } from "preact/hooks";
import { signal } from "@preact/signals";
import { api } from "../api";
import { tell } from "../store";
import type { Kind, Lesson, ReviewStep, Side } from "../wire";
import { t } from "../../words";

/** The lessons, asked for once. */
const lessons = signal<readonly Lesson[]>([]);
let asked = false;

function load(): void {
  if (asked) return;
  asked = true;
  api.lessons().then(
    (answer) => (lessons.value = answer.lessons),
    () => (asked = false),
  );
}

/** So many are named for a game: who is sent to all of them goes to none. */
const MOST = 3;

/** The lessons about a side's mistakes, those about the most that was lost first. */
export function lessonsFor(steps: readonly Pick<ReviewStep, "side" | "lesson" | "lost">[], side: Side): string[] {
  const lost = new Map<string, number>();
  for (const step of steps) if (step.side === side && step.lesson) lost.set(step.lesson, (lost.get(step.lesson) ?? 0) + (step.lost ?? 0));
  return [...lost]
    .sort(([, a], [, b]) => b - a)
    .slice(0, MOST)
    .map(([id]) => id);
}

/** Links to lessons of a game by their names. */
export function LessonLinks({ kind, ids, words }: { kind: Kind; ids: readonly string[]; words: string }) {
  useEffect(load, []);
  const found = ids.flatMap((id) => lessons.value.filter((lesson) => lesson.kind === kind && lesson.id === id));
  if (found.length === 0) return null;
  return (
    <p class="small lesson-links">
      {words}{" "}
      {found.map((lesson, i) => (
        <span key={lesson.id}>
          {i > 0 && t("comma")}
          <a href={`/learn/${kind}/${lesson.id}`} data-lesson-link={lesson.id}>
            {tell(lesson.title)}
          </a>
        </span>
      ))}
    </p>
  );
}

/** After a review: what each side goes back to. */
export function LessonsOfGame({ kind, steps }: { kind: Kind; steps: readonly ReviewStep[] }) {
  return (
    <div id="lessons-of-game">
      {(["black", "white"] as const).map((side) => (
        <LessonLinks key={side} kind={kind} ids={lessonsFor(steps, side)} words={t("lessonsForSide", { side })} />
      ))}
    </div>
  );
}
