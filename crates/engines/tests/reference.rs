//! Our inference against KataGo's own outputs of its public 6-block network, on 200 positions. The files
//! are not part of the repository; without them these tests say so and pass.

use flate2::read::GzDecoder;
use heibai_engines::go::ladder::Reader;
use heibai_engines::go::samples::{self, in_bytes};
use heibai_engines::go::{State, View, inputs, shipped};
use heibai_games::board::{Color, Notation};
use heibai_games::position::{Move, Position};
use heibai_games::{HalfPoints, go};
use heibai_net::{Inputs, Model, Network, Output, Scratch, katago};
use std::io::Read;

const DATA: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../../shared/data/go/");

fn file(name: &str) -> Option<Vec<u8>> {
    let found = std::fs::read(format!("{DATA}{name}")).ok();
    if found.is_none() {
        eprintln!("{name} is not here; nothing is compared");
    }
    found
}

struct Case {
    inputs: Inputs,
    turn: Color,
    json: serde_json::Value,
}

fn cases() -> Option<Vec<Case>> {
    let mut text = String::new();
    GzDecoder::new(&*file("raw_outputs_b6c96_200.jsonl.gz")?).read_to_string(&mut text).unwrap();
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

fn network() -> Option<Model> {
    Some(katago::read(&file("g170-b6c96-s175395328-d26788732.bin.gz")?).unwrap())
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

#[test]
fn single_precision_equals_katago() {
    let (Some(cases), Some(model)) = (cases(), network()) else { return };
    let network = Network::float(model).unwrap();
    let mut scratch = Scratch::default();
    let mut worst = [0.0f64; 4];
    assert_eq!(cases.len(), 200);
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
    assert!(worst.iter().all(|&x| x < 1e-3), "{worst:?}");
}

#[test]
fn bytes_agree_with_katago() {
    let (Some(cases), Some(model)) = (cases(), network()) else { return };
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
/// from games of the other one.
#[test]
fn the_shipped_networks_lose_little_in_bytes() {
    let (main, tiny) = (shipped::main(), shipped::tiny());
    for (network, player) in [(&main, &tiny), (&tiny, &main)] {
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
