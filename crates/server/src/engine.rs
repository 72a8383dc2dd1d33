//! Engines at the table: their moves, hints, and the judgement of dead stones.

use crate::app::App;
use crate::counting::ground;
use crate::error::{Answer, Code, Fail};
use crate::event::{Event, Pick, Seat};
use crate::opponent::Opponent;
use crate::rematch::next_of_series;
use crate::room::{NotStored, Room, Seated};
use crate::table::Table;
use crate::wire::{Candidate, Hint, QueueView, Text, move_of, point_of};
use crate::work::{Portable, answered};
use crate::worker::{Errand, Task};
use heibai_engines::Level;
use heibai_engines::judge::judge;
use heibai_games::counting::Judgement;
use heibai_games::player::{Analysis, Fault, Thought, Wanted};
use heibai_games::{Act, AnyPosition, Color, Decision, Due, Limits, Match, Move, Player, Point, Request};
use heibai_review::reasons::reasons;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};
use tokio::sync::oneshot;

/// What an engine without a clock may take at most.
const MOVE_TIME: Duration = Duration::from_secs(10);
/// The strongest level thinks this long when nothing else limits it.
const BEST_TIME: Duration = Duration::from_secs(3);
/// However long a clock is, an engine holds one of the shared threads no longer than this for a move.
const LONGEST_TIME: Duration = Duration::from_secs(60);
/// How often the place of an engine that waits for a thread is looked at.
const PLACE_LOOK: Duration = Duration::from_millis(500);
/// As many of the moves that an engine weighed are kept beside the one it chose.
const MOST_CANDIDATES: usize = 20;

/// A question that can travel to another thread.
#[derive(Clone)]
pub(crate) struct Question {
    pub start: AnyPosition,
    pub moves: Vec<Move>,
    pub position: AnyPosition,
    pub limits: Limits,
    pub stop: Arc<AtomicBool>,
}

impl Question {
    fn request(&self) -> Request<'_> {
        Request {
            start: &self.start,
            moves: &self.moves,
            position: &self.position,
            limits: &self.limits,
            stop: &self.stop,
        }
    }

    pub(crate) fn ask(&self, player: &mut dyn Player) -> Result<heibai_games::Answer, Fault> {
        player.choose(&self.request())
    }

    /// The player's own analysis of the position, at its end.
    pub(crate) fn analyze(&self, player: &mut dyn Player, wanted: Wanted) -> Result<Analysis, Fault> {
        player.analyze(&self.request(), wanted, &mut |_| {})
    }

    fn of(table: &Table, name: &str, stop: Arc<AtomicBool>) -> Question {
        let game = &table.game;
        let limits = limits_of(table, name);
        Question {
            start: game.start().clone(),
            moves: game.moves().iter().map(|m| m.mv).collect(),
            position: game.position().clone(),
            limits,
            stop,
        }
    }
}

/// What an engine may spend on what the game waits for.
pub(crate) fn limits_of(table: &Table, name: &str) -> Limits {
    match table.game.clock(table.acting()) {
        Some(clock) => shared(clock.limits()),
        None => Limits { move_time: time_without_clock(name), ..Limits::default() },
    }
}

/// What a clock allows, cut to what a shared thread can give: of two limits of time the shorter one holds.
fn shared(limits: Limits) -> Limits {
    let time = limits.move_time.map_or(LONGEST_TIME, |time| time.min(LONGEST_TIME));
    Limits { move_time: Some(time), ..limits }
}

/// Levels know themselves how long they think; whatever else was typed gets a limit.
fn time_without_clock(name: &str) -> Option<Duration> {
    match name.parse::<Level>() {
        Ok(Level::Best) => Some(BEST_TIME),
        Ok(_) => None,
        Err(()) => Some(MOVE_TIME),
    }
}

/// Whose share of the engines' time a table's engine uses.
fn client_of(table: &Table) -> String {
    let holder = table.seats.iter().find_map(Seat::holder);
    holder.unwrap_or(&table.setup.maker).to_owned()
}

/// Whether a game waits for an engine's move or judgement.
pub(crate) fn is_due(table: &Table) -> bool {
    let moves = table.is_playing() && table.seat(table.acting()).is_engine();
    !table.paused && (moves || table.game.request() == Due::Judgement)
}

