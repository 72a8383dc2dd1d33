//! Networks trained in Python (`heibai.alphazero`, `heibai.net`): reading their files and evaluating positions.
//!
//! A file is a line with its format, a line of JSON (`game`, `size`, `rules`, `komi`, `handicap`, and what is below), then
//! the weights:
//! - `heibai-policy-value 1`: two hidden layers of `width` over the planes of an observation, as 32-bit floats, little end
//!   first: hidden layers, policy, value, each a matrix by rows (one row an input, the last row the bias);
//! - `heibai-policy-value 2`: a residual network in our own network format (`docs/formats/network.md`) that sees the
//!   observation with `history` earlier boards. Plane `n` of the observation is plane `n + 1` of the network; the planes
//!   that are the same on the whole board are its global inputs instead: Black to move, then komi in tens of points.

mod bytes;
mod perceptron;
mod player;

use crate::files;
use crate::observation::{Layout, action};
pub use bytes::InBytes;
use heibai_games::kind::Choice;
use heibai_games::{Kind, Rules};
use heibai_net::{Inputs, Network, Scratch, file};
use heibai_words::failures;
use perceptron::Perceptron;
pub use player::LearnedPlayer;
use serde::Deserialize;
use std::io::Read;
use std::path::Path;

const FORMAT: &str = "heibai-policy-value 1";
const RESIDUAL: &str = "heibai-policy-value 2";
/// Wider networks should use the second format.
const WIDEST: usize = 4096;
/// Half points of komi for one unit of the network's input.
const KOMI_UNIT: f32 = 20.0;

#[derive(Deserialize)]
struct Head {
    game: String,
    size: usize,
    rules: Option<String>,
    komi: Option<f64>,
    handicap: Option<u32>,
    width: Option<usize>,
    #[serde(default)]
    history: usize,
}

enum Net {
    Perceptron(Perceptron),
    Residual(Box<Network>),
}

/// A network and the game that it plays.
pub struct Learned {
    rules: Rules,
    layout: Layout,
    net: Net,
}

impl Learned {
    /// The game it was trained for.
    pub fn kind(&self) -> Kind {
        self.rules.kind()
    }

    /// Whether these bytes start like a file of this format.
    pub fn begins(bytes: &[u8]) -> bool {
        [FORMAT, RESIDUAL].iter().any(|format| bytes.starts_with(format.as_bytes()))
    }

    pub fn read(path: &Path) -> Result<Learned, String> {
        let at = |what: String| format!("{}: {what}", path.display());
        let bytes = files::read(path).map_err(|error| at(failures::system(&error).en))?;
        Learned::parse(&bytes).map_err(at)
    }

    pub fn parse(bytes: &[u8]) -> Result<Learned, String> {
        let unknown = || format!("not a file of '{FORMAT}' or '{RESIDUAL}'");
        let (format, rest) = line(bytes).filter(|_| Learned::begins(bytes)).ok_or_else(unknown)?;
        let residual = format == RESIDUAL.as_bytes();
        if !residual && format != FORMAT.as_bytes() {
            return Err(unknown());
        }
        let (head, body) = line(rest).ok_or("line 2: the description ends before its line does")?;
        let head: Head = serde_json::from_slice(head).map_err(|error| format!("line 2: {error}"))?;
        let kind: Kind =
            head.game.parse().map_err(|_| format!("line 2: no game is called '{}'", head.game))?;
        let choice =
            Choice { size: Some(head.size), rules: head.rules, komi: head.komi, handicap: head.handicap };
        let rules = kind.rules(&choice).map_err(|error| format!("line 2: {error}"))?;
        let layout = Layout::new(&rules, head.history).map_err(|error| format!("line 2: {error}"))?;
        let net = if residual {
            if layout.planes() >= heibai_net::model::PLANES {
                return Err(format!("line 2: history {}: the network has no planes for it", head.history));
            }
            let model = file::read(body).map_err(|error| error.to_string())?;
            let bytes = !model.ranges.is_empty();
            let network = if bytes { Network::bytes(model) } else { Network::float(model) };
            Net::Residual(Box::new(network.map_err(|error| error.to_string())?))
        } else {
            let width = head.width.unwrap_or(0);
            if !(1..=WIDEST).contains(&width) || head.history > 0 {
                return Err(format!("line 2: width {width}: expected 1 to {WIDEST}, and no history"));
            }
            let sizes = (layout.values(), width, action::count(kind, head.size));
            Net::Perceptron(Perceptron::parse(body, sizes).map_err(|why| format!("{kind}: {why}"))?)
        };
        Ok(Learned { rules, layout, net })
    }

    /// Whether the file starts like a file of this format.
    pub fn is_one(path: &Path) -> bool {
        let mut start = Vec::new();
        let read = files::open(path).and_then(|file| file.take(64).read_to_end(&mut start));
        read.is_ok() && Learned::begins(&start)
    }

    pub fn parameters(&self) -> usize {
        match &self.net {
            Net::Perceptron(net) => net.parameters(),
            Net::Residual(network) => network.model().parameters(),
        }
    }

    pub fn rules(&self) -> &Rules {
        &self.rules
    }

