// One lesson: what is asked stands beside a small board.

import { useEffect, useMemo } from "preact/hooks";
import { api } from "../api";
import { Why } from "../ClassMark";
import { GAMES } from "../games";
import { gentlest } from "../NewGame";
import { complain } from "../notice";
import { go } from "../route";
import { isTeaching } from "../settings";
import { metaOf, tell } from "../store";
import { Table } from "../Table";
import { useTitle } from "../title";
import type { Kind, Lesson, NewGame } from "../wire";
import { t } from "../../words";
import { LessonModel } from "./lesson";
import { Terms } from "./Rich";

/** A first game: a small board, the plainest rules, the gentlest opponent, and a word after every bad move. */
const FIRST_GAMES: Record<Kind, Pick<NewGame, "size" | "rules">> = { othello: {}, go: { size: GAMES.go.firstSize! }, gomoku: { rules: "freestyle" } };

/** The problems that go on where the lessons end. */
const FIRST_PROBLEMS: Record<Kind, string> = { othello: "endgame", go: "life", gomoku: "vcf" };

function firstGame(kind: Kind): void {
  const player = gentlest(kind)!;
  isTeaching.value = true;
  api.create({ kind, ...FIRST_GAMES[kind], black: { who: "me" }, white: { who: "engine", player } }).then((game) => go(`/game/${game.id}`), complain);
}

type Props = { lesson: Lesson; number: number; count: number; next: Lesson | null };

export function LessonView({ lesson, number, count, next }: Props) {
  const model = useMemo(() => new LessonModel(lesson), [lesson]);
  useTitle(() => tell(lesson.title));
  useEffect(() => () => model.close(), [model]);
  const status = model.status.value;
  const isOver = status === "solved";
  const { live } = model;
  const step = Math.min(model.step.value, lesson.tasks.length - 1);
  const answer = model.answer.value;
  const why = (live.value.forbidden ?? []).filter((f) => model.moves.value.includes(f.point)).flatMap((f) => f.why);
  return (
    <Table
      name="puzzle lesson"
      data={{ "data-status": status, "data-lesson": lesson.id, "data-step": model.step.value, "data-moves": model.moves.value.length }}
      state={model.state}
      status={
        isOver
          ? t("lessonIsDone")
          : lesson.points
            ? t("foundOf", { n: model.step.value, all: lesson.steps })
            : live.value.turn
              ? t("toPlay", { side: live.value.turn })
              : ""
      }
      flips={(p) => live.value.flips?.[live.value.legal.indexOf(p)]?.length}
      onTouch={(p) => void model.play(p)}
      confirm={lesson.points ? "confirmMark" : "confirmMove"}
      label={tell(lesson.title)}
      tray={
        <>
          <p>
            <a href={`/learn/${lesson.kind}`}>← {tell(metaOf(lesson.kind).name)}</a>{" "}
            <span class="quiet">{t("lessonOf", { n: number, all: count })}</span>
          </p>
          <div class="panel">
            <h1>{tell(lesson.title)}</h1>
            <Terms key={isOver ? "done" : step} text={tell(isOver ? lesson.done : (lesson.tasks[step] ?? lesson.tasks[0]!))} kind={lesson.kind} />
            {answer && !isOver && (
              <div class="result failed">
                <Terms key={answer.en} text={tell(answer)} kind={lesson.kind} />
              </div>
            )}
            <Why of={why} kind={lesson.kind} />
          </div>
        </>
      }
      bar={
        <div class="actions">
          {live.value.can_pass && !isOver && (
            <button id="pass" class={model.shown.value && model.passIsRight.value ? "primary" : ""} onClick={() => void model.play(null)}>
              {t("pass")}
            </button>
          )}
          {model.canShow && !isOver && (
            <button id="show-me" onClick={() => void model.showMe()}>
              {t("showMe")}
            </button>
          )}
          {(isOver || model.moves.value.length > 0) && (
            <button id="retry" onClick={() => model.restart()}>
              {t("tryAgain")}
            </button>
          )}
          {isOver && next && (
            <a class="button primary" id="next-lesson" href={`/learn/${lesson.kind}/${next.id}`}>
              {t("nextLesson")}
            </a>
          )}
          {isOver && !next && (
            <>
              <a class="button" id="to-problems" href={`/training/${FIRST_PROBLEMS[lesson.kind]}`}>
                {t("toProblems")}
              </a>
              <button class="primary" id="first-game" onClick={() => firstGame(lesson.kind)}>
                {t(FIRST_GAMES[lesson.kind].rules === "freestyle" ? "firstGameFreestyle" : "firstGame")}
              </button>
            </>
          )}
        </div>
      }
    />
  );
}
