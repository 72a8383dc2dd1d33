//! Hints in Go say why: how often the move that an engine prefers has a sentence, on boards of whole games.

use heibai_engines::{Level, players};
use heibai_games::kind::Choice;
use heibai_games::{Act, AnyPosition, Kind, Limits, Move, Player, Point, Position, Request};
use heibai_review::reasons::reasons;
use std::collections::BTreeMap;
use std::sync::atomic::AtomicBool;

/// The move and the line that it begins.
fn choose(
    player: &mut dyn Player,
    start: &AnyPosition,
    moves: &[Move],
    position: &AnyPosition,
) -> (Move, Vec<Move>) {
    let (limits, stop) = (Limits::default(), AtomicBool::new(false));
    let request = Request { start, moves, position, limits: &limits, stop: &stop };
    let answer = player.choose(&request).expect("an answer");
    match answer.act {
        Act::Play(mv) => (mv, answer.thought.line),
        Act::Resign => (Move::Pass, Vec::new()),
    }
}

/// Of the positions after every `step`th of these moves: how many hints there are, how many have a reason, and how often
/// each sentence is said.
fn told(
    moves: &[Move],
    step: usize,
    player: &mut dyn Player,
    said: &mut BTreeMap<String, usize>,
) -> [usize; 2] {
    let start = AnyPosition::start(&Kind::Go.rules(&Choice::default()).expect("rules"));
    let mut position = start.clone();
    let mut counts = [0, 0];
    for (number, &mv) in moves.iter().enumerate() {
        if number % step == step - 1 {
            let (hint, line) = choose(player, &start, &moves[..number], &position);
            let why = reasons(&position, hint, &line);
            counts[0] += 1;
            counts[1] += usize::from(!why.is_empty());
            for text in why {
                *said.entry(pattern(&text.en)).or_default() += 1;
            }
        }
        if position.play(mv).is_err() {
            break;
        }
    }
    counts
}

/// A sentence without its numbers and points, so that equal sentences are counted together.
fn pattern(sentence: &str) -> String {
    let plain = |word: &str| match word.chars().any(|c| c.is_ascii_digit()) {
        true => "_".to_owned(),
        false => word.replace("stones", "stone"),
    };
    sentence
        .split_once(':')
        .map_or(sentence, |(head, _)| head)
        .split(' ')
        .map(plain)
        .collect::<Vec<_>>()
        .join(" ")
}

/// A game of our own: the smallest network against itself.
fn own_game(plies: usize, seed: u64) -> Vec<Move> {
    let start = AnyPosition::start(&Kind::Go.rules(&Choice::default()).expect("rules"));
    let (mut position, mut moves) = (start.clone(), Vec::new());
    let mut player = players::level_player(Kind::Go, Level::Beginner, seed);
    while moves.len() < plies && position.outcome().is_none() {
        let (mv, _) = choose(&mut *player, &start, &moves, &position);
        position.play(mv).expect("a legal move");
        moves.push(mv);
    }
    moves
}

/// The moves of an SGF game without stones set up, on 19x19.
fn moves_of(sgf: &str) -> Option<Vec<Move>> {
    if sgf.contains("AB[") || !sgf.contains("SZ[19]") {
        return None;
    }
    let place = |node: &str| -> Option<Move> {
        let letters = node.strip_prefix("B[").or(node.strip_prefix("W["))?.as_bytes();
        match letters {
            [x @ b'a'..=b's', y @ b'a'..=b's', b']', ..] => {
                Point::new((x - b'a') as usize, (y - b'a') as usize, 19).map(Move::Place)
            }
            _ => Some(Move::Pass),
        }
    };
    Some(sgf.split(';').filter_map(|node| place(node.trim())).collect())
}

#[test]
fn most_hints_in_go_say_why() {
    let mut said = BTreeMap::new();
    let mut player = players::level_player(Kind::Go, Level::Beginner, 1);
    let [hints, with_reason] = told(&own_game(200, 7), 5, &mut *player, &mut said);
    assert!(hints >= 30, "{hints} hints");
    assert!(with_reason * 10 >= hints * 9, "{with_reason} of {hints}: {said:?}");
    // One sentence for everything would explain nothing.
    assert!(said.len() >= 6, "{said:?}");
    assert!(said.values().all(|&count| 2 * count <= hints), "{said:?}");
}

/// On 100 positions of games between people, by the level that gives hints at the board. Takes a while: HEIBAI_ALL=1.
#[test]
fn hints_on_games_of_people_say_why() {
    if std::env::var_os("HEIBAI_ALL").is_none() {
        return heibai_testing::not_run("it takes a minute and is asked for with HEIBAI_ALL=1");
    }
    let Some(file) = heibai_testing::collection("go/scored_games_500.sgfs") else { return };
    let text = std::fs::read_to_string(file).expect("games");
    let (mut said, mut sum) = (BTreeMap::new(), [0, 0]);
    let mut player = players::level_player(Kind::Go, Level::Hard, 1);
    for game in text.split("(;").filter_map(moves_of).filter(|moves| moves.len() > 150) {
        let counts = told(&game, 37, &mut *player, &mut said);
        sum = [sum[0] + counts[0], sum[1] + counts[1]];
        if sum[0] >= 100 {
            break;
        }
    }
    println!("{} of {} hints say why", sum[1], sum[0]);
    said.iter().for_each(|(sentence, count)| println!("{count:4} {sentence}"));
    assert!(sum[0] >= 100 && sum[1] * 10 >= sum[0] * 9, "{sum:?}");
}
