// Study of a game or record: walk, vary, analyse, review.

import { useComputed, useSignal } from "@preact/signals";
import { useEffect, useMemo } from "preact/hooks";
import { Missing } from "./App";
import { Act } from "./Controls";
import { entryTitle } from "./entries";
import { carried, type Setup } from "./editor";
import { Explorer, explorerOpen } from "./Explorer";
import { Count } from "./GamePanels";
import { GAMES, KINDS } from "./games";
import { labOf } from "./lab/address";
import { MoveList } from "./MoveList";
import { NewGameDialog, type Onward } from "./NewGame";
import { Icon, Select } from "./parts";
import { ReviewPanel } from "./review/ReviewPanel";
import { go, type Route } from "./route";
import { Candidates, Legend } from "./StudyPanels";
import { InfoButton, KeepButton, Keeping, Notes } from "./StudyNotes";
import { ShareMenu } from "./ShareMenu";
import { StudyModel } from "./study";
import { placeWords, studyState } from "./studystate";
import { metaOf, tell } from "./store";
import { Table } from "./Table";
import { useTitle } from "./title";
import { Variations } from "./Variations";
import { t } from "../words";

export function StudyView({ id, ply, turns, review }: Omit<Extract<Route, { view: "study" }>, "view">) {
  const model = useMemo(() => new StudyModel(id, { ply, turns }), [id]);
  return <Study model={model} review={review} />;
}

/** A line that is walked without a record: the opening tree of a game begins here. */
export function ScratchView({ line, ply, notes }: Omit<Extract<Route, { view: "scratch" }>, "view">) {
  const kind = KINDS.find((k) => k === line.kind);
  const model = useMemo(() => {
    if (!kind) return null;
    explorerOpen.value = true;
    return new StudyModel("new", { ply: ply ?? 0, turns: "" }, { size: metaOf(kind).size, ...line, kind }, notes);
  }, [kind]);
  return model ? <Study model={model} review={false} /> : <Missing />;
}

function Study({ model, review }: { model: StudyModel; review: boolean }) {
  useTitle(() => (model.entry.value ? entryTitle(model.entry.value) : t("study")));
  useEffect(() => {
    void model.open().then(() => {
      if (review && !model.failed.value) model.review();
    });
    return () => model.close();
  }, [model]);
  if (model.failed.value) return <Missing>{tell(model.failed.value)}</Missing>;
  if (!model.live.value)
    return (
      <section class="plain">
        <h1 class="quiet">{t("loading")}</h1>
      </section>
    );
  return <Desk model={model} />;
}

function Desk({ model }: { model: StudyModel }) {
  const state = useComputed(() => studyState(model));
  const live = model.live.value!;
  const entry = model.entry.value;
  const walk = (to: number | null) => {
    const line = model.walk.value;
    void model.go(line[Math.min(to ?? line.length - 1, line.length - 1)]!);
  };
  useArrows(model, walk);
  const stands = live.outcome ? tell(live.outcome.text) : live.turn ? t("toPlay", { side: live.turn }) : "";
  return (
    <Table
      name="study"
      data={{
        "data-ply": model.ply.value,
        "data-kind": model.kind,
        "data-reviews": String(model.isReviewing.value || model.reviewed.value !== null),
      }}
      state={state}
      label={t("study")}
      status={[stands, placeWords(model.ply.value, model.walk.value.length - 1)].filter(Boolean).join(" · ")}
      flips={(p) => live.flips?.[live.legal.indexOf(p)]?.length}
      onTouch={(p) => model.touch(p)}
      onHover={(p) => (model.hovered.value = p)}
      tray={
        <>
          <div class="record-head">
            <h1 class="small-title">{entry ? entryTitle(entry) : t("study")}</h1>
            {entry?.over && tell(entry.result) && (
              <p class="result" id="record-result">
                {tell(entry.result)}
              </p>
            )}
            <RecordInfo model={model} />
            <div class="keeping">
              {entry?.source === "game" && !entry.over && (
                <a class="button small" id="to-game" href={`/game/${entry.id}`}>
                  {t("toGame")}
                </a>
              )}
              <Keeping model={model} />
              <InfoButton model={model} />
              {model.isScratch.value && <KeepButton model={model} />}
            </div>
          </div>
          {live.counting && (
            <div class="panel counting">
              <h2>{t("judgesCount")}</h2>
              <p class="result">{tell(live.counting.result)}</p>
              <Count counting={live.counting} kind={model.kind} size={Math.sqrt(live.board.length)} />
            </div>
          )}
          <Candidates model={model} />
          {explorerOpen.value && <Explorer model={model} />}
          <ReviewPanel model={model} />
          <Notes model={model} />
          <Variations model={model} />
          <Select
            id="overlay"
            label={t("overlay")}
            value={model.overlay.value}
            onChange={(v) => void model.show(v)}
            options={GAMES[model.kind].overlays.map(([value, word]) => ({ value, text: t(word) }))}
          />
          <Legend model={model} />
        </>
      }
      moves={
        <MoveList
          kind={model.kind}
          moves={model.played.value}
          opening={live.opening_name}
          ply={model.ply.value}
          onLook={walk}
          mistakes={model.mistakes.value}
        />
      }
      bar={<Tools model={model} />}
    />
  );
}

