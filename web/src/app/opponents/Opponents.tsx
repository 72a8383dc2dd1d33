// Choosing an opponent: the characters with their faces and places on the scale, and the one who fits one's own strength.

import { useEffect } from "preact/hooks";
import { metaOf, tell } from "../store";
import type { Kind } from "../wire";
import { ENOUGH, nearest, refresh, strengthOf, SURE } from "./strength";
import { Portrait } from "./Portrait";
import "./opponents.css";
import { t } from "../../words";

type Props = { kind: Kind; value: string; onChange: (player: string) => void };

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
        <span class="quiet small">
          {strength.games === 0
            ? t("notRated")
            : strength.games < ENOUGH
              ? t("strengthLater", { n: ENOUGH - strength.games })
              : `${Math.round(strength.rating)}${strength.deviation > SURE ? " ?" : ""}`}
        </span>
      </button>
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
      {chosen && (
        <p class="about" id="opponent-about">
          <strong>{tell(chosen.name)}</strong> · {t("ratingIs", { elo: Math.round(chosen.elo), error: Math.round(chosen.error) })} ·{" "}
          {tell(chosen.about)}
        </p>
      )}
    </fieldset>
  );
}
