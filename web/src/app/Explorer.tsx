// The opening tree: what a move is worth, how often it was played in tournaments and in one's library, however the board
// is turned, and the games that went on from here.

import { signal, useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { api } from "./api";
import { ClassMark } from "./ClassMark";
import { entryTitle } from "./entries";
import { GAMES } from "./games";
import { problemOf } from "./notice";
import { formatNumber, Head } from "./parts";
import type { StudyModel } from "./study";
import { percent, signed, valueOf } from "./studystate";
import { tell } from "./store";
import type { Continuation, Explored, Openings, OpeningMove, Problem, Through } from "./wire";
import { t } from "../words";

/** Whether studies show it. */
export const explorerOpen = signal(false);

const REST_MS = 120,
  GAMES_SHOWN = 8,
  /** Moves of the book that nobody played here are left out beyond this many. */
  BOOK_SHOWN = 8;

/** A move as the book and one's own games know it. */
type Known = { point: number | null; name: string; book?: OpeningMove; own?: Continuation };

/** Othello on 8x8 has a book; elsewhere, and where it does not know the position, there is none. */
const hasBook = (model: StudyModel): boolean => model.kind === "othello" && (model.line().size ?? 8) === 8;

export function knownMoves(book: readonly OpeningMove[], own: readonly Continuation[]): Known[] {
  const played = (point: number | null) => own.find((m) => m.point === point);
  const shown = book.filter((m, n) => n < BOOK_SHOWN || (played(m.point)?.total ?? 0) > 0);
  const rest = own.filter((m) => !book.some((b) => b.point === m.point));
  return [
    ...shown.map((m) => ({ point: m.point, name: m.name, book: m, own: played(m.point) })),
    ...rest.map((m) => ({ point: m.point, name: m.name, own: m })),
  ];
}

export function Explorer({ model }: { model: StudyModel }) {
  const found = useSignal<{ own: Explored; book: Openings | null } | null>(null);
  const failed = useSignal<Problem | null>(null);
  const at = model.at.value;
  useEffect(() => {
    const line = model.line(at);
    const timer = setTimeout(() => {
      // A book that cannot be reached says nothing: the library's answer tells of the connection.
      const book = hasBook(model) ? api.openings(line).catch(() => null) : Promise.resolve(null);
      Promise.all([api.explore(line), book]).then(
        ([own, page]) => {
          if (model.at.peek() !== at) return;
          found.value = { own, book: page?.known ? page : null };
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
          {now.book && <BookHead book={now.book} />}
          <p class="quiet small" id="explored" data-games={now.own.total}>
            {now.own.total > 0 ? t("metInGames", { n: now.own.total }) : t("metNowhere")}
          </p>
          <Moves model={model} book={now.book} own={now.own.moves} />
          <ul class="through">
            {now.own.games.slice(0, GAMES_SHOWN).map((game) => (
              <Game key={`${game.id}-${game.ply}`} game={game} />
            ))}
          </ul>
        </>
      )}
    </div>
  );
}

function BookHead({ book }: { book: Openings }) {
  return (
    <p class="small" id="opening-book">
      {book.name && <strong>{tell(book.name)} · </strong>}
      {t("bookWorth", { value: signed(book.value) })}
      {book.proved && ` · ${t("exact")}`}
      <br />
      <span class="quiet">
        {t("bookSource")} <a href="/openings">{t("drillTitle")}</a>
      </span>
    </p>
  );
}

function Moves({ model, book, own }: { model: StudyModel; book: Openings | null; own: readonly Continuation[] }) {
  const moves = knownMoves(book?.moves ?? [], own);
  if (moves.length === 0) return null;
  const all = book?.moves.reduce((sum, m) => sum + m.games, 0) ?? 0;
  const columns = ["move", "bookValue", ...(book ? (["bookGames", "bookScore"] as const) : []), "libraryGames"] as const;
  return (
    <table class="continuations">
      <Head columns={columns} />
      <tbody>
        {moves.map((m) => (
          <tr key={m.name} data-move={m.name} data-point={m.point}>
            <th scope="row">
              <button class="small" onClick={() => void model.play(m.point)}>
                {m.point === null ? t(GAMES[model.kind].passed) : m.name.toUpperCase()}
              </button>
              {m.book?.opening && <span class="small"> {tell(m.book.opening)}</span>}
            </th>
            <td class="figure worth">
              <Worth model={model} move={m} />
            </td>
            {book && (
              <td class="figure">
                <span class="share" style={{ inlineSize: `${Math.round((100 * (m.book?.games ?? 0)) / Math.max(all, 1))}%` }} aria-hidden="true" />
                {formatNumber(m.book?.games ?? 0)}
              </td>
            )}
            {book && <td class="figure">{m.book?.score == null ? "–" : percent(m.book.score)}</td>}
            <td class="figure">{m.own && m.own.total > 0 && <Results of={m.own} />}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Worth({ model, move: { book, own } }: { model: StudyModel; move: Known }) {
  if (book?.value != null)
    return (
      <span title={t("bookPlies", { n: book.plies })}>
        {signed(book.value)} {book.class && <ClassMark of={book.class} />}
      </span>
    );
  return <>{own?.value ? (valueOf(model.kind, own.value)?.text ?? "–") : "–"}</>;
}

/** How often, and Black's wins, draws and White's wins as parts of one bar. */
function Results({ of }: { of: Continuation }) {
  const share = (n: number) => `${(100 * n) / of.total}%`;
  const words = t("sidesWon", { black: of.black, draws: of.draws, white: of.white });
  return (
    <>
      {of.total}{" "}
      <span class="result-bar" role="img" aria-label={words} title={words}>
        <span class="black" style={{ width: share(of.black) }} />
        <span class="draw" style={{ width: share(of.draws) }} />
        <span class="white" style={{ width: share(of.white) }} />
      </span>
    </>
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
