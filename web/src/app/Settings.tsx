// Choices about the page itself.

import { signal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import { documentCanvas, Pictures } from "../board/draw";
import { emptyState } from "./boardstate";
import type { FunctionComponent } from "preact";
import { api } from "./api";
import { isSite } from "./end";
import { complain } from "./notice";
import { Choice, Dialog, Switch } from "./parts";
import { canNotify, chooseNotifying } from "./people/turn";
import {
  animation,
  boardStyle,
  coordinates,
  feltBoard,
  language,
  notifyTurn,
  quickReplies,
  showForbidden,
  showLegal,
  showNumbers,
  sounds,
  stoneSet,
  taps,
  theme,
  woodBoard,
} from "./settings";
import { me, meta } from "./store";
import type { Cell, Kind } from "./wire";
import { t } from "../words";

export const settingsOpen = signal(false);
/** Only a page without a server keeps everything here. */
const OwnData = signal<FunctionComponent | null>(null);
if (isSite) void import("../local/OwnData").then((part) => (OwnData.value = part.OwnData));

/** Small boards that show what is chosen below them: `x` black, `o` white. */
const SAMPLES: [Kind, string][] = [
  ["go", ".......x.o...xxo....ox..."],
  ["othello", ".....xo..ox....."],
];
const SAMPLE_SIDE = 220;

function Samples() {
  return (
    <div class="samples" aria-hidden="true">
      {SAMPLES.map(([kind, cells]) => (
        <Sample key={kind} kind={kind} cells={[...cells].map((c): Cell => (c === "x" ? 1 : c === "o" ? 2 : 0))} />
      ))}
    </div>
  );
}

function Sample({ kind, cells }: { kind: Kind; cells: Cell[] }) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const style = boardStyle.value;
  useEffect(() => {
    const state = emptyState(kind, Math.sqrt(cells.length), cells);
    new Pictures(state, SAMPLE_SIDE, 4, documentCanvas, style).draw(canvas.current!.getContext("2d")!, state);
  }, [style]);
  return <canvas ref={canvas} width={SAMPLE_SIDE} height={SAMPLE_SIDE} data-kind={kind} />;
}

export function SettingsDialog() {
  const rename = async (name: string) => {
    try {
      if (name.trim()) me.value = await api.rename(name.trim());
    } catch (error) {
      complain(error);
    }
  };
  const switches = [
    ["sounds", sounds],
    ["coordinates", coordinates],
    ["showLegal", showLegal],
    ["showNumbers", showNumbers],
    ["showForbidden", showForbidden],
    ["stoneMotion", animation],
    ["quickReplies", quickReplies],
  ] as const;
  return (
    <Dialog id="settings-dialog" title={t("settings")} onClose={() => (settingsOpen.value = false)}>
      <Choice
        name="set-language"
        label={t("language")}
        value={language.value}
        onChange={(v) => (language.value = v)}
        options={[
          { value: "zh", text: "中文" },
          { value: "en", text: "English" },
        ]}
      />
      <Choice
        name="set-theme"
        label={t("theme")}
        value={theme.value}
        onChange={(v) => (theme.value = v)}
        options={[
          { value: "auto", text: t("themeAuto") },
          { value: "light", text: t("themeLight") },
          { value: "dark", text: t("themeDark") },
        ]}
      />
      <Samples />
      <Choice
        name="set-wood"
        label={t("woodBoard")}
        value={boardStyle.value.wood}
        onChange={(v) => (woodBoard.value = v)}
        options={[
          { value: "kaya", text: t("woodKaya") },
          { value: "walnut", text: t("woodWalnut") },
          { value: "slate", text: t("woodSlate") },
        ]}
      />
      <Choice
        name="set-stones"
        label={t("stoneSet")}
        value={boardStyle.value.stones}
        onChange={(v) => (stoneSet.value = v)}
        options={[
          { value: "shell", text: t("stonesShell") },
          { value: "plain", text: t("stonesPlain") },
        ]}
      />
      <Choice
        name="set-felt"
        label={t("feltBoard")}
        value={boardStyle.value.felt}
        onChange={(v) => (feltBoard.value = v)}
        options={[
          { value: "green", text: t("feltGreen") },
          { value: "blue", text: t("feltBlue") },
          { value: "grey", text: t("feltGrey") },
        ]}
      />
      <Choice
        name="set-taps"
        label={t("taps")}
        value={taps.value}
        onChange={(v) => (taps.value = v)}
        options={[
          { value: "auto", text: t("tapsAuto") },
          { value: "once", text: t("tapsOnce") },
          { value: "twice", text: t("tapsTwice") },
        ]}
      />
      <div class="switches">
        {switches.map(([name, value]) => (
          <Switch key={name} id={`set-${name}`} label={t(name)} value={value.value} onChange={(v) => (value.value = v)} />
        ))}
        {canNotify() && <Switch id="set-notifyTurn" label={t("notifyTurn")} value={notifyTurn.value} onChange={(on) => void chooseNotifying(on)} />}
      </div>
      <label class="field" for="set-name">
        <span>{t("yourName")}</span>
        <input
          id="set-name"
          maxLength={40}
          value={me.value?.name ?? ""}
          autocomplete="nickname"
          onChange={(e) => void rename(e.currentTarget.value)}
        />
      </label>
      {OwnData.value && <OwnData.value />}
      {meta.value?.offline && (
        <p>
          <a id="offline-page" href="/offline/" target="_self">
            {t("offlinePage")}
          </a>{" "}
          <span class="quiet">{t("offlinePageAbout")}</span>
        </p>
      )}
      <details class="keys">
        <summary>{t("keys")}</summary>
        <ul>
          {(["keysBoard", "keysMoves", "keysUndo", "keysPass"] as const).map((word) => (
            <li key={word}>{t(word)}</li>
          ))}
        </ul>
      </details>
    </Dialog>
  );
}