    /// The layout of its observations.
    pub fn layout(&self) -> &Layout {
        &self.layout
    }

    /// The number of hidden layers or blocks, and their width.
    pub fn trunk(&self) -> (usize, usize) {
        match &self.net {
            Net::Perceptron(net) => (2, net.width()),
            Net::Residual(network) => (network.model().blocks.len(), network.model().channels()),
        }
    }

    pub fn is_residual(&self) -> bool {
        matches!(self.net, Net::Residual(_))
    }

    /// For each observation: the logit of each action (points, then the pass), legal or not, and the expected result
    /// for the side to move, from -1 to 1.
    pub fn evaluate(&self, scratch: &mut Scratch, observations: &[Vec<f32>]) -> Vec<(Vec<f32>, f32)> {
        match &self.net {
            Net::Perceptron(net) => observations.iter().map(|planes| net.evaluate(planes)).collect(),
            Net::Residual(network) => {
                let inputs: Vec<Inputs> = observations.iter().map(|planes| self.inputs(planes)).collect();
                let outputs = network.evaluate_all(scratch, &inputs);
                outputs.into_iter().map(|output| (output.policy, output.win - output.loss)).collect()
            }
        }
    }

    /// An observation as the inputs of a residual network.
    fn inputs(&self, observation: &[f32]) -> Inputs {
        let points = self.layout.points();
        let mut globals = [0.0; heibai_net::model::GLOBALS];
        let mut set = vec![1; points];
        let (black, komi) = self.layout.constant_planes();
        for (number, plane) in observation.chunks_exact(points).enumerate() {
            if number == black {
                globals[0] = plane[0];
            } else if Some(number) == komi {
                globals[1] = plane[0] / KOMI_UNIT;
            } else {
                let bit = 2 << number;
                plane.iter().zip(&mut set).filter(|(x, _)| **x > 0.0).for_each(|(_, set)| *set |= bit);
            }
        }
        Inputs::new(self.layout.size, &set, globals)
    }
}

fn line(bytes: &[u8]) -> Option<(&[u8], &[u8])> {
    let end = bytes.iter().take(4096).position(|&byte| byte == b'\n')?;
    Some((&bytes[..end], &bytes[end + 1..]))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::observation::{Boards, mask};
    use heibai_games::{Act, AnyPosition, Player, Position, Request};
    use std::sync::Arc;

    /// A network that counts discs: its value grows with the side to move's own.
    fn counting() -> Vec<u8> {
        let (inputs, actions) = (4 * 16, 17);
        let mut file =
            format!("{FORMAT}\n{}\n", r#"{"game":"othello","size":4,"rules":"standard","width":1}"#)
                .into_bytes();
        let first = (0..inputs + 1).map(|i| if i < 16 { 1.0 } else { 0.0 });
        let rest = [1.0, 0.0].into_iter().chain([0.0; 2 * 17]).chain([0.1, 0.0]);
        assert_eq!(actions, 17);
        for weight in first.chain(rest) {
            file.extend((weight as f32).to_le_bytes());
        }
        file
    }

    #[test]
    fn a_network_is_read_and_plays() {
        let network = Learned::parse(&counting()).unwrap();
        let position = AnyPosition::start(network.rules());
        let mut planes = vec![0.0; network.layout().values()];
        network.layout().write(&position, &Boards::new(&position, 0), &mask(&position), &mut planes);
        let (_, value) = network.evaluate(&mut Scratch::default(), &[planes]).remove(0);
        assert!((value - 0.2f32.tanh()).abs() < 1e-6);
        let stop = std::sync::atomic::AtomicBool::new(false);
        let limits = heibai_games::Limits::default();
        let request =
            Request { start: &position, moves: &[], position: &position, limits: &limits, stop: &stop };
        let answer = LearnedPlayer::new("counting", Arc::new(network), None, 1).choose(&request).unwrap();
        assert!(matches!(answer.act, Act::Play(mv) if position.check(mv).is_ok()));
        // After any first move White has one disc.
        assert!(
            (answer.thought.value.unwrap().expected().unwrap() - f64::from(1.0 - 0.1f32.tanh()) / 2.0).abs()
                < 1e-6
        );
    }

    #[test]
    fn broken_files_are_refused_with_the_reason() {
        let good = counting();
        let why = |bytes: &[u8]| Learned::parse(bytes).err().unwrap();
        assert!(why(b"").contains("not a file of") && why(b"PK\n{}\n").contains("not a file of"));
        assert!(why(&good[..good.len() - 1]).contains("bytes of weights"));
        let text = |from: &str, to: &str| {
            let head = String::from_utf8_lossy(&good[..90]).into_owned();
            [head.replacen(from, to, 1).as_bytes(), &good[90..]].concat()
        };
        assert!(why(&text("othello", "ludo")).contains("no game is called 'ludo'"));
        assert!(why(&text("\"size\":4", "\"size\":5")).contains("line 2"));
        assert!(why(&text("\"width\":1", "\"width\":9999999999")).contains("expected 1 to 4096"));
        let mut odd = good.clone();
        let end = odd.len();
        odd[end - 4..].copy_from_slice(&f32::NAN.to_le_bytes());
        assert!(why(&odd).contains("finite"));
    }
}
