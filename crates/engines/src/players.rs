//! Players by name: `random`, `hard`, `alphabeta:depth=6,eval=weights`, `mcts:playouts=1000`.

use crate::classic;
use crate::learned::{Learned, LearnedPlayer};
use crate::level::Level;
use crate::othello;
use crate::search::meter::Meter;
use crate::search::{WIN, alphabeta, mcts, minimax};
use heibai_games::player::{Fault, Thought, Weighed};
use heibai_games::{Act, Answer, AnyPosition, Kind, Move, Player, Position, Request};
use std::collections::BTreeMap;
use std::fmt;
use std::path::Path;
use std::sync::Arc;

/// Why a text names no player.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BadPlayer(pub String);

impl fmt::Display for BadPlayer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for BadPlayer {}

/// The options after the colon of a player's name: `depth=6,eval=weights`.
pub struct Options<'t> {
    player: &'t str,
    left: BTreeMap<&'t str, &'t str>,
}

impl<'t> Options<'t> {
    /// Reads `key=value,key=value`; `player` is named in complaints.
    pub fn read(player: &'t str, text: &'t str) -> Result<Options<'t>, BadPlayer> {
        let mut left = BTreeMap::new();
        for pair in text.split(',').filter(|pair| !pair.is_empty()) {
            let (key, value) = pair.split_once('=').ok_or_else(|| {
                BadPlayer(format!("'{pair}' in player '{player}' is not of the form key=value"))
            })?;
            left.insert(key.trim(), value.trim());
        }
        Ok(Options { player, left })
    }

    /// Takes a number out of the options; `default` where it is not given.
    pub fn number(&mut self, key: &str, default: u64, most: u64) -> Result<u64, BadPlayer> {
        let Some(text) = self.left.remove(key) else { return Ok(default) };
        text.parse().ok().filter(|n| (1..=most).contains(n)).ok_or_else(|| {
            BadPlayer(format!("{key}={text} in player '{}': expected 1 to {most}", self.player))
        })
    }

    /// Takes `yes` or `no` out of the options, or `1` or `0`; `default` where it is not given.
    pub fn switch(&mut self, key: &str, default: bool) -> Result<bool, BadPlayer> {
        match self.left.remove(key) {
            None => Ok(default),
            Some("no" | "0") => Ok(false),
            Some("yes" | "1") => Ok(true),
            Some(text) => {
                Err(BadPlayer(format!("{key}={text} in player '{}': expected yes or no", self.player)))
            }
        }
    }

    /// Takes a number of mebibytes that the system can give; one that it cannot is refused here, because a table
    /// that is too large would end the process.
    pub fn memory(&mut self, key: &str, default: u64, most: u64) -> Result<usize, BadPlayer> {
        let mebibytes = self.number(key, default, most)? as usize;
        let words = mebibytes.saturating_mul((1 << 20) / size_of::<u64>());
        Vec::<u64>::new().try_reserve_exact(words).map_err(|_| {
            let player = self.player;
            BadPlayer(format!(
                "{key}={mebibytes} in player '{player}': the system does not give so much memory"
            ))
        })?;
        Ok(mebibytes)
    }

    pub fn word(&mut self, key: &str) -> Option<&'t str> {
        self.left.remove(key)
    }

    /// Whatever nobody asked for is a mistake of the user's.
    pub fn end(self) -> Result<(), BadPlayer> {
        match self.left.keys().next() {
            None => Ok(()),
            Some(key) => Err(BadPlayer(format!("player '{}' has no option '{key}'", self.player))),
        }
    }
}

/// A player of `kind` by its name. `seed` decides everything that is left to chance.
pub fn parse(text: &str, kind: Kind, seed: u64) -> Result<Box<dyn Player>, BadPlayer> {
    let (name, options) = text.split_once(':').unwrap_or((text, ""));
    let mut options = Options::read(name, options)?;
    let player: Box<dyn Player> = match name {
        "random" => plain(text, kind, Plain::Random, seed)?,
        "minimax" | "alphabeta" => {
            let depth = options.number("depth", 3, 60)? as u32;
            let evaluation = options.word("eval");
            let search = match name {
                "minimax" => Plain::Minimax { depth, evaluation },
                _ => Plain::AlphaBeta { depth, evaluation },
            };
            plain(text, kind, search, seed)?
        }
        "mcts" => {
            let playouts = options.number("playouts", 1000, 100_000_000)? as u32;
            plain(text, kind, Plain::Mcts { playouts }, seed)?
        }
        "learned" => {
            let file = options.word("file").ok_or_else(|| {
                BadPlayer("player 'learned' needs its network: learned:file=PATH".to_owned())
            })?;
            let network = Learned::read(Path::new(file)).map_err(BadPlayer)?;
            Box::new(LearnedPlayer::new(text, Arc::new(network)))
        }
        "engine" if kind == Kind::Othello => {
            let settings = othello::Settings::read(&mut options)?;
            Box::new(othello::Engine::new(text, settings, seed))
        }
        "engine" if kind == Kind::Gomoku => {
            let nodes = options.number("nodes", u64::MAX, u64::MAX)?;
            let threads = options.number("threads", 1, 256)? as usize;
            let hash = options.memory("hash", 64, 65_536)?;
            let nodes = Some(nodes).filter(|&nodes| nodes < u64::MAX);
            Box::new(crate::gomoku::Strong::new(text, crate::gomoku::Settings { hash, threads, nodes }))
        }
        "engine" if kind == Kind::Go => crate::go::players::engine(text, &mut options, seed)?,
        _ => {
            let level: Level = name.parse().map_err(|()| {
                BadPlayer(format!(
                    "no player is called '{name}': expected beginner, normal, hard, hell, best, random, \
                     minimax:depth=3,eval=..., alphabeta:depth=6,eval=..., mcts:playouts=1000, learned:file=PATH"
                ))
            })?;
            level_player(kind, level, seed)
        }
    };
    options.end()?;
    Ok(player)
}

