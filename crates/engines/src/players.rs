//! Players by name: `random`, `hard`, `alphabeta:depth=6,eval=weights`, `mcts:playouts=1000`.

use crate::classic;
use crate::learned::{Learned, LearnedPlayer};
use crate::level::Level;
use crate::othello;
use crate::search::meter::Meter;
use crate::search::{alphabeta, mcts, minimax};
use heibai_games::player::{Fault, Thought, Weighed};
use heibai_games::value::{Amount, Value};
use heibai_games::{Act, Answer, AnyPosition, Kind, Move, Player, Position, Request};
use std::collections::BTreeMap;
use std::fmt;
use std::path::Path;

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
    fn read(player: &'t str, text: &'t str) -> Result<Options<'t>, BadPlayer> {
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
    let random = fastrand::Rng::with_seed(seed);
    let player: Box<dyn Player> = match name {
        "random" => Box::new(Generic { name: text.to_owned(), kind, random, way: Way::Random }),
        "minimax" | "alphabeta" => {
            let depth = options.number("depth", 3, 60)? as u32;
            let evaluation = evaluation(kind, options.word("eval"))?;
            let way = if name == "minimax" {
                Way::Minimax(depth, evaluation)
            } else {
                Way::AlphaBeta(depth, evaluation)
            };
            Box::new(Generic { name: text.to_owned(), kind, random, way })
        }
        "mcts" => {
            let playouts = options.number("playouts", 1000, 100_000_000)? as u32;
            let eval = options.word("eval");
            let evaluation = eval.map(|name| evaluation(kind, Some(name))).transpose()?;
            Box::new(Generic { name: text.to_owned(), kind, random, way: Way::Mcts(playouts, evaluation) })
        }
        "learned" => {
            let file = options.word("file").ok_or_else(|| {
                BadPlayer("player 'learned' needs its network: learned:file=PATH".to_owned())
            })?;
            let network = Learned::read(Path::new(file)).map_err(BadPlayer)?;
            Box::new(LearnedPlayer::new(text, network))
        }
        "engine" if kind == Kind::Othello => {
            let settings = othello::Settings::read(&mut options)?;
            Box::new(othello::Engine::new(text, settings, seed))
        }
        "engine" if kind == Kind::Gomoku => {
            let nodes = options.number("nodes", u64::MAX, u64::MAX)?;
            let threads = options.number("threads", 1, 256)? as usize;
            let hash = options.number("hash", 64, 65_536)? as usize;
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

fn evaluation(kind: Kind, name: Option<&str>) -> Result<Box<classic::AnyEvaluation>, BadPlayer> {
    classic::evaluation(kind, name).ok_or_else(|| {
        let names = classic::names(kind).join(", ");
        BadPlayer(format!("{kind} has no evaluation '{}': expected {names}", name.unwrap_or_default()))
    })
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
    /// With random playouts, or with an evaluation instead of them.
    Mcts(u32, Option<Box<classic::AnyEvaluation>>),
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
                let all = first.iter().map(|&(mv, value)| (mv, value, false));
                let (value, weighed) =
                    (Some(classic::value_of(self.kind, value)), classic::weighed(self.kind, all));
                (mv, Thought { value, depth: Some(*depth), line: vec![mv], weighed, ..Thought::default() })
            }
            Way::AlphaBeta(depth, evaluation) => {
                match alphabeta::search(request.position, limit.min(*depth), &**evaluation, &mut meter) {
                    Some(found) => {
                        let thought = classic::thought_of(self.kind, found);
                        (thought.line[0], thought)
                    }
                    None => (moves[0], Thought::default()),
                }
            }
            Way::Mcts(playouts, evaluation) => {
                let candidates = |position: &AnyPosition, moves: &mut Vec<Move>| {
                    classic::sensible_moves(position, moves);
                };
                let (random, evaluation) = (&mut self.random, evaluation.as_deref());
                let found =
                    mcts::search(request.position, *playouts, random, &mut meter, &candidates, evaluation);
                let (mv, mean) = found.best().unwrap_or((moves[0], 0.5));
                let mut ranked = found.moves;
                ranked.sort_by_key(|&(_, visits, _)| std::cmp::Reverse(visits));
                let weighed = ranked.into_iter().map(|(mv, visits, mean)| Weighed {
                    mv,
                    value: Value::estimated(Amount::WinRate(mean)),
                    nodes: u64::from(visits),
                });
                let weighed = weighed.collect();
                let value = Some(Value::estimated(Amount::WinRate(mean)));
                (mv, Thought { value, line: vec![mv], weighed, ..Thought::default() })
            }
        };
        thought.nodes = meter.nodes;
        Ok(Answer { act: Act::Play(mv), thought })
    }
}
