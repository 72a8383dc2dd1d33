// The two sides: names, counts, clocks.

import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import type { GameModel } from "./game";
import { GAMES } from "./games";
import { Portrait } from "./opponents/Portrait";
import { playerName } from "./store";
import type { Clock, Game, Live, Side } from "./wire";
import { t } from "../words";

export function seatName(game: Game, side: Side): string {
  const seat = game.seats[side];
  if (seat.who === "open") return t("openSeat");
  if (seat.who === "engine") return playerName(game.kind, seat.player ?? seat.name);
  if (game.you.seats.includes(side)) return game.you.seats.length === 2 ? t(side) : seat.name || t("you");
  return seat.name || t("guest");
}

/** What stands beside a player's colour: discs or prisoners, where they count. */
function counted(game: Game, side: Side): string | null {
  const { counted } = GAMES[game.kind];
  return counted && t(counted, { n: game.live.counts[side] });
}

export function Players({ model }: { model: GameModel }) {
  const game = model.game.value!;
  return (
    <div class="players">
      {(["black", "white"] as const).map((side) => (
        <Player key={side} game={game} side={side} />
      ))}
    </div>
  );
}

export function Player({ game, side }: { game: Game; side: Side }) {
  const { live, seats } = game;
  const seat = seats[side];
  const isTurn = live.turn === side && live.phase !== "waiting";
  const isOther = seat.who === "person" && !game.you.seats.includes(side);
  const won = live.outcome?.winner === side;
  const name = seatName(game, side);
  // Two people at one screen are called by their colours: once is enough.
  const about = [name !== t(side) && t(side), counted(game, side), isOther && t(seat.online ? "online" : "away")];
  return (
    <div class={`player ${isTurn ? "turn" : ""} ${won ? "won" : ""}`} data-side={side}>
      <span class={`stone ${side}`} aria-hidden="true" />
      {seat.who === "engine" && <Portrait player={seat.player ?? ""} />}
      <div class="who">
        <strong>
          {name}
          {isOther && <span class={`presence ${seat.online ? "here" : ""}`} aria-hidden="true" />}
        </strong>
        <span class="quiet small">{about.filter(Boolean).join(" · ")}</span>
      </div>
      {live.thinking === side && (
        <span class="dots" aria-hidden="true">
          <i />
          <i />
          <i />
        </span>
      )}
      {live.clocks && <ClockFace live={live} side={side} />}
    </div>
  );
}

/** What a clock shows `elapsed` milliseconds after the server read it. */
export function clockText(clock: Clock, elapsed: number): { text: string; isLow: boolean } {
  const main = clock.main_ms - elapsed;
  if (main > 0) return { text: face(main), isLow: main < 10_000 && clock.periods === 0 };
  if (clock.period_ms > 0) {
    const over = clock.used_ms - main;
    const used = Math.min(Math.floor(over / clock.period_ms), Math.max(0, clock.periods - 1));
    const left = Math.max(0, clock.period_ms - (over - used * clock.period_ms));
    const periods = clock.periods - used;
    return { text: `${face(left)}${clock.periods > 0 ? ` ×${periods}` : ""}`, isLow: left < 10_000 };
  }
  return { text: face(0), isLow: true };
}

function face(ms: number): string {
  const total = Math.ceil(ms / 1000);
  const h = Math.floor(total / 3600),
    m = Math.floor(total / 60) % 60,
    s = total % 60;
  const two = (n: number) => String(n).padStart(2, "0");
  if (ms < 10_000) return `0:0${(Math.ceil(ms / 100) / 10).toFixed(1)}`;
  return h > 0 ? `${h}:${two(m)}:${two(s)}` : `${m}:${two(s)}`;
}

function ClockFace({ live, side }: { live: Live; side: Side }) {
  const clocks = live.clocks!;
  // The server's reading starts to run here when it arrives; the two machines' clocks need not agree.
  const seen = useSignal(performance.now());
  const now = useSignal(performance.now());
  const isRunning = clocks.running === side;
  useEffect(() => {
    seen.value = now.value = performance.now();
    if (!isRunning) return;
    const timer = setInterval(() => (now.value = performance.now()), 100);
    return () => clearInterval(timer);
  }, [clocks, isRunning]);
  const { text, isLow } = clockText(clocks[side], isRunning ? Math.max(0, now.value - seen.value) : 0);
  return (
    <span class={`clock ${isRunning ? "running" : ""} ${isLow ? "low" : ""}`} role="timer" aria-label={`${t("clock")} ${t(side)}`}>
      {text}
    </span>
  );
}
