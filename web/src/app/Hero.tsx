// The board at the top of the first view: the game that goes on, or a game that plays itself.

import { signal, useSignal } from "@preact/signals";
import { useEffect, useMemo } from "preact/hooks";
import { api } from "./api";
import { BoardView } from "./BoardView";
import { emptyState } from "./boardstate";
import { FIRST } from "./games";
import { go } from "./route";
import { animation, prefersStill } from "./settings";
import type { BoardState } from "../board/state";
import type { Entry, Line, Replay } from "./wire";
import { t } from "../words";

/** A game between two engines of the level "normal", as columns and rows. */
const DEMO = "e6f6f5d6e7f4g6e8c3f7e3f3g5g4d3c4f8h4d8h7h5h6g3f2e2e1b5c2d7b2h3h2c6c7c5b6b4c8b8g7a5b3a1a4a3a2d1f1d2g2a6b7h8g8h1a7a8g1b1c1";
const STEP_MS = 1100,
  REST_MS = 5000;

const demoLine = (): Line => ({ kind: FIRST, moves: (DEMO.match(/../g) ?? []).map((m) => (Number(m[1]) - 1) * 8 + m.charCodeAt(0) - 97) });

/** `game` is undefined while nobody knows whether one goes on: then the place is kept, and nothing is shown. */
export function Hero({ game }: { game: Entry | null | undefined }) {
  return (
    <section class="hero">
      {game ? <Running key={game.id} game={game} /> : game === null ? <Demo /> : <div class="hero-board" />}
      <div class={game === undefined ? "hero-text unknown" : "hero-text"}>
        <h1>{t("slogan")}</h1>
        <p class="quiet">{t("heroLine")}</p>
        <a class="button primary" id="play-now" href="/play">
          {t(game ? "playOn" : "playNow")}
        </a>
      </div>
    </section>
  );
}

/** The position of the latest game; a touch goes on with it. */
function Running({ game }: { game: Entry }) {
  const state = useSignal<BoardState | null>(null);
  useEffect(() => {
    api.game(game.id).then(
      ({ kind, rules, live }) => (state.value = { ...emptyState(kind, rules.size, live.board), last: live.last }),
      () => undefined,
    );
  }, []);
  return <HeroBoard state={state} />;
}

function Demo() {
  const state = useMemo(() => signal<BoardState | null>(null), []);
  useEffect(() => {
    let timer = 0;
    const show = (replay: Replay, at: number) => {
      const step = replay.steps[at - 1];
      const cells = step?.board ?? replay.start;
      state.value = { ...emptyState(FIRST, Math.round(Math.sqrt(cells.length)), cells), last: step?.move.point ?? null };
      if (!animation.value || prefersStill()) return;
      const isLast = at >= replay.steps.length;
      timer = window.setTimeout(() => show(replay, isLast ? 0 : at + 1), isLast ? REST_MS : STEP_MS);
    };
    // With reduced motion a position of the middle game is shown.
    api.replay(demoLine()).then(
      (replay) => show(replay, animation.value && !prefersStill() ? 4 : 24),
      () => undefined,
    );
    return () => clearTimeout(timer);
  }, []);
  return <HeroBoard state={state} />;
}

function HeroBoard({ state }: { state: { value: BoardState | null } & Parameters<typeof BoardView>[0]["state"] }) {
  return (
    <div class="hero-board">
      <BoardView state={state} isPicture onTouch={() => go("/play")} />
    </div>
  );
}
