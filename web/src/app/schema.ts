// Written from the server's description of its API; do not edit. To renew it:
// BLESS=1 cargo test -p heibai-server --test server typescript

/** An answer to an action: where the game stands, and a hint if that was asked for. */
export type Acted = Done & { hint?: Record<string, unknown> | null };
/** An action, the same over the socket, REST and for bots. */
export type Action = { do: "move"; name?: string | null; ply?: number | null; point?: number | null } | { do: "pass"; ply?: number | null } | { do: "undo" } | { do: "redo" } | { do: "resign"; side?: Side | null } | { do: "draw" } | { do: "rematch" } | { accept: boolean; do: "answer" } | { do: "hint" } | { do: "choose"; option: Pick } | { as: Mark; do: "mark"; point: number } | { do: "agree" } | { do: "resume" } | { do: "pace"; ms: number } | { do: "pause" } | { do: "continue" };
export type BTreeMap = Record<string, Record<string, { due: number; failed: number; solved: number }>>;
export type Bot = { id: string; name: string; online: boolean; token?: string | null };
/** One value for each side. */
export type Both_SeatView = { black: { name: string; online: boolean; player: string | null; who: string }; white: { name: string; online: boolean; player: string | null; who: string } };
/** One value for each side. */
export type Both_String = { black: string; white: string };
/** One value for each side. */
export type Both_Vec_u16 = { black: Array<number>; white: Array<number> };
/** One value for each side. */
export type Both_bool = { black: boolean; white: boolean };
/** One value for each side. */
export type Both_f64 = { black: number; white: number };
/** One value for each side. */
export type Both_u32 = { black: number; white: number };
export type Bots = { bots: Array<Bot> };
/** A move that an engine looked at. */
export type Candidate = { at_most?: boolean; depth: number | null; exact: boolean; in_moves?: number | null; line: Array<number | null>; name: string; names: Array<string>; nodes: number; point: number | null; result?: string | null; score: number | null; win_rate: number | null };
export type ChangesView = { flipped: Array<number>; placed: number | null; removed: Array<number> };
export type ClockView = { main_ms: number; period_ms: number; periods: number; used_ms: number };
export type ClocksView = { at: number; black: ClockView; running: Side | null; white: ClockView };
/** Every way to be refused. The names on the wire are these in snake case, and those of 002 2.1 as they stand there. */
export type Code = "bad_request" | "bad_rules" | "bad_clock" | "bad_player" | "bad_record" | "bad_position" | "unauthorized" | "not_yours" | "fair_play" | "banned" | "bad_origin" | "bad_invite" | "not_found" | "method" | "not_your_turn" | "stale" | "not_counting" | "nothing_to_undo" | "nothing_to_redo" | "no_offer" | "out_of_order" | "not_waiting" | "GAME_FINISHED" | "set_aside" | "INVALID_POSITION" | "POSITION_OCCUPIED" | "FORBIDDEN_MOVE" | "flips_nothing" | "cannot_pass" | "suicide" | "repetition" | "too_large" | "too_many" | "no_space" | "restarting" | "internal";
/** What a copy has beyond the original. */
export type Copied = { add?: Array<NodeView> };
export type CountingView = { agreed: Both_bool; dead: Array<number>; grounds: Array<Ground>; owner: Array<number>; result: Text; score: Both_f64; seki: Array<number>; unsure: Array<number> };
/** Where a game stands after an accepted action. */
export type Done = { ply: number; seq: number };
/** What a client changes about a game or record. */
export type Edit = { tags?: Array<string> | null; title?: string | null; tree?: Array<NodeView> | null };
export type EmptyRegion = { odd: boolean; points: Array<number> };
export type Entries = { entries: Array<Entry>; next: number | null };
/** A row of the library, of the list of games, or of the live matches. */
export type Entry = { black: string; created: number; id: string; kind: string; moves: number; over: boolean; result: Text; rules: string; size: number; source: string; tags: Array<string>; title: string; updated: number; white: string; winner: Side | null };
/** The body of every refusal. */
export type ErrorBody = { error: Fail };
/** An event of a watched game. */
export type Event = { changes: ChangesView; game: string; live: Live; move: PlayedView; passed?: PlayedView | null; seq: number; type: "moved" } | { by?: Side | null; game: string; live: Live; moves?: Array<PlayedView> | null; seats?: Both_SeatView | null; seq: number; type: "changed"; what: string } | Said & { game: string } & { type: "said" };
/** A refusal. Nothing changed. */
export type Fail = { code: Code; en: string; forbidden?: unknown; retry_ms?: number | null; zh: string };
export type ForbiddenView = { check: unknown; en: string; kind: string; point: number; why: Array<Text>; zh: string };
export type FormatMeta = { extension: string; label: Text; name: string; read: boolean; write: boolean };
export type From = { moves: Array<Move0> } | { game: string; ply: number };
export type Game = "othello" | "go" | "gomoku";
export type GameMeta = { clocks: Array<string>; columns: string; first_row: string; formats: Array<FormatMeta>; kind: Game; komi: number | null; levels: Array<LevelMeta>; max_handicap: Record<string, number>; name: Text; openings: Array<OpeningRule>; players: Array<PlayerMeta>; rules: Array<RuleSet>; size: number; sizes: Array<number> };
/** A game as one client may see it. */
export type GameView = { between_people: boolean; chat: Array<Said>; clock: string | null; created: number; id: string; kind: Game; live: Live; moves: Array<PlayedView>; pace_ms: number; paused: boolean; public: boolean; rules: RulesView; seats: Both_SeatView; series: SeriesView | null; set_up: boolean; start: Array<number>; start_turn: Side; you: You };
export type Games = { games: Array<Entry> };
export type Grade = { count: number; grade: string; label: Text };
/** Why a group is judged as it is. */
export type Ground = { en: string; point: number; zh: string };
export type Group = { alive: boolean; liberties: number; points: Array<number>; side: Side };
export type Health = { games: number; ok: boolean; set_aside: number; sockets: number };
/** A move that is suggested, and why. */
export type Hint = Candidate & { why: Array<Text> };
export type IllegalView = { error: Fail; ply: number };
export type Imported = { entries: Array<Entry>; format: string; notes: Array<Text> };
/** What stands at the head of a record, as it is written there; empty texts say nothing. */
export type InfoView = { date: string; event: string; place: string; ranks: Both_String; round: string; rules: RulesView; ruleset: string; time: string };
export type Join = { code?: string; side?: Side | null };
export type LevelMeta = { about: Text; label: Text; pace_ms: number; player: string };
export type LimitsMeta = { analyses: number; body: number; message: number; messages_per_second: number; open_games: number };
export type Line = { handicap?: number | null; kind: Game; komi?: number | null; moves?: Array<number | null>; rules?: string | null; size?: number | null; stones?: Array<Array<number>>; turn?: Side | null };
/** Everything that a move changes. */
export type Live = { board: Array<number>; can_pass: boolean; clocks: ClocksView | null; counting: CountingView | null; counts: Both_u32; empties: number; ended?: number | null; flips?: Array<Array<number>> | null; forbidden?: Array<ForbiddenView> | null; last: number | null; legal: Array<number>; next: string | null; offer: Offer | null; opening: OpeningView | null; opening_name?: Text | null; outcome: OutcomeView | null; phase: Phase; ply: number; queue: QueueView | null; redo: Both_bool; seq: number; suggestion: Array<number>; thinking: Side | null; turn: Side | null; undo: Both_bool; win_line: Array<number> };
export type LiveGames = { games: Array<Entry>; standings: Array<Standing> };
export type Lobby = { games: Array<OpenGame> };
export type Made = { id: string };
/** How a group is marked in a count. */
export type Mark = "dead" | "alive" | "seki";
export type MarkView = { label?: string; point: number; shape: string };
export type Me = { bot: boolean; id: string; name: string };
export type Meta = { api: number; games: Array<GameMeta>; limits: LimitsMeta; lobby: boolean; modules: Modules; runs: boolean; version: string };
/** A mistake as it is stored: the position before it, and what would have been better. */
export type Mistake = { best?: number | null; loss: number; of: Line; ply: number };
export type Modules = { engines: string; games: string; records: string; server: string };
export type Move0 = { point: number } | { name: string };
export type NewBot = { name: string };
export type NewGame = { black: Sitter; clock?: string | null; from?: From | null; games?: number | null; handicap?: number | null; kind: Game; komi?: number | null; pace_ms?: number | null; public?: boolean; rules?: string | null; size?: number | null; stones?: Array<Array<number>>; turn?: Side | null; white: Sitter };
/** A node of a game tree on the wire; parents come first. */
export type NodeView = { comment?: string; marks?: Array<MarkView>; move?: number | null; name?: string; parent?: number | null; score?: number | null; setup?: Array<Array<number>>; side?: Side | null; spent_ms?: number | null };
export type Offer = { by: Side; what: OfferKind };
export type OfferKind = "undo" | "draw" | "rematch";
/** A game that waits for somebody. */
export type OpenGame = { by: string; clock: string | null; created: number; here: boolean; id: string; kind: Game; mine: boolean; rules: RulesView; side: Side };
export type Opened = { entry: Entry; info: InfoView; line: Line; tree: Array<NodeView> };
export type OpeningRule = { label: Text; name: string };
export type OpeningView = { left: number; offered: Array<number>; options: Array<string>; rule: string; text: Text };
export type Outcome = { solved: boolean };
export type OutcomeView = { margin: number | null; reason: string; score: Both_f64 | null; text: Text; winner: Side | null };
export type Overlays = { frontier: Array<number>; mobility: Both_Vec_u16; phase: string; potential: Both_u32; regions: Array<EmptyRegion>; squares: Squares; stable: Array<number> } | { forbidden: Array<ForbiddenView>; shapes: Array<ShapeAt> } | { groups: Array<Group> };
export type Phase = "waiting" | "opening" | "playing" | "counting" | "over";
/** What the chooser of an opening may say: `black`, `white`, `more`, `offer8`, or a point to offer. */
export type Pick = string;
/** A move that was played. */
export type PlayedView = { at: number; candidates?: Array<Candidate>; forbidden?: unknown; forced: boolean; n: number; name: string; point: number | null; score?: number | null; side: Side; spent_ms: number; win_rate?: number | null };
export type PlayerMeta = { about: Text; player: string };
/** A position without a game around it. */
export type PositionAnswer = { live: Live; played: Array<PlayedView>; start: Array<number> };
export type Problem = { due: number | null; goal: Text; grade: string; id: string; learned: boolean; line: Line; live: Live; title: Text };
export type Problems = { problems: Array<Problem> };
export type ProgressView = { due: number; failed: number; solved: number };
/** Where an engine's move stands that waits for a thread. */
export type QueueView = { ahead: number; wait_ms: number };
export type Rename = { name: string };
/** Every board of a record, up to its end or its first illegal move. */
export type ReplayAnswer = { illegal: IllegalView | null; outcome: OutcomeView | null; start: Array<number>; steps: Array<StepView> };
export type RuleSet = { about: Text; label: Text; name: string; sizes: Array<number> };
export type RulesView = { handicap: number; komi: number | null; label: Text; name: string; size: number };
/** A run in a list. */
export type RunEntry = { games: number; id: string; kind: Game; name: string; players: Array<string>; rules: RulesView; self_play: boolean };
/** A finished game of a run. */
export type RunGame = { black: string; line: Line; number: number; opening: Text | null; result: Text; scores: Array<number | null>; white: string; winner: Side | null };
export type RunList = { runs: Array<RunEntry> };
/** How one player stands in a run. */
export type RunRow = { draws: number; elo: number; error: number; games: number; high: number; losses: number; low: number; player: string; points: number; wins: number };
/** A run with its table and its latest games, the newest first. */
export type RunView = { black_wins: number; draws: number; latest: Array<RunGame>; rows: Array<RunRow>; run: RunEntry; white_wins: number };
/** What a player said to the other. */
export type Said = { at: number; by: Side; text: string };
/** Games of the same two after one another. */
export type SeriesView = { high: number; low: number; number: number; of: number; points: Both_f64 };
export type Set = { about: Text; grades: Array<Grade>; kind: Game; name: Text; reply_ms: number; set: string; undo: boolean };
export type Sets = { sets: Array<Set> };
export type ShapeAt = { en: string; point: number; score: number; shape: string; side: Side; zh: string };
export type Side = "black" | "white";
/** Who is to sit on a side. */
export type Sitter = { who: "me" } | { player: string; who: "engine" } | { who: "open" } | { id: string; who: "bot" };
export type Squares = { c: Array<number>; centre: Array<number>; corner: Array<number>; edge: Array<number>; x: Array<number> };
export type Standing = { draws: number; games: number; kind: string; losses: number; player: string; points: number; wins: number };
export type StepView = { board: Array<number>; changes: ChangesView; move: PlayedView };
/** A sentence or a name in both languages. */
export type Text = { en: string; zh: string };
/** The answer to a try. */
export type Tried = { changes: Array<ChangesView>; live: Live; moves: Array<number | null>; reply: PlayedView | null; solution?: Array<number | null> | null; status: string; step: number; steps: number; text: Text };
export type Try = { moves: Array<number | null> };
export type Version = { api: number; modules: Modules; name: string; version: string };
export type You = { id: string; invite: string | null; seats: Array<Side>; watch: string };
