//! The characters: each plays whole games by the rules, the same seed gives the same game, and they err as they say.

use heibai_engines::characters::Character;
use heibai_engines::{data, players};
use heibai_games::kind::Choice;
use heibai_games::{Act, AnyPosition, Color, Kind, Limits, Match, Move, Outcome, Player, Position, Request};
use heibai_words::Say;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

fn start(kind: Kind, size: usize) -> AnyPosition {
    AnyPosition::start(&kind.rules(&Choice { size: Some(size), ..Choice::default() }).unwrap())
}

fn ask(player: &mut dyn Player, game: &Match<AnyPosition>) -> Act {
    let moves = game.move_list();
    let (limits, stop) = (Limits::default(), AtomicBool::new(false));
    let request = Request {
        start: game.start(),
        moves: &moves,
        position: game.position(),
        limits: &limits,
        stop: &stop,
    };
    player.choose(&request).expect("an answer").act
}

/// Up to `most` moves between two players; what the game came to.
fn play(kind: Kind, size: usize, names: [&str; 2], seed: u64, most: usize) -> (Vec<Move>, Option<Outcome>) {
    let mut game = Match::new(start(kind, size));
    let mut players = names.map(|name| players::parse(name, kind, seed).unwrap());
    while game.outcome().is_none() && !game.is_counting() && game.moves().len() < most {
        let side = game.position().turn();
        match ask(&mut *players[side.index()], &game) {
            Act::Play(mv) => assert!(game.play(mv, Duration::ZERO).is_ok(), "an illegal move"),
            Act::Resign => assert!(game.resign(side).is_ok()),
        }
    }
    let counted = game.is_counting().then(|| {
        // As the arena counts: by the judge.
        let judgement = heibai_engines::judge::judge(game.position());
        game.propose(judgement).expect("a count").outcome()
    });
    (game.move_list(), game.outcome().or(counted))
}

#[test]
fn every_character_plays_by_the_rules_and_repeats_itself_with_its_seed() {
    for (kind, sizes) in [(Kind::Othello, [8, 6, 10]), (Kind::Go, [5, 7, 9]), (Kind::Gomoku, [15, 15, 15])] {
        for (number, character) in Character::ALL.into_iter().enumerate() {
            let size = sizes[number % 3];
            let names = [character.name(), "random"];
            let most = if kind == Kind::Gomoku { 12 } else { 24 };
            let (first, _) = play(kind, size, names, 5, most);
            assert!(first.len() >= most.min(5), "{kind} {character}");
            assert_eq!(play(kind, size, names, 5, most).0, first, "{kind} {character}");
        }
    }
}

/// Far apart on the scale means far apart at the board.
#[test]
fn the_upper_characters_beat_the_lowest() {
    for (kind, size, upper, most) in
        [(Kind::Othello, 8, "fox", 70), (Kind::Gomoku, 15, "fox", 120), (Kind::Go, 7, "crane", 120)]
    {
        let mut points = 0.0;
        for seed in 0..6 {
            let upper_is_black = seed % 2 == 0;
            let names = if upper_is_black { [upper, "chick"] } else { ["chick", upper] };
            let own = if upper_is_black { Color::Black } else { Color::White };
            let (_, outcome) = play(kind, size, names, seed, most);
            points += outcome.map_or(0.5, |outcome| outcome.points(own));
        }
        assert!(points >= 4.0, "{kind}: {points} of 6");
    }
}

/// Whoever plays by feeling alone plays on to the count: a beginner who wins sees the end of the game.
#[test]
fn gentle_characters_of_go_do_not_resign() {
    for character in [Character::Chick, Character::Rabbit, Character::Panda] {
        let (_, outcome) = play(Kind::Go, 7, ["crane", character.name()], 3, 200);
        let reason = outcome.map(|outcome| outcome.reason);
        assert_ne!(reason, Some(heibai_games::Reason::Resignation), "{character}");
    }
}

