//! GTP commands of KataGo, KGS and GoGui, and the end of the input.

use heibai_games::counting::Judgement;
use heibai_games::kind::Choice;
use heibai_games::player::Fault;
use heibai_games::{Act, Answer, AnyPosition, Color, Kind, Move, Player, Point, Position, Request};
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

fn service(kind: Kind, player: Box<dyn Player>) -> Service<'static> {
    Service {
        kind,
        choice: Choice { size: (kind == Kind::Go).then_some(9), ..Choice::default() },
        player,
        judge: &judge,
        load: &|_, _| Err("no files here".to_owned()),
        draw: &|_| String::new(),
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
