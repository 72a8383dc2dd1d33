// The moves of a game, and the way through them.

import { useSignal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import { ClassMark } from "./ClassMark";
import { GAMES } from "./games";
import { Icon } from "./parts";
import { tell } from "./store";
import type { Kind, MoveClass, Played, Text } from "./wire";
import { t } from "../words";

type Props = {
  kind: Kind;
  moves: readonly Played[];
  ply: number | null;
  onLook: (ply: number | null) => void;
  mistakes?: ReadonlyMap<number, MoveClass>;
  opening?: Text;
};

const SPEEDS = [0.5, 1, 2, 4];
const STEP_MS = 900;

/** Scrolls a list of moves so that the current one stands in its middle. */
function showCurrent(box: HTMLElement): void {
  const item = box.querySelector<HTMLElement>("[aria-current]");
  if (!item) return;
  box.scrollTop = item.offsetTop - box.offsetTop - (box.clientHeight - item.offsetHeight) / 2;
  box.scrollLeft = item.offsetLeft - box.offsetLeft - (box.clientWidth - item.offsetWidth) / 2;
}

export function MoveList({ kind, moves, ply, onLook, mistakes, opening }: Props) {
  const list = useRef<HTMLOListElement>(null);
  const at = ply ?? moves.length;
  useEffect(() => {
    const box = list.current;
    if (!box) return;
    // A hint or a review takes room of the list: the move that is looked at stays in sight.
    const watcher = new ResizeObserver(() => showCurrent(box));
    watcher.observe(box);
    return () => watcher.disconnect();
  }, [moves.length === 0]);
  useEffect(() => void (list.current && showCurrent(list.current)), [at, moves.length]);
  return (
    <>
      {opening && (
        <p class="opening small">
          {t("openingName")}
          {tell(opening)}
        </p>
      )}
      {moves.length === 0 ? (
        <p class="quiet small">{t("noMoves")}</p>
      ) : (
        <ol ref={list} class="move-list" aria-label={t("moves")} tabIndex={0}>
          {moves.map((move) => (
            <li key={move.n}>
              <button class="move" aria-current={move.n === at ? "step" : undefined} onClick={() => onLook(move.n)}>
                <span class="number">{move.n}</span>
                <span class={`stone tiny ${move.side}`} aria-hidden="true" />
                {move.point === null ? t(GAMES[kind].passed) : move.name.toUpperCase()}
                {mistakes?.has(move.n) && <ClassMark of={mistakes.get(move.n)!} />}
              </button>
            </li>
          ))}
        </ol>
      )}
      <Stepper all={moves.length} at={at} onLook={onLook} />
    </>
  );
}

export function Stepper({ all, at, onLook }: { all: number; at: number; onLook: (ply: number | null) => void }) {
  const running = useSignal(false);
  const speed = useSignal(1);
  useEffect(() => {
    if (!running.value) return;
    if (at >= all) return void (running.value = false);
    const timer = setTimeout(() => onLook(at + 1), STEP_MS / speed.value);
    return () => clearTimeout(timer);
  }, [running.value, at, all, speed.value]);
  const toggle = () => {
    if (!running.value && at >= all) onLook(0);
    running.value = !running.value;
  };
  const button = (icon: string, name: string, to: number | null, off: boolean) => (
    <button class="flat" aria-label={name} disabled={off} onClick={() => onLook(to)}>
      <Icon name={icon} />
    </button>
  );
  return (
    <div class="stepper" role="group" aria-label={t("moves")}>
      {button("first", t("firstMove"), 0, at === 0)}
      {button("previous", t("previous"), at - 1, at === 0)}
      <button class="flat" aria-label={running.value ? t("stop") : t("autoplay")} disabled={all === 0} onClick={toggle}>
        <Icon name={running.value ? "pause" : "play"} />
      </button>
      {button("next", t("next"), at + 1, at >= all)}
      {button("last", t("lastMove"), null, at >= all)}
      <label class="speed">
        <span class="unseen">{t("speed")}</span>
        <select name="speed" value={String(speed.value)} onChange={(e) => (speed.value = Number(e.currentTarget.value))}>
          {SPEEDS.map((n) => (
            <option key={n} value={String(n)}>
              {t("speedTimes", { n })}
            </option>
          ))}
        </select>
      </label>
    </div>
  );
}
