//! The players that a guest may choose: levels, characters, plain searches with limited parameters, and networks
//! named by the server's owner. Guests never choose memory, threads, pondering or files.

use crate::error::{Answer, Code, Fail};
use heibai_engines::characters::Character;
use heibai_engines::players::{BadPlayer, Options, Plain, level_player, plain};
use heibai_engines::trained::Trained;
use heibai_engines::{Level, classic};
use heibai_games::{Kind, Player, Rules};
use heibai_words::{names, players as said};
use std::collections::BTreeMap;

/// The owner's networks by name.
pub type Networks = BTreeMap<String, Trained>;

/// The longest name of a player.
const LONGEST: usize = 200;
/// Plain minimax beyond this depth takes minutes per move on every board.
const DEEPEST_MINIMAX: u64 = 6;
const DEEPEST_ALPHABETA: u64 = 12;
/// A tree of this many playouts takes about 150 MB on the largest board.
const MOST_PLAYOUTS: u64 = 100_000;
const USUAL_VISITS: u64 = 400;
const MOST_VISITS: u64 = 10_000;

/// A player that was admitted, for one game.
#[derive(Clone)]
pub struct Opponent {
    name: String,
    kind: Kind,
    way: Way,
}

#[derive(Clone)]
enum Way {
    Level(Level),
    Character(Character),
    Plain(Plain<'static>),
    Network { network: Trained, visits: u32 },
}

impl Opponent {
    /// Reads `hard`, `alphabeta:depth=6,eval=weights`, `mcts:playouts=1000` or `network:name=N,visits=400`.
    pub fn read(text: &str, kind: Kind, networks: &Networks) -> Answer<Opponent> {
        if text.len() > LONGEST {
            return Err(Code::BadPlayer.into());
        }
        let way = read(text, kind, networks).map_err(|bad| Fail::because(Code::BadPlayer, bad))?;
        Ok(Opponent { name: text.to_owned(), kind, way })
    }

    /// Refuses rules that a network was not trained for: it would forfeit at its first move.
    pub fn check_rules(&self, rules: &Rules) -> Answer<()> {
        let Way::Network { network, .. } = &self.way else { return Ok(()) };
        let Some(taught) = network.taught().filter(|taught| *taught != rules) else { return Ok(()) };
        let name = taught.choice().rules.unwrap_or_default();
        Err(Fail::because(Code::BadPlayer, said::taught_other(taught.size(), names::rules(&name))))
    }

    pub fn level(level: Level, kind: Kind) -> Opponent {
        Opponent { name: level.name().to_owned(), kind, way: Way::Level(level) }
    }

    pub fn name(&self) -> &str {
        &self.name
    }

    pub fn kind(&self) -> Kind {
        self.kind
    }

    /// Makes the player; `seed` decides everything random.
    pub fn player(&self, seed: u64) -> Answer<Box<dyn Player>> {
        let (name, kind) = (self.name.as_str(), self.kind);
        Ok(match &self.way {
            Way::Level(level) => level_player(kind, *level, seed),
            Way::Character(character) => character.player(kind, seed),
            Way::Plain(search) => plain(name, kind, *search, seed).map_err(Fail::internal)?,
            Way::Network { network, visits } => network.player(name, *visits, seed),
        })
    }
}

fn read(text: &str, kind: Kind, networks: &Networks) -> Result<Way, BadPlayer> {
    let (word, options) = text.split_once(':').unwrap_or((text, ""));
    let mut options = Options::read(word, options)?;
    let way = match word {
        "random" => Way::Plain(Plain::Random),
        "minimax" => Way::Plain(Plain::Minimax {
            depth: options.number("depth", 3, DEEPEST_MINIMAX)? as u32,
            evaluation: evaluation(kind, &mut options)?,
        }),
        "alphabeta" => Way::Plain(Plain::AlphaBeta {
            depth: options.number("depth", 3, DEEPEST_ALPHABETA)? as u32,
            evaluation: evaluation(kind, &mut options)?,
        }),
        "mcts" => Way::Plain(Plain::Mcts {
            playouts: options.number("playouts", 1000, MOST_PLAYOUTS)? as u32,
            evaluation: evaluation(kind, &mut options)?,
        }),
        "network" => {
            let visits = options.number("visits", USUAL_VISITS, MOST_VISITS)? as u32;
            let name = options.word("name").unwrap_or_default();
            let network = networks.get(name).filter(|network| network.kind() == kind);
            let network = network.ok_or_else(|| BadPlayer(said::no_such_network(name, kind.name())))?;
            Way::Network { network: network.clone(), visits }
        }
        _ => match (word.parse(), word.parse()) {
            (Ok(level), _) => Way::Level(level),
            (_, Ok(character)) => Way::Character(character),
            _ => return Err(BadPlayer(said::not_offered(word))),
        },
    };
    options.end()?;
    Ok(way)
}

fn evaluation(kind: Kind, options: &mut Options<'_>) -> Result<Option<&'static str>, BadPlayer> {
    let Some(name) = options.word("eval") else { return Ok(None) };
    let known = classic::names(kind).iter().find(|known| **known == name);
    known
        .map(|known| Some(*known))
        .ok_or_else(|| BadPlayer(said::no_evaluation(kind.name(), name, &classic::names(kind).join(", "))))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn guests_choose_neither_memory_nor_threads_nor_files() {
        let allowed = |text: &str, kind| Opponent::read(text, kind, &Networks::new()).is_ok();
        for kind in Kind::ALL {
            for level in Level::ALL {
                assert!(allowed(level.name(), kind));
            }
            for character in Character::ALL {
                assert!(allowed(character.name(), kind));
            }
            for text in ["random", "minimax:depth=3", "alphabeta:depth=12", "mcts:playouts=100000"] {
                assert!(allowed(text, kind), "{text}");
            }
            for text in [
                "engine",
                "engine:hash=65536",
                "engine:threads=256",
                "engine:ponder=yes",
                "engine:nodes=1",
                "engine:network=/etc/passwd",
                "learned:file=/etc/passwd",
                "network:name=/etc/passwd",
                "network",
                "gtp:sh",
                "best:threads=2",
                "minimax:depth=7",
                "minimax:depth=0",
                "alphabeta:depth=13",
                "alphabeta:depth=99999999999999999999",
                "alphabeta:eval=/etc/passwd",
                "mcts:playouts=100001",
                "random:hash=1",
                "random:x",
                "",
            ] {
                assert!(!allowed(text, kind), "{text}");
            }
            assert!(!allowed(&format!("mcts:playouts={}1", "0".repeat(LONGEST)), kind));
        }
    }
}
