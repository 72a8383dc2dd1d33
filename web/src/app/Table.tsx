// A board and what stands around it, for every size of window: games, studies and problems lie on the same table.

import { useSignal, type ReadonlySignal } from "@preact/signals";
import type { ComponentChildren } from "preact";
import { pointName } from "../board/geometry";
import type { BoardState } from "../board/state";
import { BoardView, type How } from "./BoardView";
import { NoticeSpot } from "./NoticeSpot";
import { Icon } from "./parts";
import { t, type Word } from "../words";

type Props = {
  name: string;
  /** What tests and styles may ask of the table, as data attributes. */
  data: Record<`data-${string}`, string | number>;
  state: ReadonlySignal<BoardState | null>;
  /** The first and last point of the part of the board that is seen at first. */
  part?: readonly [number, number] | null;
  flips?: (point: number) => number | undefined;
  onTouch: (point: number, how: How) => void;
  /** What a second tap does: it plays, if nothing else is said. */
  confirm?: Word;
  /** Told which point the mouse is over. */
  onHover?: (point: number | null) => void;
  status: string;
  /** The player who sits opposite, and the one who sits here. */
  top?: ComponentChildren;
  bottom?: ComponentChildren;
  /** What the tray holds: its name, and panels that come and go. */
  label: string;
  tray: ComponentChildren;
  moves?: ComponentChildren;
  bar?: ComponentChildren;
};

export function Table({
  name,
  data,
  state,
  part,
  flips,
  onTouch,
  onHover,
  confirm = "confirmMove",
  status,
  top,
  bottom,
  label,
  tray,
  moves,
  bar,
}: Props) {
  const aim = useSignal<number | null>(null);
  const zoom = useSignal(1);
  return (
    <section class={`table ${name}`} {...data}>
      {top && <div class="seat-top">{top}</div>}
      <BoardView state={state} aim={aim} zoom={zoom} part={part} flips={flips} onTouch={onTouch} onHover={onHover} />
      {bottom && <div class="seat-bottom">{bottom}</div>}
      <div class="status-line">
        <NoticeSpot rank={1}>
          <p class="status" role="status">
            {status}
          </p>
        </NoticeSpot>
        {aim.value !== null && (
          <Confirm
            state={state}
            aim={aim.value}
            word={confirm}
            onPlay={(point) => {
              aim.value = null;
              onTouch(point, "touch");
            }}
          />
        )}
        {zoom.value > 1 && (
          <button class="flat" id="whole-board" aria-label={t("wholeBoard")} onClick={() => (zoom.value = 1)}>
            <Icon name="whole" />
          </button>
        )}
      </div>
      <aside class="tray" aria-label={label} tabIndex={0}>
        {tray}
      </aside>
      {moves && <div class="moves">{moves}</div>}
      {bar && <div class="table-bar">{bar}</div>}
    </section>
  );
}

function Confirm({ state, aim, word, onPlay }: { state: Props["state"]; aim: number; word: Word; onPlay: (point: number) => void }) {
  const { size, columns, firstRow, forbidden } = state.value!;
  const at = pointName(aim, size, columns, firstRow).toUpperCase();
  return (
    <button class={forbidden.has(aim) ? "small" : "primary small"} id="confirm" onClick={() => onPlay(aim)}>
      {t(forbidden.has(aim) ? "confirmWhy" : word, { at })}
    </button>
  );
}