/// Asks the engine whose turn it is, or has the stones judged, unless that is under way.
pub(crate) fn go_on(app: &App, room: &Arc<Room>, seated: &mut Seated) {
    let table = &mut seated.table;
    if seated.engine.is_some() || table.paused {
        return;
    }
    let (seq, stop) = (table.seq, Arc::new(AtomicBool::new(false)));
    let (app, room) = (app.clone(), Arc::clone(room));
    let side = table.acting();
    if table.is_playing() && table.seat(side).is_engine() {
        table.thinking = Some(side);
        seated.engine = Some(Arc::clone(&stop));
        let work = think(app.clone(), Arc::clone(&room), seq, side, Arc::clone(&stop));
        tokio::spawn(if_claimed(app, room, seq, stop, work));
    } else if table.game.request() == Due::Judgement {
        seated.engine = Some(Arc::clone(&stop));
        let work = judge_stones(app.clone(), Arc::clone(&room), seq, Arc::clone(&stop));
        tokio::spawn(if_claimed(app, room, seq, stop, work));
    } else if table.game.is_counting() && table.is_show() {
        // Nobody is there to correct the judgement.
        tokio::spawn(accept_count(app, room, seq));
    } else if table.goes_on_with_another() {
        seated.engine = Some(Arc::clone(&stop));
        let work = next_of_series(app.clone(), Arc::clone(&room));
        tokio::spawn(if_claimed(app, room, seq, stop, work));
    }
}

/// Does what a game waits for, unless another process does.
async fn if_claimed(
    app: App,
    room: Arc<Room>,
    seq: i64,
    stop: Arc<AtomicBool>,
    work: impl Future<Output = ()>,
) {
    if app.claim(&room.id, seq).await {
        work.await;
        app.forget_question(&room.id, seq).await;
    }
    room.seated.lock().await.let_go(&stop);
}

async fn think(app: App, room: Arc<Room>, seq: i64, side: Color, stop: Arc<AtomicBool>) {
    let began = tokio::time::Instant::now();
    let (name, client, game, limits, pace) = {
        let mut seated = room.seated.lock().await;
        if seated.table.seq != seq {
            return;
        }
        seated.announce_passing("thinking", false);
        let table = &seated.table;
        let name = table.seat(side).name().to_owned();
        let pace = Duration::from_millis(table.pace(side));
        (name.clone(), client_of(table), table.game.clone(), limits_of(table, &name), pace)
    };
    let key = format!("{} {side} {name}", room.id);
    let errand = match app.work.has_workers() {
        true => app.errand(&room.id, seq, Task::Move).await,
        false => None,
    };
    let asked = Asked {
        room: &room,
        seq,
        client: &client,
        key,
        name: &name,
        side,
        game,
        limits,
        stop: &stop,
        errand,
    };
    let said = ask_in_turn(&app, asked).await;
    tokio::time::sleep_until(began + pace).await;
    if stop.load(Ordering::Relaxed) && said.is_none() {
        return;
    }
    let mut seated = room.seated.lock().await;
    if seated.table.seq != seq {
        return;
    }
    let event = said.unwrap_or(Event::Forfeit { side: side.into(), illegal: false });
    if let Err(NotStored::Refused(fail)) = app.commit(&room, &mut seated, event).await {
        app.try_later(&mut seated, "an engine's move", &fail);
    }
}

/// A question of a table to its engine.
struct Asked<'a> {
    room: &'a Room,
    seq: i64,
    client: &'a str,
    key: String,
    name: &'a str,
    side: Color,
    game: Match<AnyPosition>,
    limits: Limits,
    stop: &'a Arc<AtomicBool>,
    /// The same question for a worker in another process.
    errand: Option<String>,
}

/// Waits for a free thread and asks; `None` if the engine panicked or was not wanted any more.
async fn ask_in_turn(app: &App, asked: Asked<'_>) -> Option<Event> {
    loop {
        let (inner, key, name, stop_it) =
            (app.clone(), asked.key.clone(), asked.name.to_owned(), Arc::clone(asked.stop));
        let (game, limits, side) = (asked.game.clone(), asked.limits.clone(), asked.side);
        let portable = asked.errand.clone().map(|question| {
            let game = game.clone();
            let read = move |text: &str| read_answer(&game, side, text);
            Portable { question, stop: Arc::clone(asked.stop), read: Box::new(read) }
        });
        let job = move || {
            let fresh = || Opponent::read(&name, game.position().kind(), &inner.networks)?.player();
            let mut player = match inner.bench.take(&key).map_or_else(fresh, Ok) {
                Ok(player) => player,
                Err(fail) => return event_of(&game, side, Err(Fault::Unable(fail.en)), Duration::ZERO),
            };
            let event = ask(&game, side, &mut *player, &limits, &stop_it);
            inner.bench.put(key, player);
            event
        };
        match app.work.submit_portable(asked.client, job, portable) {
            Ok((number, answer)) => return told_its_place(app, &asked, number, answer).await,
            Err(_) if asked.stop.load(Ordering::Relaxed) => return None,
            Err(_) => tokio::time::sleep(Duration::from_millis(500)).await,
        }
    }
}

