// Written from the server's description of its API; do not edit. To renew it:
// BLESS=1 cargo test -p heibai-server --test server typescript

/** What a solver knows of one grade of a set. */
export type Ability = { count: number; grade: string; known: number; label: Text; name: Text; set: string; tried: number };
/** An answer to an action: where the game stands, and a hint if that was asked for. */
export type Acted = Done & { hint?: Record<string, unknown> | null };
/** An action, the same over the socket, REST and for bots. */
export type Action = { do: "move"; name?: string | null; ply?: number | null; point?: number | null } | { do: "pass"; ply?: number | null } | { do: "undo" } | { do: "redo" } | { do: "resign"; side?: Side | null } | { do: "draw" } | { do: "rematch" } | { accept: boolean; do: "answer" } | { do: "hint" } | { do: "choose"; option: Pick } | { as: Mark; do: "mark"; point: number } | { do: "agree" } | { do: "resume" } | { do: "pace"; ms: number } | { do: "pause" } | { do: "continue" };
/** What is told about a position or a game while it is looked at. Every message carries the number of its question, `re`. */
export type AnalysisEvent = AnalysisView & { type: "analysis" } | ReviewStep & { type: "review" } | Reviewed & { type: "reviewed" } | Taught & { type: "taught" };
/** What an analysis knows so far; values are those of the side to move. */
export type AnalysisView = { at: number; candidates: Array<Candidate>; depth: number | null; done: boolean; exact: boolean; expected: number | null; ms: number; nodes: number; ownership?: Array<number> | null; proved?: string | null; re: number | null; score: number | null; win_rate: number | null };
export type AskHelp = { moves: Array<number | null>; step: number };
export type BTreeMap = Record<string, Record<string, { due: number; failed: number; solved: number }>>;
export type Bot = { id: string; name: string; online: boolean; token?: string | null };
/** One value for each side. */
export type Both_Accuracy = { black: { accuracy: number | null; blunders: number; endgame: number | null; inaccuracies: number; midgame: number | null; mistakes: number; opening: number | null }; white: { accuracy: number | null; blunders: number; endgame: number | null; inaccuracies: number; midgame: number | null; mistakes: number; opening: number | null } };
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
/** An opponent with a name, a face and a measured place on the scale. */
export type CharacterMeta = { about: Text; elo: number; error: number; games: number; name: Text; player: string };
export type Chosen = Deed & { ids: Array<string> };
export type ClockView = { main_ms: number; period_ms: number; periods: number; used_ms: number };
export type ClocksView = { at: number; black: ClockView; running: Side | null; white: ClockView };
/** Every kind of refusal. The wire names are these in snake case, but for the four that the rules documents name. */
export type Code = "bad_request" | "bad_rules" | "bad_clock" | "bad_player" | "bad_record" | "bad_position" | "unauthorized" | "not_yours" | "fair_play" | "banned" | "bad_origin" | "bad_invite" | "not_found" | "method" | "not_your_turn" | "stale" | "not_counting" | "nothing_to_undo" | "nothing_to_redo" | "no_offer" | "out_of_order" | "not_waiting" | "GAME_FINISHED" | "set_aside" | "INVALID_POSITION" | "POSITION_OCCUPIED" | "FORBIDDEN_MOVE" | "flips_nothing" | "cannot_pass" | "suicide" | "repetition" | "too_large" | "too_many" | "no_space" | "restarting" | "internal";
/** A move that was played in a position. */
export type Continuation = Results & { name: string; point: number | null; value?: Candidate | null };
/** What a copy has beyond the original. */
export type Copied = { add?: Array<NodeView>; folder?: string; info?: InfoEdit | null; tree?: Array<NodeView> | null };
export type CountingView = { agreed: Both_bool; dead: Array<number>; explained: Text | null; grounds: Array<Ground>; owner: Array<number>; result: Text; score: Both_f64; seki: Array<number>; unsure: Array<number> };
/** What is done with the records that are chosen. */
export type Deed = { do: "move"; folder: string } | { do: "tag"; tag: string } | { do: "untag"; tag: string } | { do: "remove" };
/** Where a game stands after an accepted action. */
export type Done = { ply: number; seq: number };
/** What a client changes about a game or record. */
export type Edit = { folder?: string | null; info?: InfoEdit | null; seen?: number | null; tags?: Array<string> | null; title?: string | null; tree?: Array<NodeView> | null };
export type EmptyRegion = { odd: boolean; points: Array<number> };
export type Entries = { entries: Array<Entry>; next: number | null };
/** A row of the library, of the list of games, or of the live matches. */
export type Entry = { black: string; board: string; created: number; date: string; folder: string; id: string; kind: string; moves: number; over: boolean; result: Text; rules: string; size: number; source: string; tags: Array<string>; title: string; updated: number; white: string; winner: Side | null };
/** The body of every refusal. */
export type ErrorBody = { error: Fail };
/** One evaluation, for Black. */
export type EvaluationView = { about: Text; after: Array<PointValue>; label: Text; name: string; parts: Array<PointValue> | null; rest: number; scale: number; value: number };
/** An event of a watched game. */
export type Event = { changes: ChangesView; game: string; live: Live; move: PlayedView; passed?: PlayedView | null; seq: number; type: "moved" } | { by?: Side | null; game: string; live: Live; moves?: Array<PlayedView> | null; seats?: Both_SeatView | null; seq: number; type: "changed"; what: string } | Said & { game: string } & { type: "said" };
/** Minimax or alpha-beta on a position. */
export type Experiment = { depth: number; eval?: string | null; of: Line; search: TreeSearch; under?: Array<number | null> };
/** Where a position was met, turned and mirrored ones too. */
export type Explored = Results & { games: Array<Through>; moves: Array<Continuation> };
export type ExportChosen = { format: string; ids: Array<string> };
/** A refusal. Nothing changed. */
export type Fail = { code: Code; en: string; forbidden?: unknown; retry_ms?: number | null; zh: string };
export type ForbiddenView = { check: unknown; en: string; kind: string; point: number; stones: Array<number>; why: Array<Text>; zh: string };
export type FormatMeta = { extension: string; label: Text; name: string; read: boolean; write: boolean };
export type From = { moves: Array<Move0> } | { game: string; ply: number };
export type Game = "othello" | "go" | "gomoku";
export type GameMeta = { characters: Array<CharacterMeta>; clocks: Array<string>; columns: string; first_row: string; formats: Array<FormatMeta>; kind: Game; komi: number | null; levels: Array<LevelMeta>; max_handicap: Record<string, number>; name: Text; openings: Array<OpeningRule>; players: Array<PlayerMeta>; rules: Array<RuleSet>; size: number; sizes: Array<number> };
/** A game as one client may see it. */
export type GameView = { between_people: boolean; chat: Array<Said>; clock: string | null; created: number; id: string; kind: Game; live: Live; moves: Array<PlayedView>; pace_ms: number; paused: boolean; public: boolean; rules: RulesView; seats: Both_SeatView; series: SeriesView | null; set_up: boolean; start: Array<number>; start_turn: Side; you: You };
export type Games = { games: Array<Entry> };
/** Go's network at a glance, for Black. */
export type GlanceView = { lead: number; ownership: Array<number>; policy: Array<PointValue>; win_rate: number };
export type Glossary = { terms: Array<Term> };
export type Grade = { count: number; grade: string; label: Text };
/** What a position is worth to Black. */
export type GraphPoint = { ply: number; score: number | null; win_rate: number | null };
/** Why a group is judged as it is. */
export type Ground = { en: string; point: number; zh: string };
export type Group = { alive: boolean; liberties: number; points: Array<number>; side: Side };
/** A tree and how it grew. After any number of playouts, visits and means follow from the list. */
export type Grown = { exploration: number; playouts: Array<Array<number>>; stopped: boolean; tree: Array<GrownNode>; turn: Side };
export type GrownNode = { mover: Side; name: string; parent: number; point: number | null };
/** A Monte Carlo tree search on a position. */
export type Growth = { eval?: string | null; of: Line; playouts: number; seed?: number };
export type Health = { games: number; ok: boolean; set_aside: number; sockets: number };
/** A move that is suggested, and why. */
export type Hint = Candidate & { why: Array<Text> };
export type IllegalView = { error: Fail; ply: number };
/** What came of a file. */
export type Imported = { entries: Array<Entry>; format: string; kept: number; left: number; notes: Array<Text> };
/** What a client writes at the head of a record; what is absent stays. */
export type InfoEdit = { black?: string | null; black_rank?: string | null; date?: string | null; event?: string | null; place?: string | null; round?: string | null; title?: string | null; white?: string | null; white_rank?: string | null };
/** What stands at the head of a record, as it is written there; empty texts say nothing. */
export type InfoView = { date: string; event: string; place: string; players: Both_String; ranks: Both_String; round: string; rules: RulesView; ruleset: string; time: string; title: string };
export type IterationView = { cut_offs: number; depth: number; nodes: number; value: number };
export type Join = { code?: string; side?: Side | null };
export type Judgements = { evaluations: Array<EvaluationView>; network?: GlanceView | null; scores?: Array<ShapeScore>; shapes?: Array<ShapeCount> };
/** A lesson as it begins. In its texts `{term:word}` is a word that links to the glossary. */
export type Lesson = { done: Text; id: string; kind: Game; line: Line; live: Live; points: boolean; steps: number; tasks: Array<Text>; title: Text };
export type Lessons = { lessons: Array<Lesson> };
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
/** A finished game against a character. */
export type MeasuredGame = { game: string; kind: Game; player: string; score: number };
/** One's own games against characters, the oldest first. */
export type MeasuredGames = { games: Array<MeasuredGame> };
export type Meta = { api: number; games: Array<GameMeta>; limits: LimitsMeta; lobby: boolean; modules: Modules; offline: boolean; runs: boolean; version: string };
/** A mistake as it is stored: the position before it, and what would have been better. */
export type Mistake = { best?: number | null; loss: number; of: Line; ply: number };
/** A mistake in the list of a whole game. */
export type MistakeView = { best: string; class: string; loss: number; lost: number | null; played: string; ply: number; side: Side };
export type Modules = { engines: string; games: string; records: string; server: string };
export type Move0 = { point: number } | { name: string };
export type NewBot = { name: string };
export type NewGame = { black: Sitter; clock?: string | null; from?: From | null; games?: number | null; handicap?: number | null; kind: Game; komi?: number | null; pace_ms?: number | null; public?: boolean; rules?: string | null; size?: number | null; stones?: Array<Array<number>>; turn?: Side | null; white: Sitter };
/** A study that begins with a position, or with a line of moves. */
export type NewStudy = { folder?: string; info?: InfoEdit | null; line: Line; title?: string; tree?: Array<NodeView> | null };
export type NewTournament = { games: number; kind: Game; players: Array<string>; rules?: string | null; size?: number | null };
/** A node of a game tree on the wire; parents come first. */
export type NodeView = { at?: number | null; changes?: ChangesView | null; comment?: string; forced?: boolean; marks?: Array<MarkView>; move?: number | null; name?: string; parent?: number | null; score?: number | null; setup?: Array<Array<number>>; side?: Side | null; spent_ms?: number | null; turn?: Side | null };
/** How a try went down, and what it changed. */
export type Noted = ProgressView & { rated?: Rated | null };
export type Offer = { by: Side; what: OfferKind };
export type OfferKind = "undo" | "draw" | "rematch";
/** A game that waits for somebody. */
export type OpenGame = { by: string; clock: string | null; created: number; here: boolean; id: string; kind: Game; mine: boolean; rules: RulesView; side: Side };
export type Opened = { editable: boolean; entry: Entry; illegal: IllegalView | null; info: InfoView; line: Line; start: Array<number>; tree: Array<NodeView>; turn: Side | null };
export type OpeningMove = { class: string | null; games: number; in_book: boolean; name: string; opening: Text | null; plies: number; point: number; score: number | null; value: number | null };
export type OpeningRule = { about: Text; label: Text; name: string };
export type OpeningView = { left: number; offered: Array<number>; options: Array<string>; rule: string; text: Text; yours: Text };
/** The book's page of a position; empty where the book has none. */
export type Openings = { depth: number | null; known: boolean; moves: Array<OpeningMove>; name: Text | null; percent: number | null; proved: boolean; value: number };
/** How many records it was done with; games of one's own and records of others are left as they are. */
export type Organised = { done: number };
export type Outcome = { solved: boolean };
export type OutcomeView = { announced: Text; margin: number | null; reason: string; score: Both_f64 | null; text: Text; winner: Side | null };
export type Overlays = { frontier: Array<number>; mobility: Both_Vec_u16; phase: string; potential: Both_u32; regions: Array<EmptyRegion>; squares: Squares; stable: Array<number>; stable_exact: boolean } | { forbidden: Array<ForbiddenView>; shapes: Array<ShapeAt> } | { groups: Array<Group> };
export type Phase = "waiting" | "opening" | "playing" | "counting" | "over";
/** What the chooser of an opening may say: `black`, `white`, `more`, `offer8`, or a point to offer. */
export type Pick = string;
/** A move that was played. */
export type PlayedView = { at: number; candidates?: Array<Candidate>; forbidden?: unknown; forced: boolean; n: number; name: string; point: number | null; score?: number | null; side: Side; spent_ms: number; win_rate?: number | null };
export type PlayerMeta = { about: Text; player: string };
/** A number on a point; `point` is absent for a pass. */
export type PointValue = { point: number | null; value: number };
/** A position without a game around it. */
export type PositionAnswer = { live: Live; played: Array<PlayedView>; start: Array<number> };
/** What was practised on a day, counted since 1970. */
export type PracticeDay = { day: number; failed: number; solved: number };
export type Practised = { days: Array<PracticeDay>; today: number };
export type Problem = { due: number | null; goal: Text; grade: string; id: string; learned: boolean; line: Line; live: Live; points: boolean; title: Text };
/** One step of help. */
export type ProblemHelp = { area: Array<number>; solution?: Array<number | null>; steps: number; text: Text };
export type Problems = { problems: Array<Problem> };
export type ProgressView = { due: number; failed: number; solved: number };
/** Where an engine's move stands that waits for a thread. */
export type QueueView = { ahead: number; wait_ms: number };
export type Rated = { change: number; error: number; problem: number; rating: number };
export type RatingView = { elo: number; error: number };
export type Rename = { name: string };
/** Every board of a record, up to its end or its first illegal move. */
export type ReplayAnswer = { illegal: IllegalView | null; outcome: OutcomeView | null; start: Array<number>; steps: Array<StepView> };
/** How games ended. */
export type Results = { black: number; draws: number; total: number; white: number };
/** A judged move. */
export type ReviewStep = { best: Candidate; class: string | null; cost: Text | null; lesson?: string | null; listed: boolean; loss: number; lost: number | null; played: Candidate; ply: number; praise?: Text | null; quick: boolean; side: Side; value: GraphPoint; why: Array<Text> };
/** The end of a review. */
export type Reviewed = { graph: Array<GraphPoint>; mistakes: Array<MistakeView>; overview: Array<Text>; sides: Both_Accuracy };
export type RuleSet = { about: Text; in_stones: boolean; komi: number | null; label: Text; name: string; openings: Array<string>; sizes: Array<number> };
export type RulesView = { handicap: number; komi: number | null; komi_text: Text | null; label: Text; name: string; size: number };
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
/** How often a shape stands on the board. */
export type ShapeCount = { count: Both_u32; label: Text; score: number };
/** What a stone on a point would be worth by Gomoku's classic scores. */
export type ShapeScore = { place: number; point: number; shape: number };
/** A folder or a tag, and how many records it has. */
export type Shelf = { count: number; name: string };
export type Shelves = { folders: Array<Shelf>; tags: Array<Shelf> };
export type Side = "black" | "white";
/** Who is to sit on a side. */
export type Sitter = { who: "me" } | { player: string; who: "engine" } | { who: "open" } | { id: string; who: "bot" };
/** What one can and cannot yet: the rating in each game, and today's problems. */
export type Skill = { error: number; kind: Game; parts: Array<Ability>; problem: string; rating: number; set: string };
export type SolverView = { games: Array<Skill> };
export type Squares = { c: Array<number>; centre: Array<number>; corner: Array<number>; edge: Array<number>; x: Array<number> };
export type Standing = { draws: number; games: number; kind: string; losses: number; player: string; points: number; wins: number };
export type StepView = { board: Array<number>; changes: ChangesView; move: PlayedView };
/** What the last move of a game was worth, or what the other side threatens now. */
export type Taught = { judged: ReviewStep | null; ply: number; threats: Array<ThreatView> };
/** A word of the games, with what it means. */
export type Term = { about: Text; also: Array<Text>; id: string; name: Text; topic: string };
/** A sentence or a name in both languages. */
export type Text = { en: string; zh: string };
/** What the other side threatens, and where. */
export type ThreatView = { points: Array<number>; text: Text };
/** A game that went through a position. */
export type Through = Entry & { ply: number };
export type TournamentGame = { black: number; white: number; winner: Side | null };
/** A tournament as it stands. */
export type TournamentView = { games: Array<TournamentGame>; id: string; kind: Game; latest: Line | null; mine: boolean; of: number; over: boolean; players: Array<string>; ratings: Array<Array<RatingView>> };
/** What a search found, and how. */
export type Traced = { depth: number; end: string | null; iterations: Array<IterationView>; line: Array<number | null>; names: Array<string>; nodes: number; stopped: boolean; tree: Array<TracedNode>; turn: Side; value: number };
/** A node of a tree. Values are those of the side to move at the root. */
export type TracedNode = { alpha: number | null; below: number; beta: number | null; closed: boolean; cut: Array<string>; end?: string | null; left: string; name: string; parent: number | null; point: number | null; turn: Side; value: number };
export type TreeSearch = "minimax" | "alphabeta";
/** The answer to a try. */
export type Tried = { changes: Array<ChangesView>; live: Live; moves: Array<number | null>; refutation?: Array<number | null>; reply: PlayedView | null; solution?: Array<number | null> | null; status: string; step: number; steps: number; text: Text; why?: Array<Text> };
export type Try = { moves: Array<number | null> };
export type Version = { api: number; modules: Modules; name: string; version: string };
export type You = { id: string; invite: string | null; seats: Array<Side>; watch: string };
