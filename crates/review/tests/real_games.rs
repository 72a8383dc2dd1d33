//! Games that people played: how many mistakes of each class a review finds, and whether another run agrees.
//!
//! `HEIBAI_ALL=1 cargo test -p heibai-review --test real_games -- --nocapture` reviews whole games, each three times;
//! without it a few moves of one game of each kind. With `HEIBAI_PART=2/8` as well it reviews every eighth game, beginning
//! with the second, and judges no shares: those are of all parts together. `HEIBAI_NODES` sets other nodes for a first
//! look, where the usual ones take too long, `HEIBAI_SKIP` takes other games.

use flate2::read::GzDecoder;
use heibai_engines::players;
use heibai_games::player::Wanted;
use heibai_games::{AnyPosition, Kind, Limits, Match, Move, Request};
use heibai_records::{Hint, Record, read_any, wthor};
use heibai_review::{Class, EachMove, Judged, Report, Review, explain, run};
use heibai_testing::{collection, part, part_of};
use std::fs::File;
use std::io::{BufReader, Read};
use std::sync::atomic::AtomicBool;
use std::time::Duration;

/// How many games are reviewed, how many moves of each, and the nodes of a first look.
struct Effort {
    games: usize,
    moves: usize,
    nodes: u64,
}

fn effort(kind: Kind) -> Effort {
    let usual = match (kind, std::env::var_os("HEIBAI_ALL").is_some()) {
        (Kind::Othello, true) => Effort { games: 12, moves: 60, nodes: 100_000 },
        (Kind::Gomoku, true) => Effort { games: 12, moves: 60, nodes: 20_000 },
        (Kind::Go, true) => Effort { games: 6, moves: 120, nodes: 60 },
        (Kind::Othello, false) => Effort { games: 1, moves: 40, nodes: 20_000 },
        (Kind::Gomoku, false) => Effort { games: 1, moves: 14, nodes: 3_000 },
        (Kind::Go, false) => Effort { games: 1, moves: 10, nodes: 20 },
    };
    match std::env::var("HEIBAI_NODES") {
        Ok(nodes) => Effort { nodes: nodes.parse().expect("HEIBAI_NODES is a number"), ..usual },
        Err(_) => usual,
    }
}

/// The records of a collection, about as many as are wanted, spread over it. `HEIBAI_SKIP` leaves out the first games, so
/// that others are taken than those that the numbers of `class.rs` were chosen with.
fn records(kind: Kind, wanted: usize) -> Option<Vec<Record>> {
    let skip = std::env::var("HEIBAI_SKIP").map_or(0, |skip| skip.parse().expect("HEIBAI_SKIP is a number"));
    Some(match kind {
        Kind::Othello => {
            let folder = collection("othello/wthor")?;
            let open = |name: &str| BufReader::new(File::open(folder.join(name)).unwrap());
            let games = wthor::read(open("WTH_2001.wtb")).unwrap();
            games
                .skip(skip)
                .step_by(17)
                .take(wanted)
                .map(|game| game.unwrap().record(&wthor::Names::default()))
                .collect()
        }
        Kind::Go => {
            let text = std::fs::read(collection("go/scored_games_500.sgfs")?).unwrap();
            let games = read_any(&text[..], Hint::default()).unwrap();
            games.skip(skip).step_by(31).take(wanted).map(|game| game.unwrap()).collect()
        }
        Kind::Gomoku => {
            let path = collection("gomoku/renju_games_5576_sgf.tar.gz")?;
            let games = files(GzDecoder::new(File::open(path).unwrap()), 400 * wanted);
            let read = |text: &Vec<u8>| read_any(&text[..], Hint::from_name("game.sgf")).ok()?.next()?.ok();
            games.iter().skip(skip).step_by(331).filter_map(read).take(wanted).collect()
        }
    })
}

/// The contents of the first files of a tar archive.
fn files(mut archive: impl Read, most: usize) -> Vec<Vec<u8>> {
    let (mut found, mut head) = (Vec::new(), [0; 512]);
    while found.len() < most && archive.read_exact(&mut head).is_ok() && head[0] != 0 {
        let size = std::str::from_utf8(&head[124..135]).unwrap().trim_matches(['\0', ' ']);
        let size = usize::from_str_radix(size, 8).unwrap();
        let mut content = vec![0; size.div_ceil(512) * 512];
        archive.read_exact(&mut content).unwrap();
        content.truncate(size);
        if head[156] == b'0' {
            found.push(content);
        }
    }
    found
}

fn begun(record: &Record, moves: usize) -> Option<Match<AnyPosition>> {
    let whole = record.replay().ok()?;
    let mut game = Match::new(whole.start().clone());
    for played in whole.moves().iter().filter(|played| !played.forced).take(moves) {
        game.play(played.mv, Duration::ZERO).ok()?;
    }
    Some(game)
}

fn reviewed(game: &Match<AnyPosition>, nodes: u64, seed: u64) -> Report {
    // In Go `best` has a thread for every core and finds a little more or less each time.
    let kind = game.position().kind();
    let player = players::parse(if kind == Kind::Go { "engine" } else { "best" }, kind, seed).unwrap();
    let limits = Limits { nodes: Some(nodes), ..Limits::default() };
    let mut review = Review::new(game.clone());
    run(&mut review, &mut EachMove::for_review(player), &limits, 1, &AtomicBool::new(false), &mut |_| {})
        .unwrap();
    review.report()
}

/// How many moves were judged, on how many classes another run and one with twice the nodes agree, how many inaccuracies,
/// mistakes and blunders there are, and how many of each have a reason.
#[derive(Default)]
struct Tally {
    all: usize,
    again: usize,
    longer: usize,
    classes: [usize; 3],
    /// Those of them with a reason.
    explained: [usize; 3],
}