/// Asks a player for what the game waits for from `side`.
pub(crate) fn ask(
    game: &Match<AnyPosition>,
    side: Color,
    player: &mut dyn Player,
    limits: &Limits,
    stop: &AtomicBool,
) -> Event {
    let began = Instant::now();
    let answer = game.ask(player, limits, stop);
    event_of(game, side, answer, began.elapsed())
}

/// A worker's answer, if it is one that `side` may give.
fn read_answer(game: &Match<AnyPosition>, side: Color, text: &str) -> Option<Event> {
    let event: Event = serde_json::from_str(text).ok()?;
    let fits = match &event {
        Event::Move { p, .. } => game.check(move_of(*p)).is_ok(),
        Event::Choose { option, .. } => game.check_choice(option.0).is_ok(),
        Event::Resign { side: by } | Event::Forfeit { side: by, .. } => Color::from(*by) == side,
        _ => false,
    };
    fits.then_some(event)
}

/// Waits for the answer; until the engine begins, those who watch hear how many come first, and other processes may take
/// the question.
async fn told_its_place(
    app: &App,
    asked: &Asked<'_>,
    number: u64,
    mut answer: oneshot::Receiver<Event>,
) -> Option<Event> {
    let (mut shown, mut offered) = (None, false);
    loop {
        let place = app.work.place(asked.client, number);
        let queue =
            place.map(|place| QueueView { ahead: place.ahead, wait_ms: place.wait.as_millis() as u64 });
        if queue.map(|queue| queue.ahead) != shown {
            shown = queue.map(|queue| queue.ahead);
            let mut seated = asked.room.seated.lock().await;
            if seated.table.seq == asked.seq {
                seated.table.queue = queue;
                seated.announce_passing("thinking", false);
            }
        }
        if place.is_none() && (!offered || app.claim(&asked.room.id, asked.seq).await) {
            return answer.await.ok();
        }
        tokio::select! {
            said = &mut answer => return said.ok(),
            () = tokio::time::sleep(PLACE_LOOK) => {}
        }
        offered = true;
        if app.offer(&asked.room.id, asked.seq).await {
            // Another process has it; this one stops, and hears the answer from the store.
            asked.stop.store(true, Ordering::Relaxed);
            return None;
        }
    }
}

/// What an engine's answer does to the game. A program that breaks the rules loses.
fn event_of(
    game: &Match<AnyPosition>,
    side: Color,
    answer: Result<Decision, Fault>,
    spent: Duration,
) -> Event {
    let forfeit = |illegal| Event::Forfeit { side: side.into(), illegal };
    let spent = spent.as_millis() as u64;
    match answer {
        Ok(Decision::Choose(choice)) if game.check_choice(choice).is_ok() => {
            Event::Choose { option: Pick(choice), spent }
        }
        Ok(Decision::Choose(_)) => forfeit(true),
        Ok(Decision::Act(answer)) => match answer.act {
            Act::Resign => Event::Resign { side: side.into() },
            Act::Play(mv) if game.check(mv).is_ok() => Event::Move {
                p: point_of(mv),
                spent,
                score: answer.thought.value.and_then(|value| value.recorded()),
                win: answer.thought.value.and_then(|value| value.win_rate()),
                tried: tried(game.position(), mv, &answer.thought),
            },
            Act::Play(_) => forfeit(true),
        },
        Err(fault) => {
            tracing::warn!("{side}: {fault}");
            forfeit(false)
        }
    }
}

/// A move and what was thought of it, as the page shows it.
fn candidate(position: &AnyPosition, mv: Move, thought: &Thought) -> Candidate {
    let &Thought { value, depth, nodes, ref line, .. } = thought;
    Candidate { depth, nodes, ..Candidate::new(position, mv, value, line) }
}