/// A chick in Gomoku wins less often by seeing everything than a panda does: how often each takes a win in one.
#[test]
fn weaker_characters_overlook_more() {
    let line = ["h8", "a1", "i8", "c1", "j8", "e1", "k8", "g1"];
    let mut game = Match::new(start(Kind::Gomoku, 15));
    for name in line {
        let mv = game.position().read_move(name).unwrap();
        game.play(mv, Duration::ZERO).unwrap();
    }
    let taken = |character: Character| {
        let wins = |seed: &u64| {
            let Act::Play(mv) = ask(&mut *character.player(Kind::Gomoku, *seed), &game) else { return false };
            let mut next = game.position().clone();
            next.play(mv).unwrap();
            next.outcome().is_some()
        };
        (0..60).filter(wins).count()
    };
    let [chick, kitten, panda] = [Character::Chick, Character::Kitten, Character::Panda].map(taken);
    assert!(chick < kitten && kitten < panda && panda >= 50, "{chick} {kitten} {panda}");
}

/// How often, of 100 times, a character of Gomoku plays one of `wanted` after these moves.
fn plays_one_of(character: Character, moves: &[&str], wanted: &[&str]) -> usize {
    let rules =
        Kind::Gomoku.rules(&Choice { rules: Some("freestyle".to_owned()), ..Choice::default() }).unwrap();
    let mut game = Match::new(AnyPosition::start(&rules));
    for name in moves {
        let mv = game.position().read_move(name).unwrap();
        game.play(mv, Duration::ZERO).unwrap();
    }
    let wanted: Vec<Act> =
        wanted.iter().map(|name| Act::Play(game.position().read_move(name).unwrap())).collect();
    let blocks = |seed: &u64| wanted.contains(&ask(&mut *character.player(Kind::Gomoku, *seed), &game));
    (0..100).filter(blocks).count()
}

/// A three that is opened right in front of them is seen by beginners now and then, a four more often than a three.
#[test]
fn attention_in_gomoku_is_a_persons() {
    use Character::{Chick, Kitten, Panda, Puppy, Rabbit};
    let three = ["h8", "h12", "i8", "e5", "j8"];
    let four = ["h8", "h12", "i8", "l8", "j8", "e5", "k8"];
    let blocked = [Chick, Rabbit, Kitten, Puppy, Panda].map(|character| {
        let threes = plays_one_of(character, &three, &["f8", "g8", "k8", "l8"]);
        [threes, plays_one_of(character, &four, &["g8"])]
    });
    let [chick, rabbit, kitten, puppy, panda] = blocked;
    for pair in blocked.windows(2) {
        assert!(pair[0][0] < pair[1][0] && pair[0][1] < pair[1][1].max(99), "{blocked:?}");
    }
    assert!((5..50).contains(&chick[0]), "{blocked:?}");
    assert!((20..60).contains(&rabbit[0]) && rabbit[1] >= 60, "{blocked:?}");
    assert!(chick[1] > chick[0] && rabbit[1] > rabbit[0] && kitten[1] > kitten[0], "{blocked:?}");
    assert!(puppy[1] >= 90 && panda[0] >= 90, "{blocked:?}");
}

/// A newly trained network for the strongest level must not move the measured opponents and levels.
#[test]
fn the_scale_of_go_rests_on_the_smaller_networks() {
    let rules = Kind::Go.rules(&Choice { size: Some(9), ..Choice::default() }).unwrap();
    let players = Character::ALL.map(|character| character.name().to_owned()).into_iter();
    for name in players.chain(["beginner", "normal", "hard", "hell"].map(str::to_owned)) {
        let files = data::needed(&rules, &name);
        assert!(!files.is_empty() && !files.contains(&data::File::GoMain), "{name}: {files:?}");
    }
}

#[test]
fn every_character_has_a_name_and_a_style_in_both_languages() {
    let mut styles = std::collections::HashSet::new();
    for character in Character::ALL {
        assert_eq!(character.name().parse(), Ok(character));
        assert_ne!(character.text().zh, character.text().en);
        for kind in Kind::ALL {
            assert!(styles.insert(character.about(kind).en), "{kind} {character}: a style of its own");
        }
    }
}
