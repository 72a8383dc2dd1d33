//! Our inference against recorded outputs: of the small network that we ship, and of KataGo's public networks by KataGo
//! itself: 6x96 on 200 positions, 10x384 with attention on 100 (`train/go/raw_outputs.py` asks it). The files of the latter
//! are not part of the repository; without them their tests are not run.

use flate2::read::GzDecoder;
use heibai_engines::go::ladder::Reader;
use heibai_engines::go::samples::{self, in_bytes};
use heibai_engines::go::{State, View, inputs, shipped};
use heibai_games::board::{Color, Notation};
use heibai_games::position::{Move, Position};
use heibai_games::{AnyPosition, HalfPoints, go};
use heibai_net::{Inputs, Model, Network, Output, Scratch, katago};
use heibai_records::sgf;
use heibai_testing::collection;
use serde_json::{Value, json};
use std::io::Read;

fn file(name: &str) -> Option<Vec<u8>> {
    Some(std::fs::read(collection(&format!("go/{name}"))?).unwrap())
}

struct Case {
    inputs: Inputs,
    turn: Color,
    json: serde_json::Value,
}

const SMALL: [&str; 2] = ["g170-b6c96-s175395328-d26788732.bin.gz", "raw_outputs_b6c96_200.jsonl.gz"];
const ATTENTION: [&str; 2] = ["b10c384h6nbttflrs.bin.gz", "raw_outputs_b10c384h6nbttflrs_100.jsonl.gz"];

fn cases(outputs: &str) -> Option<Vec<Case>> {
    let mut text = String::new();
    GzDecoder::new(&*file(outputs)?).read_to_string(&mut text).unwrap();
    let start = go::Position::start(&go::Rules::new(19, HalfPoints(15), 0).unwrap());
    let mut reader = Reader::default();
    let lines = text.lines().skip(1).map(|line| serde_json::from_str::<serde_json::Value>(line).unwrap());
    let case = |json: serde_json::Value| {
        let words = json["moves"].as_str().unwrap().split_whitespace();
        let moves: Vec<Move> =
            words.map(|word| Move::Place(Notation::Go.read(&word[2..], 19).unwrap())).collect();
        let state = State::new(&start, &moves);
        Case { inputs: inputs(&state, View::Game, &mut reader), turn: state.turn(), json }
    };
    Some(lines.map(case).collect())
}

fn network(name: &str) -> Option<Model> {
    Some(katago::read(&file(name)?).unwrap())
}

fn numbers(json: &serde_json::Value) -> Vec<Option<f64>> {
    json.as_array().unwrap().iter().map(serde_json::Value::as_f64).collect()
}

/// Our policy over the points that the reference calls legal, then the pass.
fn policy(case: &Case, output: &Output) -> Vec<Option<f64>> {
    let mut legal: Vec<bool> = numbers(&case.json["policy"]).iter().map(Option::is_some).collect();
    legal.truncate(361);
    legal.push(true);
    let logits = output.policy.iter().zip(&legal);
    let most = logits.clone().filter(|(_, ok)| **ok).map(|(x, _)| *x).fold(f32::MIN, f32::max);
    let odds: Vec<Option<f64>> = logits.map(|(x, ok)| ok.then(|| f64::from(x - most).exp())).collect();
    let total: f64 = odds.iter().flatten().sum();
    odds.into_iter().map(|x| x.map(|x| x / total)).collect()
}

fn reference_policy(case: &Case) -> Vec<Option<f64>> {
    let mut policy = numbers(&case.json["policy"]);
    if policy.len() == 361 {
        policy.push(case.json["policyPass"].as_f64());
    }
    policy
}

/// Positions of games of our own, after every tenth move.
fn own_positions() -> Vec<Inputs> {
    let games = include_str!("../../records/tests/data/finished_go.sgf").as_bytes();
    let mut reader = Reader::default();
    let mut positions = Vec::new();
    for record in sgf::read(games, None) {
        let game = record.unwrap().replay().unwrap();
        let AnyPosition::Go(start) = game.start() else { unreachable!("a game of Go") };
        let moves = game.move_list();
        for at in (0..moves.len()).step_by(10) {
            positions.push(inputs(&State::new(start, &moves[..at]), View::Game, &mut reader));
        }
    }
    positions
}