/// The moves that an engine weighed, the chosen one first.
fn tried(position: &AnyPosition, chosen: Move, thought: &Thought) -> Vec<Candidate> {
    let others = thought.weighed.iter().filter(|weighed| weighed.mv != chosen);
    let others = others.take(MOST_CANDIDATES - 1).map(|weighed| Candidate {
        depth: thought.depth,
        nodes: weighed.nodes,
        ..Candidate::new(position, weighed.mv, Some(weighed.value), &[weighed.mv])
    });
    std::iter::once(candidate(position, chosen, thought)).chain(others).collect()
}

/// What the strongest player would do for the side to move: asked while the table is held, answered later.
pub(crate) fn hint(
    app: &App,
    who: &str,
    table: &Table,
) -> Answer<impl Future<Output = Answer<Hint>> + use<>> {
    let question = hint_question(table);
    app.work.admit(app.limits.waiting)?;
    let portable = app.work.has_workers().then(|| Portable {
        question: Errand::hint(table),
        stop: Arc::clone(&question.stop),
        read: Box::new(|text| serde_json::from_str(text).ok().map(Ok)),
    });
    let (_, answer) = app.work.submit_portable(who, move || best_move(&question), portable)?;
    Ok(async move { answered(answer).await? })
}

/// The question of a hint for a table, as a worker asks it.
pub(crate) fn hint_question(table: &Table) -> Question {
    let mut question = Question::of(table, Level::Best.name(), Arc::default());
    question.limits = Limits { move_time: Some(BEST_TIME), ..Limits::default() };
    question
}

/// What the strongest player would do, and why.
pub(crate) fn best_move(question: &Question) -> Answer<Hint> {
    let position = &question.position;
    let mut player = Opponent::level(Level::Best, position.kind()).player()?;
    let answer = question.ask(&mut *player).map_err(Fail::internal)?;
    // A player that would resign still says what it looked at.
    let mv = match answer.act {
        Act::Play(mv) => Some(mv),
        Act::Resign => answer.thought.line.first().copied(),
    };
    let mv = mv.ok_or(Fail::from(Code::NotFound))?;
    Ok(Hint { candidate: candidate(position, mv, &answer.thought), why: why(position, mv) })
}

/// What a move does, in both languages.
fn why(position: &AnyPosition, mv: Move) -> Vec<Text> {
    reasons(position, mv).into_iter().map(Text::from).collect()
}

async fn judge_stones(app: App, room: Arc<Room>, seq: i64, stop: Arc<AtomicBool>) {
    let (client, position) = {
        let seated = room.seated.lock().await;
        (client_of(&seated.table), seated.table.game.position().clone())
    };
    let errand = match app.work.has_workers() {
        true => app.errand(&room.id, seq, Task::Judge).await,
        false => None,
    };
    let event = loop {
        let portable = errand.clone().map(|question| Portable {
            question,
            stop: Arc::clone(&stop),
            read: Box::new(|text| {
                serde_json::from_str(text).ok().filter(|event| matches!(event, Event::Judge { .. }))
            }),
        });
        let position = position.clone();
        match app.work.submit_portable(&client, move || judged(judge(&position)), portable) {
            Ok((_, answer)) => break answer.await.unwrap_or_else(|_| judged(Judgement::default())),
            Err(_) if stop.load(Ordering::Relaxed) => return,
            Err(_) => tokio::time::sleep(Duration::from_millis(500)).await,
        }
    };
    let mut seated = room.seated.lock().await;
    if seated.table.seq == seq
        && let Err(NotStored::Refused(fail)) = app.commit(&room, &mut seated, event).await
    {
        app.try_later(&mut seated, "the judgement", &fail);
    }
}

/// A judgement as it is stored.
pub(crate) fn judged(judgement: Judgement) -> Event {
    let numbers = |points: Vec<Point>| points.into_iter().map(|point| point.0).collect();
    Event::Judge {
        grounds: judgement.grounds.iter().map(ground).collect(),
        dead: numbers(judgement.dead),
        seki: numbers(judgement.seki),
        unsure: numbers(judgement.unsure),
    }
}

async fn accept_count(app: App, room: Arc<Room>, seq: i64) {
    let mut seated = room.seated.lock().await;
    if seated.table.seq == seq {
        let event = Event::Agree { side: Color::Black.into() };
        if let Err(NotStored::Refused(fail)) = app.commit(&room, &mut seated, event).await {
            app.try_later(&mut seated, "the count", &fail);
        }
    }
}
