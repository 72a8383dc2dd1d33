//! The networks that ship with the program.

use crate::data::File;
use heibai_net::{Network, file};
use std::sync::{Arc, OnceLock};

fn load(from: File) -> Arc<Network> {
    let model = file::read(from.bytes()).expect("a shipped network is whole; a test reads it");
    Arc::new(Network::bytes(model).expect("a shipped network runs in bytes; a test runs it"))
}

/// The network that the engine plays with: 10 blocks of 128 channels. All were trained by this project (`train/go`,
/// `data/manifest.toml`).
pub fn main() -> Arc<Network> {
    static LOADED: OnceLock<Arc<Network>> = OnceLock::new();
    LOADED.get_or_init(|| load(File::GoMain)).clone()
}

/// The network of the middle levels: 8 blocks of 96 channels.
pub fn medium() -> Arc<Network> {
    static LOADED: OnceLock<Arc<Network>> = OnceLock::new();
    LOADED.get_or_init(|| load(File::GoMedium)).clone()
}

/// The network that judges finished games: the one that counts most games as their players did, which need not be the
/// one that plays best.
pub fn judge() -> Arc<Network> {
    medium()
}

/// The small network, for the lower levels and slow machines: 4 blocks of 32 channels.
pub fn tiny() -> Arc<Network> {
    static LOADED: OnceLock<Arc<Network>> = OnceLock::new();
    LOADED.get_or_init(|| load(File::GoTiny)).clone()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::go::{State, View, inputs, ladder::Reader};
    use heibai_games::go::{Position, Rules};
    use heibai_games::position::Position as _;
    use heibai_net::Scratch;

    #[test]
    fn the_shipped_networks_answer_on_every_size() {
        for network in [main(), medium(), tiny()] {
            let mut scratch = Scratch::default();
            for size in 2..=25 {
                let rules = Rules::new(size, Rules::KOMI, 0).unwrap();
                let state = State::new(&Position::start(&rules), &[]);
                let output =
                    network.evaluate(&mut scratch, &inputs(&state, View::Game, &mut Reader::default()));
                assert_eq!((output.policy.len(), output.ownership.len()), (size * size + 1, size * size));
                let numbers =
                    output.policy.iter().chain(&output.ownership).chain([&output.win, &output.lead]);
                assert!(numbers.clone().all(|x| x.is_finite()), "{size}");
            }
        }
    }
}
