//! Networks of nested bottleneck blocks, with and without attention, as today's strong public ones are built: small files
//! made here in KataGo's text format are read and evaluated, and broken ones are refused.

use heibai_engines::go::ladder::Reader;
use heibai_engines::go::players::load;
use heibai_engines::go::samples::in_bytes;
use heibai_engines::go::{State, View, inputs};
use heibai_games::board::Point;
use heibai_games::go::{Position, Rules};
use heibai_games::position::{Move, Position as _};
use heibai_net::{Network, Output, Precision, Scratch, katago};
use std::fmt::Write;

const TRUNK: usize = 24;
const NARROW: usize = 12;

/// Writes a file word by word, with random weights.
struct Maker {
    text: String,
    random: fastrand::Rng,
}

impl Maker {
    fn words(&mut self, words: &str) {
        writeln!(self.text, "{words}").unwrap();
    }

    fn floats(&mut self, count: usize, spread: f32) {
        let numbers: Vec<String> =
            (0..count).map(|_| format!("{:.5}", (self.random.f32() * 2.0 - 1.0) * spread)).collect();
        self.words(&numbers.join(" "));
    }

    fn conv(&mut self, width: usize, from: usize, to: usize, spread: f32) {
        self.words(&format!("conv {width} {width} {from} {to} 1 1"));
        self.floats(width * width * from * to, spread);
    }

    fn rectifier(&mut self, channels: usize) {
        self.words(&format!("norm {channels} 0.001 0 1"));
        self.floats(channels, 0.2);
        self.words(&vec!["0.9"; channels].join(" "));
        self.floats(channels, 0.2);
        self.words("act ACTIVATION_MISH");
    }

    fn dense(&mut self, from: usize, to: usize) {
        self.words(&format!("dense {from} {to}"));
        self.floats(from * to, 0.2);
    }

    fn bias(&mut self, count: usize) {
        self.words(&format!("bias {count}"));
        self.floats(count, 0.2);
    }

    fn rms(&mut self, channels: usize) {
        self.words(&format!("rms {channels} 0.000001"));
        self.floats(channels, 1.0);
    }

    /// Four heads of width four that share the keys of two, then gated connections; their last weights reach `spread`.
    fn transformer(&mut self, turns: &str, spread: f32) {
        self.words(&format!("transformer_attention_block a 4 2 4 3 {turns}"));
        self.rms(NARROW);
        self.dense(NARROW, 16);
        self.dense(NARROW, 8);
        self.dense(NARROW, 6);
        self.words(&format!("dense 12 {NARROW}"));
        self.floats(12 * NARROW, spread);
        match turns {
            "1 1" => {
                self.words("turns 2 2 2");
                self.floats(8, 1.0);
            }
            "1 0" => self.words("theta 100.0"),
            _ => {}
        }
        self.words(&format!("transformer_ffn_block f {NARROW} 20 1"));
        self.rms(NARROW);
        self.dense(NARROW, 20);
        self.dense(NARROW, 20);
        self.words(&format!("dense 20 {NARROW}"));
        self.floats(20 * NARROW, spread);
    }

    fn heads(&mut self) {
        self.rectifier(TRUNK);
        self.words("policy");
        self.conv(1, TRUNK, 8, 0.3);
        self.conv(1, TRUNK, 8, 0.3);
        self.rectifier(8);
        self.dense(24, 8);
        self.rectifier(8);
        self.conv(1, 8, 1, 0.3);
        self.dense(24, 1);
        self.words("value");
        self.conv(1, TRUNK, 8, 0.3);
        self.rectifier(8);
        self.dense(24, 16);
        self.bias(16);
        self.words("act ACTIVATION_MISH");
        for outputs in [3, 6] {
            self.dense(16, outputs);
            self.bias(outputs);
        }
        self.conv(1, 8, 1, 0.3);
    }
}

/// A network of one block. The same seed gives the same weights around it, whatever stands in the middle.
fn network(block: impl Fn(&mut Maker)) -> String {
    let mut maker = Maker { text: String::new(), random: fastrand::Rng::with_seed(5) };
    maker.words(&format!("made 11 22 19 trunk 1 {TRUNK} {NARROW} {NARROW} 0 {NARROW}"));
    maker.conv(3, 22, TRUNK, 0.3);
    maker.dense(19, TRUNK);
    block(&mut maker);
    maker.random = fastrand::Rng::with_seed(6);
    maker.heads();
    maker.text
}

