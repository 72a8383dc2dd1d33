//! GTP commands of KataGo, KGS and GoGui, and the end of the input.

use heibai_games::counting::Judgement;
use heibai_games::kind::Choice;
use heibai_games::player::Fault;
use heibai_games::{Act, Answer, AnyPosition, Color, Kind, Match, Move, Player, Point, Position, Request};
use heibai_protocols::gtp::serve::{Service, serve};
use std::sync::atomic::Ordering;
use std::sync::mpsc::{Sender, channel};
use std::time::Duration;

/// Thinks until it is stopped, and then passes.
struct Thinker {
    began: Sender<()>,
}

impl Player for Thinker {
    fn name(&self) -> String {
        "thinker".to_owned()
    }

    fn choose(&mut self, request: &Request<'_>) -> Result<Answer, Fault> {
        let _ = self.began.send(());
        while !request.stop.load(Ordering::Relaxed) {
            std::thread::sleep(Duration::from_millis(5));
        }
        Ok(Answer::of(Act::Play(Move::Pass)))
    }
}

/// Passes at once.
struct Passer;

impl Player for Passer {
    fn name(&self) -> String {
        "passer".to_owned()
    }

    fn choose(&mut self, _: &Request<'_>) -> Result<Answer, Fault> {
        Ok(Answer::of(Act::Play(Move::Pass)))
    }
}

/// White's stones are dead.
fn judge(position: &AnyPosition) -> Judgement {
    let dead = Point::all(position.size()).filter(|&p| position.stone(p) == Some(Color::White)).collect();
    Judgement { dead, ..Judgement::default() }
}

/// What every file holds: Go on 5x5 by Japanese rules with komi 0.5, after Black's move.
fn loaded() -> Match<AnyPosition> {
    let choice =
        Choice { size: Some(5), rules: Some("japanese".into()), komi: Some(0.5), ..Choice::default() };
    let mut game = Match::new(AnyPosition::start(&Kind::Go.rules(&choice).unwrap()));
    game.play(game.position().read_move("c3").unwrap(), Duration::ZERO).unwrap();
    game
}

/// Draws a board in one line.
fn draw(position: &AnyPosition) -> String {
    let stone = |point| match position.stone(point) {
        Some(Color::Black) => 'x',
        Some(Color::White) => 'o',
        None => '.',
    };
    Point::all(position.size()).map(stone).collect()
}

fn service(kind: Kind, player: Box<dyn Player>) -> Service<'static> {
    Service {
        kind,
        choice: Choice { size: (kind == Kind::Go).then_some(9), ..Choice::default() },
        player,
        judge: &judge,
        load: &|_, _| Ok(loaded()),
        draw: &draw,
        version: "1".to_owned(),
    }
}

/// The answers of a session, one per command.
fn told(kind: Kind, lines: &[&str]) -> Vec<String> {
    let (said, mut heard) = channel();
    lines.iter().for_each(|line| said.send((*line).to_owned()).unwrap());
    drop(said);
    let mut output = Vec::new();
    serve(service(kind, Box::new(Passer)), &mut heard, &mut output).unwrap();
    let text = String::from_utf8(output).unwrap();
    text.split("\n\n").map(|answer| answer.trim().to_owned()).filter(|answer| !answer.is_empty()).collect()
}

#[test]
fn rules_are_told_and_only_known_ones_are_taken() {
    let lines = [
        "kata-get-rules",
        "kata-set-rules {\"ko\":\"POSITIONAL\",\"scoring\":\"AREA\"}",
        "kata-set-rules nonsense",
        "kata-set-rules stone-scoring",
        "kata-set-rules {\"scoring\":\"TERRITORY\",\"suicide\":true}",
        "kata-set-rules japanese",
        "kata-get-rules",
        "cputime",
    ];
    let answers = told(Kind::Go, &lines);
    assert!(answers[0].starts_with("= {") && answers[0].contains("\"scoring\":\"AREA\""), "{answers:?}");
    let taken: Vec<bool> = answers[1..6].iter().map(|answer| answer.starts_with('=')).collect();
    assert_eq!(taken, [true, false, false, false, true], "{answers:?}");
    assert!(answers[6].contains("\"scoring\":\"TERRITORY\""), "{answers:?}");
    assert!(answers[7].trim_start_matches('=').trim().parse::<f64>().is_ok_and(|s| s >= 0.0), "{answers:?}");
    assert!(told(Kind::Othello, &["kata-get-rules"])[0].starts_with('?'));
}

