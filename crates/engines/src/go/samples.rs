//! Positions to calibrate a network on: games that it plays by its policy alone.

use super::features::{View, inputs};
use super::ladder::Reader;
use super::shipped;
use super::state::State;
use heibai_games::go::{Position, Rules};
use heibai_games::position::Position as _;
use heibai_net::{Inputs, Model, Network, NetworkError, Output, Scratch, calibrate};

/// Networks with more multiplications per point than this do not play their own games for calibration: 15x192 has 11
/// million.
const LARGE: usize = 15_000_000;

/// Converts the network to bytes. Ranges missing from its file are calibrated first on games that it plays by its
/// policy, which takes a second or two. For a large network that would take minutes, so the small one plays, and
/// fewer positions are used.
pub fn in_bytes(model: Model) -> Result<Network, NetworkError> {
    if !model.runs_in_bytes() || !model.ranges.is_empty() {
        return Network::bytes(model);
    }
    let games = [(19, 60), (19, 140), (19, 250), (13, 100), (9, 50)];
    if model.products_per_point() > LARGE {
        return Network::bytes(calibrate(model, &positions(&shipped::tiny(), &games, 15))?);
    }
    let network = Network::float(model)?;
    let positions = positions(&network, &games, 6);
    Network::bytes(calibrate(network.into_model(), &positions)?)
}

/// Plays `games`, given as board size and number of moves; keeps every `every`-th position.
pub fn positions(network: &Network, games: &[(usize, usize)], every: usize) -> Vec<Inputs> {
    let mut random = fastrand::Rng::with_seed(1);
    let mut reader = Reader::default();
    let mut scratch = Scratch::default();
    let mut kept = Vec::new();
    for &(size, moves) in games {
        let rules = Rules::new(size, Rules::KOMI, 0).expect("a size that the game has");
        let mut state = State::new(&Position::start(&rules), &[]);
        for number in 0..moves {
            if state.is_over() {
                break;
            }
            let shown = inputs(&state, View::Game, &mut reader);
            let output = network.evaluate(&mut scratch, &shown);
            if number % every == 0 {
                kept.push(shown);
            }
            let cell = sample(&state, &output, &mut random);
            state.play_cell(cell);
        }
    }
    kept
}

/// A legal move sampled from the policy.
fn sample(state: &State, output: &Output, random: &mut fastrand::Rng) -> Option<super::board::Cell> {
    let cells = state.board.cells().map(Some).chain([None]);
    let legal: Vec<_> =
        cells.zip(&output.policy).filter(|(cell, _)| cell.is_none_or(|cell| state.allows(cell))).collect();
    let most = legal.iter().map(|(_, x)| **x).fold(f32::MIN, f32::max);
    let total: f32 = legal.iter().map(|(_, x)| (**x - most).exp()).sum();
    let mut left = random.f32() * total;
    for (cell, x) in &legal {
        left -= (**x - most).exp();
        if left <= 0.0 {
            return *cell;
        }
    }
    None
}
