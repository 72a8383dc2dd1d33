// A small picture of a position.

import { useEffect, useRef } from "preact/hooks";
import { documentCanvas, drawWhole } from "../board/draw";
import { emptyState } from "./boardstate";
import { boardStyle } from "./settings";
import type { Cell, Kind, Point } from "./wire";

type Props = { kind: Kind; cells: readonly Cell[]; last?: Point | null };

export function Thumbnail({ kind, cells, last = null }: Props) {
  const canvas = useRef<HTMLCanvasElement>(null);
  useEffect(() => {
    const element = canvas.current!;
    const side = Math.max(64, Math.round(element.clientWidth * (window.devicePixelRatio || 1)));
    element.width = element.height = side;
    const state = { ...emptyState(kind, Math.round(Math.sqrt(cells.length)), cells), last };
    drawWhole(element.getContext("2d")!, state, side, documentCanvas, 0, boardStyle.value);
  }, [kind, cells, last, boardStyle.value]);
  return <canvas ref={canvas} class="thumbnail" aria-hidden="true" />;
}
