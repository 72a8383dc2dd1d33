//! Small tournaments that a guest starts from the page: round robin, with ratings after every game. One game is one
//! job of the engine threads, so that nobody waits for the whole tournament.

use crate::app::App;
use crate::error::{Answer, Code, Fail};
use crate::identity::{random_seed, random_text};
use crate::line::Line;
use crate::opponent::Opponent;
use crate::time::now_ms;
use crate::view::to_json;
use crate::wire::{Game, Side, point_of};
use crate::work::answered;
use heibai_arena::game::{Finished, Referees, Terms, play};
use heibai_arena::openings::balanced;
use heibai_arena::rating::{Meeting, rate};
use heibai_arena::tournament::{encounter, round_robin};
use heibai_arena::{registry, runner::Fixture};
use heibai_games::kind::Choice;
use heibai_games::{AnyPosition, Color, Kind, Limits, Move, Position, Rules};
use heibai_words::laboratory as said;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard};
use std::time::Duration;
use utoipa::ToSchema;

const MOST_PLAYERS: usize = 6;
/// The most games of each pairing.
const MOST_GAMES: u64 = 20;
/// The time limit per move.
const MOVE_TIME: Duration = Duration::from_millis(100);
/// Larger boards take too long.
const LARGEST: usize = 15;
/// Tournaments kept in memory; the oldest finished ones are dropped.
const REMEMBERED: usize = 50;
/// Finished tournaments kept in the database, latest first.
const KEPT: i64 = 5000;
const TRY_AGAIN: Duration = Duration::from_millis(500);

#[derive(Deserialize, ToSchema)]
pub(crate) struct NewTournament {
    kind: Game,
    rules: Option<String>,
    size: Option<usize>,
    players: Vec<String>,
    /// Games of each pairing, colours alternating.
    games: u64,
}

#[derive(Clone, Serialize, Deserialize, ToSchema)]
pub(crate) struct TournamentGame {
    black: usize,
    white: usize,
    #[schema(required)]
    winner: Option<Side>,
}

#[derive(Clone, Serialize, Deserialize, ToSchema)]
pub(crate) struct RatingView {
    elo: f64,
    /// Half the width of its 95 % interval.
    error: f64,
}

/// A tournament as it stands.
#[derive(Clone, Serialize, Deserialize, ToSchema)]
pub(crate) struct TournamentView {
    id: String,
    kind: Game,
    players: Vec<String>,
    /// The total number of games.
    of: usize,
    games: Vec<TournamentGame>,
    /// The ratings of all players after each game; their mean is 0.
    ratings: Vec<Vec<RatingView>>,
    /// The last finished game.
    #[schema(required)]
    latest: Option<Line>,
    over: bool,
    mine: bool,
}

struct Tournament {
    view: TournamentView,
    by: String,
    stop: Arc<AtomicBool>,
}

/// The tournaments of this process.
#[derive(Default)]
pub(crate) struct Tournaments {
    all: Mutex<BTreeMap<u64, Tournament>>,
}

impl Tournaments {
    fn all(&self) -> MutexGuard<'_, BTreeMap<u64, Tournament>> {
        self.all.lock().unwrap_or_else(|poisoned| poisoned.into_inner())
    }

    /// Reserves a place for one more; one at a time per person, and half of the threads for all.
    fn begin(&self, by: &str, view: TournamentView, threads: usize) -> Answer<Arc<AtomicBool>> {
        let mut all = self.all();
        let running = all.values().filter(|one| !one.view.over);
        let (mine, running) = (running.clone().any(|one| one.by == by), running.count());
        if mine || running >= threads.div_ceil(2) {
            return Err(Fail::because(Code::TooMany, said::tournament_runs(mine)));
        }
        while all.len() >= REMEMBERED
            && let Some(oldest) = all.iter().find(|(_, one)| one.view.over).map(|(&number, _)| number)
        {
            all.remove(&oldest);
        }
        let stop = Arc::new(AtomicBool::new(false));
        let number = all.keys().next_back().map_or(0, |last| last + 1);
        all.insert(number, Tournament { view, by: by.to_owned(), stop: Arc::clone(&stop) });
        Ok(stop)
    }

    fn change(&self, id: &str, change: impl FnOnce(&mut TournamentView)) {
        if let Some(one) = self.all().values_mut().find(|one| one.view.id == id) {
            change(&mut one.view);
        }
    }

    pub(crate) fn view(&self, id: &str, who: &str) -> Answer<TournamentView> {
        let all = self.all();
        let one = all.values().find(|one| one.view.id == id).ok_or(Code::NotFound)?;
        Ok(TournamentView { mine: one.by == who, ..one.view.clone() })
    }

    /// Stops one's own tournament after the current game.
    pub(crate) fn stop(&self, id: &str, who: &str) -> Answer<()> {
        let all = self.all();
        let one = all.values().find(|one| one.view.id == id).ok_or(Code::NotFound)?;
        if one.by != who {
            return Err(Code::NotYours.into());
        }
        one.stop.store(true, Ordering::Relaxed);
        Ok(())
    }
}

