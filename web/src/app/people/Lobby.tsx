// Games that wait for anybody.

import { useEffect } from "preact/hooks";
import { api } from "../api";
import { useLoaded } from "../loaded";
import { complain } from "../notice";
import { go } from "../route";
import { meta, metaOf, tell } from "../store";
import type { OpenGame } from "../wire";
import { t } from "../../words";

const REFRESH_MS = 5000;

export function Lobby() {
  return meta.value!.lobby ? <OpenGames /> : null;
}

function OpenGames() {
  const loaded = useLoaded(() => api.lobby());
  useEffect(() => {
    const timer = setInterval(() => {
      if (!document.hidden) loaded.again();
    }, REFRESH_MS);
    return () => clearInterval(timer);
  }, []);
  const games = (loaded.value.value?.games ?? []).filter((game) => !game.mine);
  if (games.length === 0) return null;
  return (
    <section aria-labelledby="lobby-title" id="lobby">
      <h2 id="lobby-title">{t("lobby")}</h2>
      <ul class="entries">
        {games.map((game) => (
          <Row key={game.id} game={game} />
        ))}
      </ul>
    </section>
  );
}

function Row({ game }: { game: OpenGame }) {
  const name = metaOf(game.kind).name;
  const sit = () => api.join(game.id, "").then(() => go(`/game/${game.id}`), complain);
  const about = [tell(game.rules.label), game.clock ?? t("noClock"), t("youPlay", { side: game.side })];
  return (
    <li class="entry">
      <div class="entry-link">
        <span class={`chip ${game.kind}`}>
          {tell(name)} {game.rules.size}×{game.rules.size}
        </span>
        <strong>
          {game.by || t("guest")} <span class={`presence ${game.here ? "here" : ""}`} role="img" aria-label={t(game.here ? "online" : "away")} />
        </strong>
        <span class="quiet">{about.join(" · ")}</span>
      </div>
      <button class="primary" onClick={() => void sit()}>
        {t("joinGame")}
      </button>
    </li>
  );
}
