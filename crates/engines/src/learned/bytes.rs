//! Quantizes a residual network to bytes. The ranges of its activations are measured on positions from its own games,
//! and the effect of rounding is reported.

use super::player::ObservedGame;
use super::{Learned, Net, line};
use crate::observation::{Boards, action, mask};
use fastrand::Rng;
use heibai_games::{AnyPosition, Position};
use heibai_net::{Network, Scratch, calibrate, file};

/// How many positions the ranges are measured on; as many others compare the two precisions.
const POSITIONS: usize = 256;
/// Batch size; each batch size has its own scratch memory.
const TOGETHER: usize = 16;

/// An observation and its legal actions.
type Sample = (Vec<f32>, Vec<bool>);

/// A network file in bytes, and how well it agrees with the original.
pub struct InBytes {
    pub file: Vec<u8>,
    pub positions: usize,
    /// Positions in which both prefer the same move.
    pub same_move: usize,
    /// Mean and largest difference of the values, which lie between -1 and 1.
    pub mean_difference: f32,
    pub largest_difference: f32,
}

impl InBytes {
    /// Converts a file in single precision to bytes.
    pub fn of_file(bytes: &[u8]) -> Result<InBytes, String> {
        let learned = Learned::parse(bytes)?;
        let Net::Residual(network) = &learned.net else {
            return Err("two hidden layers are kept in single precision".to_owned());
        };
        let positions: Vec<_> =
            learned.own_games(1).iter().map(|(planes, _)| learned.inputs(planes)).collect();
        let model = calibrate(network.model().clone(), &positions).map_err(|error| error.to_string())?;
        let body = line(bytes).and_then(|(_, rest)| line(rest)).map_or(&[][..], |(_, body)| body);
        let head = &bytes[..bytes.len() - body.len()];
        let file = [head, &file::write(&model)].concat();
        let rounded = Network::bytes(model).map_err(|error| error.to_string())?;
        let rounded = Learned {
            rules: learned.rules.clone(),
            layout: learned.layout,
            net: Net::Residual(Box::new(rounded)),
        };
        Ok(rounded.compared_with(&learned, &learned.own_games(2), file))
    }
}

impl Learned {
    /// Positions of games in which the network draws every move from its own policy.
    fn own_games(&self, seed: u64) -> Vec<Sample> {
        let (mut random, mut scratch) = (Rng::with_seed(seed), Scratch::default());
        let start = AnyPosition::start(&self.rules);
        let longest = 2 * self.layout.points();
        let mut seen = Vec::with_capacity(POSITIONS);
        while seen.len() < POSITIONS {
            let mut game =
                ObservedGame { boards: Boards::new(&start, self.layout.history), position: start.clone() };
            for _ in 0..longest {
                let legal = mask(&game.position);
                if game.position.outcome().is_some() || seen.len() == POSITIONS {
                    break;
                }
                let planes = game.observe(self);
                let told = self.evaluate(&mut scratch, std::slice::from_ref(&planes));
                let drawn = told.first().and_then(|(logits, _)| draw(logits, &legal, &mut random));
                seen.push((planes, legal));
                match drawn.and_then(|drawn| action::read(drawn as i64, self.kind(), self.layout.size)) {
                    Some(mv) => game.play(mv),
                    None => break,
                }
            }
        }
        seen
    }

    fn compared_with(&self, other: &Learned, sample: &[Sample], file: Vec<u8>) -> InBytes {
        let observations: Vec<Vec<f32>> = sample.iter().map(|(planes, _)| planes.clone()).collect();
        let told = |network: &Learned| -> Vec<(Vec<f32>, f32)> {
            let mut scratch = Scratch::default();
            observations.chunks(TOGETHER).flat_map(|part| network.evaluate(&mut scratch, part)).collect()
        };
        let (mine, theirs) = (told(self), told(other));
        let best = |logits: &[f32], legal: &[bool]| {
            let of = logits.iter().zip(legal).enumerate().filter(|(_, (_, legal))| **legal);
            of.max_by(|a, b| a.1.0.total_cmp(b.1.0)).map(|(action, _)| action)
        };
        let both = mine.iter().zip(&theirs).zip(sample);
        let same_move = both.filter(|((a, b), (_, legal))| best(&a.0, legal) == best(&b.0, legal)).count();
        let differences: Vec<f32> = mine.iter().zip(&theirs).map(|(a, b)| (a.1 - b.1).abs()).collect();
        InBytes {
            file,
            positions: sample.len(),
            same_move,
            mean_difference: differences.iter().sum::<f32>() / differences.len().max(1) as f32,
            largest_difference: differences.iter().copied().fold(0.0, f32::max),
        }
    }
}

/// An action drawn from the softmax of the legal ones.
fn draw(logits: &[f32], legal: &[bool], random: &mut Rng) -> Option<usize> {
    let of = || logits.iter().zip(legal).enumerate().filter(|(_, (_, legal))| **legal);
    let most = of().map(|(_, (logit, _))| *logit).fold(f32::MIN, f32::max);
    let weight = |logit: f32| f64::from(logit - most).exp();
    let mut left = random.f64() * of().map(|(_, (logit, _))| weight(*logit)).sum::<f64>();
    let drawn = of().find(|(_, (logit, _))| {
        left -= weight(**logit);
        left <= 0.0
    });
    drawn.or_else(|| of().next_back()).map(|(action, _)| action)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_network_in_bytes_is_smaller_and_prefers_the_same_moves() {
        let shipped = std::fs::read(concat!(env!("CARGO_MANIFEST_DIR"), "/../../data/go/heibai-4x32.hbn"));
        let mut model = file::read(&shipped.unwrap()).unwrap();
        model.ranges.clear();
        let head = "heibai-policy-value 2\n{\"game\":\"go\",\"size\":7}\n";
        let whole = [head.as_bytes(), &file::write(&model)].concat();
        let made = InBytes::of_file(&whole).unwrap();
        assert!(made.file.starts_with(head.as_bytes()) && made.file.len() * 2 < whole.len());
        assert_eq!(made.positions, POSITIONS);
        assert!(made.same_move * 10 >= 9 * POSITIONS, "{} of {POSITIONS}", made.same_move);
        assert!(made.mean_difference > 0.0 && made.mean_difference < 0.05, "{}", made.mean_difference);
        assert!(Learned::parse(&made.file).unwrap().is_residual());
        let again = InBytes::of_file(&whole).unwrap();
        assert_eq!(again.file, made.file, "the same network gives the same file");
    }

    #[test]
    fn what_cannot_be_in_bytes_says_so() {
        let mut file = b"heibai-policy-value 1\n{\"game\":\"othello\",\"size\":4,\"width\":1}\n".to_vec();
        file.extend(std::iter::repeat_n(0u8, 4 * (65 + 2 + 34 + 2)));
        assert_eq!(InBytes::of_file(&file).err().unwrap(), "two hidden layers are kept in single precision");
        assert!(InBytes::of_file(b"").is_err());
    }
}
