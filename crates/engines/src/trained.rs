//! A trained network from a file of either format, read once and shared by all players that use it.

use crate::files;
use crate::go::player::{GoPlayer, GoSettings};
use crate::go::players;
use crate::learned::{Learned, LearnedPlayer};
use heibai_games::{Kind, Player, Rules};
use heibai_net::{Network, Precision};
use heibai_words::failures;
use std::path::Path;
use std::sync::Arc;

/// A network, and the game that it plays.
#[derive(Clone)]
pub enum Trained {
    Go(Arc<Network>),
    Learned(Arc<Learned>),
}

impl Trained {
    /// Reads the file; the error says what is wrong with it.
    pub fn read(path: &Path) -> Result<Trained, String> {
        let bytes = files::read(path).map_err(|error| failures::system(&error).en)?;
        if Learned::begins(&bytes) {
            return Learned::parse(&bytes).map(|network| Trained::Learned(Arc::new(network)));
        }
        players::of_bytes(&bytes, Precision::Bytes).map(Trained::Go)
    }

    pub fn kind(&self) -> Kind {
        match self {
            Trained::Go(_) => Kind::Go,
            Trained::Learned(network) => network.kind(),
        }
    }

    /// The rules it was trained for, if it plays only those.
    pub fn taught(&self) -> Option<&Rules> {
        match self {
            Trained::Go(_) => None,
            Trained::Learned(network) => Some(network.rules()),
        }
    }

    /// A player that searches `visits` visits per move with this network, on one thread and without pondering.
    pub fn player(&self, name: &str, visits: u32, seed: u64) -> Box<dyn Player> {
        match self {
            Trained::Go(network) => {
                let settings = GoSettings { visits, unlimited: false, ..GoSettings::BEST };
                Box::new(GoPlayer::new(name, Arc::clone(network), settings, seed))
            }
            Trained::Learned(network) => {
                Box::new(LearnedPlayer::new(name, Arc::clone(network), Some(visits), seed))
            }
        }
    }
}
