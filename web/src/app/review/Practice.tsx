// Progress over time: what was practised on the last days, how many of one's mistakes are learnt, and the games where the
// next ones come from.

import { api } from "../api";
import { entryTitle, isMatch } from "../entries";
import { useLoaded } from "../loaded";
import { tell } from "../store";
import type { Puzzle } from "../wire";
import { t } from "../../words";

const SHOWN = 30;
/** So many of one's last finished games are offered. */
const LAST_GAMES = 5;

/** A bar for each of the last thirty days: what was solved, and on top of it what was failed. */
export function PracticeDays() {
  const loaded = useLoaded(() => api.practised());
  const told = loaded.value.value;
  if (!told || told.days.length === 0) return null;
  const days = Array.from({ length: SHOWN }, (_, i) => {
    const day = told.today - SHOWN + 1 + i;
    return told.days.find((d) => d.day === day) ?? { day, solved: 0, failed: 0 };
  });
  const most = Math.max(...days.map((d) => d.solved + d.failed), 1);
  const [solved, failed] = [days.reduce((sum, d) => sum + d.solved, 0), days.reduce((sum, d) => sum + d.failed, 0)];
  const words = t("practiceDays", { days: SHOWN, solved, failed });
  return (
    <figure class="practice-days" id="practice-days">
      <svg viewBox={`0 0 ${SHOWN * 10} 44`} role="img" aria-label={words} preserveAspectRatio="none">
        {days.map((d, i) => {
          const [right, wrong] = [(40 * d.solved) / most, (40 * d.failed) / most];
          return (
            <g key={d.day}>
              <rect class="solved" x={i * 10 + 1} width={8} y={42 - right} height={right} />
              <rect class="failed" x={i * 10 + 1} width={8} y={42 - right - wrong} height={wrong} />
              <rect class="day" x={i * 10 + 1} width={8} y={42} height={1} />
            </g>
          );
        })}
      </svg>
      <figcaption class="quiet small">{words}</figcaption>
    </figure>
  );
}

/** How many of one's mistakes are learnt, and how many wait. */
export function Mastery({ problems, due }: { problems: readonly Puzzle[]; due: number }) {
  if (problems.length === 0) return null;
  const learnt = problems.filter((p) => p.learned).length;
  const words = t("mastery", { learnt, all: problems.length, due });
  return (
    <p class="bar" id="mastery">
      <progress max={problems.length} value={learnt} aria-label={words} /> {words}
    </p>
  );
}

/** One's last finished games; each leads to its review, where its mistakes come one after the other. */
export function LastGames() {
  const loaded = useLoaded(() => api.library({ source: "game" }));
  const games = (loaded.value.value?.entries ?? []).filter((entry) => entry.over && !isMatch(entry)).slice(0, LAST_GAMES);
  if (games.length === 0) return null;
  return (
    <section id="last-games">
      <h2>{t("lastGames")}</h2>
      <ul>
        {games.map((entry) => (
          <li key={entry.id}>
            <a href={`/study/${entry.id}?review=1`}>{entryTitle(entry)}</a> <span class="quiet">{tell(entry.result)}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}