/** What the record says of itself beside its moves. */
function RecordInfo({ model }: { model: StudyModel }) {
  const info = model.info.value;
  if (!info) return null;
  const { rules } = info;
  const facts = [
    info.event,
    info.round && t("roundIs", { n: info.round }),
    info.place,
    info.date,
    info.ruleset ? t("rulesOfRecord", { rules: info.ruleset, ours: tell(rules.label) }) : tell(rules.label),
    rules.komi_text && t("komiIs", { n: tell(rules.komi_text) }),
    rules.handicap > 0 && `${t("handicap")} ${rules.handicap}`,
    info.time && `${t("clock")} ${info.time}`,
    info.ranks.black && `${t("black")} ${info.ranks.black}`,
    info.ranks.white && `${t("white")} ${info.ranks.white}`,
  ];
  return (
    <p class="small" id="record-info">
      {facts.filter(Boolean).join(" · ")}
    </p>
  );
}

function Tools({ model }: { model: StudyModel }) {
  const live = model.live.value!;
  const lab = model.isOver() ? null : labOf(model.line());
  const isLeaving = useSignal(false);
  const fromHere = (): Onward["of"] => {
    const { kind, rules, size, komi, handicap, stones, turn: first } = model.base!;
    const moves = model.line().moves.map((p) => (p === null ? { name: "pass" } : { point: p }));
    return {
      kind,
      ...(rules ? { rules } : {}),
      ...(size ? { size } : {}),
      ...(komi != null ? { komi } : {}),
      ...(handicap ? { handicap } : {}),
      ...(stones ? { stones } : {}),
      ...(first ? { turn: first } : {}),
      from: { moves },
    };
  };
  return (
    <div class="controls">
      <Act
        icon={model.isOn.value ? "pause" : "chart"}
        text={model.isOn.value ? t("engineOff") : t("engineOn")}
        id="engine"
        onClick={() => model.toggle()}
      />
      {live.can_pass && <Act icon="pass" text={t("pass")} id="pass" onClick={() => void model.play(null)} />}
      <Act icon="play" text={t("playFromHere")} id="from-here" disabled={model.isOver()} onClick={() => (isLeaving.value = true)} />
      {isLeaving.value && (
        <NewGameDialog
          kind={model.kind}
          mode="engine"
          onward={{ of: fromHere(), colour: live.turn ?? "black", onClose: () => (isLeaving.value = false) }}
        />
      )}
      <Act icon="tree" text={t("openings")} id="openings" pressed={explorerOpen.value} onClick={() => (explorerOpen.value = !explorerOpen.value)} />
      <Act icon="edit" text={t("toEditor")} id="to-editor" onClick={() => openEditor(model)} />
      {lab && (
        <a class="button act" id="to-lab" href={lab}>
          <Icon name="lab" />
          <span>{t("labShort")}</span>
        </a>
      )}
      {!model.isScratch.value && <ShareMenu id={model.id} kind={model.kind} line={() => model.line(model.walk.value.at(-1))} />}
    </div>
  );
}

/** The position that is looked at, to be changed by hand. */
function openEditor(model: StudyModel): void {
  const { kind, rules, size, komi } = model.base!;
  const { board, turn } = model.live.value!;
  const start: Setup = {
    kind,
    cells: board,
    turn: turn ?? "black",
    ...(rules ? { rules } : {}),
    ...(size ? { size } : {}),
    ...(komi != null ? { komi } : {}),
  };
  carried.value = start;
  go(`/editor?kind=${kind}`);
}

function useArrows(model: StudyModel, walk: (to: number) => void): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const target = event.target as HTMLElement;
      if (
        event.ctrlKey ||
        event.altKey ||
        event.metaKey ||
        /INPUT|SELECT|TEXTAREA/.test(target.tagName) ||
        target.dataset.point !== undefined ||
        target.closest("dialog")
      )
        return;
      if (event.key === "ArrowLeft") walk(Math.max(0, model.ply.value - 1));
      if (event.key === "ArrowRight") walk(model.ply.value + 1);
    };
    addEventListener("keydown", onKey);
    return () => removeEventListener("keydown", onKey);
  }, [model]);
}