/// A bottleneck around one inner block whose own part has weights up to `spread`.
fn bottleneck(inner: &'static str, spread: f32) -> String {
    network(|maker| {
        maker.words("nested_bottleneck_block outer 1");
        maker.rectifier(TRUNK);
        maker.conv(1, TRUNK, NARROW, 0.4);
        let outside = maker.random.clone();
        maker.words(&format!("{inner} inner"));
        maker.rectifier(NARROW);
        maker.conv(3, NARROW, NARROW, 0.4);
        if inner == "gpool_block" {
            maker.conv(3, NARROW, NARROW, 0.4);
            maker.rectifier(NARROW);
            maker.dense(NARROW * 3, NARROW);
        }
        maker.rectifier(NARROW);
        maker.conv(3, NARROW, NARROW, spread);
        maker.random = outside;
        maker.rectifier(NARROW);
        maker.conv(1, NARROW, TRUNK, 0.4);
    })
}

/// A bottleneck around a transformer.
fn attentive(turns: &str, spread: f32) -> String {
    network(|maker| {
        maker.words("nested_bottleneck_block outer 2");
        maker.rectifier(TRUNK);
        maker.conv(1, TRUNK, NARROW, 0.4);
        let outside = maker.random.clone();
        maker.transformer(turns, spread);
        maker.random = outside;
        maker.rectifier(NARROW);
        maker.conv(1, NARROW, TRUNK, 0.4);
    })
}

fn evaluate(text: &str, size: usize) -> Output {
    answer(&Network::float(katago::read(text.as_bytes()).unwrap()).unwrap(), size)
}

fn answer(network: &Network, size: usize) -> Output {
    let start = Position::start(&Rules::new(size, Rules::KOMI, 0).unwrap());
    let moves = [12, 31, 40, 41].map(|point| Move::Place(Point(point)));
    let shown = inputs(&State::new(&start, &moves), View::Game, &mut Reader::default());
    network.evaluate(&mut Scratch::default(), &shown)
}

fn difference(a: &Output, b: &Output) -> f32 {
    let numbers = |x: &Output| -> Vec<f32> {
        x.policy.iter().chain(&x.ownership).copied().chain([x.win, x.loss, x.lead]).collect()
    };
    numbers(a).iter().zip(numbers(b)).map(|(a, b)| (a - b).abs()).fold(0.0, f32::max)
}

/// A bottleneck whose inner block adds nothing is a plain block of two 1x1 filters.
#[test]
fn a_bottleneck_around_nothing_is_a_plain_block() {
    let plain = network(|maker| {
        maker.words("ordinary_block plain");
        maker.rectifier(TRUNK);
        maker.conv(1, TRUNK, NARROW, 0.4);
        maker.rectifier(NARROW);
        maker.conv(1, NARROW, TRUNK, 0.4);
    });
    for (size, inner) in [(9, "ordinary_block"), (19, "gpool_block")] {
        let plain = evaluate(&plain, size);
        let nothing = difference(&plain, &evaluate(&bottleneck(inner, 0.0), size));
        let something = difference(&plain, &evaluate(&bottleneck(inner, 0.4), size));
        assert!(nothing < 1e-4, "{inner}: off by {nothing}");
        assert!(something > 1e-2, "{inner}: the inner block must count, changed {something}");
    }
    for turns in ["0 0", "1 0", "1 1"] {
        let plain = evaluate(&plain, 13);
        let nothing = difference(&plain, &evaluate(&attentive(turns, 0.0), 13));
        let something = difference(&plain, &evaluate(&attentive(turns, 0.4), 13));
        assert!(nothing < 1e-4 && something > 1e-2, "turns {turns}: {nothing} {something}");
    }
}

#[test]
fn where_points_lie_counts_by_their_turns_alone() {
    let outputs = ["0 0", "1 0", "1 1"].map(|turns| evaluate(&attentive(turns, 0.4), 9));
    for (a, b) in [(0, 1), (0, 2), (1, 2)] {
        let difference = difference(&outputs[a], &outputs[b]);
        assert!(difference > 1e-5, "{a} and {b}: {difference}");
    }
}

