// Choosing an opponent: the characters with their faces and places on the scale, and the one who fits one's own strength.

import { useEffect } from "preact/hooks";
import { metaOf, tell } from "../store";
import type { Kind } from "../wire";
import { ENOUGH, nearest, refresh, strengthOf, SURE, type Strength, written } from "./strength";
import { Portrait } from "./Portrait";
import "./opponents.css";
import { t } from "../../words";

type Props = { kind: Kind; value: string; onChange: (player: string) => void };

/** Whom the button chooses, and what that rests on. */
function fitWords(name: string, { games, rating, deviation }: Strength): string {
  if (games === 0) return t("strengthBegin", { name });
  if (games < ENOUGH) return t("strengthGuess", { name, n: games });
  return t("strengthFits", { name, elo: `${written(rating)}${deviation > SURE ? " ?" : ""}` });
}

export function Opponents({ kind, value, onChange }: Props) {
  const { characters } = metaOf(kind);
  useEffect(() => void refresh(), []);
  if (characters.length === 0) return null;
  const strength = strengthOf(kind, characters);
  const mine = nearest(characters, strength.rating);
  const chosen = characters.find((c) => c.player === value);
  return (
    <fieldset class="opponents">
      <legend>{t("opponents")}</legend>
      <button type="button" id="my-strength" class="small" aria-pressed={value === mine?.player} onClick={() => mine && onChange(mine.player)}>
        {t("myStrength")}
        <span class="quiet small">{mine && fitWords(tell(mine.name), strength)}</span>
      </button>
      {chosen && (
        <p class="about" id="opponent-about">
          <strong>{tell(chosen.name)}</strong> · {t("ratingIs", { elo: Math.round(chosen.elo), error: Math.round(chosen.error) })} ·{" "}
          {tell(chosen.about)}
        </p>
      )}
      <div class="faces">
        {characters.map((c) => (
          <label key={c.player} title={`${tell(c.name)} · ${Math.round(c.elo)}`}>
            <input
              type="radio"
              name="opponent"
              value={c.player}
              checked={c.player === value}
              onChange={() => onChange(c.player)}
              aria-label={tell(c.name)}
            />
            <Portrait player={c.player} />
            <span class="name">{tell(c.name)}</span>
          </label>
        ))}
      </div>
      <p class="quiet small" id="rating-help">
        {t("ratingHelp")}
      </p>
    </fieldset>
  );
}
