//! Engines in games: their moves, hints, and the judgement of dead stones.

use crate::app::App;
use crate::error::Answer;
use crate::event::{Event, Seat};
use crate::identity::random_seed;
use crate::opponent::Opponent;
use crate::rematch::next_of_series;
use crate::room::{NotStored, Room, Seated};
use crate::table::Table;
use crate::wire::{Hint, QueueView, move_of};
use crate::work::{Portable, answered};
use crate::worker::{Errand, Task};
use heibai_engines::judge::judge;
use heibai_games::counting::Judgement;
use heibai_games::player::Fault;
use heibai_games::{AnyPosition, Color, Due, Limits, Match};
use heibai_table::engine::{ask, best_move, event_of, hint_question, judged, limits_of};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;
use tokio::sync::oneshot;

/// How often to update the queue position of a waiting engine.
const PLACE_LOOK: Duration = Duration::from_millis(500);
/// The client whose share of engine time a game uses.
fn client_of(table: &Table) -> String {
    let holder = table.seats.iter().find_map(Seat::holder);
    holder.unwrap_or(&table.setup.maker).to_owned()
}

/// Asks the engine whose turn it is, or has the stones judged, unless that is already running.
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

/// A question of a game to its engine.
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
    /// The same question for a worker.
    errand: Option<String>,
}

/// Waits for a free thread and asks; `None` if the engine panicked or the question is no longer wanted.
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
            let fresh =
                || Opponent::read(&name, game.position().kind(), &inner.networks)?.player(random_seed());
            let mut player = match inner.bench.take(&key).map_or_else(fresh, Ok) {
                Ok(player) => player,
                Err(fail) => {
                    return event_of(
                        &game,
                        side,
                        Err(Fault::Unable { english: fail.en, chinese: fail.zh }),
                        Duration::ZERO,
                    );
                }
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

/// A worker's answer, if it is a valid one for `side`.
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

/// Waits for the answer. Until the engine starts, watchers see its queue position, and other processes may take the
/// question.
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
            // Another process has taken it; this one stops, and reads the answer from the store.
            asked.stop.store(true, Ordering::Relaxed);
            return None;
        }
    }
}

/// The strongest player's move: asked while the table is locked, answered later.
pub(crate) fn hint(
    app: &App,
    who: &str,
    table: &Table,
) -> Answer<impl Future<Output = Answer<Hint>> + use<>> {
    let question = hint_question(table);
    app.work.admit(who, app.limits.waiting)?;
    let portable = app.work.has_workers().then(|| Portable {
        question: Errand::hint(table),
        stop: Arc::clone(&question.stop),
        read: Box::new(|text| serde_json::from_str(text).ok().map(Ok)),
    });
    let (_, answer) = app.work.submit_portable(who, move || best_move(&question, random_seed()), portable)?;
    Ok(async move { answered(answer).await? })
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

async fn accept_count(app: App, room: Arc<Room>, seq: i64) {
    let mut seated = room.seated.lock().await;
    if seated.table.seq == seq {
        let event = Event::Agree { side: Color::Black.into() };
        if let Err(NotStored::Refused(fail)) = app.commit(&room, &mut seated, event).await {
            app.try_later(&mut seated, "the count", &fail);
        }
    }
}
