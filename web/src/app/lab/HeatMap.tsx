// A board of numbers: colour for whom a point counts, and the number where there is room. Stones lie under it.

import { emptyState } from "../boardstate";
import { pointName } from "../../board/geometry";
import type { Cell, Kind } from "../wire";

export type Heat = { value: number; text: string };

type Props = {
  kind: Kind;
  cells: readonly Cell[];
  /** By point; several numbers of one point are written one after another. */
  values: ReadonlyMap<number, Heat>;
  /** The value that is drawn with full colour. */
  most: number;
  label: string;
  onTouch?: (point: number) => void;
};

const CELL = 40;

export function HeatMap({ kind, cells, values, most, label, onTouch }: Props) {
  const size = Math.round(Math.sqrt(cells.length));
  const side = size * CELL;
  const { columns, firstRow } = emptyState(kind, size, cells);
  const lines = Array.from({ length: size + 1 }, (_, i) => i * CELL);
  return (
    <svg class="heat" viewBox={`-2 -2 ${side + 4} ${side + 4}`} role="img" aria-label={label}>
      <rect x={0} y={0} width={side} height={side} class="heat-ground" />
      {lines.map((at) => (
        <path key={at} d={`M${at} 0V${side}M0 ${at}H${side}`} class="heat-line" />
      ))}
      {cells.map((cell, point) => {
        const x = (point % size) * CELL,
          y = Math.floor(point / size) * CELL;
        const heat = values.get(point);
        const strength = heat && most > 0 ? Math.min(1, Math.abs(heat.value) / most) : 0;
        return (
          <g key={point} onClick={onTouch && (() => onTouch(point))}>
            {heat && (
              <rect x={x} y={y} width={CELL} height={CELL} class={heat.value >= 0 ? "heat-black" : "heat-white"} opacity={0.12 + 0.83 * strength}>
                <title>{`${pointName(point, size, columns, firstRow)} ${heat.text}`}</title>
              </rect>
            )}
            {cell !== 0 && (
              <circle
                cx={x + CELL / 2}
                cy={y + CELL / 2}
                r={CELL * 0.36}
                class={`heat-stone ${cell === 1 ? "black" : "white"}`}
                opacity={heat ? 0.8 : 0.92}
              />
            )}
            {heat && heat.text !== "" && (
              <text
                x={x + CELL / 2}
                y={y + CELL / 2 + 0.5}
                class={cell === 1 ? "on-black" : cell === 2 ? "on-white" : strength > 0.55 ? "on-strong" : ""}
                font-size={heat.text.length > 4 ? 10.5 : heat.text.length > 3 ? 12 : 15}
              >
                {heat.text}
              </text>
            )}
          </g>
        );
      })}
    </svg>
  );
}
