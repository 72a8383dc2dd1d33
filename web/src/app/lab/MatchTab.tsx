// A small tournament, started here and followed as it goes: the table, and ratings with their error bars after every game.

import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { api } from "../api";
import { complain } from "../notice";
import { Grid, Select } from "../parts";
import { percent, signed } from "../studystate";
import { metaOf, networksOf, playerName, tell } from "../store";
import type { Kind, Tournament } from "../wire";
import { lineOf, type Lab } from "./address";
import { EloPlot } from "./EloPlot";
import { t } from "../../words";

const MOST_PLAYERS = 6;
const REFRESH_MS = 1000;

/** Players that can be compared in a minute. */
function offered(kind: Kind): string[] {
  const { levels, players, characters } = metaOf(kind);
  const evaluation = /eval=(\w+)/.exec(players.find((p) => p.player.includes("eval="))?.player ?? "")?.[1] ?? "";
  return [
    "random",
    `minimax:depth=1,eval=${evaluation}`,
    `alphabeta:depth=2,eval=${evaluation}`,
    `alphabeta:depth=3,eval=${evaluation}`,
    "mcts:playouts=50",
    "mcts:playouts=200",
    ...levels.filter((l) => l.player !== "best").map((l) => l.player),
    ...characters.map((c) => c.player),
    ...networksOf(kind),
  ];
}

const GAMES_OF_PAIR = [2, 4, 6, 10, 20],
  USUAL_GAMES = 4,
  USUAL_PLAYERS = 3;

export function MatchTab({ lab, change }: { lab: Lab; change: (to: Partial<Lab>) => void }) {
  const names = offered(lab.kind);
  // A link may name players that this server does not have.
  const chosen = lab.players?.filter((player) => names.includes(player)) ?? names.slice(0, USUAL_PLAYERS);
  const games = GAMES_OF_PAIR.find((n) => n === lab.games) ?? USUAL_GAMES;
  const busy = useSignal(false);
  const toggle = (player: string) =>
    change({ players: (chosen.includes(player) ? chosen.filter((p) => p !== player) : [...chosen, player]).slice(0, MOST_PLAYERS) });
  const start = async () => {
    busy.value = true;
    try {
      const { kind, rules, size } = lineOf(lab);
      // Openings are even ones of the server: an opening rule has nothing to decide.
      const made = await api.labTournament({ kind, ...(rules ? { rules: rules.split("+")[0]! } : {}), size: size!, players: chosen, games });
      change({ run: made.id, players: chosen, games });
    } catch (error) {
      complain(error);
    }
    busy.value = false;
  };
  return (
    <div class="lab-match">
      {lab.run && <Running key={lab.run} id={lab.run} />}
      <section class="panel">
        <h2>{t("labNewMatch")}</h2>
        <fieldset class="lab-players">
          <legend class="small quiet">{t("labPlayers", { n: MOST_PLAYERS })}</legend>
          {names.map((player) => (
            <label key={player}>
              <input type="checkbox" value={player} checked={chosen.includes(player)} onChange={() => toggle(player)} />
              <span>{playerName(lab.kind, player)}</span>
            </label>
          ))}
        </fieldset>
        <div class="lab-fields">
          <Select
            id="lab-games"
            label={t("labGames")}
            value={games}
            onChange={(v) => change({ games: v })}
            options={GAMES_OF_PAIR.map((n) => ({ value: n, text: String(n) }))}
          />
          <button class="primary" id="lab-start" disabled={busy.value || chosen.length < 2} onClick={() => void start()}>
            {t("start")}
          </button>
        </div>
        <p class="small quiet">{t("labMatchHelp")}</p>
      </section>
    </div>
  );
}

function Running({ id }: { id: string }) {
  const now = useSignal<Tournament | null>(null);
  const failed = useSignal<string | null>(null);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    let isGone = false;
    const look = () =>
      void api.labRun(id).then(
        (found) => {
          if (isGone) return;
          now.value = found;
          failed.value = null;
          if (!found.over) timer = setTimeout(look, REFRESH_MS);
        },
        () => {
          if (!isGone) failed.value = t("labNoRun");
        },
      );
    look();
    return () => {
      isGone = true;
      clearTimeout(timer);
    };
  }, [id]);
  if (failed.value) return <p class="quiet">{failed.value}</p>;
  const run = now.value;
  if (!run) return <p class="quiet">{t("loading")}</p>;
  const rows = standing(run);
  return (
    <section class="panel" data-games={run.games.length} data-over={run.over} id="lab-run">
      <div class="heading">
        <h2>
          {tell(metaOf(run.kind).name)} · {t("seriesOf", { n: run.games.length, all: run.of })}
        </h2>
        {!run.over && run.mine && (
          <button id="lab-stop" onClick={() => void api.labStop(id).catch(complain)}>
            {t("labEnd")}
          </button>
        )}
      </div>
      <progress max={run.of} value={run.games.length} aria-label={t("games")} />
      {run.ratings.length > 0 && <EloPlot players={run.players.map((p) => playerName(run.kind, p))} ratings={run.ratings} />}
      <Grid label={t("standings")} columns={["player", "rating", "points", "wonDrawnLost"]}>
        {rows.map((row) => (
          <tr key={row.player}>
            <td>
              <span class={`swatch line-${row.player}`} /> {playerName(run.kind, run.players[row.player]!)}
            </td>
            <td>{row.rating ? `${signed(Math.round(row.rating.elo))} ± ${Math.round(row.rating.error)}` : "–"}</td>
            <td>
              {row.points} {row.games > 0 && <span class="quiet">({percent(row.points / row.games)})</span>}
            </td>
            <td>
              +{row.wins} ={row.draws} −{row.losses}
            </td>
          </tr>
        ))}
      </Grid>
    </section>
  );
}

export function standing(run: Pick<Tournament, "players" | "games" | "ratings">) {
  const rating = run.ratings.at(-1);
  const rows = run.players.map((_, player) => ({ player, wins: 0, draws: 0, losses: 0, games: 0, points: 0, rating: rating?.[player] }));
  for (const { black, white, winner } of run.games) {
    for (const [player, side] of [
      [black, "black"],
      [white, "white"],
    ] as const) {
      const row = rows[player]!;
      row.games++;
      if (winner === null) row.draws++;
      else if (winner === side) row.wins++;
      else row.losses++;
      row.points = row.wins + row.draws / 2;
    }
  }
  return rows.sort((a, b) => b.points - a.points);
}
