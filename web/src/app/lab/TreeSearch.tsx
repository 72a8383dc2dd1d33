// Minimax or alpha-beta, step by step: the tree as it grows, what was cut and why, and how many nodes it took.

import { useSignal } from "@preact/signals";
import { useEffect, useMemo } from "preact/hooks";
import { formatNumber, Grid } from "../parts";
import { signed } from "../studystate";
import type { Traced, TracedNode } from "../wire";
import { Stepping } from "./Stepping";
import { layout, path, steps } from "./tree";
import { TreeView, type Drawn } from "./TreeView";
import { t } from "../../words";

type Props = {
  id: string;
  found: Traced;
  step: number | null;
  /** The moves to the part of the tree that is told. */
  under: readonly (number | null)[];
  onUnder: (moves: (number | null)[]) => void;
  onStep: (step: number | null) => void;
  /** The moves that lead to where the search stands. */
  onShow: (moves: (number | null)[]) => void;
};

export const valueText = (value: number, end: string | null | undefined): string =>
  end === "win" ? t("labWin") : end === "loss" ? t("labLoss") : end === "draw" ? t("labDraw") : signed(value);

const bound = (value: number | null, infinite: string) =>
  value === null ? infinite : Math.abs(value) >= 90_000_000 ? (value > 0 ? t("labWin") : t("labLoss")) : signed(value);

export function TreeSearch({ id, found, step, under, onStep, onUnder, onShow }: Props) {
  const { tree } = found;
  const parents = useMemo(() => tree.map((n) => n.parent), [tree]);
  const order = useMemo(() => steps(tree), [tree]);
  const { blocks, ghosts } = useMemo(
    () =>
      layout(
        parents,
        tree.map((n) => n.below),
        tree.map((n) => n.cut),
      ),
    [tree],
  );
  const times = useMemo(() => {
    const enters = new Array<number>(tree.length).fill(0),
      leaves = new Array<number>(tree.length).fill(0);
    order.forEach((s, i) => ((s.enters ? enters : leaves)[s.node] = i + 1));
    return { enters, leaves };
  }, [order]);
  const largest = useMemo(() => Math.max(1, ...tree.filter((n) => !n.end).map((n) => Math.abs(n.value))), [tree]);
  const chosen = useSignal<number | null>(null);
  useEffect(() => void (chosen.value = null), [tree]);
  const at = Math.min(step ?? order.length, order.length);
  const now = order[at - 1];
  const isEnd = at === order.length;
  const current = chosen.value ?? (isEnd ? null : (now?.node ?? 0));
  const best = useMemo(() => bestPath(tree, found.line), [tree]);
  /** The first node is the root of the search, or what `under` leads to. */
  const movesTo = (n: number) => [
    ...under,
    ...path(parents, n)
      .slice(1)
      .map((at) => tree[at]!.point),
  ];
  useEffect(() => {
    onShow(current === null && under.length === 0 ? found.line : movesTo(current ?? 0));
  }, [current, found]);

  /** How many nodes were looked at by a step; what is not drawn was looked at within the node above it. */
  const nodesBy = (step: number) =>
    tree.reduce((sum, node, n) => sum + (n === 0 || times.enters[n]! > step ? 0 : node.closed && times.leaves[n]! <= step ? node.below : 1), 0);
  const inside = chosen.value !== null && tree[chosen.value]?.closed;
  const drawn = (n: number): Drawn => {
    const node = tree[n]!;
    const met = times.enters[n]! <= at,
      left = times.leaves[n]! <= at;
    const value = valueText(node.value, node.end);
    const tone = !left ? null : node.end === "win" ? 1 : node.end === "loss" ? -1 : node.value / largest;
    return {
      text: node.name || t("labRoot"),
      ...(left ? { sub: value } : {}),
      title: `${node.name || t("labRoot")}${left ? ` ${value}` : ""} · ${t("nodesAre", { n: node.below })}`,
      tone,
      state: n === current ? "current" : !met ? "hidden" : left ? "done" : "open",
      isMark: isEnd && best.has(n),
    };
  };
  const first = tree.map((node, n) => ({ node, n })).filter(({ node }) => node.parent === 0);
  const cutOffs = found.iterations.at(-1)?.cut_offs ?? 0;
  const saved = tree.reduce((sum, n) => sum + n.cut.length, 0);
  // Both searches counted alike: the last depth alone, without the position itself.
  const all = first.reduce((sum, { node }) => sum + node.below, 0);
  const nodes = isEnd ? all : nodesBy(at);
  const isPart = tree.some((node) => node.closed);
  return (
    <div class="searched" data-nodes={found.nodes} data-value={found.value} data-cut-offs={cutOffs}>
      <dl class="figures">
        <Figure name={t("labValue")} value={isEnd ? valueText(found.value, found.end) : "…"} />
        <Figure name={t("labBest")} value={isEnd ? (found.names[0] ?? "–") : "…"} />
        <Figure name={t("labNodes")} value={formatNumber(nodes)} />
        <Figure name={t("labCutOffs")} value={isEnd ? String(cutOffs) : "…"} />
      </dl>
      {found.iterations.length > 1 && (
        <p class="small quiet">
          {t("labIterations", { list: found.iterations.map((i) => `${i.depth}: ${formatNumber(i.nodes)}`).join(t("comma")) })}
        </p>
      )}
      {found.stopped && <p class="small">{t("labStopped", { depth: found.depth })}</p>}
      {isPart && <p class="small quiet">{t("labDrawn", { n: tree.length - 1, all: formatNumber(all) })}</p>}
      <Stepping
        id={id}
        at={at}
        all={order.length}
        onStep={(to) => {
          chosen.value = null;
          onStep(to === order.length ? null : to);
        }}
      />
      <p class="lab-say" aria-live="polite">
        {chosen.value !== null
          ? told(tree, chosen.value, found)
          : isEnd
            ? summary(found, saved)
            : !now
              ? t("labReady", { side: found.turn })
              : sentence(tree, now.node, now.enters, found)}
      </p>
      {(inside || under.length > 0) && (
        <div class="lab-tools">
          {inside && (
            <button class="small" onClick={() => onUnder(movesTo(chosen.value!))}>
              {t("labBelow", { move: tree[chosen.value!]!.name })}
            </button>
          )}
          {under.length > 0 && (
            <button class="small" onClick={() => onUnder([])}>
              {t("labWhole")}
            </button>
          )}
        </div>
      )}
      <TreeView
        blocks={blocks}
        ghosts={ghosts}
        drawn={drawn}
        showsGhosts={(n) => times.leaves[n]! <= at}
        label={t("labTree", { n: tree.length })}
        onChoose={(n) => (chosen.value = chosen.value === n ? null : n)}
      />
      <p class="small quiet lab-key">
        <span class="swatch own" /> {t("labGood", { side: found.turn })} <span class="swatch foe" /> {t("labBad", { side: found.turn })}{" "}
        <span class="swatch cut" /> {t("labCutKey")}
      </p>
      <Grid label={t("labFirstMoves")} columns={["labMove", "labValue", "labNodes"]}>
        {first.map(({ node, n }) => (
          <tr key={n} class={times.enters[n]! <= at ? "" : "quiet"}>
            <td>
              <button class="flat small" onClick={() => (chosen.value = n)}>
                {node.name}
              </button>
            </td>
            <td>{times.leaves[n]! <= at ? `${isBound(node) ? "≤ " : ""}${valueText(node.value, node.end)}` : "…"}</td>
            <td>{node.below}</td>
          </tr>
        ))}
      </Grid>
    </div>
  );
}