/// The moves of an output, the likeliest first.
fn by_policy(output: &Output) -> Vec<usize> {
    let mut order: Vec<usize> = (0..output.policy.len()).collect();
    order.sort_by(|&a, &b| output.policy[b].total_cmp(&output.policy[a]));
    order
}

/// What is kept of an output: value, lead, the policy of some moves beside the likeliest, the ownership of every ninth point.
fn kept(output: &Output, moves: &[usize]) -> Value {
    let most = output.policy[by_policy(output)[0]];
    let round = |x: f32| (f64::from(x) * 1e4).round() / 1e4;
    let policy: Vec<Value> = moves.iter().map(|&at| json!([at, round(output.policy[at] - most)])).collect();
    let ownership: Vec<f64> = output.ownership.iter().step_by(9).map(|&x| round(x)).collect();
    json!({ "win": round(output.win), "lead": round(output.lead), "policy": policy, "ownership": ownership })
}

/// The largest difference of two numbers in the same place.
fn difference(a: &Value, b: &Value) -> f64 {
    match (a, b) {
        (Value::Array(a), Value::Array(b)) if a.len() == b.len() => {
            a.iter().zip(b).map(|(a, b)| difference(a, b)).fold(0.0, f64::max)
        }
        (Value::Object(a), Value::Object(b)) if a.len() == b.len() => {
            a.iter().map(|(key, a)| difference(a, &b[key])).fold(0.0, f64::max)
        }
        _ => (a.as_f64().unwrap() - b.as_f64().unwrap()).abs(),
    }
}

/// Recorded in single precision with `BLESS=1`; a change of the network or of its inputs shows here.
#[test]
fn outputs_of_our_own_network_are_as_recorded() {
    const FILE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/tiny_outputs.json");
    let tiny = shipped::tiny();
    let float = Network::float(tiny.model().clone()).unwrap();
    let (mut scratch, mut exact) = (Scratch::default(), Scratch::default());
    let positions = own_positions();
    let outputs: Vec<Output> = positions.iter().map(|shown| float.evaluate(&mut exact, shown)).collect();
    if std::env::var_os("BLESS").is_some_and(|value| value == "1") {
        let lines: Vec<String> =
            outputs.iter().map(|output| kept(output, &by_policy(output)[..3]).to_string()).collect();
        std::fs::write(FILE, format!("[\n{}\n]\n", lines.join(",\n"))).unwrap();
    }
    let recorded: Vec<Value> = serde_json::from_str(&std::fs::read_to_string(FILE).unwrap()).unwrap();
    assert!(recorded.len() == outputs.len() && recorded.len() > 60);
    let mut same = 0;
    for ((shown, output), recorded) in positions.iter().zip(&outputs).zip(&recorded) {
        let moves: Vec<usize> = recorded["policy"]
            .as_array()
            .unwrap()
            .iter()
            .map(|row| row[0].as_u64().unwrap() as usize)
            .collect();
        let found = kept(output, &moves);
        assert!(difference(&found, recorded) < 2e-3, "{found} {recorded}");
        let bytes = tiny.evaluate(&mut scratch, shown);
        same += usize::from(by_policy(&bytes)[0] == moves[0]);
        let win = (f64::from(bytes.win) - recorded["win"].as_f64().unwrap()).abs();
        assert!(win < 0.15, "{win} {recorded}");
    }
    assert!(same * 100 >= recorded.len() * 90, "the same move in {same} of {}", recorded.len());
}

#[test]
fn single_precision_equals_katago() {
    equals_katago(SMALL, 200, 1e-3);
}

/// Its leads are up to 1.1e-3 points off, which are rounding: outputs are times 20.
#[test]
fn attention_equals_katago() {
    equals_katago(ATTENTION, 100, 2e-3);
}

