//! What the runner itself costs, and that a player pays for its own time only.

use heibai_arena::game::{Referees, Terms, Timer, play};
use heibai_arena::log::LogEntry;
use heibai_arena::pairing::fixtures;
use heibai_arena::runner::{Entrant, Plan, run};
use heibai_games::counting::Judgement;
use heibai_games::kind::Choice;
use heibai_games::player::Fault;
use heibai_games::value::{Amount, Value};
use heibai_games::{
    Act, Answer, AnyPosition, Color, Kind, Limits, Move, Outcome, Player, Position, Reason, Request,
    TimeControl,
};
use std::cell::Cell;
use std::sync::Mutex;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

thread_local! {
    /// The time of the worker that runs in this thread: it passes only when somebody says so.
    static NOW: Cell<Duration> = const { Cell::new(Duration::ZERO) };
}

fn pass(time: Duration) {
    NOW.set(NOW.get() + time);
}

/// Plays at random after thinking for `think`, and writes down how long it was asked.
struct Thinker<'a> {
    random: fastrand::Rng,
    think: Duration,
    spent: &'a Mutex<Vec<Duration>>,
    moves: Vec<Move>,
}

impl Player for Thinker<'_> {
    fn name(&self) -> String {
        "thinker".to_owned()
    }

    fn choose(&mut self, request: &Request<'_>) -> Result<Answer, Fault> {
        let began = Instant::now();
        pass(self.think);
        request.position.legal_moves(&mut self.moves);
        let mv = self.moves[self.random.usize(..self.moves.len())];
        self.spent.lock().unwrap().push(began.elapsed());
        Ok(Answer::of(Act::Play(mv)))
    }
}

fn plan(kind: Kind, size: usize, clock: Option<TimeControl>, concurrency: usize) -> Plan<'static> {
    let rules = kind.rules(&Choice { size: Some(size), ..Choice::default() }).unwrap();
    let judge: &'static heibai_arena::game::Judge = &|_| Judgement::default();
    Plan {
        terms: Terms {
            clock,
            limits: Limits::default(),
            margin: Duration::from_millis(100),
            longest: 4 * size * size,
            timer: Timer(|| NOW.get()),
            ..Terms::default()
        },
        openings: Vec::new(),
        concurrency,
        seed: 3,
        referees: Referees { judge, prover: None },
        pin: false,
        rules,
    }
}

fn thinkers(think: Duration, spent: &'static Mutex<Vec<Duration>>) -> [Entrant<'static>; 2] {
    ["a", "b"].map(|name| Entrant {
        name: name.to_owned(),
        keep: false,
        make: Box::new(move |seed| {
            let random = fastrand::Rng::with_seed(seed);
            Ok(Box::new(Thinker { random, think, spent, moves: Vec::new() }))
        }),
    })
}

/// Less than 0.2 ms a move on top of what the players use, with every game logged. One round that keeps to it is enough: what
/// else runs on this machine is not the runner's cost.
#[test]
fn the_runner_costs_less_than_a_fifth_of_a_millisecond_a_move() {
    for (kind, size) in [(Kind::Othello, 8), (Kind::Gomoku, 15), (Kind::Go, 9)] {
        let round = |_| {
            let spent: &'static Mutex<Vec<Duration>> = Box::leak(Box::default());
            let folder = tempfile::tempdir().unwrap();
            let log = folder.path().join("games.jsonl");
            let plan = plan(kind, size, None, 1);
            let (players, stop) = (thinkers(Duration::ZERO, spent), AtomicBool::new(false));
            let began = Instant::now();
            let entries = run(&plan, &players, &fixtures(2), Some(&log), &stop, &|_| false).unwrap();
            let whole = began.elapsed();
            assert_eq!(entries.len(), 2);
            let spent = spent.lock().unwrap();
            let inside: Duration = spent.iter().sum();
            (whole.saturating_sub(inside)).as_secs_f64() * 1000.0 / spent.len() as f64
        };
        let good = (0..1000).map(round).find(|&cost| cost < 0.2);
        println!("{kind} {size}x{size}: {good:?} ms a move");
        assert!(good.is_some(), "{kind}: more than 0.2 ms a move in each of 1000 rounds");
    }
}

