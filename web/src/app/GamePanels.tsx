// What a game asks of its players beside moves: invitations, offers, opening choices, the count, the end.

import { useSignal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import { api } from "./api";
import { newGameOpen, NewGameDialog, startGame } from "./NewGame";
import { GAMES } from "./games";
import { HINT_STEPS, hintWords, startOf, type GameModel } from "./game";
import { useLoaded } from "./loaded";
import { complain, notify } from "./notice";
import { QrCode } from "./people/QrCode";
import { go } from "./route";
import { pointName } from "../board/geometry";
import { metaOf, tell } from "./store";
import { isTeaching } from "./settings";
import { leadWords, moveName, valueInWords } from "./studystate";
import type { Counting, Game, Kind, NewGame, Side, Text, Who } from "./wire";
import { isShow } from "./watch/Thoughts";
import { phrase, t } from "../words";

/** Copies what a field shows. Browsers keep the clipboard from pages that come over plain HTTP from another machine: there the old way. */
export async function copyField(field: HTMLInputElement): Promise<void> {
  try {
    if (navigator.clipboard) await navigator.clipboard.writeText(field.value);
    else {
      field.select();
      if (!document.execCommand("copy")) return notify(phrase("notCopied", {}), "warn");
    }
    notify(phrase("copied", {}));
  } catch {
    field.select();
    notify(phrase("notCopied", {}), "warn");
  }
}

/** A link that is sent to somebody. */
export function LinkField({ id, link, label }: { id?: string; link: string; label: string }) {
  const field = useRef<HTMLInputElement>(null);
  return (
    <div class="copy">
      <input ref={field} id={id} readOnly value={link} aria-label={label} onFocus={(e) => e.currentTarget.select()} />
      <button onClick={() => void copyField(field.current!)}>{t("copy")}</button>
    </div>
  );
}

export function InvitePanel({ game }: { game: Game }) {
  if (game.live.phase !== "waiting" || !game.you.invite) return null;
  const link = location.origin + game.you.invite;
  return (
    <div class="panel invite">
      <h2>{t("inviteTitle")}</h2>
      <p>{t("inviteHelp")}</p>
      <LinkField id="invite" link={link} label={t("inviteTitle")} />
      {game.public && <p class="quiet small">{t("inviteListed")}</p>}
      <details open={matchMedia("(min-width: 900px)").matches}>
        <summary>{t("qrCode")}</summary>
        <QrCode text={link} label={t("qrHelp")} />
      </details>
      <button class="small" id="cancel-invite" onClick={() => void api.removeGame(game.id).then(() => go("/"), complain)}>
        {t("cancelInvite")}
      </button>
    </div>
  );
}

const OFFERS = { undo: "offerUndo", draw: "offerDrawBy", rematch: "offerRematch" } as const;
const SENT = { undo: "offerSentUndo", draw: "offerSentDraw", rematch: "offerSentRematch" } as const;

export function OfferPanel({ model }: { model: GameModel }) {
  const { live, you } = model.game.value!;
  if (!live.offer || you.seats.length === 0) return null;
  const { what, by } = live.offer;
  const isMine = you.seats.includes(by);
  const words = isMine ? t(SENT[what]) : t(OFFERS[what], { side: by });
  return (
    <div class="panel offer" role="group" aria-label={words}>
      <p>{words}</p>
      <div class="actions">
        <button onClick={() => void model.do({ do: "answer", accept: false })}>{t(isMine ? "withdraw" : "refuse")}</button>
        {!isMine && (
          <button class="primary" onClick={() => void model.do({ do: "answer", accept: true })}>
            {t("accept")}
          </button>
        )}
      </div>
    </div>
  );
}

/** Brings a panel of the tray into sight when what it says changes. */
function useShown(id: string, changes: readonly unknown[]): void {
  useEffect(() => document.getElementById(id)?.scrollIntoView({ block: "nearest" }), changes);
}

/** A lesson gives a hint in steps: where, what for, and only then the move. */
function HintStep({ model }: { model: GameModel }) {
  const hint = model.hint.value!;
  return (
    <div class="panel hint" id="hint-panel" data-step={model.hintStep.value}>
      <p role="status">{tell(hintWords(hint, model.hintStep.value, model.game.value!.rules.size))}</p>
      <button id="hint-more" onClick={() => void model.askHint()}>
        {t("hintMore")}
      </button>
    </div>
  );
}

/** The move that was asked for, and why: until somebody moves. */
export function HintPanel({ model }: { model: GameModel }) {
  const hint = model.hint.value;
  useShown("hint-panel", [hint, model.hintStep.value]);
  if (!hint) return null;
  if (model.hintStep.value < HINT_STEPS) return <HintStep model={model} />;
  const { kind, live } = model.game.value!;
  // A lesson speaks of points where a game is won by them, as its bar does.
  const lead = isTeaching.value && GAMES[kind].isWonByPoints ? hint.score : null;
  const value = lead === null ? valueInWords(kind, hint) : leadWords(live.turn === "white" ? -lead : lead);
  const first = live.turn === "white" ? 1 : 0;
  const then = hint.names.slice(1, 9).map((name, i) => `${(first + i) % 2 === 0 ? "○" : "●"} ${moveName(name)}`);
  return (
    <div class="panel hint" id="hint-panel">
      <h2>{t("hintIs", { at: moveName(hint.name) })}</h2>
      {value && <p class="value">{value}</p>}
      {hint.why.length > 0 && (
        <ul>
          {hint.why.map((reason) => (
            <li key={reason.en}>{tell(reason)}</li>
          ))}
        </ul>
      )}
      {then.length > 0 && <p class="quiet small">{t("hintThen", { line: then.join(" ") })}</p>}
    </div>
  );
}

/** Why the point that was touched is forbidden to Black, line by line. */
export function ForbiddenPanel({ model }: { model: GameModel }) {
  const found = model.explained.value;
  useShown("forbidden-panel", [found]);
  const { kind, rules } = model.game.value!;
  if (!found || !model.mine.value) return null;
  const { columns, first_row } = metaOf(kind);
  return (
    <div class="panel hint" id="forbidden-panel">
      <h2>
        {pointName(found.point, rules.size, columns, first_row).toUpperCase()} · {tell(found)}
      </h2>
      <ul>
        {found.why.map((line) => (
          <li key={line.en}>{tell(line)}</li>
        ))}
      </ul>
    </div>
  );
}

/** What an opening rule asks for, told as "you" to the one person who is to do it. */
export function openingTask(model: GameModel): Text {
  const { live, you } = model.game.value!;
  const { text, yours } = live.opening!;
  return model.mine.value && you.seats.length === 1 ? yours : text;
}

export function OpeningPanel({ model }: { model: GameModel }) {
  const { live } = model.game.value!;
  if (!live.opening) return null;
  const rule = metaOf(model.game.value!.kind).openings.find((o) => o.name === live.opening!.rule);
  const options = model.mine.value ? live.opening.options : [];
  const names: Record<string, string> = { black: t("chooseBlack"), white: t("chooseWhite"), more: t("chooseMore") };
  const label = (option: string) => names[option] ?? t("chooseFifths", { n: option.replace("offer", "") });
  return (
    <div class="panel" id="opening-panel">
      {options.length > 0 && <p>{tell(openingTask(model))}</p>}
      {options.length > 0 && (
        <div class="actions">
          {options.map((option) => (
            <button key={option} class="primary" onClick={() => void model.do({ do: "choose", option })}>
              {label(option)}
            </button>
          ))}
        </div>
      )}
      {rule && (
        <details class="small" open={options.length === 0}>
          <summary>{tell(rule.label)}</summary>
          <p>{tell(rule.about)}</p>
        </details>
      )}
    </div>
  );
}

/** More points than this that belong to nobody are an area where play is not over. */
const OPEN_AREA = 22;

/** The areas, what the judge is not sure of, and its grounds. */
export function Count({
  counting,
  kind,
  size,
  komi = null,
  judged = null,
}: {
  counting: Counting;
  kind: Kind;
  size: number;
  komi?: number | null;
  judged?: Counting | null;
}) {
  const { columns, first_row } = metaOf(kind);
  const name = (point: number) => pointName(point, size, columns, first_row).toUpperCase();
  const neutral = counting.owner.filter((cell) => cell === 0).length;
  // Where every point of the board is in the sums, the neutral ones are in them in halves.
  const isShared = counting.score.black + counting.score.white === size * size;
  // One stone of each group.
  const doubtful = counting.grounds.filter((g) => counting.unsure.includes(g.point)).map((g) => name(g.point));
  const byHand = (point: number) => judged !== null && judged.dead.includes(point) !== counting.dead.includes(point);
  return (
    <>
      <dl class="figures">
        <div>
          <dt>{t("black")}</dt>
          <dd>{counting.score.black}</dd>
        </div>
        <div>
          <dt>{t("white")}</dt>
          <dd>{komi ? t("withKomi", { points: counting.score.white, komi, sum: counting.score.white + komi }) : counting.score.white}</dd>
        </div>
      </dl>
      {counting.explained && <p id="count-explained">{tell(counting.explained)}</p>}
      {neutral > 0 && <p class="quiet">{t(isShared ? "neutral" : "neutralUncounted", { n: neutral })}</p>}
      {neutral > OPEN_AREA && <p>{t("stillOpen")}</p>}
      {counting.unsure.length > 0 && <p class="quiet">{t("unsure", { n: counting.unsure.length, at: doubtful.join(" ") })}</p>}
      {counting.grounds.length > 0 && (
        <details>
          <summary>{t("grounds")}</summary>
          <ul class="grounds">
            {counting.grounds.map((g) => (
              <li key={g.point}>
                <strong>{name(g.point)}</strong> {byHand(g.point) ? t(counting.dead.includes(g.point) ? "markedDead" : "markedAlive") : tell(g)}
              </li>
            ))}
          </ul>
        </details>
      )}
    </>
  );
}

export function CountingPanel({ model }: { model: GameModel }) {
  const game = model.game.value!;
  const counting = game.live.counting;
  if (!counting) return null;
  const isOpen = game.live.phase === "counting";
  const mine = game.you.seats.filter((side) => !counting.agreed[side]);
  return <CountingTable model={model} counting={counting} isOpen={isOpen} mine={mine} />;
}

function CountingTable({ model, counting, isOpen, mine }: { model: GameModel; counting: Counting; isOpen: boolean; mine: Side[] }) {
  const game = model.game.value!;
  // What the judge says by itself: everything else was said by hand.
  const judged = useLoaded(() => api.count(model.line()));
  // At one screen both agree at once.
  const agree = async () => {
    await model.do({ do: "agree" });
    if (mine.length === 2) await model.do({ do: "agree" });
  };
  return (
    <div class="panel counting">
      {/* While it goes on the line above says what is done. */}
      <h2 class={isOpen ? "unseen" : ""}>{t(isOpen ? "counting" : "counted")}</h2>
      {isOpen && (
        <div class="verdict">
          <p class="result">{tell(counting.result)}</p>
          {game.you.seats.length > 0 && (
            <div class="actions">
              <button id="resume" onClick={() => void model.do({ do: "resume" })}>
                {t("resume")}
              </button>
              <button id="agree" class="primary" disabled={mine.length === 0} onClick={() => void agree()}>
                {mine.length === 0 ? t("agreed") : t(mine.length === 2 ? "agreeBoth" : "agree")}
              </button>
            </div>
          )}
        </div>
      )}
      <Count
        counting={isOpen ? counting : { ...counting, unsure: [] }}
        kind={game.kind}
        size={game.rules.size}
        komi={game.rules.komi}
        judged={judged.value.value}
      />
      {isOpen && game.you.seats.length > 0 && <p class="quiet">{t("countingHelp")}</p>}
    </div>
  );
}

/** The same game again, with the colours as they were. */
export function rematch(game: Game): NewGame {
  const sit = (side: Side): Who => {
    const seat = game.seats[side];
    if (seat.who === "engine") return { who: "engine", player: seat.player ?? seat.name };
    return game.you.seats.includes(side) ? { who: "me" } : { who: "open" };
  };
  const { name: rules, size, komi, handicap } = game.rules;
  const of: NewGame = { kind: game.kind, rules, size, ...startOf(game), black: sit("black"), white: sit("white") };
  if (komi !== null) of.komi = komi;
  if (handicap > 0) of.handicap = handicap;
  if (game.clock) of.clock = game.clock;
  if (of.black.who === "engine" && of.white.who === "engine") Object.assign(of, { pace_ms: game.pace_ms, public: game.public });
  return of;
}

/** The same game against another opponent. */
export function against(game: Game, player: string): NewGame {
  const of = rematch(game);
  const sit = (who: Who): Who => (who.who === "engine" ? { who: "engine", player } : who);
  return { ...of, black: sit(of.black), white: sit(of.white) };
}

/** "You won by 4" for who played; who watched reads the result below. */
function endWords({ live, you, kind }: Game): string {
  const { winner, margin } = live.outcome!;
  if (winner === null) return t("youDrew");
  if (you.seats.length !== 1) return t("gameOver");
  const isMine = you.seats.includes(winner);
  // In Go the unit hangs on the rules: the sentence below says it.
  if (margin === null || GAMES[kind].isWonByPoints) return t(isMine ? "youWon" : "youLost");
  return t(isMine ? "youWonBy" : "youLostBy", { n: margin });
}

/** The moves as every list counts them; chosen passes are among them and named. */
function movesPlayed({ moves }: Game): string | number {
  const n = moves.filter((move) => !move.forced).length,
    passes = moves.filter((move) => !move.forced && move.point === null).length;
  return passes > 0 ? t("movesAndPasses", { n, passes }) : n;
}

export function EndPanel({ model }: { model: GameModel }) {
  const game = model.game.value!;
  const busy = useSignal(false);
  const { outcome } = game.live;
  if (!outcome) return newGameOpen.value ? <NewGameDialog kind={newGameOpen.value} /> : null;
  // Against somebody else both have to want it; then the same link leads to the next game.
  const isMine = game.you.seats.length > 0;
  const isShared = game.you.seats.length === 1 && !Object.values(game.seats).some((seat) => seat.who === "engine");
  const again = async () => {
    busy.value = true;
    if (isShared) await model.do({ do: "rematch" });
    else await startGame(rematch(game));
    busy.value = false;
  };
  return (
    <div class="panel end" id="end">
      <h2>{endWords(game)}</h2>
      <div class="actions">
        <button onClick={() => (newGameOpen.value = game.kind)}>{t("newGame")}</button>
        {game.moves.length > 0 && (
          <a class="button" id="see-mistakes" href={`/study/${game.id}?review=1`}>
            {t(isMine ? "seeMistakes" : "review")}
          </a>
        )}
        {(isMine || isShow(game)) && (
          <button class="primary" id="again" disabled={busy.value || game.live.offer !== null} onClick={() => void again()}>
            {t(isShared ? "rematch" : "again")}
          </button>
        )}
      </div>
      <p class="result">{tell(outcome.text)}</p>
      <dl class="figures">
        {(["black", "white"] as const).map(
          (side) =>
            outcome.score && (
              <div key={side}>
                <dt>{t(side)}</dt>
                <dd>{outcome.score[side]}</dd>
              </div>
            ),
        )}
        <div>
          <dt>{t("figureMoves")}</dt>
          <dd>{movesPlayed(game)}</dd>
        </div>
      </dl>
      {newGameOpen.value && <NewGameDialog kind={newGameOpen.value} />}
    </div>
  );
}
