// The buttons under a game.

import { useSignal } from "@preact/signals";
import type { ComponentChildren } from "preact";
import type { GameModel } from "./game";
import { GAMES } from "./games";
import { newGameOpen } from "./NewGame";
import { Dialog, Icon, Select } from "./parts";
import { go } from "./route";
import { ShareMenu } from "./ShareMenu";
import { isShow } from "./watch/Thoughts";
import type { Side } from "./wire";
import { t } from "../words";

const PACES = [0, 100, 300, 700, 1100, 1700, 2400, 5000];

export function Controls({ model }: { model: GameModel }) {
  const game = model.game.value!;
  const { live, you } = game;
  const resigning = useSignal(false);
  const isPlaying = you.seats.length > 0 && live.phase !== "over";
  const may = (what: "undo" | "redo") => you.seats.some((side) => live[what][side]);
  const isRemote = game.seats.black.who === "person" && game.seats.white.who === "person" && you.seats.length === 1;
  return (
    <div class="controls">
      {isPlaying && (
        <>
          <Act icon="undo" text={t("undo")} id="undo" shortcut="u" disabled={!may("undo")} onClick={() => void model.do({ do: "undo" })} />
          <Act icon="redo" text={t("redo")} id="redo" shortcut="r" disabled={!may("redo")} onClick={() => void model.do({ do: "redo" })} />
          {GAMES[game.kind].mayPass && (
            <Act icon="pass" text={t("pass")} id="pass" shortcut="p" disabled={!live.can_pass || !model.mine.value} onClick={() => model.pass()} />
          )}
          {model.mayAsk.value && (
            <Act
              icon="hint"
              text={t("hint")}
              id="hint"
              shortcut="h"
              disabled={!model.mine.value || model.hinting.value}
              onClick={() => void model.askHint()}
            />
          )}
          <Act icon="flag" text={t("resign")} id="resign" disabled={live.phase === "waiting"} onClick={() => (resigning.value = true)} />
          {isRemote && (
            <Act icon="draw" text={t("offerDraw")} id="draw" disabled={live.offer !== null} onClick={() => void model.do({ do: "draw" })} />
          )}
        </>
      )}
      {isPlaying && <Act icon="plus" text={t("newShort")} id="another-game" onClick={() => (newGameOpen.value = game.kind)} />}
      {model.mayAsk.value && <Act icon="chart" text={t("analyse")} id="analyse" onClick={() => go(`/study/${game.id}`)} />}
      <ShareMenu id={game.id} kind={game.kind} line={() => model.line()} watch={you.watch} />
      {isShow(game) && live.phase !== "over" && <Pacing model={model} />}
      {resigning.value && <ResignDialog model={model} onClose={() => (resigning.value = false)} />}
    </div>
  );
}

export function Act({
  icon,
  text,
  id,
  shortcut,
  disabled,
  pressed,
  onClick,
}: {
  icon: string;
  text: ComponentChildren;
  id: string;
  shortcut?: string;
  disabled?: boolean;
  pressed?: boolean;
  onClick: () => void;
}) {
  return (
    <button
      class="act"
      id={id}
      disabled={disabled}
      aria-pressed={pressed}
      onClick={onClick}
      aria-keyshortcuts={shortcut}
      title={shortcut && `[${shortcut.toUpperCase()}]`}
    >
      <Icon name={icon} />
      <span>{text}</span>
    </button>
  );
}

function Pacing({ model }: { model: GameModel }) {
  const game = model.game.value!;
  const paces = [...new Set([...PACES, game.pace_ms])].sort((a, b) => a - b);
  return (
    <div class="pacing">
      <Act
        icon={game.paused ? "play" : "pause"}
        text={game.paused ? t("proceed") : t("pause")}
        id="pause"
        onClick={() => void model.do({ do: game.paused ? "continue" : "pause" })}
      />
      <Select
        id="pace-now"
        label={t("pace")}
        value={game.pace_ms}
        onChange={(ms) => void model.do({ do: "pace", ms })}
        options={paces.map((n) => ({ value: n, text: t("seconds", { n: n / 1000 }) }))}
      />
    </div>
  );
}

function ResignDialog({ model, onClose }: { model: GameModel; onClose: () => void }) {
  const { seats } = model.game.value!.you;
  const resign = (side: Side) => {
    onClose();
    void model.do(seats.length > 1 ? { do: "resign", side } : { do: "resign" });
  };
  return (
    <Dialog id="resign-dialog" title={t("resignSure")} onClose={onClose}>
      <div class="actions">
        <button onClick={onClose}>{t("cancel")}</button>
        {seats.map((side) => (
          <button key={side} class="danger" onClick={() => resign(side)}>
            {seats.length > 1 ? t("resignFor", { side }) : t("resign")}
          </button>
        ))}
      </div>
    </Dialog>
  );
}
