// After a game against a measured opponent: one's own strength now, and who comes next.

import { useEffect } from "preact/hooks";
import { metaOf, tell } from "../store";
import type { Game } from "../wire";
import { advice, ENOUGH, measured, refresh, strengthOf, SURE, written } from "./strength";
import { Portrait } from "./Portrait";
import "./opponents.css";
import { t } from "../../words";

export function StrengthPanel({ game, onPlay }: { game: Game; onPlay: (player: string) => void }) {
  const { characters } = metaOf(game.kind);
  const isOver = game.live.outcome !== null && game.you.seats.length === 1;
  useEffect(() => void (isOver && refresh()), [game.id, isOver]);
  const result = isOver ? measured.value?.find((of) => of.game === game.id) : undefined;
  const against = characters.find((c) => c.player === result?.player);
  if (!result || !against) return null;
  const strength = strengthOf(game.kind, characters);
  const { next, way } = advice(characters, strength, against, result.score);
  const name = tell(next.name);
  return (
    <div class="panel strength" id="strength" data-games={strength.games} data-way={way}>
      <p>
        {strength.games < ENOUGH ? (
          t("strengthLater", { n: ENOUGH - strength.games })
        ) : (
          <>
            {t("yourStrength", { elo: written(strength.rating), error: Math.round(2 * strength.deviation) })}{" "}
            <span class="quiet small">{strength.deviation > SURE ? t("strengthUnsure") : t("afterGames", { n: strength.games })}</span>
          </>
        )}
      </p>
      <div class="next-opponent">
        <Portrait player={next.player} />
        <p>{way === "up" ? t("moveUp", { name }) : way === "down" ? t("moveDown", { name }) : t("stay", { name })}</p>
        <button id="next-opponent" onClick={() => onPlay(next.player)}>
          {t("playNext", { name })}
        </button>
      </div>
    </div>
  );
}
