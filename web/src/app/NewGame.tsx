// The dialog that starts a game. What can be chosen is what the server offers.

import { signal, useSignal } from "@preact/signals";
import { api } from "./api";
import { clockWords } from "./clockwords";
import { isSite } from "./end";
import { FIRST, GAMES } from "./games";
import { complain } from "./notice";
import { hasBegun } from "./learn/done";
import { Opponents } from "./opponents/Opponents";
import { Choice, Dialog, Select, Switch } from "./parts";
import { go } from "./route";
import { readStored, writeStored } from "./settings";
import { meta, metaOf, networksOf, playerName, tell } from "./store";
import type { Kind, NewGame, Who } from "./wire";
import { t, type Word } from "../words";

export const newGameOpen = signal<Kind | null>(null);

type Mode = "engine" | "here" | "link" | "watch";
export type Form = {
  kind: Kind;
  mode: Mode;
  colour: "black" | "white" | "random";
  level: string;
  blackLevel: string;
  whiteLevel: string;
  custom: string;
  rules: string;
  opening: string;
  size: number;
  komi: string;
  handicap: number;
  clock: string;
  customClock: string;
  pace: number;
  games: number;
  listed: boolean;
  inLobby: boolean;
};

const KEY = "heibai_new_game";
const LAST_KEY = "heibai_last_game";
const OTHER = "other";

/** The game that was chosen last. */
export function lastKind(): Kind {
  const kind = readStored<string>(LAST_KEY, FIRST);
  return meta.value!.games.find((g) => g.kind === kind)?.kind ?? FIRST;
}

/** Whether this person has chosen a game of this kind before. */
export const hasPlayed = (kind: Kind): boolean => kind in readStored<Record<string, unknown>>(KEY, {});

/** A form with the game's defaults. */
export function plainForm(kind: Kind): Form {
  const game = metaOf(kind);
  return {
    kind,
    mode: "engine",
    colour: "black",
    level: "normal",
    blackLevel: "hard",
    whiteLevel: "hard",
    custom: "",
    rules: game.rules[0]!.name,
    opening: "free",
    size: game.size,
    komi: String(game.komi ?? 0),
    handicap: 0,
    clock: "",
    customClock: "",
    pace: 0,
    games: 1,
    listed: true,
    inLobby: false,
  };
}

/** Whom a newcomer meets: the first of the opponents, who is made for that. The easiest level may be far above. */
export function gentlest(kind: Kind): string | undefined {
  const { characters, levels } = metaOf(kind);
  return (characters[0] ?? levels[0])?.player;
}

/** Who comes from the first steps is offered the gentlest opponent on the small board. */
function firstChoice(kind: Kind): Partial<Form> {
  const level = gentlest(kind);
  return hasBegun(kind) && level ? { level, size: GAMES[kind].firstSize ?? metaOf(kind).size } : {};
}

/** A form with the game's defaults, and what this person chose last for this game. */
export function freshForm(kind: Kind): Form {
  const game = metaOf(kind),
    base = plainForm(kind);
  const stored = readStored<Record<string, Partial<Form>>>(KEY, {}),
    kept = stored[kind] ?? {};
  const form = { ...base, ...(kind in stored ? {} : firstChoice(kind)), ...kept, kind };
  if (!game.rules.some((r) => r.name === form.rules)) form.rules = base.rules;
  if (!game.sizes.includes(form.size)) form.size = base.size;
  // Handicap and komi belong to one game: the next one begins as its rules have it.
  form.handicap = 0;
  form.komi = String(rulesOf(form).komi ?? base.komi);
  if (!game.rules.find((r) => r.name === form.rules)!.openings.includes(form.opening)) form.opening = base.opening;
  return form;
}

/** Who has not played a game yet meets its opponents on the small board. */
function firstBoard({ kind, size }: Form): Partial<Form> {
  const small = GAMES[kind].firstSize;
  return small !== null && !hasPlayed(kind) && size === metaOf(kind).size ? { size: small } : {};
}