/// What is to be played.
struct Schedule {
    rules: Rules,
    players: Vec<Opponent>,
    fixtures: Vec<Fixture>,
}

impl NewTournament {
    fn schedule(&self, app: &App) -> Answer<Schedule> {
        let kind: Kind = self.kind.into();
        let choice = Choice { size: self.size, rules: self.rules.clone(), ..Choice::default() };
        let rules = kind.rules(&choice).map_err(|why| Fail::because(Code::BadRules, why))?;
        let sizes = 2..=MOST_PLAYERS;
        if !sizes.contains(&self.players.len()) || !(1..=MOST_GAMES).contains(&self.games) {
            return Err(Fail::because(Code::BadRequest, said::tournament_size(MOST_PLAYERS, MOST_GAMES)));
        }
        if rules.size() > LARGEST {
            return Err(Fail::because(Code::BadRules, said::board_too_large(LARGEST)));
        }
        let read = |player: &String| Opponent::read(player, kind, &app.networks);
        let players = self.players.iter().map(read).collect::<Answer<Vec<Opponent>>>()?;
        let pairs: Vec<(usize, usize)> = round_robin(players.len()).into_iter().flatten().collect();
        // Every pairing plays its first two games before any plays its third, so that ratings settle evenly.
        let mut fixtures = Vec::new();
        for round in 0..self.games.div_ceil(2) {
            for &(a, b) in &pairs {
                let games = (self.games - 2 * round).min(2);
                let first = fixtures.len() as u64;
                fixtures.extend(encounter(a, b, games, first, fixtures.len()));
            }
        }
        Ok(Schedule { rules, players, fixtures })
    }
}

/// Starts a tournament in the background.
pub(crate) fn run(app: &App, who: &str, new: &NewTournament) -> Answer<TournamentView> {
    let schedule = new.schedule(app)?;
    app.work.admit(who, app.limits.waiting)?;
    let view = TournamentView {
        id: random_text(12),
        kind: new.kind,
        players: new.players.clone(),
        of: schedule.fixtures.len(),
        games: Vec::new(),
        ratings: Vec::new(),
        latest: None,
        over: false,
        mine: true,
    };
    let stop = app.tournaments.begin(who, view.clone(), app.limits.threads)?;
    tokio::spawn(play_all(app.clone(), who.to_owned(), view.id.clone(), schedule, stop));
    Ok(view)
}

async fn play_all(app: App, who: String, id: String, schedule: Schedule, stop: Arc<AtomicBool>) {
    let schedule = Arc::new(schedule);
    let seed = random_seed();
    for (number, &fixture) in schedule.fixtures.iter().enumerate() {
        let finished = loop {
            if stop.load(Ordering::Relaxed) || app.is_draining() {
                break None;
            }
            let (schedule, stop) = (Arc::clone(&schedule), Arc::clone(&stop));
            match app.work.submit(&who, move || play_one(&schedule, &fixture, seed, &stop)) {
                Ok(answer) => break answered(answer).await.ok().flatten(),
                Err(_) => tokio::time::sleep(TRY_AGAIN).await,
            }
        };
        let Some(finished) = finished else { break };
        app.tournaments.change(&id, |view| record(view, &fixture, &finished));
        tracing::debug!("tournament {id}: game {} of {}", number + 1, schedule.fixtures.len());
    }
    // Its link still works after this process has ended.
    if let Ok(view) = app.tournaments.view(&id, "") {
        let body = to_json(&TournamentView { over: true, ..view });
        if let Err(error) = app.store.keep_tournament(&id, &body, now_ms(), KEPT).await {
            tracing::warn!("a tournament could not be kept: {error}");
        }
    }
    app.tournaments.change(&id, |view| view.over = true);
}

