// The graph of a game: who was ahead after each move, for Black. Choosing a place goes there, hovering shows it.

import { useSignal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import { GAMES } from "./games";
import { isDark } from "./settings";
import { percent, signed } from "./studystate";
import { Thumbnail } from "./Thumbnail";
import type { Cell, Kind, MoveClass, Reviewed } from "./wire";
import { t } from "../words";

type Props = {
  kind: Kind;
  points: Reviewed["graph"];
  mistakes: readonly { ply: number; class: MoveClass }[];
  /** The board after each ply. */
  boards: readonly (readonly Cell[])[];
  at: number;
  onChoose: (ply: number) => void;
};

/** Values for Black in one unit: win rates where all are known, scores otherwise. */
export function graphOf(kind: Kind, points: Reviewed["graph"]): { values: (number | null)[]; most: number; write: (value: number) => string } {
  const { isRated: rated, isWonOrLost } = GAMES[kind];
  const isRated = (rated || isWonOrLost || points.every((p) => p.score === null)) && points.some((p) => p.win_rate !== null);
  if (isRated) return { values: points.map((p) => (p.win_rate === null ? null : p.win_rate - 0.5)), most: 0.5, write: (v) => percent(0.5 + v) };
  const values = points.map((p) => p.score);
  return { values, most: Math.max(1, ...values.map((v) => Math.ceil(Math.abs(v ?? 0)))), write: signed };
}

export function Graph({ kind, points, mistakes, boards, at, onChoose }: Props) {
  const box = useRef<HTMLDivElement>(null);
  const hover = useSignal<number | null>(null);
  const now = useRef({ at, onChoose });
  now.current = { at, onChoose };
  const redraw = useRef<() => void>(() => undefined);
  useEffect(() => {
    let end = () => undefined as void;
    let isGone = false;
    void import("./plot").then(({ draw }) => {
      if (isGone) return;
      const drawn = draw(box.current!, {
        ...graphOf(kind, points),
        plies: points.map((p) => p.ply),
        mistakes: new Map(mistakes.map((m) => [m.ply, m.class])),
        at: () => now.current.at,
        onChoose: (ply) => now.current.onChoose(ply),
        onHover: (ply) => (hover.value = ply),
      });
      redraw.current = drawn.redraw;
      end = drawn.end;
    });
    return () => {
      isGone = true;
      end();
    };
  }, [kind, points, mistakes, isDark.value]);
  useEffect(() => redraw.current(), [at]);
  if (points.length === 0) return null;
  const last = Math.max(1, points.at(-1)!.ply);
  const shown = hover.value === null ? null : boards[hover.value];
  const { values, write } = graphOf(kind, points);
  const value = values[points.findIndex((p) => p.ply === hover.value)];
  return (
    <div class="graph">
      <div ref={box} class="plot" role="img" aria-label={t("graphHelp")} />
      {shown && (
        <div class={`graph-hover ${hover.value! > last / 2 ? "near" : ""}`} aria-hidden="true">
          <Thumbnail kind={kind} cells={shown} />
          <span>
            {t("graphMove", { n: hover.value! })}
            <strong>{value === null || value === undefined ? "" : write(value)}</strong>
          </span>
        </div>
      )}
      <input
        type="range"
        min={0}
        max={last}
        value={Math.min(at, last)}
        aria-label={t("graphHelp")}
        onInput={(e) => onChoose(Number(e.currentTarget.value))}
      />
    </div>
  );
}