/** A first move that was cut off is only known to be no better than that. */
const isBound = (node: TracedNode) => node.left === "cut";

export function Figure({ name, value }: { name: string; value: string }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{value}</dd>
    </div>
  );
}

function bestPath(tree: readonly TracedNode[], line: readonly (number | null)[]): Set<number> {
  const found = new Set<number>([0]);
  let at = 0;
  for (const point of line) {
    const next = tree.findIndex((n) => n.parent === at && n.point === point);
    if (next < 0) break;
    found.add(next);
    at = next;
  }
  return found;
}

const summary = (found: Traced, saved: number): string =>
  `${t("labFound", { side: found.turn, line: found.names.join(" "), value: valueText(found.value, found.end) })}${saved > 0 ? t("labSaved", { n: saved }) : ""}`;

const nameOf = (node: TracedNode) => node.name || t("labRoot");

/** What happens in one step. */
function sentence(tree: readonly TracedNode[], n: number, enters: boolean, found: Traced): string {
  const node = tree[n]!;
  const window = node.alpha === null && node.beta === null ? "" : t("labWindow", { alpha: bound(node.alpha, "−∞"), beta: bound(node.beta, "+∞") });
  if (enters) return t("labEnter", { move: nameOf(node), side: node.turn }) + window;
  return told(tree, n, found);
}

/** How a node got its value. */
function told(tree: readonly TracedNode[], n: number, found: Traced): string {
  const node = tree[n]!;
  const value = valueText(node.value, node.end);
  const isMax = node.turn === found.turn;
  const children = tree.filter((c) => c.parent === n);
  const best = children.find((c) => c.value === node.value);
  switch (node.left) {
    case "over":
      return t("labOver", { move: nameOf(node), value });
    case "evaluated":
      return t("labEvaluated", { move: nameOf(node), value });
    case "cut": {
      const limit = isMax ? bound(node.beta, "+∞") : bound(node.alpha, "−∞");
      const word = isMax ? "labCutMax" : "labCutMin";
      const rest = node.cut.length > 0 ? t("labCutRest", { n: node.cut.length, moves: node.cut.slice(0, 8).join(" ") }) : t("labCutNothing");
      return t(word, { move: nameOf(node), value, limit }) + rest;
    }
    default:
      return node.closed || !best
        ? t("labClosed", { move: nameOf(node), value, n: node.below })
        : t(isMax ? "labMax" : "labMin", { move: nameOf(node), side: node.turn, best: best.name, value });
  }
}
