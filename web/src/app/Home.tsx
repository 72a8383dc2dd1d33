// The first view: a board, the three games, the games that go on, and what else one may do today.

import { useSignal } from "@preact/signals";
import { useEffect, useMemo } from "preact/hooks";
import { api } from "./api";
import { addressOf, EntryRow, isMatch, RemoveDialog } from "./entries";
import { GAMES, KINDS } from "./games";
import { Hero } from "./Hero";
import { useLoaded } from "./loaded";
import { hasPlayed, lastKind, newGameOpen, NewGameDialog } from "./NewGame";
import { complain } from "./notice";
import { Lobby } from "./people/Lobby";
import { RulesDialog, rulesOpen } from "./RulesDialog";
import { dailyKind } from "./settings";
import { metaOf, tell } from "./store";
import { Thumbnail } from "./Thumbnail";
import { Unreachable } from "./Unreachable";
import type { Cell, Entry, Kind, Skill } from "./wire";
import { t } from "../words";

const DAY_MS = 86_400_000;
/** So many of the games that go on are shown with their position. */
const PICTURED = 6;

function picture(kind: Kind): Cell[] {
  const { size, black, white } = GAMES[kind].picture;
  const cells = new Array<Cell>(size * size).fill(0);
  const put = (list: string, cell: Cell) => list.split(" ").forEach((p) => (cells[Number(p[1]) * size + Number(p[0])] = cell));
  put(black, 1);
  put(white, 2);
  return cells;
}

function Card({ kind }: { kind: Kind }) {
  const cells = useMemo(() => picture(kind), [kind]);
  return (
    <button class="card" data-kind={kind} onClick={() => (newGameOpen.value = kind)}>
      <Thumbnail kind={kind} cells={cells} />
      <span class="card-text">
        <strong>{tell(metaOf(kind).name)}</strong>
        <span>{t(GAMES[kind].line)}</span>
      </span>
    </button>
  );
}

/** A game that goes on, with its position. */
function RunningRow({ entry, onRemove }: { entry: Entry; onRemove: () => void }) {
  const cells = useSignal<{ board: Cell[]; last: number | null } | null>(null);
  useEffect(() => {
    api.game(entry.id).then(
      ({ live }) => (cells.value = live),
      () => undefined,
    );
  }, []);
  const now = cells.value;
  return (
    <EntryRow
      entry={entry}
      onRemove={onRemove}
      picture={<span class="entry-picture">{now && <Thumbnail kind={entry.kind} cells={now.board} last={now.last} />}</span>}
    />
  );
}

export function Home() {
  const running = useLoaded(() => api.games());
  const finished = useLoaded(() => api.library({}).then((r) => r.entries.find((e) => e.over && e.source === "game" && !isMatch(e)) ?? null));
  const skills = useLoaded(() => api.solver().then((answer) => answer.games));
  const dropped = useSignal<readonly string[]>([]);
  const removing = useSignal<Entry | null>(null);
  const here = (running.value.value?.games ?? []).filter((g) => !dropped.value.includes(g.id));
  // One's own games come before those of engines.
  const [own, matches] = [here.filter((g) => !isMatch(g)), here.filter(isMatch)];
  const games = [...own, ...matches];
  const drop = (entry: Entry) => {
    removing.value = null;
    api.removeGame(entry.id).then(() => (dropped.value = [...dropped.value, entry.id]), complain);
  };
  const last = finished.value.value;
  return (
    <section class="home">
      {/* Whether a game goes on decides what the board shows: nothing is shown that would change at once. */}
      <Hero game={running.value.value || running.failed.value ? (own[0] ?? null) : undefined} />
      <h2 class="unseen">{t("chooseGame")}</h2>
      <div class="cards">
        {KINDS.map((kind) => (
          <Card key={kind} kind={kind} />
        ))}
      </div>
      <ul class="today">
        {!skills.value.value && !skills.failed.value && (
          <li aria-hidden="true">
            <span class="tile" />
          </li>
        )}
        {skills.value.value && skills.value.value.length > 0 && (
          <li>
            <Today skills={skills.value.value} />
          </li>
        )}
        <li>
          <a class="tile" id="first-steps" href={hasPlayed(lastKind()) ? `/learn/${lastKind()}` : "/learn"}>
            <strong>{t("firstSteps")}</strong>
            <span class="quiet">{t("learnByPlaying")}</span>
          </a>
        </li>
        <li>
          <button class="tile" id="learn-rules" onClick={() => (rulesOpen.value = true)}>
            <strong>{t("learnRules")}</strong>
          </button>
        </li>
        {last && (
          <li>
            <a class="tile" id="last-review" href={`${addressOf(last)}?review=1`}>
              <strong>{t("lastReview")}</strong>
              <span class="quiet">{tell(last.result)}</span>
            </a>
          </li>
        )}
      </ul>
      <Unreachable of={running} />
      {games.length > 0 && (
        <section aria-labelledby="continue">
          <h2 id="continue">{t("continueGames")}</h2>
          <ul class="entries">
            {games.map((e, i) =>
              i < PICTURED ? (
                <RunningRow key={e.id} entry={e} onRemove={() => (removing.value = e)} />
              ) : (
                <EntryRow key={e.id} entry={e} onRemove={() => (removing.value = e)} />
              ),
            )}
          </ul>
        </section>
      )}
      <Lobby />
      {removing.value && <RemoveDialog entry={removing.value} onClose={() => (removing.value = null)} onRemove={() => drop(removing.value!)} />}
      {newGameOpen.value && <NewGameDialog kind={newGameOpen.value} />}
      {rulesOpen.value && <RulesDialog />}
    </section>
  );
}

/** The game of the day's problem: the one played last, else each in turn. It stays the same until the day is over. */
function kindOfToday(): Kind {
  const day = Math.floor(Date.now() / DAY_MS);
  const kept = dailyKind.peek();
  if (kept?.day === day && KINDS.includes(kept.kind)) return kept.kind;
  const kind = hasPlayed(lastKind()) ? lastKind() : KINDS[day % KINDS.length]!;
  dailyKind.value = { day, kind };
  return kind;
}

function Today({ skills }: { skills: readonly Skill[] }) {
  const kind = useMemo(kindOfToday, []);
  const { set, problem } = skills.find((skill) => skill.kind === kind) ?? skills[0]!;
  return (
    <a class="tile" id="todays-problem" href={`/training/${set}/${problem}?today`}>
      <strong>{t("todaysProblem")}</strong>
      <span class="quiet">{tell(metaOf(kind).name)}</span>
    </a>
  );
}
