//! Positions to measure a network with: games that it plays by its policy alone.

use super::features::{View, inputs};
use super::ladder::Reader;
use super::state::State;
use heibai_games::go::{Position, Rules};
use heibai_games::position::Position as _;
use heibai_net::{Inputs, Model, Network, NetworkError, Output, Scratch, calibrate};

/// The network in bytes. Ranges that its file lacks are measured first, which takes a second or two.
pub fn in_bytes(model: Model) -> Result<Network, NetworkError> {
    if !model.is_rectified() || !model.ranges.is_empty() {
        return Network::bytes(model);
    }
    let network = Network::float(model)?;
    let positions = positions(&network, &[(19, 60), (19, 140), (19, 250), (13, 100), (9, 50)], 6);
    Network::bytes(calibrate(network.into_model(), &positions)?)
}

/// Games of so many moves on boards of such sizes; every `every`th position is kept.
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

/// A legal move drawn by the policy.
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
