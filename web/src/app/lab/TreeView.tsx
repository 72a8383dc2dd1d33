// A tree of positions as rows of blocks: a row for each ply, each block as wide as its share of the search.

import type { Block, Ghost } from "./tree";

export type Drawn = {
  /** Written in the block if there is room. */
  text: string;
  sub?: string;
  title: string;
  /** From -1, good for the other side, to 1; null where nothing is known yet. */
  tone: number | null;
  /** `hidden` was not met yet, `open` is being looked at, `current` is where the search stands. */
  state: "hidden" | "open" | "done" | "current";
  isMark?: boolean;
};

type Props = {
  blocks: readonly Block[];
  ghosts?: readonly Ghost[];
  drawn: (node: number) => Drawn;
  /** The node whose cut moves are known by now. */
  showsGhosts?: (node: number) => boolean;
  label: string;
  onChoose: (node: number) => void;
};

/** Narrower blocks, in parts of the whole, cannot be seen. */
const THINNEST = 0.0012;
const ROW = 38;
/** From this width on there is room for words. */
const WIDE = 0.06;

const place = ({ x, width, depth }: Block) => ({
  left: `${x * 100}%`,
  width: `${width * 100}%`,
  top: `${depth * ROW}px`,
  height: `${ROW - 2}px`,
});

export function TreeView({ blocks, ghosts = [], drawn, showsGhosts, label, onChoose }: Props) {
  const rows = blocks.reduce((most, b) => Math.max(most, b.depth), 0) + 1;
  const choose = (event: MouseEvent) => {
    const node = (event.target as HTMLElement).closest<HTMLElement>("[data-node]")?.dataset.node;
    if (node !== undefined) onChoose(Number(node));
  };
  return (
    // The table below says the same in words and can be reached by keys.
    <div class="tree" role="img" aria-label={label} style={{ height: `${rows * ROW}px` }} onClick={choose}>
      {ghosts.map((g) =>
        g.width < THINNEST || !showsGhosts?.(g.node) ? null : (
          <div key={`${g.node} ${g.name}`} class="tree-node ghost" style={place(g)} title={g.name}>
            {g.width > WIDE / 2 && <span>{g.name}</span>}
          </div>
        ),
      )}
      {blocks.map((block, node) => {
        if (block.width < THINNEST) return null;
        const { text, sub, title, tone, state, isMark } = drawn(node);
        const colour =
          tone === null
            ? "var(--raised)"
            : `color-mix(in srgb, var(${tone >= 0 ? "--own" : "--foe"}) ${Math.round(Math.abs(tone) * 78)}%, var(--raised))`;
        return (
          <div
            key={node}
            class={`tree-node ${state} ${isMark ? "mark" : ""} ${tone !== null && Math.abs(tone) > 0.62 ? "strong" : ""}`}
            data-node={node}
            style={{ ...place(block), background: state === "hidden" ? "transparent" : colour }}
            title={title}
          >
            {block.width > WIDE / 2 && state !== "hidden" && <span>{text}</span>}
            {block.width > WIDE && sub && state !== "hidden" && <small>{sub}</small>}
          </div>
        );
      })}
    </div>
  );
}