/// Suicide is a move under the rules that allow it, and the moves so far stay when the rules change.
#[test]
fn the_rules_that_were_set_are_in_force() {
    let lines = [
        "boardsize 5",
        "play b a2",
        "play w e5",
        "play b b1",
        "play w a1",
        "kata-set-rules new-zealand",
        "play w a1",
        "play b e1",
        "kata-set-rules chinese",
    ];
    let answers = told(Kind::Go, &lines);
    let taken: Vec<bool> = answers.iter().map(|answer| answer.starts_with('=')).collect();
    assert_eq!(taken, [true, true, true, true, false, true, true, true, false], "{answers:?}");
}

#[test]
fn dead_stones_are_taken_off_before_the_last_pass() {
    // White's stone in the corner has two liberties; Black does not pass before it is captured.
    let lines = [
        "play W A1",
        "kgs-genmove_cleanup B",
        "play W pass",
        "kgs-genmove_cleanup B",
        "kgs-genmove_cleanup B",
    ];
    let answers = told(Kind::Go, &lines);
    let mut taken = [answers[1].as_str(), answers[3].as_str()];
    taken.sort_unstable();
    assert_eq!(taken, ["= A2", "= B1"], "{answers:?}");
    assert_eq!(answers[4], "= pass");
}

/// Which of the commands were taken, and the last answer.
fn taken(commands: &str) -> (Vec<bool>, String) {
    let lines: Vec<&str> = commands.split(", ").collect();
    let answers = told(Kind::Go, &lines);
    let taken = answers.iter().map(|answer| answer.starts_with('=')).collect();
    (taken, answers.last().cloned().unwrap_or_default())
}

/// The board, the rules and the komi of a file are those of the session from then on.
#[test]
fn a_loaded_game_brings_its_board_with_it() {
    let (all, komi) = taken("boardsize 9, loadsgf x.sgf, komi 2.5, get_komi");
    assert_eq!((all, komi.as_str()), (vec![true; 4], "= 2.5"));
    let (_, board) = taken("loadsgf x.sgf, komi 2.5, showboard");
    assert!(board.ends_with("............x............"), "{board}");
    let (all, board) = taken("loadsgf x.sgf, clear_board, boardsize 5, showboard");
    assert!(all == [true; 4] && board.ends_with(&".".repeat(25)) && board.len() < 40, "{board}");
    assert_eq!(taken("loadsgf x.sgf, undo, undo").0, [true, true, false]);
}

/// Boards analyse for either side, set up stones of one colour, and take back what they did.
#[test]
fn a_move_out_of_turn_keeps_the_game() {
    let moves = "boardsize 3, play b a1, play b b2, play w c3, undo, undo";
    let (_, board) = taken(&format!("{moves}, showboard"));
    assert!(board.ends_with("......x.."), "{board}");
    assert_eq!(taken(&format!("{moves}, undo, undo")).0[5..], [true, true, false]);
    assert_eq!(taken("boardsize 3, play b a1, reg_genmove b, undo, undo").0[2..], [true, true, false]);
    // A prisoner counts where territory is counted, although Black then moves twice.
    let captured = "boardsize 3, kata-set-rules japanese, komi 0, play b a2, play w a1, play b b1, play b b2";
    assert_eq!(taken(&format!("{captured}, final_score")).1, "= B+7");
    // The stone that took a ko may not be retaken at once, although its side has moved out of turn since.
    let ko =
        "boardsize 5, play b b1, play w c1, play b a2, play w d2, play b b3, play w c3, play b c2, play w b2";
    assert_eq!(taken(&format!("{ko}, play w pass, play b c2")).0[9..], [true, false]);
}

/// KGS goes on after two passes when the players disagree about dead stones.
#[test]
fn moves_after_two_passes_go_on() {
    let lines = "play b e5, play w pass, play b pass, play w c3, play b d4, undo, undo, play b pass, play b d4, \
                 play w c3, play b pass, play w pass, genmove b";
    let (all, last) = taken(lines);
    assert_eq!((all, last.as_str()), (vec![true; 13], "= pass"));
}

#[test]
fn a_search_ends_when_the_input_does() {
    let ((said, mut heard), (began, begun)) = (channel(), channel());
    let speaker = std::thread::spawn(move || {
        said.send("genmove B".to_owned()).unwrap();
        begun.recv().unwrap();
        // The client is gone without `quit`.
        drop(said);
    });
    let mut output = Vec::new();
    serve(service(Kind::Go, Box::new(Thinker { began })), &mut heard, &mut output).unwrap();
    speaker.join().unwrap();
    assert_eq!(String::from_utf8(output).unwrap(), "= pass\n\n");
}