/** What the form asks of the server. `heads` decides a random colour. */
export function request(form: Form, heads: boolean): NewGame {
  const engine = (player: string): Who => ({ who: "engine", player });
  const rival: Who = form.mode === "link" ? { who: "open" } : engine(form.custom.trim() || form.level);
  const isBlack = form.colour === "black" || (form.colour === "random" && heads);
  const sides: Pick<NewGame, "black" | "white"> =
    form.mode === "watch"
      ? { black: engine(form.blackLevel), white: engine(form.whiteLevel) }
      : form.mode === "here"
        ? { black: { who: "me" }, white: { who: "me" } }
        : isBlack
          ? { black: { who: "me" }, white: rival }
          : { black: rival, white: { who: "me" } };
  const of: NewGame = { kind: form.kind, rules: form.opening === "free" ? form.rules : `${form.rules}+${form.opening}`, size: form.size, ...sides };
  if (GAMES[form.kind].hasKomi) {
    of.komi = Number(form.komi);
    if (form.handicap > 0) of.handicap = form.handicap;
  }
  const clock = form.clock === OTHER ? form.customClock.trim() : form.clock;
  if (clock) of.clock = clock;
  if (form.mode === "link" && form.inLobby) of.public = true;
  if (form.mode === "watch") {
    if (form.pace > 0) of.pace_ms = form.pace;
    if (form.games > 1) of.games = form.games;
    of.public = form.listed;
  }
  return of;
}

/** Whether the server took it. */
export async function startGame(of: NewGame): Promise<boolean> {
  try {
    const game = await api.create(of);
    newGameOpen.value = null;
    go(`/game/${game.id}`);
    return true;
  } catch (error) {
    complain(error);
    return false;
  }
}

/** Keeps what was chosen outside of the dialog: the next dialog begins with it. */
export function remember({ kind, rules, size }: NewGame, player: string): void {
  const kept: Partial<Form> = { level: player, custom: "", mode: "engine", ...(rules ? { rules } : {}), ...(size ? { size } : {}) };
  const all = readStored<Record<string, Partial<Form>>>(KEY, {});
  writeStored(KEY, { ...all, [kind]: { ...all[kind], ...kept } });
  writeStored(LAST_KEY, kind);
}

/** What a press of the button begins: the choices themselves may lie further up or down. */
function summary(form: Form, size: number, rules: string | undefined): string {
  const named = (player: string) => playerName(form.kind, player);
  const own = t(({ black: "asBlack", white: "asWhite", random: "asRandom" } as const)[form.colour]);
  const who = {
    engine: [t("againstName", { name: named(form.custom.trim() || form.level) }), own],
    here: [t("modeHere")],
    link: [t("modeLink"), own],
    watch: [`${named(form.blackLevel)} ${t("versus")} ${named(form.whiteLevel)}`],
  }[form.mode];
  const { rules: sets } = metaOf(form.kind);
  const rule = sets.length > 1 ? sets.find((of) => of.name === rules?.split("+")[0]) : undefined;
  return [...who, `${size}×${size}`, ...(rule ? [tell(rule.label)] : [])].join(" · ");
}

/** A game that goes on from a position: only who plays, with which colour and clock, is left to choose. */
export type Onward = { of: Omit<NewGame, "black" | "white">; colour: "black" | "white"; onClose: () => void };

export function NewGameDialog({ kind, mode, onward }: { kind: Kind; mode?: Mode; onward?: Onward }) {
  const form = useSignal<Form>({ ...freshForm(kind), ...(mode ? { mode } : {}), ...(onward ? { colour: onward.colour } : {}) });
  const busy = useSignal(false);
  const set = (change: Partial<Form>) => (form.value = { ...form.value, ...change });
  const now = form.value;
  const game = metaOf(now.kind);
  const submit = async (event: Event) => {
    event.preventDefault();
    if (busy.value) return;
    busy.value = true;
    const of = request(now, Math.random() < 0.5);
    if (onward) {
      const { black, white, clock, pace_ms } = of;
      await startGame({ ...onward.of, black, white, ...(clock ? { clock } : {}), ...(pace_ms ? { pace_ms } : {}) });
    } else if (await startGame(of)) {
      writeStored(KEY, { ...readStored<Record<string, Form>>(KEY, {}), [now.kind]: now });
      writeStored(LAST_KEY, now.kind);
    }
    busy.value = false;
  };
  return (
    <Dialog id="new-game" title={t(onward ? "playFromHere" : "newGame")} onClose={onward?.onClose ?? (() => (newGameOpen.value = null))}>
      <form onSubmit={(event) => void submit(event)}>
        {!onward && (
          <Choice
            name="kind"
            label={t("game")}
            value={now.kind}
            onChange={(v) => (form.value = { ...freshForm(v), mode: now.mode })}
            options={meta.value!.games.map((g) => ({ value: g.kind, text: tell(g.name) }))}
          />
        )}
        <Choice
          name="mode"
          label={t("mode")}
          value={now.mode}
          onChange={(v) => set({ mode: v })}
          options={[
            { value: "engine", text: t("modeEngine") },
            { value: "here", text: t("modeHere") },
            // Nobody else can come to a page without a server.
            ...(isSite ? [] : [{ value: "link" as const, text: t("modeLink") }]),
            { value: "watch", text: t("modeWatch") },
          ]}
        />
        <Sides form={now} set={set} />
        {onward ? (
          <div class="fields">
            <Clock form={now} set={set} />
          </div>
        ) : (
          <>
            <Choice
              name="size"
              label={t("size")}
              value={now.size}
              onChange={(v) => set({ size: v, ...handicapped(now, 0) })}
              options={game.rules
                .find((r) => r.name === now.rules)!
                .sizes.filter((s) => game.sizes.includes(s))
                .sort((a, b) => a - b)
                .map((s) => ({ value: s, text: `${s}×${s}` }))}
            />
            <details class="more" open={GAMES[now.kind].hasOpenDetails}>
              <summary>{t("details")}</summary>
              <Details form={now} set={set} />
            </details>
          </>
        )}
        <div class="actions">
          <p class="about" id="chosen">
            {summary(now, onward?.of.size ?? now.size, onward ? onward.of.rules : now.rules)}
          </p>
          <button type="submit" class="primary" disabled={busy.value}>
            {t("start")}
          </button>
        </div>
      </form>
    </Dialog>
  );
}

