// "Play the opening right": a board, what the book says of each move, and the sum at the end.

import { useComputed } from "@preact/signals";
import { useEffect, useMemo } from "preact/hooks";
import { pointName } from "../../board/geometry";
import { emptyState } from "../boardstate";
import { ClassMark } from "../ClassMark";
import { DrillModel, isGood, LENGTH, type Verdict } from "./drill";
import { signed } from "../studystate";
import { metaOf, tell } from "../store";
import { Table } from "../Table";
import { useTitle } from "../title";
import { Unreachable } from "../Unreachable";
import { cellOf, type Side } from "../wire";
import { t } from "../../words";

const SIDES: Side[] = ["black", "white"];
const TONES = { good: "good", inaccuracy: "fair", mistake: "poor", blunder: "bad" } as const;

export function DrillView() {
  const model = useMemo(() => new DrillModel(), []);
  useTitle(() => t("drillTitle"));
  useEffect(() => {
    model.begin("black");
    return () => model.close();
  }, [model]);
  const state = useComputed(() => drillState(model));
  const { columns, first_row } = metaOf("othello");
  const name = (point: number) => pointName(point, 8, columns, first_row).toUpperCase();
  const live = model.live.value;
  const steps = model.steps.value;
  const right = steps.filter((s) => s.first).length;
  const isMine = live?.turn === model.side.value;
  const sum = t("drillScore", { n: right, all: steps.length });
  const status = model.isOver.value ? sum : !live ? t("loading") : isMine ? t("drillYourMove") : t("drillBookMoves");
  return (
    <Table
      name="drill"
      data={{
        "data-line": model.moves.value.join(" "),
        "data-moves": model.moves.value.length,
        "data-over": String(model.isOver.value),
        "data-verdict": model.verdict.value?.is ?? "",
      }}
      state={state}
      status={status}
      flips={(p) => live?.flips?.[live.legal.indexOf(p)]?.length}
      onTouch={(p) => model.play(p, name(p))}
      label={t("drillTitle")}
      tray={
        <>
          <div class="panel">
            <h1>{t("drillTitle")}</h1>
            <p>{t("drillAbout")}</p>
            {model.name.value && (
              <p>
                <strong id="drill-name">{tell(model.name.value)}</strong>
              </p>
            )}
            <Unreachable of={{ failed: model.failed, again: () => model.again() }} />
          </div>
          {model.verdict.value && <Said of={model.verdict.value} isOver={model.isOver.value} />}
          {model.isShown.value && !model.isOver.value && (
            <p id="drill-best">
              {t("drillBest", {
                moves: bestMoves(model)
                  .map((m) => m.name.toUpperCase())
                  .join(", "),
              })}
            </p>
          )}
          {model.isOver.value && (
            <div class="panel end" id="drill-end">
              <h2>{sum}</h2>
              <p class="quiet">{t(steps.length >= LENGTH ? "drillDone" : "drillBookEnds")}</p>
              <p class="line">
                {steps.map((s) => (
                  <span key={s.name} class={s.first ? "" : "quiet"}>
                    {s.name}
                    {s.first ? " ✓ " : " · "}
                  </span>
                ))}
              </p>
            </div>
          )}
        </>
      }
      bar={
        <div class="actions">
          {SIDES.map((side) => (
            <button key={side} id={`drill-${side}`} aria-pressed={model.side.value === side} onClick={() => model.begin(side)}>
              {t("drillAs", { side })}
            </button>
          ))}
          <button id="drill-show" disabled={!isMine || model.isOver.value} onClick={() => model.show()}>
            {t("drillShow")}
          </button>
        </div>
      }
    />
  );
}

function Said({ of, isOver }: { of: Verdict; isOver: boolean }) {
  const isRight = of.is === "best" || of.is === "good";
  if (isOver && isRight) return null;
  const words = { best: "drillIsBest", good: "drillIsGood", worse: "drillIsWorse", unknown: "drillUnknown" } as const;
  return (
    <p class={`result ${isRight ? "solved" : "failed"}`} id="drill-said" role="status">
      {of.mark && <ClassMark of={of.mark} />} {t(words[of.is], { at: of.move, n: of.lost })}
    </p>
  );
}

function bestMoves(model: DrillModel) {
  const moves = (model.page.value?.moves ?? []).filter(isGood);
  return moves.filter((m) => m.value === moves[0]?.value);
}

function drillState(model: DrillModel) {
  const live = model.live.value;
  if (!live) return null;
  const state = emptyState("othello", 8, live.board);
  state.last = live.last;
  state.refused = model.missed.value;
  if (live.turn) state.turn = cellOf(live.turn);
  if (live.turn !== model.side.value || model.isOver.value) return state;
  state.legal = new Set(live.legal);
  state.showLegal = true;
  const valued = model.isShown.value ? (model.page.value?.moves ?? []).filter((m) => m.value !== null) : [];
  const best = valued[0]?.value;
  state.labels = new Map(valued.map((m) => [m.point, { text: signed(m.value!), tone: m.value === best ? "best" : TONES[m.class ?? "good"] }]));
  return state;
}