/// A tournament of this process, or a finished one from the store.
pub(crate) async fn look(app: &App, id: &str, who: &str) -> Answer<TournamentView> {
    match app.tournaments.view(id, who) {
        Ok(view) => Ok(view),
        Err(none) => {
            let body = app.store.tournament(id).await?.ok_or(none)?;
            serde_json::from_str(&body).map_err(Fail::internal)
        }
    }
}

/// Plays one game; `None` if it was stopped.
fn play_one(schedule: &Schedule, fixture: &Fixture, seed: u64, stop: &AtomicBool) -> Option<Finished> {
    let rules = &schedule.rules;
    let mut random = fastrand::Rng::with_seed(seed ^ (fixture.opening as u64 + 1));
    let plies = registry::of(rules.kind()).plies;
    // Both colours get the opening, so it need not be even.
    let opening: Vec<Move> = balanced(rules, plies, 0.0, &mut random, &mut |_, _| Some(0.0));
    let mut black = schedule.players[fixture.black].player(random_seed()).ok()?;
    let mut white = schedule.players[fixture.white].player(random_seed()).ok()?;
    let limits = Limits { move_time: Some(MOVE_TIME), ..Limits::default() };
    let longest = 3 * rules.size() * rules.size();
    let terms = Terms { limits, longest, ..Terms::default() };
    let referees = Referees { judge: &heibai_engines::judge::judge, prover: None };
    let start = AnyPosition::start(rules);
    play(&start, &opening, [&mut *black, &mut *white], &terms, referees, stop)
}

/// Adds a finished game to the table.
fn record(view: &mut TournamentView, fixture: &Fixture, finished: &Finished) {
    let (black, white) = (fixture.black, fixture.white);
    let winner = finished.outcome.winner;
    view.games.push(TournamentGame { black, white, winner: winner.map(Into::into) });
    let meetings: Vec<Meeting> = view.games.iter().map(meeting).collect();
    let ratings = rate(view.players.len(), &meetings);
    view.ratings.push(ratings.iter().map(|r| RatingView { elo: r.elo, error: r.error }).collect());
    let mut line = Line::of(finished.game.start());
    line.moves = finished.game.moves().iter().map(|played| point_of(played.mv)).collect();
    view.latest = Some(line);
}

fn meeting(game: &TournamentGame) -> Meeting {
    let points = match game.winner.map(Color::from) {
        Some(Color::Black) => 1.0,
        Some(Color::White) => 0.0,
        None => 0.5,
    };
    Meeting { a: game.black, b: game.white, points, games: 1.0 }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn view(id: &str) -> TournamentView {
        TournamentView {
            id: id.to_owned(),
            kind: Game::Othello,
            players: vec!["random".to_owned(); 2],
            of: 2,
            games: Vec::new(),
            ratings: Vec::new(),
            latest: None,
            over: false,
            mine: true,
        }
    }

    #[test]
    fn one_person_runs_one_tournament_and_all_together_leave_threads_free() {
        let all = Tournaments::default();
        assert!(all.begin("a", view("1"), 4).is_ok());
        assert!(all.begin("a", view("2"), 4).is_err(), "one at a time");
        assert!(all.begin("b", view("3"), 4).is_ok());
        assert!(all.begin("c", view("4"), 4).is_err(), "half of the threads");
        all.change("1", |one| one.over = true);
        assert!(all.begin("c", view("5"), 4).is_ok());
        assert!(all.stop("5", "a").is_err() && all.stop("5", "c").is_ok() && all.stop("6", "c").is_err());
        assert_eq!((all.view("5", "c").unwrap().mine, all.view("5", "a").unwrap().mine), (true, false));
    }

    #[test]
    fn old_tournaments_are_forgotten() {
        let all = Tournaments::default();
        for number in 0..3 * REMEMBERED {
            all.begin("a", view(&number.to_string()), 1).unwrap();
            all.change(&number.to_string(), |one| one.over = true);
        }
        assert_eq!(all.all().len(), REMEMBERED);
        assert!(all.view("0", "a").is_err() && all.view("149", "a").is_ok());
    }
}
