// The opening tree: where a position was met in one's library, however the board is turned, and how the games went on.

import { signal, useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { api } from "./api";
import { entryTitle } from "./entries";
import { GAMES } from "./games";
import { problemOf } from "./notice";
import type { StudyModel } from "./study";
import { valueOf } from "./studystate";
import { tell } from "./store";
import type { Continuation, Explored, Problem, Through } from "./wire";
import { t } from "../words";

/** Whether studies show it. */
export const explorerOpen = signal(false);

const REST_MS = 120,
  GAMES_SHOWN = 8;

export function Explorer({ model }: { model: StudyModel }) {
  const found = useSignal<Explored | null>(null);
  const failed = useSignal<Problem | null>(null);
  const at = model.at.value;
  useEffect(() => {
    const line = model.line(at);
    const timer = setTimeout(() => {
      api.explore(line).then(
        (explored) => {
          if (model.at.peek() !== at) return;
          found.value = explored;
          failed.value = null;
        },
        (error: unknown) => (failed.value = problemOf(error)),
      );
    }, REST_MS);
    return () => clearTimeout(timer);
  }, [at]);
  const now = found.value;
  return (
    <div class="panel explorer" id="explorer">
      <h2>{t("openings")}</h2>
      {failed.value && <p class="quiet">{tell(failed.value)}</p>}
      {!now && !failed.value && <p class="quiet">{t("loading")}</p>}
      {now && (
        <>
          <p class="quiet small" id="explored" data-games={now.total}>
            {now.total > 0 ? t("metInGames", { n: now.total }) : t("metNowhere")}
          </p>
          {now.moves.length > 0 && <Moves model={model} moves={now.moves} />}
          <ul class="through">
            {now.games.slice(0, GAMES_SHOWN).map((game) => (
              <Game key={`${game.id}-${game.ply}`} game={game} />
            ))}
          </ul>
        </>
      )}
    </div>
  );
}

function Moves({ model, moves }: { model: StudyModel; moves: readonly Continuation[] }) {
  return (
    <table class="continuations">
      <thead>
        <tr>
          <th scope="col">{t("move")}</th>
          <th scope="col">{t("games")}</th>
          <th scope="col">{t("results")}</th>
          <th scope="col">{t("value")}</th>
        </tr>
      </thead>
      <tbody>
        {moves.map((m) => (
          <tr key={m.name} data-move={m.name}>
            <td>
              <button class="small" onClick={() => void model.play(m.point)}>
                {m.point === null ? t(GAMES[model.kind].passed) : m.name.toUpperCase()}
              </button>
            </td>
            <td class="figure">{m.total || ""}</td>
            <td>{m.total > 0 && <Bar of={m} />}</td>
            <td class="figure">{m.value ? (valueOf(model.kind, m.value)?.text ?? "") : ""}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** Black's wins, draws, White's wins, as parts of one bar. */
function Bar({ of }: { of: Continuation }) {
  const share = (n: number) => `${(100 * n) / of.total}%`;
  const words = t("sidesWon", { black: of.black, draws: of.draws, white: of.white });
  return (
    <span class="result-bar" role="img" aria-label={words} title={words}>
      <span class="black" style={{ width: share(of.black) }} />
      <span class="draw" style={{ width: share(of.draws) }} />
      <span class="white" style={{ width: share(of.white) }} />
    </span>
  );
}

function Game({ game }: { game: Through }) {
  return (
    <li>
      <a href={`/study/${game.id}?ply=${game.ply}`}>{entryTitle(game)}</a>
      <span class="quiet small">{[game.title, tell(game.result)].filter(Boolean).join(" · ")}</span>
    </li>
  );
}
