// A game to learn, and how far one has come.

import { GAMES } from "../games";
import { metaOf, tell } from "../store";
import type { Kind, Lesson } from "../wire";
import { t } from "../../words";
import { isDone } from "./done";

export function GameCard({ kind, lessons }: { kind: Kind; lessons: readonly Lesson[] }) {
  const done = lessons.filter(isDone).length;
  return (
    <a class="set" href={`/learn/${kind}`} data-learn={kind}>
      <strong>{tell(metaOf(kind).name)}</strong>
      <span class="quiet">{t(GAMES[kind].line)}</span>
      <span class="bar">
        <progress max={Math.max(1, lessons.length)} value={done} aria-label={tell(metaOf(kind).name)} />{" "}
        {t("lessonsDone", { n: done, all: lessons.length })}
      </span>
    </a>
  );
}