/// A search that needs nothing but the referee and, at most, one of the game's named evaluations.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Plain<'a> {
    Random,
    Minimax { depth: u32, evaluation: Option<&'a str> },
    AlphaBeta { depth: u32, evaluation: Option<&'a str> },
    Mcts { playouts: u32 },
}

/// The player of a plain search.
pub fn plain(name: &str, kind: Kind, search: Plain<'_>, seed: u64) -> Result<Box<dyn Player>, BadPlayer> {
    let evaluation = |name: Option<&str>| {
        classic::evaluation(kind, name).ok_or_else(|| {
            let (name, names) = (name.unwrap_or_default(), classic::names(kind).join(", "));
            BadPlayer(format!("{kind} has no evaluation '{name}': expected {names}"))
        })
    };
    let way = match search {
        Plain::Random => Way::Random,
        Plain::Minimax { depth, evaluation: name } => Way::Minimax(depth, evaluation(name)?),
        Plain::AlphaBeta { depth, evaluation: name } => Way::AlphaBeta(depth, evaluation(name)?),
        Plain::Mcts { playouts } => Way::Mcts(playouts),
    };
    Ok(Box::new(Generic { name: name.to_owned(), kind, random: fastrand::Rng::with_seed(seed), way }))
}

/// The player of a level.
pub fn level_player(kind: Kind, level: Level, seed: u64) -> Box<dyn Player> {
    if kind == Kind::Othello {
        return Box::new(othello::Engine::of_level(level, seed));
    }
    if kind == Kind::Gomoku {
        return crate::gomoku::level::player(level, seed);
    }
    if kind == Kind::Go {
        return crate::go::players::level(level, seed);
    }
    let random = fastrand::Rng::with_seed(seed);
    let depth = match level {
        Level::Beginner => 1,
        Level::Normal => 2,
        Level::Hard => 4,
        Level::Hell => 5,
        Level::Best => 6,
    };
    let evaluation = classic::evaluation(kind, None).expect("every game has a default evaluation");
    Box::new(Generic { name: level.name().to_owned(), kind, random, way: Way::AlphaBeta(depth, evaluation) })
}

enum Way {
    Random,
    Minimax(u32, Box<classic::AnyEvaluation>),
    AlphaBeta(u32, Box<classic::AnyEvaluation>),
    Mcts(u32),
}

/// A player that needs nothing but the referee and, at most, an evaluation.
struct Generic {
    name: String,
    kind: Kind,
    random: fastrand::Rng,
    way: Way,
}

impl Player for Generic {
    fn name(&self) -> String {
        self.name.clone()
    }

    fn choose(&mut self, request: &Request<'_>) -> Result<Answer, Fault> {
        if request.position.kind() != self.kind {
            return Err(Fault::Unable(format!("{} was made for {}", self.name, self.kind)));
        }
        let mut moves = Vec::new();
        request.position.legal_moves(&mut moves);
        if moves.is_empty() {
            return Err(Fault::Unable("there is no legal move".to_owned()));
        }
        if let [only] = moves[..] {
            return Ok(Answer::of(Act::Play(only)));
        }
        let mut meter = Meter::new(request.limits, request.stop);
        let limit = request.limits.depth.unwrap_or(u32::MAX);
        let (mv, mut thought) = match &self.way {
            Way::Random => (moves[self.random.usize(..moves.len())], Thought::default()),
            Way::Minimax(depth, evaluation) => {
                let first = minimax::ranked(request.position, limit.min(*depth), &**evaluation, &mut meter);
                let (mv, value) = first.first().copied().unwrap_or((moves[0], 0));
                let mut thought = thought_of(value, Some(*depth), vec![mv]);
                thought.weighed =
                    first.iter().map(|&(mv, value)| Weighed::of_score(mv, value, false)).collect();
                (mv, thought)
            }
            Way::AlphaBeta(depth, evaluation) => {
                match alphabeta::search(request.position, limit.min(*depth), &**evaluation, &mut meter) {
                    Some(found) => {
                        let mut thought = thought_of(found.value, Some(found.depth), found.line);
                        thought.weighed = found.weighed;
                        (thought.line[0], thought)
                    }
                    None => (moves[0], Thought::default()),
                }
            }
            Way::Mcts(playouts) => {
                let candidates = |position: &AnyPosition, moves: &mut Vec<Move>| {
                    classic::sensible_moves(position, moves);
                };
                let found =
                    mcts::search(request.position, *playouts, &mut self.random, &mut meter, &candidates);
                let (mv, mean) = found.best().unwrap_or((moves[0], 0.5));
                let mut ranked = found.moves;
                ranked.sort_by_key(|&(_, visits, _)| std::cmp::Reverse(visits));
                let weighed = ranked.into_iter().map(|(mv, visits, mean)| Weighed {
                    mv,
                    score: None,
                    win_rate: Some(mean),
                    at_most: false,
                    nodes: u64::from(visits),
                });
                let weighed = weighed.collect();
                (mv, Thought { win_rate: Some(mean), line: vec![mv], weighed, ..Thought::default() })
            }
        };
        thought.nodes = meter.nodes;
        Ok(Answer { act: Act::Play(mv), thought })
    }
}

fn thought_of(value: i32, depth: Option<u32>, line: Vec<Move>) -> Thought {
    let exact = value.abs() >= WIN - 1000;
    Thought { score: Some(f64::from(value)), exact, depth, line, ..Thought::default() }
}
