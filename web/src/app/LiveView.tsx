// Engine matches as they run, and how the engines stand.

import { useComputed, useSignal } from "@preact/signals";
import { useEffect, useMemo } from "preact/hooks";
import { api } from "./api";
import { BoardView } from "./BoardView";
import { gameState } from "./boardstate";
import { EntryRow } from "./entries";
import { GameModel } from "./game";
import { FIRST } from "./games";
import { useLoaded } from "./loaded";
import { newGameOpen, NewGameDialog } from "./NewGame";
import { Players } from "./Players";
import { metaOf, playerName, tell } from "./store";
import { Unreachable } from "./Unreachable";
import type { Standing } from "./wire";
import { useTitle } from "./title";
import { t } from "../words";

const REFRESH_MS = 4000;

export function LiveView() {
  useTitle(() => t("live"));
  const loaded = useLoaded(() => api.live());
  const chosen = useSignal<string | null>(null);
  useEffect(() => {
    const timer = setInterval(loaded.again, REFRESH_MS);
    return () => clearInterval(timer);
  }, []);
  const now = loaded.value.value;
  const games = now?.games ?? [];
  const shown = chosen.value ?? games[0]?.id ?? null;
  return (
    <section class="live">
      <div class="heading">
        <h1>{t("liveTitle")}</h1>
        <button class="primary" id="start-match" onClick={() => (newGameOpen.value = FIRST)}>
          {t("startMatch")}
        </button>
      </div>
      <div class="live-columns">
        <div>
          <Unreachable of={loaded} />
          {shown ? <LiveBoard key={shown} id={shown} /> : now && <p class="quiet empty">{t("noLive")}</p>}
          <ul class="entries">
            {games.map((e) => (
              <EntryRow key={e.id} entry={e} />
            ))}
          </ul>
        </div>
        {now && <Standings rows={now.standings} />}
      </div>
      {newGameOpen.value && <NewGameDialog kind={newGameOpen.value} mode="watch" />}
    </section>
  );
}

function LiveBoard({ id }: { id: string }) {
  const model = useMemo(() => new GameModel(id), [id]);
  const state = useComputed(() => gameState(model));
  useEffect(() => {
    model.open();
    return () => model.close();
  }, [model]);
  if (!model.game.value) return null;
  return (
    <div class="live-board">
      <Players model={model} />
      <BoardView state={state} onTouch={() => undefined} />
    </div>
  );
}

function Standings({ rows }: { rows: Standing[] }) {
  return (
    <section aria-labelledby="standings">
      <h2 id="standings">{t("standings")}</h2>
      {rows.length === 0 ? (
        <p class="quiet">{t("noStandings")}</p>
      ) : (
        <div class="scroll" tabIndex={0} role="region" aria-labelledby="standings">
          <table class="grid">
            <thead>
              <tr>
                {(["game", "player", "games", "wins", "draws", "losses", "points"] as const).map((w) => (
                  <th key={w} scope="col">
                    {t(w)}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
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
            </tbody>
          </table>
        </div>
      )}
    </section>
  );
}
