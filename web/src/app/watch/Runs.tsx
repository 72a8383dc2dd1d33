// Runs of the arena that the server's owner shows: matches, tournaments, self-play, followed as they go.

import { useComputed, useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { api } from "../api";
import { BoardView } from "../BoardView";
import { emptyState } from "../boardstate";
import { useLoaded } from "../loaded";
import { Stepper } from "../MoveList";
import { Grid } from "../parts";
import { percent, placeWords, signed } from "../studystate";
import { metaOf, playerName, tell } from "../store";
import { Thumbnail } from "../Thumbnail";
import { useTitle } from "../title";
import { Unreachable } from "../Unreachable";
import type { Cell, Kind, Replay, Run, RunEntry, RunGame } from "../wire";
import { t } from "../../words";

const REFRESH_MS = 3000;
/** So many of the latest games are shown as pictures. */
const PICTURED = 12;

const isUnseen = () => document.hidden;

function useRefresh(again: () => void): void {
  useEffect(() => {
    const timer = setInterval(() => isUnseen() || again(), REFRESH_MS);
    return () => clearInterval(timer);
  }, []);
}

const about = (run: RunEntry): string =>
  run.self_play
    ? t("selfPlayOf", { player: playerName(run.kind, run.players[0] ?? "") })
    : run.players.map((p) => playerName(run.kind, p)).join(" · ");

export function RunList() {
  const loaded = useLoaded(() => api.runs());
  useRefresh(loaded.again);
  const runs = loaded.value.value?.runs ?? [];
  return (
    <section aria-labelledby="runs">
      <h2 id="runs">{t("runs")}</h2>
      <Unreachable of={loaded} />
      {loaded.value.value && runs.length === 0 && <p class="quiet">{t("noRuns")}</p>}
      <ul class="entries">
        {runs.map((run) => (
          <li class="entry" key={run.id}>
            <a class="entry-link" href={`/live/${encodeURIComponent(run.id)}`}>
              <span class={`chip ${run.kind}`}>
                {tell(metaOf(run.kind).name)} {run.rules.size}×{run.rules.size}
              </span>
              <strong>{run.name}</strong>
              <span class="quiet">
                {about(run)} · {t("gameCount", { n: run.games })}
              </span>
            </a>
          </li>
        ))}
      </ul>
    </section>
  );
}

export function RunView({ id }: { id: string }) {
  useTitle(() => id);
  const loaded = useLoaded(() => api.run(id));
  useRefresh(loaded.again);
  const chosen = useSignal<number | null>(null);
  const now = loaded.value.value;
  if (!now)
    return (
      <section class="live">
        <h1>{id}</h1>
        <Unreachable of={loaded} />
      </section>
    );
  const { run, latest } = now;
  const game = latest.find((g) => g.number === chosen.value) ?? latest[0];
  return (
    <section class="live run" data-run={id} data-games={run.games}>
      <div class="heading">
        <h1>{run.name}</h1>
        <a class="button" href="/live">
          {t("allRuns")}
        </a>
      </div>
      <p class="quiet">
        {tell(metaOf(run.kind).name)} {run.rules.size}×{run.rules.size} · {tell(run.rules.label)} · {about(run)} · {t("gameCount", { n: run.games })}
      </p>
      <div class="live-columns">
        <div>{game ? <RunBoard key={game.number} kind={run.kind} game={game} /> : <p class="quiet empty">{t("noStandings")}</p>}</div>
        <div class="run-side">
          {now.rows.length > 0 && <Table run={now} />}
          <p class="small" id="run-sides">
            {t("sidesWon", { black: now.black_wins, draws: now.draws, white: now.white_wins })}
          </p>
          <ul class="run-games" aria-label={t("latestGames")}>
            {latest.slice(0, PICTURED).map((g) => (
              <li key={g.number}>
                <button class="run-game" aria-pressed={g === game} onClick={() => (chosen.value = g.number)}>
                  <Picture kind={run.kind} game={g} />
                  <span class="small">
                    {t("gameNumber", { n: g.number })} · {tell(g.result)}
                  </span>
                </button>
              </li>
            ))}
          </ul>
        </div>
      </div>
    </section>
  );
}

/** The boards of a game, from the server. */
function useReplay(game: RunGame): Replay | null {
  return useLoaded(() => api.replay(game.line), [game.number]).value.value;
}

function Picture({ kind, game }: { kind: Kind; game: RunGame }) {
  const replay = useReplay(game);
  const last = replay?.steps.at(-1);
  const cells: readonly Cell[] | undefined = last?.board ?? replay?.start;
  return <span class="entry-picture">{cells && <Thumbnail kind={kind} cells={cells} last={last?.move.point ?? null} />}</span>;
}

function RunBoard({ kind, game }: { kind: Kind; game: RunGame }) {
  const replay = useReplay(game);
  const ply = useSignal<number | null>(null);
  const all = replay?.steps.length ?? 0;
  const at = Math.min(ply.value ?? all, all);
  const shown = useSignal<{ cells: readonly Cell[]; last: number | null } | null>(null);
  useEffect(() => {
    const step = replay?.steps[at - 1];
    if (replay) shown.value = { cells: step?.board ?? replay.start, last: step?.move.point ?? null };
  }, [replay, at]);
  const state = useComputed(() => {
    const now = shown.value;
    return now && { ...emptyState(kind, Math.round(Math.sqrt(now.cells.length)), now.cells), last: now.last };
  });
  const score = game.scores[at - 1];
  const side = replay?.steps[at - 1]?.move.side;
  return (
    <article class="live-board">
      <p class="players-line">
        <span class="stone tiny black" aria-hidden="true" /> <strong>{playerName(kind, game.black)}</strong> {t("versus")}{" "}
        <span class="stone tiny white" aria-hidden="true" /> <strong>{playerName(kind, game.white)}</strong>
      </p>
      <BoardView state={state} isPicture onTouch={() => undefined} />
      <p class="small">
        {t("gameNumber", { n: game.number })} · {tell(game.result)}
        {game.opening && ` · ${t("openingName")}${tell(game.opening)}`}
      </p>
      <p class="small quiet">
        {placeWords(at, all)}
        {score != null && side && ` · ${t("thoughtOf", { side, value: signed(score) })}`}
      </p>
      <Stepper all={all} at={at} onLook={(to) => (ply.value = to)} />
    </article>
  );
}

function Table({ run }: { run: Run }) {
  return (
    <Grid label={t("standings")} columns={["player", "points", "wonDrawnLost", "shareOfPoints", "rating"]}>
      {run.rows.map((row) => (
        <tr key={row.player}>
          <td>{playerName(run.run.kind, row.player)}</td>
          <td>
            <strong>{row.points}</strong>
          </td>
          <td>
            +{row.wins} ={row.draws} −{row.losses}
          </td>
          <td>
            {row.games > 0 ? percent(row.points / row.games) : "–"} ({percent(row.low)}–{percent(row.high)})
          </td>
          <td>
            {signed(Math.round(row.elo))} ± {Math.round(row.error)}
          </td>
        </tr>
      ))}
    </Grid>
  );
}