/** What a level means to a player; how it is made is in its tooltip. */
const LEVELS: Record<string, Word> = { beginner: "levelBeginner", normal: "levelNormal", hard: "levelHard", hell: "levelHell", best: "levelBest" };

type Part = { form: Form; set: (change: Partial<Form>) => void };

function Sides({ form, set }: Part) {
  const { levels, players } = metaOf(form.kind);
  const about = (player: string) => tell(players.find((p) => p.player === player)!.about);
  const options = [
    ...levels.map((l) => ({ value: l.player, text: tell(l.label), title: tell(l.about) })),
    ...networksOf(form.kind).map((player) => ({ value: player, text: playerName(form.kind, player), title: about(player) })),
  ];
  if (form.mode === "here") return null;
  if (form.mode === "watch") {
    return (
      <>
        <Choice name="blackLevel" label={t("blackLevel")} value={form.blackLevel} onChange={(v) => set({ blackLevel: v })} options={options} />
        <Choice name="whiteLevel" label={t("whiteLevel")} value={form.whiteLevel} onChange={(v) => set({ whiteLevel: v })} options={options} />
      </>
    );
  }
  const meaning = LEVELS[form.level] ?? null;
  return (
    <>
      {form.mode === "engine" && <Opponents kind={form.kind} value={form.level} onChange={(v) => set({ level: v, ...firstBoard(form) })} />}
      {form.mode === "engine" && (
        <div>
          <Choice name="level" label={t("levelInstead")} value={form.level} onChange={(v) => set({ level: v })} options={options} />
          {meaning && <p class="about">{t(meaning)}</p>}
        </div>
      )}
      <Choice
        name="colour"
        label={t("yourColour")}
        value={form.colour}
        onChange={(v) => set({ colour: v })}
        options={[
          { value: "black", text: t("black") },
          { value: "white", text: t("white") },
          { value: "random", text: t("random") },
        ]}
      />
      {form.mode === "link" && meta.value!.lobby && (
        <Switch id="in-lobby" label={t("inLobby")} value={form.inLobby} onChange={(v) => set({ inLobby: v })} />
      )}
    </>
  );
}

