// Monte Carlo tree search, playout by playout: selection, expansion, simulation, backing up.

import { useSignal } from "@preact/signals";
import { useEffect, useMemo } from "preact/hooks";
import { Grid } from "../parts";
import { percent } from "../studystate";
import type { Grown } from "../wire";
import { Stepping } from "./Stepping";
import { explorationTerm, layout, path, standAfter } from "./tree";
import { Figure } from "./TreeSearch";
import { TreeView, type Drawn } from "./TreeView";
import { t } from "../../words";

type Props = {
  id: string;
  found: Grown;
  hasPlayouts: boolean;
  step: number | null;
  onStep: (step: number | null) => void;
  onShow: (moves: (number | null)[]) => void;
};

/** Deeper nodes are too thin to see. */
const DEEPEST = 9;

export function MonteCarlo({ id, found, hasPlayouts, step, onStep, onShow }: Props) {
  const all = found.playouts.length;
  const at = Math.min(step ?? all, all);
  const stand = useMemo(() => standAfter(found, at), [found, at]);
  const { parents, visits, points } = stand;
  const { blocks } = useMemo(() => layout(parents, visits), [stand]);
  const chosen = useSignal<number | null>(null);
  const last = at > 0 ? found.playouts[at - 1]! : null;
  const leaf = last ? last[0]! : 0;
  const way = path(parents, leaf);
  const nameOf = (n: number) => (n === 0 ? t("labRoot") : found.tree[n - 1]!.name);
  const mean = (n: number) => (visits[n]! > 0 ? points[n]! / visits[n]! : 0.5);
  const first = found.tree
    .map((node, i) => ({ node, n: i + 1 }))
    .filter(({ node, n }) => node.parent === 0 && visits[n]! > 0)
    .sort((a, b) => visits[b.n]! - visits[a.n]! || mean(b.n) - mean(a.n));
  const best = first[0];
  const isEnd = at === all;
  const shown = chosen.value ?? (isEnd ? (best?.n ?? 0) : leaf);
  useEffect(() => {
    onShow(path(parents, shown).flatMap((n) => (n === 0 ? [] : [found.tree[n - 1]!.point])));
  }, [shown, found]);
  const drawn = (n: number): Drawn => ({
    text: nameOf(n),
    sub: `${visits[n]} · ${percent(mean(n))}`,
    title: `${nameOf(n)} · ${t("labVisits")} ${visits[n]} · ${percent(mean(n))}`,
    tone: visits[n]! > 0 ? (mean(n) - 0.5) * 2 : null,
    state: visits[n] === 0 ? "hidden" : n === shown ? "current" : !isEnd && way.includes(n) ? "open" : "done",
    isMark: isEnd && n === best?.n,
  });
  const isNew = last !== null && found.playouts.slice(0, at - 1).every(([node]) => node !== leaf);
  const say = !last
    ? t("labBegin")
    : [
        t("labSelect", {
          way: way
            .slice(0, isNew ? -1 : undefined)
            .map(nameOf)
            .join(" → "),
        }),
        isNew && leaf !== 0 ? t("labExpand", { move: nameOf(leaf) }) : "",
        hasPlayouts ? t("labSimulate", { result: outcome(last[1]!) }) : t("labJudge", { value: percent(last[1]!) }),
        t("labBackUp", { n: way.length }),
        isEnd && best ? t("labChosen", { move: best.node.name, n: visits[best.n]! }) : "",
      ].join("");
  return (
    <div class="searched" data-playouts={all}>
      <dl class="figures">
        <Figure name={t("labBest")} value={best?.node.name ?? "–"} />
        <Figure name={t("labChance")} value={best ? percent(mean(best.n)) : "–"} />
        <Figure name={t("labPlayouts")} value={String(at)} />
        <Figure name={t("labTreeNodes")} value={String(visits.filter((v) => v > 0).length)} />
      </dl>
      {found.stopped && <p class="small">{t("labTimeUp", { n: all })}</p>}
      <Stepping
        id={id}
        at={at}
        all={all}
        onStep={(to) => {
          chosen.value = null;
          onStep(to === all ? null : to);
        }}
      />
      <p class="lab-say" aria-live="polite">
        {say}
      </p>
      <TreeView
        blocks={blocks.map((b) => (b.depth > DEEPEST ? { x: 0, width: 0, depth: 0 } : b))}
        drawn={drawn}
        label={t("labTree", { n: visits.filter((v) => v > 0).length })}
        onChoose={(n) => (chosen.value = chosen.value === n ? null : n)}
      />
      <p class="small quiet lab-key">
        <span class="swatch own" /> {t("labGood", { side: found.turn })} <span class="swatch foe" /> {t("labBad", { side: found.turn })} ·{" "}
        {t("labWidthVisits")} · {t("labRootMean")}
      </p>
      <Grid label={t("labFirstMoves")} columns={["labMove", "labVisits", "labMean", "labExplore", "labUct"]}>
        {first.map(({ node, n }) => {
          const more = explorationTerm(found.exploration, visits[0]!, visits[n]!);
          return (
            <tr key={n}>
              <td>
                <button class="flat small" onClick={() => (chosen.value = n)}>
                  {node.name}
                </button>
              </td>
              <td>{visits[n]}</td>
              <td>{percent(mean(n))}</td>
              <td>{more.toFixed(2)}</td>
              <td>{(mean(n) + more).toFixed(2)}</td>
            </tr>
          );
        })}
      </Grid>
    </div>
  );
}

const outcome = (black: number): string => (black === 1 ? t("labBlackWins") : black === 0 ? t("labWhiteWins") : t("labDraw"));
