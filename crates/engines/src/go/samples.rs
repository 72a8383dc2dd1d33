//! Positions to measure a network with: games that it plays by its policy alone.

use super::features::{View, inputs};
use super::ladder::Reader;
use super::shipped;
use super::state::State;
use heibai_games::go::{Position, Rules};
use heibai_games::position::Position as _;
use heibai_net::{Inputs, Model, Network, NetworkError, Output, Scratch, calibrate};

/// Products for each point beyond which a network does not play its own games to be measured: 15x192 has 11 million.
const LARGE: usize = 15_000_000;

/// The network in bytes. Ranges that its file lacks are measured first, on games that it plays by its policy, which
/// takes a second or two. Games of a large network would take minutes; the small one plays them, and fewer positions
/// are looked at.
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