/// Eight games at once with a slow reader of the results: each side is charged exactly what it used, and nobody loses on time.
#[test]
fn eight_games_at_once_keep_every_clock_honest() {
    let spent: &'static Mutex<Vec<Duration>> = Box::leak(Box::default());
    let clock = TimeControl::SuddenDeath { main: Duration::from_secs(3) };
    let slow = |_: &[LogEntry]| {
        pass(Duration::from_secs(40));
        false
    };
    let plan = plan(Kind::Othello, 6, Some(clock), 8);
    let players = thinkers(Duration::from_millis(3), spent);
    let entries = run(&plan, &players, &fixtures(24), None, &AtomicBool::new(false), &slow).unwrap();
    let lost: Vec<&LogEntry> = entries.iter().filter(|entry| entry.fault.is_some()).collect();
    assert!(entries.len() == 24 && lost.is_empty(), "{lost:?}");
    let charged: u64 = entries.iter().map(|entry| entry.ms[0] + entry.ms[1]).sum();
    assert_eq!(charged, 3 * spent.lock().unwrap().len() as u64);
}

/// A side that thinks longer than its clock and the margin loses on time, and one within the margin does not.
#[test]
fn a_slow_player_still_loses_on_time() {
    let spent: &'static Mutex<Vec<Duration>> = Box::leak(Box::default());
    let time = Duration::from_millis(200);
    for (think, late) in [(300, false), (301, true)] {
        let [slow, _] = thinkers(Duration::from_millis(think), spent);
        let [_, fast] = thinkers(Duration::ZERO, spent);
        let plan = plan(Kind::Othello, 4, Some(TimeControl::PerMove { time }), 8);
        let stop = AtomicBool::new(false);
        let entries = run(&plan, &[slow, fast], &fixtures(8), None, &stop, &|_| false).unwrap();
        for entry in &entries {
            let side = if entry.black == "a" { Color::Black } else { Color::White };
            assert_eq!(entry.reason == "timeout", late, "{think} ms: {entry:?}");
            assert!(!late || entry.points(side) == 0.0, "{entry:?}");
        }
    }
}

/// What a player waits for before it can be asked is on nobody's clock.
#[test]
fn getting_ready_costs_no_time() {
    const PAUSE: Duration = Duration::from_secs(300);
    #[derive(Default)]
    struct Breather {
        rested: bool,
        moves: Vec<Move>,
    }
    impl Player for Breather {
        fn name(&self) -> String {
            "breather".to_owned()
        }
        fn ready(&mut self) {
            pass(PAUSE);
            self.rested = true;
        }
        fn choose(&mut self, request: &Request<'_>) -> Result<Answer, Fault> {
            assert!(std::mem::take(&mut self.rested), "asked before it was ready");
            request.position.legal_moves(&mut self.moves);
            Ok(Answer::of(Act::Play(self.moves[0])))
        }
    }
    let breathers = ["a", "b"].map(|name| Entrant {
        name: name.to_owned(),
        keep: false,
        make: Box::new(|_| Ok(Box::new(Breather::default()))),
    });
    let time = Duration::from_millis(100);
    let plan = plan(Kind::Othello, 4, Some(TimeControl::PerMove { time }), 1);
    let entries = run(&plan, &breathers, &fixtures(1), None, &AtomicBool::new(false), &|_| false).unwrap();
    assert!(entries.iter().all(|entry| entry.fault.is_none() && entry.ms == [0, 0]), "{entries:?}");
}

