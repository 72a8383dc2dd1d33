//! Players with a small policy-value network that was taught from Python (`heibai.net`, `train/example`):
//! the file's format, the network, and the player that looks one move ahead with it.
//!
//! The file: the line `heibai-policy-value 1`, a line of JSON (`game`, `size`, `rules`, `komi`, `handicap`, `width`), then
//! the weights as 32-bit floats, little end first: two hidden layers, the policy, the value, each a matrix by
//! rows (one row an input, the last row the bias).

use heibai_games::kind::Choice;
use heibai_games::player::{Analysis, Candidate, Fault, Thought, Wanted};
use heibai_games::value::{Amount, Value};
use heibai_games::{Act, Answer, AnyPosition, Color, Kind, Move, Player, Point, Position, Request, Rules};
use serde::Deserialize;
use std::io::Read;
use std::path::Path;
use std::sync::Arc;

const FORMAT: &str = "heibai-policy-value 1";
/// Larger networks belong into another format.
const WIDEST: usize = 4096;

#[derive(Deserialize)]
struct Head {
    game: String,
    size: usize,
    rules: Option<String>,
    komi: Option<f64>,
    handicap: Option<u32>,
    width: usize,
}

/// A matrix with its bias, by rows of one input each.
struct Layer {
    outputs: usize,
    weights: Vec<f32>,
}

impl Layer {
    fn apply(&self, input: &[f32]) -> Vec<f32> {
        let (rows, bias) = self.weights.split_at(input.len() * self.outputs);
        let mut out = bias.to_vec();
        for (&x, row) in input.iter().zip(rows.chunks_exact(self.outputs)) {
            if x != 0.0 {
                out.iter_mut().zip(row).for_each(|(sum, &weight)| *sum += x * weight);
            }
        }
        out
    }
}

/// A network and the game that it plays.
pub struct Learned {
    rules: Rules,
    width: usize,
    hidden: [Layer; 2],
    policy: Layer,
    value: Layer,
}

impl Learned {
    /// The game that it was taught.
    pub fn kind(&self) -> Kind {
        self.rules.kind()
    }

    /// Whether these bytes begin as a file of this format does.
    pub fn begins(bytes: &[u8]) -> bool {
        bytes.starts_with(FORMAT.as_bytes())
    }

    pub fn read(path: &Path) -> Result<Learned, String> {
        let at = |what: String| format!("{}: {what}", path.display());
        let bytes = std::fs::read(path).map_err(|error| at(error.to_string()))?;
        Learned::parse(&bytes).map_err(at)
    }

    pub fn parse(bytes: &[u8]) -> Result<Learned, String> {
        let (format, rest) = line(bytes).ok_or_else(|| format!("not a file of '{FORMAT}'"))?;
        if format != FORMAT.as_bytes() {
            return Err(format!("not a file of '{FORMAT}'"));
        }
        let (head, body) = line(rest).ok_or("line 2: the description ends before its line does")?;
        let head: Head = serde_json::from_slice(head).map_err(|error| format!("line 2: {error}"))?;
        let kind: Kind =
            head.game.parse().map_err(|_| format!("line 2: no game is called '{}'", head.game))?;
        let choice =
            Choice { size: Some(head.size), rules: head.rules, komi: head.komi, handicap: head.handicap };
        let rules = kind.rules(&choice).map_err(|error| format!("line 2: {error}"))?;
        if !(1..=WIDEST).contains(&head.width) {
            return Err(format!("line 2: width {}: expected 1 to {WIDEST}", head.width));
        }
        let points = head.size * head.size;
        let (inputs, actions) = (planes(&rules) * points, points + usize::from(kind != Kind::Gomoku));
        let shapes = [(inputs, head.width), (head.width, head.width), (head.width, actions), (head.width, 1)];
        let wanted: usize = shapes.iter().map(|(inputs, outputs)| (inputs + 1) * outputs * 4).sum();
        if body.len() != wanted {
            return Err(format!("{} bytes of weights: {kind} of this width has {wanted}", body.len()));
        }
        let mut floats = body.chunks_exact(4).map(|b| f32::from_le_bytes([b[0], b[1], b[2], b[3]]));
        let mut layer = |(inputs, outputs): (usize, usize)| Layer {
            outputs,
            weights: floats.by_ref().take((inputs + 1) * outputs).collect(),
        };
        let [first, second, policy, value] = shapes.map(&mut layer);
        let layers = [&first, &second, &policy, &value];
        if layers.iter().any(|layer| layer.weights.iter().any(|weight| !weight.is_finite())) {
            return Err("a weight is not a finite number".to_owned());
        }
        Ok(Learned { rules, width: head.width, hidden: [first, second], policy, value })
    }

    /// Whether the file says that it holds such a network.
    pub fn is_one(path: &Path) -> bool {
        let mut start = Vec::new();
        let read = std::fs::File::open(path).and_then(|file| file.take(64).read_to_end(&mut start));
        read.is_ok() && start.starts_with(FORMAT.as_bytes())
    }

    pub fn parameters(&self) -> usize {
        let [first, second] = &self.hidden;
        [first, second, &self.policy, &self.value].iter().map(|layer| layer.weights.len()).sum()
    }

    pub fn rules(&self) -> &Rules {
        &self.rules
    }

    pub fn width(&self) -> usize {
        self.width
    }