impl Tally {
    fn add(&mut self, game: &Match<AnyPosition>, nodes: u64) {
        let classes = |report: &Report| report.moves.iter().map(|judged| judged.class).collect::<Vec<_>>();
        let reports =
            [(nodes, 1), (nodes, 2), (2 * nodes, 1)].map(|(nodes, seed)| reviewed(game, nodes, seed));
        let [first, again, longer] = reports.each_ref().map(classes);
        let same = |other: &[Option<Class>]| first.iter().zip(other).filter(|(a, b)| a == b).count();
        for number in 0..first.len() {
            if reports.iter().any(|report| report.moves[number].lost.is_some_and(|lost| lost > 0.0)) {
                println!(
                    "{}: {}",
                    number + 1,
                    reports.each_ref().map(|report| seen(&report.moves[number])).join("; ")
                );
            }
        }
        self.all += first.len();
        self.again += same(&again);
        self.longer += same(&longer);
        for judged in &reports[0].moves {
            let Some(class) = judged.class else { continue };
            let said = explain(game, judged);
            self.classes[class as usize] += 1;
            self.explained[class as usize] += usize::from(!said.is_empty());
            println!("{} {}: {said:?}", judged.number + 1, class.name());
        }
    }
}

/// A judgement in a few words: what the best and the played move are expected to bring, in chances and points.
fn seen(judged: &Judged) -> String {
    let told = [&judged.best, &judged.played].map(|candidate| {
        let value = candidate.value;
        let (chance, score) =
            (value.and_then(|value| value.expected()), value.and_then(|value| value.score()));
        format!("{:.3} {:.1}", chance.unwrap_or(-1.0), score.unwrap_or(0.0))
    });
    format!("{} {}", told.join(" "), judged.class.map_or("-", Class::name))
}

fn classes_agree(kind: Kind) {
    let Effort { games, moves, nodes } = effort(kind);
    let Some(records) = records(kind, games) else { return };
    let mut tally = Tally::default();
    for number in part_of(records.len()) {
        let Some(game) = begun(&records[number], moves) else { continue };
        println!("game {number} of {kind}");
        tally.add(&game, nodes);
    }
    let Tally { all, again, longer, classes, explained } = tally;
    println!(
        "{kind}: {all} moves; another run agrees on {again}, twice the nodes on {longer}; inaccuracies, mistakes and \
         blunders {classes:?}, with a reason {explained:?}"
    );
    if part().is_some() {
        return;
    }
    assert!(all > 0, "{kind}: no game was reviewed");
    assert!(20 * again >= 19 * all, "{kind}: another run agrees on {again} of {all}");
    // A few moves of one game are too few for a share of those that a longer look changes.
    let is_long = std::env::var_os("HEIBAI_ALL").is_some();
    assert!(20 * longer >= 19 * all || !is_long, "{kind}: twice the nodes agree on {longer} of {all}");
}

#[test]
fn two_runs_and_a_longer_one_agree_on_the_classes_of_real_games_of_othello() {
    classes_agree(Kind::Othello);
}

#[test]
fn two_runs_and_a_longer_one_agree_on_the_classes_of_real_games_of_go() {
    classes_agree(Kind::Go);
}

#[test]
fn two_runs_and_a_longer_one_agree_on_the_classes_of_real_games_of_gomoku() {
    classes_agree(Kind::Gomoku);
}

/// What a position is worth by the last depth of a search, and by an analysis; `None` where either proves it.
fn worth(game: &Match<AnyPosition>, nodes: u64) -> Option<[f64; 2]> {
    let made: Vec<Move> = game.moves().iter().map(|played| played.mv).collect();
    let (limits, stop) = (Limits { nodes: Some(nodes), ..Limits::default() }, AtomicBool::new(false));
    let (start, position) = (game.start(), game.position());
    let request = Request { start, moves: &made, position, limits: &limits, stop: &stop };
    let fresh = || players::parse("best", Kind::Gomoku, 1).unwrap();
    let chosen = fresh().choose(&request).unwrap().thought.value?;
    let analysis = fresh().analyze(&request, Wanted { moves: 1, ownership: false }, &mut |_| {}).unwrap();
    let values = [chosen, analysis.candidates.first()?.value?];
    values.iter().all(|value| !value.is_proved()).then(|| values.map(|value| value.expected().unwrap()))
}

/// An analysis of Gomoku tells the mean of several depths, which twice the nodes change less than the value of one.
#[test]
fn an_analysis_of_gomoku_changes_less_with_twice_the_nodes_than_one_depth_does() {
    let Effort { games, nodes, .. } = effort(Kind::Gomoku);
    let Some(records) = records(Kind::Gomoku, games) else { return };
    let (mut squares, mut count) = ([0.0; 2], 0);
    for number in part_of(records.len()) {
        for made in 4..60 {
            let Some(game) = begun(&records[number], made).filter(|game| game.moves().len() == made) else {
                break;
            };
            if game.outcome().is_some() {
                break;
            }
            let [Some(shorter), Some(longer)] = [nodes, 2 * nodes].map(|nodes| worth(&game, nodes)) else {
                continue;
            };
            count += 1;
            for (square, (a, b)) in squares.iter_mut().zip(shorter.into_iter().zip(longer)) {
                *square += (a - b).powi(2);
            }
        }
    }
    let [last, mean] = squares.map(|square: f64| (square / f64::from(count)).sqrt());
    println!("{count} positions: the last depth changes by {last:.4}, an analysis by {mean:.4}");
    assert!(part().is_some() || mean < 0.75 * last, "{mean} {last}");
}
