// Walking through a search: a slider, single steps, and a film of them.

import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { Icon } from "../parts";
import { prefersStill } from "../settings";
import { t } from "../../words";

const FRAME_MS = 120;
/** A film of the whole takes about so many frames. */
const FRAMES = 150;

type Props = { id: string; at: number; all: number; onStep: (to: number) => void };

export function Stepping({ id, at, all, onStep }: Props) {
  const isPlaying = useSignal(false);
  useEffect(() => {
    if (!isPlaying.value) return;
    const stride = Math.max(1, Math.ceil(all / FRAMES));
    const timer = setTimeout(() => onStep(Math.min(all, at + stride)), FRAME_MS);
    if (at >= all) isPlaying.value = false;
    return () => clearTimeout(timer);
  }, [isPlaying.value, at, all]);
  const jump = (to: number) => {
    isPlaying.value = false;
    onStep(Math.max(0, Math.min(all, to)));
  };
  const play = () => {
    if (at >= all) onStep(0);
    isPlaying.value = !isPlaying.value;
  };
  const button = (icon: string, name: string, to: number) => (
    <button class="flat" aria-label={name} title={name} disabled={to < 0 ? at <= 0 : at >= all && to > at} onClick={() => jump(to)}>
      <Icon name={icon} />
    </button>
  );
  return (
    <div class="stepping" data-step={at} data-steps={all}>
      {button("first", t("labFirst"), 0)}
      {button("previous", t("labBack"), at - 1)}
      <button class="flat" id={`${id}-play`} aria-label={isPlaying.value ? t("labPause") : t("labPlay")} onClick={play}>
        <Icon name={isPlaying.value ? "pause" : "play"} />
      </button>
      {button("next", t("labOn"), at + 1)}
      {button("last", t("labLast"), all)}
      <input
        type="range"
        min={0}
        max={all}
        value={at}
        step={1}
        aria-label={t("labStep")}
        data-still={prefersStill()}
        onInput={(e) => jump(Number(e.currentTarget.value))}
      />
      <output class="quiet small">
        {at} / {all}
      </output>
    </div>
  );
}