fn equals_katago([name, outputs]: [&str; 2], count: usize, most: f64) {
    let (Some(cases), Some(model)) = (cases(outputs), network(name)) else { return };
    let network = Network::float(model).unwrap();
    let mut scratch = Scratch::default();
    let mut worst = [0.0f64; 4];
    assert_eq!(cases.len(), count);
    for case in &cases {
        let output = network.evaluate(&mut scratch, &case.inputs);
        for (ours, theirs) in policy(case, &output).iter().zip(reference_policy(case)) {
            if let (Some(ours), Some(theirs)) = (ours, theirs) {
                worst[0] = worst[0].max((ours - theirs).abs());
            }
        }
        let white = if case.turn == Color::White { output.win } else { output.loss };
        worst[1] = worst[1].max((f64::from(white) - case.json["whiteWin"].as_f64().unwrap()).abs());
        let sign = if case.turn == Color::White { 1.0 } else { -1.0 };
        let lead = f64::from(output.lead) * sign;
        worst[2] = worst[2].max((lead - case.json["whiteLead"].as_f64().unwrap()).abs());
        for (ours, theirs) in output.ownership.iter().zip(numbers(&case.json["whiteOwnership"])) {
            worst[3] = worst[3].max((f64::from(*ours) * sign - theirs.unwrap()).abs());
        }
    }
    println!(
        "largest differences: policy {:.1e}, win {:.1e}, lead {:.1e} points, ownership {:.1e}",
        worst[0], worst[1], worst[2], worst[3]
    );
    assert!(worst.iter().all(|&x| x < most), "{worst:?}");
}

#[test]
fn bytes_agree_with_katago() {
    let (Some(cases), Some(model)) = (cases(SMALL[1]), network(SMALL[0])) else { return };
    // Calibrated on other positions than those of the comparison.
    let network = in_bytes(model).unwrap();
    let mut scratch = Scratch::default();
    let (mut same, mut value) = (0, 0.0);
    let best = |policy: &[Option<f64>]| {
        (0..policy.len()).max_by(|&a, &b| policy[a].partial_cmp(&policy[b]).unwrap()).unwrap()
    };
    for case in &cases {
        let output = network.evaluate(&mut scratch, &case.inputs);
        same += usize::from(best(&policy(case, &output)) == best(&reference_policy(case)));
        let white = if case.turn == Color::White { output.win } else { output.loss };
        value += (f64::from(white) - case.json["whiteWin"].as_f64().unwrap()).abs() / cases.len() as f64;
    }
    println!("the same best move in {same} of {}, mean error of the win rate {value:.4}", cases.len());
    assert!(same * 100 >= cases.len() * 97 && value <= 0.02, "{same} {value}");
}

/// The shipped networks were measured for bytes on games that they played themselves; these positions come
/// from games of another one.
#[test]
fn the_shipped_networks_lose_little_in_bytes() {
    let (main, medium, tiny) = (shipped::main(), shipped::medium(), shipped::tiny());
    for (network, player) in [(&main, &medium), (&medium, &tiny), (&tiny, &main)] {
        let positions = samples::positions(player, &[(19, 240), (19, 120), (13, 120), (9, 60)], 4);
        let float = Network::float(network.model().clone()).unwrap();
        let (mut scratch, mut exact) = (Scratch::default(), Scratch::default());
        let (mut same, mut value) = (0, 0.0);
        for shown in &positions {
            let (bytes, float) = (network.evaluate(&mut scratch, shown), float.evaluate(&mut exact, shown));
            let best = |output: &Output| {
                (0..output.policy.len()).max_by(|&a, &b| output.policy[a].total_cmp(&output.policy[b]))
            };
            same += usize::from(best(&bytes) == best(&float));
            value += f64::from(((bytes.win - bytes.loss) - (float.win - float.loss)).abs() / 2.0);
        }
        value /= positions.len() as f64;
        let name = &network.model().name;
        println!("{name}: same best move in {same} of {}, win rate off by {value:.4}", positions.len());
        assert!(same * 100 >= positions.len() * 97 && value <= 0.02, "{name}: {same} {value}");
    }
}
