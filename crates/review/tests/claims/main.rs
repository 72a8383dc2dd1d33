//! Every sentence about a mistake is proved again, by code that shares nothing with what found it: the referee, plain
//! searches, and for the engine's count of a Go board a second search.
//!
//! `HEIBAI_ALL=1 cargo test -p heibai-review --test claims -- --nocapture` looks at 200 mistakes of each game and prints
//! them in the form of the corpus; without it only a few are looked at. With `HEIBAI_PART=2/8` as well it looks at every
//! eighth of them, beginning with the second, and judges no shares: those are of all parts together.

mod boards;
mod corpus;
mod deeds;
mod go;
mod gomoku;
mod othello;
mod stability;

use heibai_engines::{classic, players};
use heibai_games::kind::Choice;
use heibai_games::player::Wanted;
use heibai_games::value::Wdl;
use heibai_games::{Act, AnyPosition, Kind, Limits, Match, Move, Player, Position, Request};
use heibai_review::causes::{Cause, causes};
use heibai_review::{Class, EachMove, Judged, Review, run};
use heibai_testing::{part, part_of};
use std::collections::BTreeMap;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

/// A sentence and what it is said of.
pub struct Claim<'a> {
    pub before: AnyPosition,
    pub judged: &'a Judged,
    pub cause: &'a Cause,
    /// Visits of a second search; without any only what stands in the judgement is checked.
    pub visits: u64,
}

pub type Verdict = Result<(), String>;

impl Claim<'_> {
    /// The position after a move of the mover.
    pub fn after(&self, mv: Move) -> Result<AnyPosition, String> {
        let mut after = self.before.clone();
        after.play(mv).map_err(|why| format!("the move is not legal: {why}"))?;
        Ok(after)
    }

    /// Whatever is played loses: by the referee's count of Othello, by what a longer search finds elsewhere.
    fn is_lost(&self) -> Verdict {
        let loses = match self.before.kind() {
            Kind::Othello => othello::exact(&self.before, self.judged.side) < 0,
            _ => proved(&self.before, 77) == Some(Wdl::Loss),
        };
        loses.then_some(()).ok_or("the best move is not proved to lose".into())
    }

    pub fn check(&self) -> Verdict {
        if *self.cause == Cause::LostAlready {
            return self.is_lost();
        }
        match self.before.kind() {
            Kind::Othello => othello::check(self),
            Kind::Go => go::check(self),
            Kind::Gomoku => gomoku::check(self),
        }
    }
}

/// What a search of its own proves for the side to move: twenty times as long as a first look, in Gomoku three times as long
/// as the search that a sentence rests on.
pub fn proved(start: &AnyPosition, seed: u64) -> Option<Wdl> {
    let kind = start.kind();
    let mut player = players::parse(engine(kind), kind, seed).expect("the engine");
    player.new_game(&start.rules(), start.turn()).expect("a game");
    let nodes = if kind == Kind::Gomoku { 600_000 } else { 20 * effort(kind).nodes };
    let limits = Limits { nodes: Some(nodes), ..Limits::default() };
    let request =
        Request { start, moves: &[], position: start, limits: &limits, stop: &AtomicBool::new(false) };
    let wanted = Wanted { moves: 1, ownership: false };
    let told = player.analyze(&request, wanted, &mut |_| {}).expect("an analysis");
    told.candidates.first()?.value?.verdict()
}

/// The causes of a mistake whose sentences do not hold, each with the reason.
fn false_claims(game: &Match<AnyPosition>, judged: &Judged, told: &[Cause], visits: u64) -> Vec<String> {
    let before = game.position_after(judged.number);
    let wrong = told.iter().filter_map(|cause| {
        let why = Claim { before: before.clone(), judged, cause, visits }.check().err()?;
        Some(format!("{}\n  {why}\n{}", cause.text(&before, judged).en, corpus::write(game, judged, told)))
    });
    wrong.collect()
}

/// What the looks of a review may spend, and how much longer a second search of Go is.
#[derive(Clone, Copy)]
struct Effort {
    nodes: u64,
    visits: u64,
}

fn effort(kind: Kind) -> Effort {
    let nodes = match kind {
        Kind::Othello => 20_000,
        Kind::Gomoku => 4_000,
        Kind::Go => 30,
    };
    Effort { nodes, visits: 12 * nodes }
}

/// The full engine. In Go `best` has a thread for every core and finds a little more or less each time; the same engine
/// with one thread makes the mistakes of every run the same.
fn engine(kind: Kind) -> &'static str {
    if kind == Kind::Go { "engine" } else { "best" }
}

/// Mistakes of weak players in seeded games, each in a game that ends with it. Each begins with a seed of its own.
struct Mistakes {
    kind: Kind,
    effort: Effort,
    random: fastrand::Rng,
}

impl Mistakes {
    fn start(&mut self) -> AnyPosition {
        let choice = match self.kind {
            Kind::Othello => Choice::default(),
            Kind::Go => Choice { size: Some([9, 9, 13][self.random.usize(..3)]), ..Choice::default() },
            Kind::Gomoku => {
                let rules = ["freestyle", "renju", "standard"][self.random.usize(..3)];
                Choice { rules: Some(rules.to_owned()), ..Choice::default() }
            }
        };
        AnyPosition::start(&self.kind.rules(&choice).unwrap())
    }

