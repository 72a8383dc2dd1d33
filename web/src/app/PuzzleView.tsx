// One problem on its table.

import { useEffect, useMemo } from "preact/hooks";
import { Why } from "./ClassMark";
import { GAMES } from "./games";
import { Terms } from "./learn/Rich";
import { Icon } from "./parts";
import { partOf, PuzzleModel } from "./puzzle";
import { tell } from "./store";
import { Table } from "./Table";
import type { ProblemSet, Puzzle } from "./wire";
import { t } from "../words";

/** The set of one's own mistakes: there the better move is the only help. */
const MINE = "mistakes";

/** A rating that may be off by more is a first guess: what a try changes in it says little. */
export const SURE = 250;

type Props = { set: ProblemSet; puzzle: Puzzle; isToday: boolean; next: string | null; onEnd: (solved: boolean) => void };

export function PuzzleView({ set, puzzle, isToday, next, onEnd }: Props) {
  const model = useMemo(() => new PuzzleModel(set, puzzle, onEnd), [puzzle.id]);
  useEffect(() => () => model.close(), [model]);
  const status = model.status.value;
  const live = model.live.value;
  const steps = model.steps.value;
  const { value: rated } = model.rated;
  const { value: shown } = model.shown;
  const isOver = status === "solved" || status === "failed";
  // Whoever has had all the help, or has found the beginning of a longer line, may see the rest.
  const isHelped = status === "open" && model.help.value !== null && model.help.value.step >= model.help.value.steps;
  const maySee = status === "failed" || status === "refuted" || isHelped || status === "solved";
  return (
    <Table
      name="puzzle"
      data={{ "data-status": status, "data-moves": model.moves.value.length, "data-problem": puzzle.id }}
      state={model.state}
      part={GAMES[puzzle.line.kind].hasLocalProblems ? partOf(puzzle.live.board) : null}
      status={model.text.value && status !== "open" ? tell(model.text.value) : live.turn ? t("toPlay", { side: live.turn }) : tell(puzzle.goal)}
      flips={(p) => live.flips?.[live.legal.indexOf(p)]?.length}
      onTouch={(p) => void model.play(p)}
      confirm={puzzle.points ? "confirmMark" : "confirmMove"}
      label={t("problem", { n: puzzle.id })}
      tray={
        <>
          <p>
            <a href={`/training/${set.set}`}>← {tell(set.name)}</a> {isToday && <span class="quiet">{t("todaysProblem")}</span>}
          </p>
          <div class="panel">
            <h1>{tell(puzzle.title)}</h1>
            <Terms text={tell(puzzle.goal)} kind={puzzle.line.kind} />
            {steps && steps.steps > 1 && <p class="quiet">{t("step", { n: steps.step, all: steps.steps })}</p>}
            {model.text.value && (
              <div class={`result ${model.isSolutionShown.value ? "" : status}`}>
                <Terms key={model.text.value.en} text={tell(model.text.value)} kind={puzzle.line.kind} />
              </div>
            )}
            <Why of={model.why.value} kind={puzzle.line.kind} />
            {model.help.value && model.help.value.steps > 0 && (
              <div class="help">
                <Terms key={model.help.value.step} text={tell(model.help.value.text)} kind={puzzle.line.kind} />
              </div>
            )}
            {rated && (
              <p class="quiet rated">
                {rated.error > SURE
                  ? t("ratedFirst", { problem: rated.problem })
                  : t("ratedAs", { n: rated.rating, change: (rated.change < 0 ? "−" : "+") + Math.abs(rated.change), problem: rated.problem })}
              </p>
            )}
          </div>
          {!set.undo && <p class="quiet small">{t("practiceLimits")}</p>}
        </>
      }
      bar={
        <div class="actions">
          {shown && status !== "waiting" && (
            <>
              <button class="flat" id="line-back" aria-label={t("previous")} disabled={shown.at === 0} onClick={() => model.step(-1)}>
                <Icon name="previous" />
              </button>
              <button class="flat" id="line-on" aria-label={t("next")} disabled={shown.at === shown.boards.length} onClick={() => model.step(1)}>
                <Icon name="next" />
              </button>
            </>
          )}
          {status === "open" && set.set !== MINE && !isHelped && (
            <button id="help" onClick={() => void model.askHelp()}>
              {t("hint")}
            </button>
          )}
          {status === "refuted" && (
            <button class="primary" id="take-back" onClick={() => model.takeBack()}>
              {t("takeBack")}
            </button>
          )}
          {maySee && model.solution.value && model.solution.value.length > 0 && !model.isSolutionShown.value && (
            <button id="show-solution" onClick={() => void model.showSolution()}>
              {t("showSolution")}
            </button>
          )}
          {isOver && (
            <button id="retry" onClick={() => model.restart()}>
              {t("tryAgain")}
            </button>
          )}
          {isOver && next && (
            <a class="button primary" id="next-problem" href={`/training/${set.set}/${next}`}>
              {t("nextProblem")}
            </a>
          )}
        </div>
      }
    />
  );
}