/// Two players with fixed opinions: the game ends as soon as both agree for long enough.
#[test]
fn players_that_agree_end_the_game() {
    struct Sure(f64, Vec<Move>);
    impl Player for Sure {
        fn name(&self) -> String {
            "sure".to_owned()
        }
        fn choose(&mut self, request: &Request<'_>) -> Result<Answer, Fault> {
            request.position.legal_moves(&mut self.1);
            let mut answer = Answer::of(Act::Play(self.1[0]));
            let sign = if request.position.turn() == Color::Black { 1.0 } else { -1.0 };
            answer.thought.value = Some(Value::estimated(Amount::Discs(self.0 * sign)));
            Ok(answer)
        }
    }
    let entrant = |value: f64| Entrant {
        name: format!("{value}"),
        keep: false,
        make: Box::new(move |_| Ok(Box::new(Sure(value, Vec::new())))),
    };
    let mut plan = plan(Kind::Gomoku, 15, None, 1);
    let agreed = |value, moves| Some(heibai_arena::adjudication::Agreed { value, moves });
    plan.terms.adjudication.win = agreed(10.0, 6);
    plan.terms.adjudication.draw = agreed(1.0, 8);
    let of = |a: f64, b: f64| {
        let entrants = [entrant(a), entrant(b)];
        run(&plan, &entrants, &fixtures(1), None, &AtomicBool::new(false), &|_| false).unwrap().remove(0)
    };
    let won = of(11.0, 12.0);
    assert_eq!((won.winner.as_str(), won.reason.as_str(), won.moves.len()), ("black", "agreement", 6));
    assert!(won.adjudicated.is_some());
    let lost = of(-11.0, -12.0);
    assert_eq!((lost.winner.as_str(), lost.moves.len()), ("white", 6));
    let drawn = of(0.5, -0.5);
    assert_eq!((drawn.winner.as_str(), drawn.moves.len()), ("draw", 8));
    assert!(of(11.0, 5.0).adjudicated.is_none(), "they do not agree");
}

/// A prover that knows the result from move five on.
#[test]
fn a_proof_ends_the_game() {
    let spent: &'static Mutex<Vec<Duration>> = Box::leak(Box::default());
    let prover: &'static heibai_arena::adjudication::Prover = &|position: &AnyPosition| {
        let stones = heibai_games::Point::all(15).filter(|&point| position.stone(point).is_some()).count();
        (stones == 5).then(|| Outcome::win(Color::White, Reason::FiveInRow))
    };
    let mut plan = plan(Kind::Gomoku, 15, None, 1);
    plan.referees.prover = Some(prover);
    let entries =
        run(&plan, &thinkers(Duration::ZERO, spent), &fixtures(2), None, &AtomicBool::new(false), &|_| false)
            .unwrap();
    for entry in entries {
        assert_eq!((entry.moves.len(), entry.winner.as_str()), (5, "white"));
        assert_eq!((entry.reason.as_str(), entry.adjudicated.as_deref()), ("agreement", Some("proved")));
    }
}

/// A game that reaches the longest length is broken off: no draw, and nobody agreed to anything.
#[test]
fn games_cut_off_are_no_draws() {
    let spent: &'static Mutex<Vec<Duration>> = Box::leak(Box::default());
    let rules = Kind::Go.rules(&Choice { size: Some(9), ..Choice::default() }).unwrap();
    let thinker = |seed| Thinker {
        random: fastrand::Rng::with_seed(seed),
        think: Duration::ZERO,
        spent,
        moves: Vec::new(),
    };
    let (mut black, mut white) = (thinker(1), thinker(2));
    let terms = Terms { longest: 10, ..Terms::default() };
    let referees = Referees { judge: &|_| Judgement::default(), prover: None };
    let players: [&mut dyn Player; 2] = [&mut black, &mut white];
    let never = AtomicBool::new(false);
    let finished = play(&AnyPosition::start(&rules), &[], players, &terms, referees, &never).unwrap();
    assert_eq!(finished.outcome, Outcome::draw(Reason::CutOff));
    let entry = LogEntry::new(0, ["a", "b"], 0, &finished);
    assert_eq!((entry.reason.as_str(), entry.moves.len()), ("cut_off", 10));
    let moves = finished.game.moves().iter().map(|played| played.mv);
    let game = heibai_records::selfplay::SelfPlayGame::new(0, &finished.outcome, moves);
    let about = heibai_records::selfplay::About { rules, player: "thinker".to_owned(), seed: 0 };
    let sgf = heibai_records::sgf::write(&game.record(&about));
    assert!(sgf.contains("RE[Void]"), "{sgf}");
    let again = heibai_records::read_text(&sgf, None).unwrap().replay().unwrap();
    assert_eq!(again.outcome(), Some(finished.outcome));
    assert_eq!(heibai_words::results::result(Kind::Go, &finished.outcome).en, "No result (cut off)");
}
