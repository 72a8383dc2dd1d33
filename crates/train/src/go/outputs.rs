//! Compares our inference with KataGo's on the same positions (`train/go/raw_outputs.py` runs KataGo).

use super::contender::load;
use anyhow::{Context, bail};
use heibai_engines::go::ladder::Reader;
use heibai_engines::go::oracle::opinion;
use heibai_engines::go::{State, View, inputs};
use heibai_games::board::{Color, Notation};
use heibai_games::go::{Position, Rules};
use heibai_games::position::{HalfPoints, Move, Position as _};
use heibai_net::{Precision, Scratch};
use serde_json::Value;
use std::path::PathBuf;
use std::time::Instant;

#[derive(clap::Args)]
pub struct Outputs {
    /// The network, in any format, evaluated in single precision
    #[arg(long)]
    network: String,
    /// Evaluates in 8-bit integers instead; larger differences are then reported but no failure
    #[arg(long)]
    bytes: bool,
    /// Evaluates each position this many times, to measure the time
    #[arg(long, default_value_t = 1)]
    times: u32,
    /// KataGo's outputs, one JSON object per line
    #[arg(long)]
    outputs: PathBuf,
    /// The largest allowed difference
    #[arg(long, default_value_t = 1e-3)]
    most: f64,
}

impl Outputs {
    pub fn run(self) -> anyhow::Result<()> {
        let network = load(&self.network, if self.bytes { Precision::Bytes } else { Precision::Float })?;
        eprintln!("{} is read", self.network);
        let text = std::fs::read_to_string(&self.outputs)?;
        let start = Position::start(&Rules::new(19, HalfPoints(15), 0)?);
        let (mut reader, mut scratch) = (Reader::default(), Scratch::default());
        let (mut worst, mut same, mut count, mut seconds, mut wins) = ([0.0f64; 4], 0, 0, 0.0, 0.0);
        for line in text.lines().skip(1) {
            let theirs: Value = serde_json::from_str(line)?;
            let state = State::new(&start, &moves(&theirs)?);
            let began = Instant::now();
            let shown = inputs(&state, View::Game, &mut reader);
            let output = network.evaluate(&mut scratch, &shown);
            (1..self.times).for_each(|_| drop(network.evaluate(&mut scratch, &shown)));
            seconds += began.elapsed().as_secs_f64();
            let found = opinion(&state, &output);
            let mut policy = numbers(&theirs["policy"])?;
            policy.push(theirs["policyPass"].as_f64().context("no policyPass")?);
            let at = |cell: Option<_>| cell.map_or(361, |cell| state.board.point_of(cell).index());
            for &(cell, share) in &found.moves {
                worst[0] = worst[0].max((f64::from(share) - policy[at(cell)]).abs());
            }
            let best = found.moves.iter().max_by(|a, b| a.1.total_cmp(&b.1)).map(|best| at(best.0));
            same += usize::from(best == (0..362).max_by(|&a, &b| policy[a].total_cmp(&policy[b])));
            let sign = if state.turn() == Color::White { 1.0 } else { -1.0 };
            let white = if state.turn() == Color::White { output.win } else { output.loss };
            let number = |name: &str| theirs[name].as_f64().with_context(|| format!("no {name}"));
            let off = (f64::from(white) - number("whiteWin")?).abs();
            worst[1] = worst[1].max(off);
            wins += off;
            worst[2] = worst[2].max((f64::from(output.lead) * sign - number("whiteLead")?).abs());
            for (ours, theirs) in output.ownership.iter().zip(numbers(&theirs["whiteOwnership"])?) {
                worst[3] = worst[3].max((f64::from(*ours) * sign - theirs).abs());
            }
            count += 1;
        }
        println!(
            "{count} positions, the same best move in {same}; largest differences: policy {:.1e}, win {:.1e}, \
             lead {:.1e} points, ownership {:.1e}; mean difference of win {:.4}; {:.1} ms per evaluation ({:?})",
            worst[0],
            worst[1],
            worst[2],
            worst[3],
            wins / f64::from(count.max(1)),
            1e3 * seconds / f64::from(count.max(1) * self.times.max(1)),
            network.precision(),
        );
        if count == 0 || !self.bytes && worst.iter().any(|&off| off.is_nan() || off > self.most) {
            bail!("a difference exceeds {}", self.most);
        }
        Ok(())
    }
}

fn moves(theirs: &Value) -> anyhow::Result<Vec<Move>> {
    let words = theirs["moves"].as_str().context("no moves")?.split_whitespace();
    let read = |word: &str| word.get(2..).and_then(|name| Notation::Go.read(name, 19).ok()).map(Move::Place);
    words.map(|word| read(word).with_context(|| format!("'{word}' is no move"))).collect()
}

/// A list of numbers; `null`, as for illegal moves, is zero.
fn numbers(list: &Value) -> anyhow::Result<Vec<f64>> {
    let list = list.as_array().context("a list of numbers is missing")?;
    Ok(list.iter().map(|x| x.as_f64().unwrap_or(0.0)).collect())
}
