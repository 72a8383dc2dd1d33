// The laboratory: how machines think, on a board that one can play on. Its address says everything that is shown.

import { useComputed, useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { api } from "../api";
import { BoardView } from "../BoardView";
import { emptyState } from "../boardstate";
import { GAMES, KINDS } from "../games";
import { CourseLink } from "../learn/CourseLink";
import { withTerms } from "../learn/glossary";
import { Rich } from "../learn/Rich";
import { notify } from "../notice";
import { Choice, Icon, Select } from "../parts";
import { go } from "../route";
import { metaOf, tell } from "../store";
import { useTitle } from "../title";
import { cellOf, other, type Cell } from "../wire";
import { labAddress, lineOf, parseLab, SIZES, type Lab, type Tab } from "./address";
import { useAnswer } from "./answer";
import { MatchTab } from "./MatchTab";
import { SearchTab } from "./SearchTab";
import { ValuesTab } from "./ValuesTab";
import "./lab.css";
import { phrase, t } from "../../words";

export function LabView({ query }: { query: string }) {
  useTitle(() => t("lab"));
  const lab = parseLab(query);
  const line = lineOf(lab);
  const question = JSON.stringify(line);
  const change = (to: Partial<Lab>) => go(labAddress({ ...lab, looked: [], ...to }), true);
  const position = useAnswer(question, async () => ({ kind: lab.kind, told: await api.position(line) }));
  const judged = useAnswer(lab.tab === "match" ? null : question, async () => ({ question, told: await api.labJudgements(line) }));
  /** The moves of the search that is looked at, laid on the board. */
  const shown = useSignal<(number | null)[]>([]);
  useEffect(() => void (shown.value = []), [question, lab.tab]);
  const state = useComputed(() => {
    const now = position.value.value;
    if (!now) return null;
    const { live, played } = now.told;
    const next = { ...emptyState(now.kind, Math.round(Math.sqrt(live.board.length)), live.board), last: played.at(-1)?.point ?? null };
    if (live.turn && !live.outcome) {
      next.turn = cellOf(live.turn);
      next.legal = new Set(live.legal);
      next.showLegal = GAMES[now.kind].marksLegal;
    }
    next.line = tour(shown.value, live.turn ?? "black", live.board);
    return next;
  });
  const now = position.value.value;
  const values = judged.value.value;
  const play = (point: number) => {
    if (now?.told.live.legal.includes(point)) change({ moves: [...now.told.played.filter((m) => !m.forced).map((m) => m.point), point] });
  };
  const copy = () =>
    void navigator.clipboard?.writeText(location.href).then(
      () => notify(phrase("labCopied", {})),
      () => undefined,
    );
  return (
    <section class="lab" data-tab={lab.tab} data-kind={lab.kind}>
      <div class="heading">
        <h1>{t("lab")}</h1>
        <button id="lab-link" onClick={copy}>
          <Icon name="share" /> {t("labLink")}
        </button>
      </div>
      <Choice
        name="lab-tab"
        label={t("labShow")}
        value={lab.tab}
        onChange={(tab: Tab) => change({ tab })}
        options={[
          { value: "search", text: t("labTabSearch") },
          { value: "values", text: t("labTabValues") },
          { value: "match", text: t("labTabMatch") },
        ]}
      />
      <div class="quiet lab-about">
        <Rich text={withTerms(t(lab.tab === "search" ? "labAboutSearch" : lab.tab === "values" ? "labAboutValues" : "labAboutMatch"), "engines")} />
        <p>
          <CourseLink />
        </p>
      </div>
      <div class="lab-desk">
        <div class="lab-board">
          <div class="lab-fields">
            <Select
              id="lab-game"
              label={t("game")}
              value={lab.kind}
              onChange={(kind) =>
                change({
                  kind,
                  size: SIZES[kind][0]!,
                  base: {},
                  moves: [],
                  searches: lab.searches.map((s) => ({ ...s, eval: null })),
                  players: null,
                  run: null,
                })
              }
              options={KINDS.map((kind) => ({ value: kind, text: tell(metaOf(kind).name) }))}
            />
            <Select
              id="lab-size"
              label={t("size")}
              value={lab.size}
              onChange={(size) => change({ size, base: {}, moves: [] })}
              options={[...SIZES[lab.kind]].sort((a, b) => a - b).map((n) => ({ value: n, text: `${n}×${n}` }))}
            />
            {GAMES[lab.kind].hasOpenDetails && <RulesOf lab={lab} change={change} />}
          </div>
          {lab.tab !== "match" && (
            <>
              <BoardView state={state} onTouch={play} />
              <div class="lab-tools">
                <button disabled={lab.moves.length === 0} id="lab-undo" onClick={() => change({ moves: lab.moves.slice(0, -1) })}>
                  <Icon name="undo" /> {t("undo")}
                </button>
                <button disabled={lab.moves.length === 0} id="lab-reset" onClick={() => change({ moves: [] })}>
                  <Icon name="first" /> {t("labStart")}
                </button>
              </div>
              <p class="small quiet">
                {position.value.failed
                  ? tell(position.value.failed)
                  : now?.told.live.turn
                    ? t("toPlay", { side: now.told.live.turn })
                    : now?.told.live.outcome
                      ? tell(now.told.live.outcome.text)
                      : ""}
                {" · "}
                {t("labTouch")}
              </p>
            </>
          )}
        </div>
        <div class="lab-side">
          {lab.tab === "search" && (
            <SearchTab lab={lab} line={line} judgements={values && values.told} change={change} onShow={(moves) => (shown.value = moves)} />
          )}
          {lab.tab === "values" && now && values && values.question === question && (
            <ValuesTab
              line={line}
              cells={now.told.live.board}
              judgements={values.told}
              heat={lab.heat}
              onHeat={(heat) => change({ heat })}
              onPlay={play}
            />
          )}
          {lab.tab === "values" && judged.value.failed && <p class="result failed">{tell(judged.value.failed)}</p>}
          {lab.tab === "match" && <MatchTab lab={lab} change={change} />}
        </div>
      </div>
    </section>
  );
}

/** By which rules the board is played, where rules matter to everyone. */
function RulesOf({ lab, change }: { lab: Lab; change: (to: Partial<Lab>) => void }) {
  const fitting = metaOf(lab.kind).rules.filter((rule) => rule.sizes.includes(lab.size));
  const name = lineOf(lab).rules?.split("+")[0] ?? fitting[0]!.name;
  return (
    <Select
      id="lab-rules"
      label={t("rules")}
      value={name}
      onChange={(rules) => change({ base: { ...lab.base, rules } })}
      options={fitting.map((rule) => ({ value: rule.name, text: tell(rule.label) }))}
    />
  );
}

/** A line of moves as faint stones, sides in turn. */
function tour(moves: readonly (number | null)[], turn: "black" | "white", board: readonly Cell[]) {
  let side = turn;
  return moves.flatMap((point, i) => {
    const cell = cellOf(side);
    side = other(side);
    return point === null || board[point] !== 0 ? [] : [{ point, cell, number: i + 1 }];
  });
}
