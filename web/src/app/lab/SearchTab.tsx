// Searches on the board one looks at, one or two of them side by side.

import { api } from "../api";
import { Choice, Select } from "../parts";
import { tell } from "../store";
import type { Grown, Judgements, Line, Traced } from "../wire";
import { MOST, usual, WHOLE, type Lab, type Looked, type SearchName, type Setting } from "./address";
import { useAnswer } from "./answer";
import { MonteCarlo } from "./MonteCarlo";
import { TreeSearch } from "./TreeSearch";
import { t } from "../../words";

type Props = {
  lab: Lab;
  line: Line;
  judgements: Judgements | null;
  change: (to: Partial<Lab>) => void;
  onShow: (moves: (number | null)[]) => void;
};

const AMOUNTS = { minimax: [1, 2, 3, 4, 5, 6], alphabeta: [1, 2, 3, 4, 5, 6], mcts: [20, 50, 100, 200, 500, 1000, 2000] };

export function SearchTab({ lab, line, judgements, change, onShow }: Props) {
  const [first, second] = lab.searches;
  const look = (index: number, to: Looked) => lab.searches.map((_, i) => (i === index ? to : (lab.looked[i] ?? WHOLE)));
  // Another search is looked at from its end; the one beside it stays where it is.
  const set = (index: number, to: Setting) => change({ searches: lab.searches.map((s, i) => (i === index ? to : s)), looked: look(index, WHOLE) });
  return (
    <div class={`lab-searches ${second ? "two" : ""}`}>
      {lab.searches.map((setting, index) => (
        <Panel
          key={index}
          id={index === 0 ? "first" : "second"}
          setting={setting}
          line={line}
          judgements={judgements}
          onSet={(to) => set(index, to)}
          looked={lab.looked[index] ?? WHOLE}
          onLook={(to) => change({ looked: look(index, to) })}
          onShow={onShow}
        />
      ))}
      <div class="lab-compare">
        {second ? (
          <button id="one-search" onClick={() => change({ searches: [first!], looked: lab.looked.slice(0, 1) })}>
            {t("labOne")}
          </button>
        ) : (
          <button
            id="two-searches"
            onClick={() => change({ searches: [first!, usual(first!.search === "minimax" ? "alphabeta" : "minimax")], looked: lab.looked })}
          >
            {t("labTwo")}
          </button>
        )}
      </div>
    </div>
  );
}

type PanelProps = {
  id: string;
  setting: Setting;
  line: Line;
  judgements: Judgements | null;
  onSet: (to: Setting) => void;
  looked: Looked;
  onLook: (to: Looked) => void;
  onShow: Props["onShow"];
};

function Panel({ id, setting, line, judgements, onSet, looked, onLook, onShow }: PanelProps) {
  const { search, amount, eval: evaluation } = setting;
  const onStep = (step: number | null) => onLook({ ...looked, step });
  const answer = useAnswer(JSON.stringify([line, setting, looked.under]), async (): Promise<{ tree?: Traced; grown?: Grown }> =>
    search === "mcts"
      ? { grown: await api.labMcts({ of: line, playouts: amount, eval: evaluation, seed: 1 }) }
      : { tree: await api.labSearch({ of: line, search, depth: amount, eval: evaluation, under: looked.under }) },
  );
  const { value, failed, isBusy } = answer.value;
  const evaluations = judgements?.evaluations ?? [];
  const names = evaluations.map((e) => ({ value: e.name, text: tell(e.label) }));
  const chosen = evaluation ?? (search === "mcts" ? "" : (evaluations[0]?.name ?? ""));
  /** What the numbers of the search count. */
  const about = evaluations.find((e) => e.name === chosen)?.about;
  return (
    <section class="panel lab-search" id={`search-${id}`} aria-busy={isBusy}>
      <Choice
        name={`search-${id}`}
        label={t("labSearch")}
        value={search}
        onChange={(v: SearchName) => onSet({ ...usual(v), eval: v === "mcts" ? null : evaluation })}
        options={[
          { value: "minimax", text: t("labMinimax") },
          { value: "alphabeta", text: t("labAlphaBeta") },
          { value: "mcts", text: t("labMcts") },
        ]}
      />
      <div class="lab-fields">
        <Select
          id={`amount-${id}`}
          label={search === "mcts" ? t("labPlayouts") : t("labDepth")}
          value={amount}
          onChange={(v) => onSet({ ...setting, amount: v })}
          options={[...new Set([...AMOUNTS[search], amount])]
            .filter((n) => n <= MOST[search])
            .sort((a, b) => a - b)
            .map((n) => ({ value: n, text: String(n) }))}
        />
        <Select
          id={`eval-${id}`}
          label={t("labEvaluation")}
          value={chosen}
          onChange={(v) => onSet({ ...setting, eval: v || null })}
          options={
            search === "mcts" ? [{ value: "", text: t("labRandom") }, ...names] : names.length > 0 ? names : [{ value: chosen, text: chosen || "…" }]
          }
        />
      </div>
      {about && <p class="small quiet">{tell(about)}</p>}
      {failed && <p class="result failed">{tell(failed)}</p>}
      {!value && !failed && <p class="quiet">{t("labThinking")}</p>}
      {value?.tree && (
        <TreeSearch
          id={id}
          found={value.tree}
          step={looked.step}
          under={looked.under}
          onStep={onStep}
          onUnder={(under) => onLook({ step: null, under })}
          onShow={onShow}
        />
      )}
      {value?.grown && <MonteCarlo id={id} found={value.grown} hasPlayouts={!evaluation} step={looked.step} onStep={onStep} onShow={onShow} />}
    </section>
  );
}
