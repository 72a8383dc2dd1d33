// The tree of variations: the main line, and each branch indented under the move that it replaces.

import { GAMES } from "./games";
import type { StudyModel } from "./study";
import { commented, type Node } from "./studytree";
import { t } from "../words";

/** One line of the tree: the moves of a branch until it ends, and how deep it lies. */
export type Branch = { depth: number; from: number; moves: { id: number; n: number }[] };

/** The branches in reading order. A branch follows the piece of line that holds the move it replaces. */
export function branches(nodes: readonly Node[]): Branch[] {
  const found: Branch[] = [];
  const walk = (first: number, n: number, depth: number) => {
    let branch: Branch = { depth, from: first, moves: [] };
    found.push(branch);
    for (let id: number | undefined = first; id !== undefined; n++) {
      branch.moves.push({ id, n });
      const siblings: readonly number[] = id === first ? [] : nodes[nodes[id]!.parent!]!.children.slice(1);
      for (const other of siblings) walk(other, n, depth + 1);
      id = nodes[id]!.children[0];
      if (siblings.length > 0 && id !== undefined) {
        branch = { depth, from: id, moves: [] };
        found.push(branch);
      }
    }
  };
  const [main, ...others] = nodes[0]?.children ?? [];
  if (main !== undefined) walk(main, 1, 0);
  for (const other of others) walk(other, 1, 1);
  return found;
}

/** Long quiet stretches are shown by their ends. */
const ENDS = 4;

export function Variations({ model }: { model: StudyModel }) {
  const nodes = model.nodes.value;
  const shownBranches = branches(nodes);
  if (shownBranches.length < 2) return null;
  const at = model.at.value;
  const move = ({ id, n }: { id: number; n: number }) => (
    <button key={id} class="move" data-node={id} aria-current={id === at ? "step" : undefined} onClick={() => void model.go(id)}>
      <span class="number">{n}</span>
      {nodes[id]!.move === null ? t(GAMES[model.kind].passed) : nodes[id]!.name.toUpperCase()}
      {commented(nodes, id).comment && (
        <span class="has-comment" title={t("comment")}>
          ✎
        </span>
      )}
    </button>
  );
  const shown = ({ moves }: Branch) =>
    moves.length <= 2 * ENDS + 1
      ? moves.map(move)
      : [
          ...moves.slice(0, ENDS).map(move),
          <span key="gap" class="quiet">
            …
          </span>,
          ...moves.slice(-ENDS).map(move),
        ];
  return (
    <div class="panel">
      <h2>{t("variations")}</h2>
      <ul class="tree" id="variations">
        {shownBranches.map((branch) => (
          <li key={branch.from} data-depth={Math.min(branch.depth, 4)}>
            {shown(branch)}
          </li>
        ))}
      </ul>
    </div>
  );
}
