// Engine matches as they run, how the engines stand, and runs of the arena.

import { useComputed } from "@preact/signals";
import { useEffect, useMemo } from "preact/hooks";
import { api } from "../api";
import { BoardView } from "../BoardView";
import { gameState } from "../boardstate";
import { EntryRow } from "../entries";
import { GameModel } from "../game";
import { FIRST } from "../games";
import { useLoaded } from "../loaded";
import { newGameOpen, NewGameDialog } from "../NewGame";
import { Grid } from "../parts";
import { Players } from "../Players";
import { meta, metaOf, playerName, tell } from "../store";
import { Unreachable } from "../Unreachable";
import type { Standing } from "../wire";
import { useTitle } from "../title";
import { RunList } from "./Runs";
import { SeriesLine, Thoughts } from "./Thoughts";
import { t } from "../../words";

const REFRESH_MS = 4000;
/** So many matches are seen at once; the others stand in the list. */
const BOARDS = 6;

export function LiveView() {
  useTitle(() => t("live"));
  const loaded = useLoaded(() => api.live());
  useEffect(() => {
    const timer = setInterval(loaded.again, REFRESH_MS);
    return () => clearInterval(timer);
  }, []);
  const now = loaded.value.value;
  const games = now?.games ?? [];
  return (
    <section class="live">
      <div class="heading">
        <h1>{t("liveTitle")}</h1>
        <button class="primary" id="start-match" onClick={() => (newGameOpen.value = FIRST)}>
          {t("startMatch")}
        </button>
      </div>
      <Unreachable of={loaded} />
      {games.length > 0 ? (
        <div class="live-boards">
          {games.slice(0, BOARDS).map((game) => (
            <LiveBoard key={game.id} id={game.id} />
          ))}
        </div>
      ) : (
        now && <p class="quiet empty">{t("noLive")}</p>
      )}
      {games.length > BOARDS && (
        <ul class="entries">
          {games.slice(BOARDS).map((e) => (
            <EntryRow key={e.id} entry={e} />
          ))}
        </ul>
      )}
      {meta.value!.runs && <RunList />}
      {now && <Standings rows={now.standings} />}
      {newGameOpen.value && <NewGameDialog kind={newGameOpen.value} mode="watch" />}
    </section>
  );
}

function LiveBoard({ id }: { id: string }) {
  const model = useMemo(() => new GameModel(id, true), [id]);
  const state = useComputed(() => gameState(model));
  useEffect(() => {
    model.open();
    return () => model.close();
  }, [model]);
  const game = model.game.value;
  if (!game) return null;
  return (
    <article class="live-board">
      <Players model={model} />
      <a href={`/game/${id}`} aria-label={`${t("open")}: ${tell(metaOf(game.kind).name)}`}>
        <BoardView state={state} isPicture onTouch={() => undefined} />
      </a>
      {game.live.outcome && <p class="result">{tell(game.live.outcome.text)}</p>}
      <SeriesLine game={game} />
      <Thoughts game={game} />
    </article>
  );
}

function Standings({ rows }: { rows: Standing[] }) {
  return (
    <div>
      <h2 id="standings">{t("standings")}</h2>
      {rows.length === 0 ? (
        <p class="quiet">{t("noStandings")}</p>
      ) : (
        <Grid label={t("standings")} columns={["game", "player", "games", "wins", "draws", "losses", "points"]}>
          {rows.map((row) => (
            <tr key={row.kind + row.player}>
              <td>{tell(metaOf(row.kind).name)}</td>
              <td>{playerName(row.kind, row.player)}</td>
              <td>{row.games}</td>
              <td>{row.wins}</td>
              <td>{row.draws}</td>
              <td>{row.losses}</td>
              <td>
                <strong>{row.points}</strong>
              </td>
            </tr>
          ))}
        </Grid>
      )}
    </div>
  );
}
