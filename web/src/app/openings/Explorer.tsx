// The opening book beside a study: what each move is worth, how often and how well it was played, and its name.

import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { api } from "../api";
import { ClassMark } from "../ClassMark";
import { formatNumber } from "../parts";
import { percent, signed } from "../studystate";
import { tell } from "../store";
import type { Line, Openings, OpeningMove } from "../wire";
import { t } from "../../words";

/** Moves that were hardly played and have no value are left out beyond this many. */
const SHOWN = 8;

type Props = { line: Line; onPlay: (point: number) => void };

/** Othello on 8x8 only; nothing where the book has not got the position. */
export function Explorer({ line, onPlay }: Props) {
  const page = useSignal<Openings | null>(null);
  const isOther = line.kind !== "othello" || (line.size ?? 8) !== 8;
  const asked = JSON.stringify(line);
  useEffect(() => {
    if (isOther) return;
    let isGone = false;
    // A book that cannot be reached says nothing: the study tells of the connection itself.
    api.openings(line).then(
      (found) => !isGone && (page.value = found),
      () => !isGone && (page.value = null),
    );
    return () => void (isGone = true);
  }, [asked]);
  const found = page.value;
  if (isOther || !found?.known) return null;
  const all = found.moves.reduce((sum, m) => sum + m.games, 0);
  return (
    <div class="panel openings" id="opening-book">
      <h2>{t("openingBook")}</h2>
      <p class="small">
        {found.name && <strong>{tell(found.name)} · </strong>}
        {t("bookWorth", { value: signed(found.value) })}
        {found.proved && ` · ${t("exact")}`}
      </p>
      <table>
        <thead>
          <tr>
            <th scope="col">{t("bookMove")}</th>
            <th scope="col">{t("bookValue")}</th>
            <th scope="col">{t("bookGames")}</th>
            <th scope="col">{t("bookScore")}</th>
          </tr>
        </thead>
        <tbody>
          {found.moves.slice(0, SHOWN).map((m) => (
            <Row key={m.point} move={m} all={all} onPlay={onPlay} />
          ))}
        </tbody>
      </table>
      <p class="quiet small">
        {t("bookSource")} <a href="/openings">{t("drillTitle")}</a>
      </p>
    </div>
  );
}

function Row({ move, all, onPlay }: { move: OpeningMove; all: number; onPlay: (point: number) => void }) {
  const share = all > 0 ? move.games / all : 0;
  return (
    <tr data-point={move.point}>
      <th scope="row">
        <button class="flat text" onClick={() => onPlay(move.point)}>
          {move.name.toUpperCase()}
        </button>
        {move.opening && <span class="small"> {tell(move.opening)}</span>}
      </th>
      <td title={move.value === null ? undefined : t("bookPlies", { n: move.plies })}>
        {move.value === null ? "–" : signed(move.value)} {move.class && <ClassMark of={move.class} />}
      </td>
      <td>
        <span class="share" style={{ inlineSize: `${Math.round(share * 100)}%` }} aria-hidden="true" />
        {formatNumber(move.games)}
      </td>
      <td>{move.score === null ? "–" : percent(move.score)}</td>
    </tr>
  );
}