function Details({ form, set }: Part) {
  const game = metaOf(form.kind);
  const rules = game.rules.find((r) => r.name === form.rules)!;
  const opening = game.openings.find((o) => o.name === form.opening);
  const chooseRules = (name: string) => {
    const { sizes, openings, komi } = game.rules.find((r) => r.name === name)!;
    set({
      rules: name,
      size: sizes.includes(form.size) ? form.size : game.size,
      opening: openings.includes(form.opening) ? form.opening : "free",
      // Komi that was typed in stays; the usual one follows the rules.
      ...(Number(form.komi) === rules.komi ? { komi: String(komi) } : {}),
    });
  };
  const example = game.players.find((p) => p.player.includes(":"))?.player ?? "random";
  return (
    <div class="fields">
      <Select
        id="rules"
        label={t("rules")}
        value={form.rules}
        onChange={chooseRules}
        options={game.rules.map((r) => ({ value: r.name, text: tell(r.label) }))}
      />
      <p class="about wide">{tell(rules.about)}</p>
      {game.openings.length > 1 && (
        <Select
          id="opening"
          label={t("openingRule")}
          value={form.opening}
          onChange={(v) => set({ opening: v })}
          options={game.openings.filter((o) => rules.openings.includes(o.name)).map((o) => ({ value: o.name, text: tell(o.label) }))}
        />
      )}
      {opening && opening.name !== "free" && <p class="about wide">{tell(opening.about)}</p>}
      {GAMES[form.kind].hasKomi && <Komi form={form} set={set} />}
      <Clock form={form} set={set} />
      {form.mode === "watch" && (
        <>
          <Select
            id="pace"
            label={t("pace")}
            value={form.pace}
            onChange={(v) => set({ pace: v })}
            options={[
              { value: 0, text: t("paceByLevel") },
              ...[100, 300, 700, 1100, 1700, 2400, 5000].map((n) => ({ value: n, text: t("seconds", { n: n / 1000 }) })),
            ]}
          />
          <Select
            id="games"
            label={t("games")}
            value={form.games}
            onChange={(v) => set({ games: v })}
            options={[1, 2, 4, 10, 20, 100].map((n) => ({ value: n, text: String(n) }))}
          />
          <Switch id="listed" label={t("listed")} value={form.listed} onChange={(v) => set({ listed: v })} />
        </>
      )}
      {form.mode === "engine" && (
        <label class="field wide" for="custom-player">
          <span>{t("otherPlayer")}</span>
          <input
            id="custom-player"
            value={form.custom}
            list="players"
            placeholder={t("otherPlayerHelp", { example })}
            onInput={(e) => set({ custom: e.currentTarget.value })}
          />
          <datalist id="players">
            {game.players.map((p) => (
              <option key={p.player} value={p.player}>
                {tell(p.about)}
              </option>
            ))}
          </datalist>
        </label>
      )}
    </div>
  );
}

function Clock({ form, set }: Part) {
  return (
    <>
      <Select
        id="clock"
        label={t("clock")}
        value={form.clock}
        onChange={(v) => set({ clock: v })}
        options={[
          { value: "", text: t("noClock") },
          ...metaOf(form.kind).clocks.map((c) => ({ value: c, text: tell(clockWords(c)) })),
          { value: OTHER, text: t("otherClock") },
        ]}
      />
      {form.clock === OTHER && (
        <label class="field" for="custom-clock">
          <span>{t("clockHelp")}</span>
          <input id="custom-clock" value={form.customClock} placeholder="5m+3s" onInput={(e) => set({ customClock: e.currentTarget.value })} />
        </label>
      )}
    </>
  );
}

const rulesOf = (form: Form) => metaOf(form.kind).rules.find((r) => r.name === form.rules)!;

/** With handicap stones White gets half a point only; without them komi is as it was, or the usual one. */
export function handicapped(form: Form, handicap: number): Pick<Form, "handicap" | "komi"> {
  const had = form.handicap > 0,
    has = handicap > 0;
  return { handicap, komi: had === has ? form.komi : has ? "0.5" : String(rulesOf(form).komi ?? 0) };
}

/** Chinese players speak of komi in stones: half of the points. */
export const stones = (points: number): string => {
  const quarters = Math.round(Math.abs(points) * 2);
  return `${points < 0 ? "−" : ""}${Math.floor(quarters / 4) || (quarters % 4 ? "" : 0)}${["", "¼", "½", "¾"][quarters % 4] ?? ""}`;
};

function Komi({ form, set }: Part) {
  const most = metaOf(form.kind).max_handicap[String(form.size)] ?? 0;
  const handicaps = [0, ...Array.from({ length: Math.max(0, most - 1) }, (_, i) => i + 2)];
  return (
    <>
      <label class="field" for="komi">
        <span>
          {t("komi")}
          {rulesOf(form).in_stones && ` · ${t("komiStones", { stones: stones(Number(form.komi) || 0) })}`}
        </span>
        <input id="komi" type="number" step="0.5" min="-100" max="100" value={form.komi} onInput={(e) => set({ komi: e.currentTarget.value })} />
      </label>
      {handicaps.length > 1 && (
        <Select
          id="handicap"
          label={t("handicap")}
          value={form.handicap}
          onChange={(v) => set(handicapped(form, v))}
          options={handicaps.map((n) => ({ value: n, text: String(n) }))}
        />
      )}
    </>
  );
}