#[test]
fn nested_networks_play_and_are_kept_in_our_format() {
    let text = bottleneck("gpool_block", 0.4);
    for text in [&text, &attentive("0 0", 0.4), &attentive("1 1", 0.4)] {
        let model = katago::read(text.as_bytes()).unwrap();
        let written = heibai_net::file::write(&model);
        assert_eq!(heibai_net::file::read(&written).unwrap(), model);
        assert!(Network::bytes(model).is_err(), "no ranges are known");
    }
    let text = attentive("1 1", 0.4);
    let model = katago::read(text.as_bytes()).unwrap();
    let path = std::env::temp_dir().join(format!("heibai-nested-{}.txt", std::process::id()));
    std::fs::write(&path, &text).unwrap();
    // Bytes are asked for, but attention does not run in bytes: single precision it is.
    let [loaded, again] = [(); 2].map(|()| load(path.to_str().unwrap(), Precision::Bytes).unwrap());
    std::fs::remove_file(&path).unwrap();
    assert_eq!(*loaded.model(), model);
    assert_eq!(loaded.precision(), Precision::Float);
    assert!(std::sync::Arc::ptr_eq(&loaded, &again), "what was read is kept");
}

/// Of mish and of rectifiers, pooling inside or not: in bytes the answers are nearly those of single precision, and a
/// file of bytes gives the same ones.
#[test]
fn bottlenecks_run_in_bytes() {
    for activation in ["ACTIVATION_MISH", "ACTIVATION_RELU"] {
        for inner in ["ordinary_block", "gpool_block"] {
            let text = bottleneck(inner, 0.4).replace("ACTIVATION_MISH", activation);
            let model = katago::read(text.as_bytes()).unwrap();
            let float = Network::float(model.clone()).unwrap();
            let bytes = in_bytes(model).unwrap();
            assert_eq!(bytes.precision(), Precision::Bytes);
            let written = heibai_net::file::write(bytes.model());
            let kept = Network::bytes(heibai_net::file::read(&written).unwrap()).unwrap();
            for size in [9, 19] {
                // The lead as the network gives it, in units of twenty points.
                let outputs = [&float, &bytes, &kept].map(|network| {
                    let output = answer(network, size);
                    Output { lead: output.lead / 20.0, ..output }
                });
                let policy = outputs[0].policy.iter();
                let span = policy.clone().copied().fold(f32::MIN, f32::max)
                    - policy.copied().fold(f32::MAX, f32::min);
                let off = difference(&outputs[0], &outputs[1]);
                assert!(off < 0.05 * span, "{activation} {inner} {size}: off by {off} of {span}");
                // The bytes are the same; their units are rounded once more.
                let again = difference(&outputs[1], &outputs[2]);
                assert!(again < 1e-5, "{activation} {inner} {size}: off by {again} after reading it again");
            }
        }
    }
}

#[test]
fn broken_nested_networks_are_refused() {
    let text = bottleneck("ordinary_block", 0.4);
    let mut random = fastrand::Rng::with_seed(7);
    for _ in 0..60 {
        let cut = random.usize(..text.len() * 9 / 10);
        assert!(katago::read(&text.as_bytes()[..cut]).is_err(), "cut at {cut}");
    }
    let deep = text.replacen("ordinary_block inner", &"nested_bottleneck_block a 1 ".repeat(3), 1);
    let replaced = |from: &str, to: &str| text.replacen(from, to, 1);
    let hostile = [
        deep,
        replaced("outer 1", "outer 999999999"),
        replaced("outer 1", "outer 900"),
        replaced("outer 1", "outer 0"),
        replaced("nested_bottleneck_block", "transformer_block"),
        replaced("ACTIVATION_MISH", "ACTIVATION_NONE"),
        replaced(&format!("conv 1 1 {TRUNK} {NARROW}"), &format!("conv 1 1 {TRUNK} 4096")),
    ];
    let text = attentive("1 1", 0.4);
    let replaced = |from: &str, to: &str| text.replacen(from, to, 1);
    let heads = ["0 2 4 3", "4 0 4 3", "4 3 4 3", "2 4 4 3", "4 2 3 3", "4 2 99999 3", "999999 2 4 3"];
    let attention = heads.map(|heads| replaced("4 2 4 3", heads)).into_iter().chain([
        replaced("turns 2 2 2", "turns 2 3 2"),
        replaced("turns 2 2 2", "turns 2 2 3"),
        replaced(" 20 1\n", " 20 0\n"),
        replaced("0.000001", "0"),
        replaced("0.000001", "-1"),
        text[..text.len() / 3].to_owned(),
    ]);
    for text in hostile.into_iter().chain(attention) {
        assert!(!katago::read(text.as_bytes()).unwrap_err().reason.is_empty());
    }
}
