// Progress over time: what was practised on the last days, and how many of one's mistakes are learnt.

import { api } from "../api";
import { useLoaded } from "../loaded";
import type { Puzzle } from "../wire";
import { t } from "../../words";

const SHOWN = 30;

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