    /// The chance of each action (points, then the pass) before the legal ones are told apart, as logits, and
    /// the result from -1 to 1 that the side to move may expect.
    pub fn evaluate(&self, position: &AnyPosition) -> (Vec<f32>, f32) {
        let mut x = observe(position);
        for layer in &self.hidden {
            x = layer.apply(&x);
            x.iter_mut().for_each(|value| *value = value.max(0.0));
        }
        (self.policy.apply(&x), self.value.apply(&x)[0].tanh())
    }
}

fn line(bytes: &[u8]) -> Option<(&[u8], &[u8])> {
    let end = bytes.iter().take(4096).position(|&byte| byte == b'\n')?;
    Some((&bytes[..end], &bytes[end + 1..]))
}

fn forbids(rules: &Rules) -> bool {
    matches!(rules, Rules::Gomoku(rules) if rules.variant().is_renju())
}

fn planes(rules: &Rules) -> usize {
    4 + usize::from(matches!(rules, Rules::Go(_))) + usize::from(forbids(rules))
}

/// The planes of Python's `State.observation`: own stones, the other side's, legal points, Black to move, komi
/// for the side that gets it (Go), Black's forbidden points (Renju).
fn observe(position: &AnyPosition) -> Vec<f32> {
    let (points, turn, rules) = (position.size() * position.size(), position.turn(), position.rules());
    let mut out = vec![0.0; planes(&rules) * points];
    for point in Point::all(position.size()) {
        if let Some(color) = position.stone(point) {
            out[usize::from(color != turn) * points + point.index()] = 1.0;
        }
    }
    let mut moves = Vec::new();
    position.legal_moves(&mut moves);
    for mv in moves {
        if let Move::Place(point) = mv {
            out[2 * points + point.index()] = 1.0;
        }
    }
    if turn == Color::Black {
        out[3 * points..4 * points].fill(1.0);
    }
    if let Rules::Go(rules) = &rules {
        let komi = rules.komi().0 as f32;
        out[4 * points..].fill(if turn == Color::White { komi } else { -komi });
    }
    if let AnyPosition::Gomoku(board) = position
        && forbids(&rules)
    {
        board.forbidden_points().iter().for_each(|(point, _)| out[4 * points + point.index()] = 1.0);
    }
    out
}

/// Plays the move after which the network expects most.
pub struct LearnedPlayer {
    name: String,
    network: Arc<Learned>,
}

impl LearnedPlayer {
    pub fn new(name: &str, network: Arc<Learned>) -> LearnedPlayer {
        LearnedPlayer { name: name.to_owned(), network }
    }

    /// Every legal move and its worth to the side to move, best first.
    fn worths(&self, position: &AnyPosition) -> Result<Vec<(Move, f32)>, Fault> {
        if position.rules() != self.network.rules {
            return Err(Fault::Unable(format!("{} was taught another game, size or rule set", self.name)));
        }
        let mut moves = Vec::new();
        position.legal_moves(&mut moves);
        let worth = |mv| {
            let mut child = position.clone();
            child.play_unchecked(mv, &mut ());
            match child.outcome() {
                Some(end) => 2.0 * end.points(position.turn()) as f32 - 1.0,
                None => -self.network.evaluate(&child).1,
            }
        };
        let mut worths: Vec<(Move, f32)> = moves.into_iter().map(|mv| (mv, worth(mv))).collect();
        worths.sort_by(|a, b| b.1.total_cmp(&a.1));
        Ok(worths)
    }
}

fn chance(worth: f32) -> Option<Value> {
    Some(Value::estimated(Amount::WinRate(f64::from(1.0 + worth) / 2.0)))
}

impl Player for LearnedPlayer {
    fn name(&self) -> String {
        self.name.clone()
    }

    fn choose(&mut self, request: &Request<'_>) -> Result<Answer, Fault> {
        let worths = self.worths(request.position)?;
        let &(mv, worth) =
            worths.first().ok_or_else(|| Fault::Unable("there is no legal move".to_owned()))?;
        let nodes = worths.len() as u64;
        let thought =
            Thought { value: chance(worth), depth: Some(1), nodes, line: vec![mv], ..Thought::default() };
        Ok(Answer { act: Act::Play(mv), thought })
    }

    fn weighs_moves(&self) -> bool {
        true
    }

    fn analyze(
        &mut self,
        request: &Request<'_>,
        _: Wanted,
        report: &mut dyn FnMut(&Analysis),
    ) -> Result<Analysis, Fault> {
        let worths = self.worths(request.position)?;
        let candidate = |&(mv, worth): &(Move, f32)| Candidate {
            mv,
            value: chance(worth),
            nodes: 1,
            prior: None,
            line: vec![mv],
        };
        let analysis = Analysis {
            candidates: worths.iter().map(candidate).collect(),
            depth: Some(1),
            nodes: worths.len() as u64,
            ownership: None,
        };
        report(&analysis);
        Ok(analysis)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A network that counts: its value grows with the own discs.
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
        assert!((network.evaluate(&position).1 - 0.2f32.tanh()).abs() < 1e-6);
        let stop = std::sync::atomic::AtomicBool::new(false);
        let limits = heibai_games::Limits::default();
        let request =
            Request { start: &position, moves: &[], position: &position, limits: &limits, stop: &stop };
        let answer = LearnedPlayer::new("counting", Arc::new(network)).choose(&request).unwrap();
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
