// A game that is played or watched.

import { useComputed } from "@preact/signals";
import { useEffect, useMemo } from "preact/hooks";
import { api } from "./api";
import { Missing } from "./App";
import { gameState } from "./boardstate";
import { against, CountingPanel, EndPanel, ForbiddenPanel, HintPanel, InvitePanel, OfferPanel, OpeningPanel, openingTask } from "./GamePanels";
import { clockWords } from "./clockwords";
import { Chat } from "./people/Chat";
import { Controls } from "./Controls";
import { noteGame } from "./developer";
import { GameModel } from "./game";
import { MoveList } from "./MoveList";
import { remember, startGame } from "./NewGame";
import { StrengthPanel } from "./opponents/StrengthPanel";
import { complain } from "./notice";
import { skippedBefore } from "./passes";
import { Player } from "./Players";
import { TeachingPanel } from "./review/TeachingPanel";
import { go } from "./route";
import { metaOf, tell } from "./store";
import { placeWords } from "./studystate";
import { Table } from "./Table";
import { useTitle } from "./title";
import { isShow, SeriesLine, Thoughts } from "./watch/Thoughts";
import { other, type NewGame, type Side } from "./wire";
import { t } from "../words";

export function GameView({ id, invite }: { id: string; invite: string | null }) {
  const model = useMemo(() => new GameModel(id), [id]);
  useEffect(() => {
    noteGame(model);
    const sit = async () => {
      // Whoever opens an invitation sits down; the maker of the game only looks at it.
      if (invite) {
        await api.join(id, invite).catch(complain);
        go(`/game/${id}`, true);
      }
      model.open();
    };
    void sit();
    return () => {
      model.close();
      noteGame(null);
    };
  }, [model]);
  useShortcuts(model);
  const next = model.live.value?.next;
  useEffect(() => {
    // The link of a game leads on to its rematch.
    if (next) go(`/game/${next}`, true);
  }, [next]);
  if (model.failed.value) return <Missing>{tell(model.failed.value)}</Missing>;
  if (!model.game.value)
    return (
      <section class="plain">
        <h1 class="quiet">{t("loading")}</h1>
      </section>
    );
  return <GameTable model={model} />;
}

function GameTable({ model }: { model: GameModel }) {
  const state = useComputed(() => gameState(model));
  const game = model.game.value!;
  const { live, rules } = game;
  useTitle(() => `${model.mine.value && game.you.seats.length === 1 ? "● " : ""}${tell(metaOf(game.kind).name)}`);
  // One's own seat is the near one; spectators sit on Black's side.
  const near: Side = game.you.seats.length === 1 ? game.you.seats[0]! : "black";
  return (
    <Table
      name="game"
      data={{ "data-kind": game.kind, "data-phase": live.phase, "data-ply": live.ply, "data-game": game.id }}
      state={state}
      status={statusText(model)}
      label={t("position")}
      flips={(point) => live.flips?.[live.legal.indexOf(point)]?.length}
      onTouch={(point) => {
        model.clearRefusal();
        model.play(point);
      }}
      top={<Player game={game} side={other(near)} />}
      bottom={<Player game={game} side={near} />}
      tray={
        <>
          <h1 class="unseen">{tell(rules.label)}</h1>
          <EndPanel model={model} />
          <StrengthPanel game={game} onPlay={(player) => playOn(against(game, player), player)} />
          <InvitePanel game={game} />
          <OfferPanel model={model} />
          <OpeningPanel model={model} />
          <ForbiddenPanel model={model} />
          <HintPanel model={model} />
          <TeachingPanel model={model} />
          <CountingPanel model={model} />
          <SeriesLine game={game} />
          {isShow(game) && (
            <div class="panel">
              <Thoughts game={game} />
            </div>
          )}
          <Chat model={model} />
          <p class="quiet small">
            {tell(rules.label)} · {rules.size}×{rules.size}
            {rules.komi_text && ` · ${t("komiIs", { n: tell(rules.komi_text) })}`}
            {rules.handicap > 0 && ` · ${t("handicap")} ${rules.handicap}`}
            {game.clock && ` · ${t("clock")} ${tell(clockWords(game.clock))}`}
          </p>
        </>
      }
      moves={
        <MoveList kind={game.kind} moves={game.moves} opening={live.opening_name} ply={model.ply.value} onLook={(ply) => void model.look(ply)} />
      }
      bar={<Controls model={model} />}
    />
  );
}

/** The next opponent, who is then the one that a new game offers. */
function playOn(of: NewGame, player: string): void {
  remember(of, player);
  void startGame(of);
}

function statusText(model: GameModel): string {
  const game = model.game.value!;
  const { live } = game;
  if (model.ply.value !== null) return placeWords(model.ply.value, game.moves.length);
  if (model.pending.value && model.isLate.value) return t("sending");
  if (live.outcome) return tell(live.outcome.text);
  if (live.phase === "waiting") return t("waitingSeat");
  if (live.phase === "counting") return t("counting");
  if (live.opening?.text.en) return tell(openingTask(model));
  if (live.thinking && live.queue && live.queue.ahead > 0)
    return t("queued", { side: live.thinking, n: live.queue.ahead, s: Math.ceil(live.queue.wait_ms / 1000) });
  if (live.thinking) return t("thinking", { side: live.thinking });
  if (!live.turn) return "";
  if (game.between_people && !model.mine.value && game.you.seats.length === 1 && !game.seats[live.turn].online) return t("opponentAway");
  const turn = model.mine.value && game.you.seats.length === 1 ? t("yourTurn", { side: live.turn }) : t("toPlay", { side: live.turn });
  // A pass leaves no stone: it is said until the next move.
  const before = game.moves.at(-1);
  if (before?.point === null) return [t("passes", { side: before.side }), turn].join(" · ");
  // Passed over while the other side moved on: that is said, too, as long as it is news.
  const skipped = skippedBefore(game.moves, live.turn);
  return skipped > 0 ? [skippedWords(live.turn, skipped), turn].join(" · ") : turn;
}

const skippedWords = (side: Side, n: number): string => t(n === 1 ? "wasPassed" : "wasPassedOften", { side, n });

/** Keys that work anywhere on the page, outside of text fields. */
function useShortcuts(model: GameModel): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const target = event.target as HTMLElement;
      if (event.ctrlKey || event.altKey || event.metaKey || /INPUT|SELECT|TEXTAREA/.test(target.tagName) || target.closest("dialog")) return;
      const game = model.game.value;
      if (!game) return;
      const isOnBoard = target.dataset.point !== undefined;
      const at = model.ply.value ?? game.moves.length;
      switch (event.key) {
        case "ArrowLeft":
          if (!isOnBoard) void model.look(at - 1);
          break;
        case "ArrowRight":
          if (!isOnBoard) void model.look(at + 1);
          break;
        case "u":
          void model.do({ do: "undo" });
          break;
        case "r":
          void model.do({ do: "redo" });
          break;
        case "h":
          void model.askHint();
          break;
        // Passing ends games: the key only goes to the button, Enter presses it.
        case "p":
          document.getElementById("pass")?.focus();
          break;
        case "Escape":
          model.clearRefusal();
          break;
      }
    };
    addEventListener("keydown", onKey);
    return () => removeEventListener("keydown", onKey);
  }, [model]);
}