    /// A game of so many moves, most of them by a weak player, some by chance.
    fn game(&mut self) -> Match<AnyPosition> {
        let mut game = Match::new(self.start());
        let points = game.position().size() * game.position().size();
        let moves = match self.kind {
            Kind::Othello => self.random.usize(4..54),
            Kind::Go => self.random.usize(6..points / 2),
            Kind::Gomoku => self.random.usize(5..30),
        };
        let mut player = players::parse("beginner", self.kind, self.random.u64(..)).unwrap();
        while game.outcome().is_none() && !game.is_counting() && game.moves().len() < moves {
            let chance = if game.moves().len() + 1 == moves { 0.5 } else { 0.1 };
            let mv = if self.random.f64() < chance {
                let likely = classic::worth_looking_at(game.position());
                likely[self.random.usize(..likely.len())]
            } else {
                chosen(&mut *player, &game)
            };
            game.play(mv, Duration::ZERO).unwrap();
        }
        game
    }

    /// The next mistake, and how many moves were looked at for it.
    fn next(&mut self) -> (Match<AnyPosition>, Judged) {
        loop {
            let game = self.game();
            if game.outcome().is_some() || game.is_counting() {
                continue;
            }
            let mut review = Review::of_last_move(game.clone());
            let mut player = EachMove::for_review(players::parse(engine(self.kind), self.kind, 1).unwrap());
            let limits = Limits { nodes: Some(self.effort.nodes), ..Limits::default() };
            run(&mut review, &mut player, &limits, 1, &AtomicBool::new(false), &mut |_| {}).unwrap();
            if let Some(judged) = review.report().moves.pop().filter(|judged| judged.class.is_some()) {
                return (game, judged);
            }
        }
    }
}

fn chosen(player: &mut dyn Player, game: &Match<AnyPosition>) -> Move {
    let made: Vec<Move> = game.moves().iter().map(|played| played.mv).collect();
    let (limits, stop) = (Limits { nodes: Some(200), ..Limits::default() }, AtomicBool::new(false));
    let request = Request {
        start: game.start(),
        moves: &made,
        position: game.position(),
        limits: &limits,
        stop: &stop,
    };
    match player.choose(&request).unwrap().act {
        Act::Play(mv) => mv,
        Act::Resign => classic::worth_looking_at(game.position())[0],
    }
}

/// What was found in the mistakes of one game.
#[derive(Default)]
struct Tally {
    mistakes: usize,
    sentences: usize,
    blunders: usize,
    explained: usize,
    kinds: BTreeMap<String, usize>,
    wrong: Vec<String>,
}

fn look(kind: Kind, count: usize, is_long: bool) -> Tally {
    let effort = effort(kind);
    let mut tally = Tally::default();
    for number in part_of(count) {
        let random = fastrand::Rng::with_seed(19_000 + number as u64);
        let (game, judged) = Mistakes { kind, effort, random }.next();
        let told = causes(&game, &judged);
        tally.mistakes += 1;
        tally.sentences += told.len();
        if judged.class == Some(Class::Blunder) {
            tally.blunders += 1;
            tally.explained += usize::from(!told.is_empty());
        }
        for cause in &told {
            let name = format!("{cause:?}");
            let name = name.split([' ', '(']).next().unwrap_or_default().to_owned();
            *tally.kinds.entry(name).or_default() += 1;
        }
        if is_long || told.is_empty() {
            println!("mistake {number} {kind}\n{}", corpus::write(&game, &judged, &told));
        }
        let wrong = false_claims(&game, &judged, &told, effort.visits);
        wrong.iter().for_each(|why| println!("false: {why}"));
        tally.wrong.extend(wrong);
    }
    let Tally { mistakes, sentences, blunders, explained, kinds, wrong } = &tally;
    println!(
        "{kind}: {mistakes} mistakes, {sentences} sentences, {} false; {explained} of {blunders} blunders explained; {kinds:?}",
        wrong.len()
    );
    tally
}

/// No sentence about random mistakes of a game is false, and most blunders have a reason.
fn sentences_hold(kind: Kind) {
    let is_long = std::env::var_os("HEIBAI_ALL").is_some();
    let count = match (is_long, kind) {
        (true, _) => 200,
        (false, Kind::Go) => 6,
        (false, _) => 12,
    };
    let found = look(kind, count, is_long);
    assert!(found.wrong.is_empty(), "{}", found.wrong.join("\n"));
    if part().is_some() {
        return;
    }
    // A few blunders are too few for the share.
    let least = if is_long { 0.8 } else { 0.6 };
    let share = found.explained as f64 / found.blunders as f64;
    assert!(share >= least, "{kind}: {} of {} blunders have a reason", found.explained, found.blunders);
}

#[test]
fn sentences_about_random_mistakes_of_othello_hold() {
    sentences_hold(Kind::Othello);
}

#[test]
fn sentences_about_random_mistakes_of_go_hold() {
    sentences_hold(Kind::Go);
}

#[test]
fn sentences_about_random_mistakes_of_gomoku_hold() {
    sentences_hold(Kind::Gomoku);
}
