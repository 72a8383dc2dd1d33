// The position editor: stones by hand, checked by the referee; then studied, played or looked for in the library.

import { useComputed } from "@preact/signals";
import { useEffect, useMemo } from "preact/hooks";
import { api } from "./api";
import { Missing } from "./App";
import { emptyState } from "./boardstate";
import { carried, EditorModel, keptSetup, type Brush } from "./editor";
import { KINDS } from "./games";
import { startGame } from "./NewGame";
import { complain } from "./notice";
import { Choice, Select } from "./parts";
import { go } from "./route";
import { meta, metaOf, tell } from "./store";
import { Table } from "./Table";
import { useTitle } from "./title";
import { cellOf, type Kind, type Side } from "./wire";
import { t, type Word } from "../words";

export function EditorView({ kind }: { kind: string }) {
  useTitle(() => t("editor"));
  const known = KINDS.find((k) => k === kind);
  return known ? <Editor kind={known} /> : <Missing />;
}

const BRUSHES: [Brush, Word][] = [
  ["both", "brushBoth"],
  ["black", "black"],
  ["white", "white"],
  ["erase", "brushErase"],
];

function Editor({ kind }: { kind: Kind }) {
  const model = useMemo(() => {
    const from = carried.peek()?.kind === kind ? carried.peek() : keptSetup(kind);
    carried.value = null;
    return new EditorModel(kind, from);
  }, [kind]);
  useEffect(() => () => model.close(), [model]);
  const state = useComputed(() => {
    const cells = model.cells.value;
    if (cells.length === 0) return null;
    const brush = model.brush.value;
    const shown = emptyState(kind, Math.round(Math.sqrt(cells.length)), cells);
    shown.legal = new Set(cells.keys());
    shown.turn = brush === "erase" ? 0 : brush === "both" ? cellOf("black") : cellOf(brush);
    return shown;
  });
  const problem = model.problem.value;
  const live = model.live.value;
  return (
    <Table
      name="editor"
      data={{ "data-kind": kind, "data-checked": problem ? "refused" : live ? "good" : "asking" }}
      state={state}
      label={t("editor")}
      status={problem ? tell(problem) : live ? (live.outcome ? tell(live.outcome.text) : t("positionGood")) : t("loading")}
      onTouch={(p) => model.paint(p)}
      tray={
        <div class="panel">
          <h1 class="small-title">{t("editor")}</h1>
          <Choice
            name="brush"
            label={t("brush")}
            value={model.brush.value}
            onChange={(brush) => (model.brush.value = brush)}
            options={BRUSHES.map(([value, word]) => ({ value, text: t(word) }))}
          />
          <Choice<Side>
            name="turn"
            label={t("whoMoves")}
            value={model.turn.value}
            onChange={(turn) => model.setTurn(turn)}
            options={[
              { value: "black", text: t("black") },
              { value: "white", text: t("white") },
            ]}
          />
          <Rules model={model} />
          <div class="actions start">
            <button class="small" id="clear" onClick={() => model.clear()}>
              {t("clearBoard")}
            </button>
            <button class="small" id="reset" onClick={() => void model.reset()}>
              {t("startPosition")}
            </button>
          </div>
        </div>
      }
      bar={<Ways model={model} />}
    />
  );
}

function Rules({ model }: { model: EditorModel }) {
  const game = metaOf(model.kind);
  const sizes = game.rules.find((r) => r.name === model.rules.value)?.sizes ?? [];
  return (
    <div class="fields">
      <Select
        id="editor-kind"
        label={t("game")}
        value={model.kind}
        onChange={(kind) => go(`/editor?kind=${kind}`)}
        options={meta.value!.games.map((g) => ({ value: g.kind, text: tell(g.name) }))}
      />
      {game.rules.length > 1 && (
        <Select
          id="editor-rules"
          label={t("rules")}
          value={model.rules.value}
          onChange={(rules) => model.setRules(rules)}
          options={game.rules.map((r) => ({ value: r.name, text: tell(r.label) }))}
        />
      )}
      <Select
        id="editor-size"
        label={t("size")}
        value={model.size.value}
        onChange={(size) => model.setSize(size)}
        options={[...new Set([...sizes, model.size.value])].sort((a, b) => a - b).map((n) => ({ value: n, text: `${n}×${n}` }))}
      />
    </div>
  );
}

/** What can be done with a position that the referee has checked. */
function Ways({ model }: { model: EditorModel }) {
  const isGood = model.live.value !== null;
  const isOver = model.live.value?.outcome != null;
  const study = async () => {
    try {
      const entry = await api.newStudy({ line: model.line.value, title: t("editedPosition") });
      go(`/study/${entry.id}`);
    } catch (error) {
      complain(error);
    }
  };
  const play = () => {
    const { kind, rules, size, komi, stones, turn } = model.line.value;
    const me = { who: "me" } as const,
      engine = { who: "engine", player: "normal" } as const;
    void startGame({
      kind,
      ...(rules ? { rules } : {}),
      ...(size ? { size } : {}),
      ...(komi != null ? { komi } : {}),
      ...(stones ? { stones } : {}),
      ...(turn ? { turn } : {}),
      black: turn === "white" ? engine : me,
      white: turn === "white" ? me : engine,
    });
  };
  return (
    <div class="actions start">
      <button class="primary" id="study-position" disabled={!isGood} onClick={() => void study()}>
        {t("studyPosition")}
      </button>
      <button id="play-position" disabled={!isGood || isOver} onClick={play}>
        {t("playFromHere")}
      </button>
    </div>
  );
}
