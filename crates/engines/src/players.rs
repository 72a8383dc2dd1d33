//! Players by name: `random`, `hard`, `alphabeta:depth=6,eval=weights`, `mcts:playouts=1000`.

use crate::characters::{Character, HumanLike, Skill};
use crate::classic;
use crate::learned::{Learned, LearnedPlayer};
use crate::level::Level;
use crate::registry;
use crate::search::meter::Meter;
use crate::search::{alphabeta, below, mcts, minimax};
use heibai_games::player::{Fault, Thought, Weighed};
use heibai_games::value::{Amount, Value};
use heibai_games::{Act, Answer, AnyPosition, Kind, Move, Player, Position, Request};
use heibai_words::{Say, Text, players as said, refusals};
use std::collections::BTreeMap;
use std::fmt;
use std::path::Path;
use std::sync::Arc;

/// Why a text names no player.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BadPlayer(pub Text);

impl Say for BadPlayer {
    fn text(&self) -> Text {
        self.0.clone()
    }
}

impl fmt::Display for BadPlayer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl std::error::Error for BadPlayer {}

/// The options after the colon of a player's name: `depth=6,eval=weights`.
pub struct Options<'t> {
    player: &'t str,
    left: BTreeMap<&'t str, &'t str>,
}

impl<'t> Options<'t> {
    /// Reads `key=value,key=value`; errors name `player`.
    pub fn read(player: &'t str, text: &'t str) -> Result<Options<'t>, BadPlayer> {
        let mut left = BTreeMap::new();
        for pair in text.split(',').filter(|pair| !pair.is_empty()) {
            let (key, value) = pair.split_once('=').ok_or_else(|| BadPlayer(said::no_pair(pair, player)))?;
            left.insert(key.trim(), value.trim());
        }
        Ok(Options { player, left })
    }

    /// Takes a number out of the options; `default` where it is not given.
    pub fn number(&mut self, key: &str, default: u64, most: u64) -> Result<u64, BadPlayer> {
        let Some(text) = self.left.remove(key) else { return Ok(default) };
        text.parse()
            .ok()
            .filter(|n| (1..=most).contains(n))
            .ok_or_else(|| BadPlayer(said::option_number(key, text, self.player, most)))
    }

    /// Takes `yes` or `no` out of the options, or `1` or `0`; `default` where it is not given.
    pub fn switch(&mut self, key: &str, default: bool) -> Result<bool, BadPlayer> {
        match self.left.remove(key) {
            None => Ok(default),
            Some("no" | "0") => Ok(false),
            Some("yes" | "1") => Ok(true),
            Some(text) => Err(BadPlayer(said::option_switch(key, text, self.player))),
        }
    }

    /// Takes a size in mebibytes. A size that the system cannot allocate is refused here, because a table that is too
    /// large would abort the process.
    pub fn memory(&mut self, key: &str, default: u64, most: u64) -> Result<usize, BadPlayer> {
        let mebibytes = self.number(key, default, most)? as usize;
        let words = mebibytes.saturating_mul((1 << 20) / size_of::<u64>());
        Vec::<u64>::new()
            .try_reserve_exact(words)
            .map_err(|_| BadPlayer(said::no_memory(key, mebibytes, self.player)))?;
        Ok(mebibytes)
    }

    pub fn word(&mut self, key: &str) -> Option<&'t str> {
        self.left.remove(key)
    }

    /// Refuses options that nobody took.
    pub fn end(self) -> Result<(), BadPlayer> {
        match self.left.keys().next() {
            None => Ok(()),
            Some(key) => Err(BadPlayer(said::no_option(self.player, key))),
        }
    }
}

/// The player of `kind` with this name. `seed` decides everything random.
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
            plain(text, kind, Plain::Mcts { playouts, evaluation: options.word("eval") }, seed)?
        }
        "learned" => {
            let file = options.word("file").ok_or_else(|| BadPlayer(said::needs_network()))?;
            let network =
                Learned::read(Path::new(file)).map_err(|why| BadPlayer(said::network_reason(&why)))?;
            if network.kind() != kind {
                return Err(BadPlayer(said::network_of_another_game(network.kind().name(), kind.name())));
            }
            let visits = options.number("visits", 0, 10_000_000)? as u32;
            let visits = (visits > 0).then_some(visits);
            Box::new(LearnedPlayer::new(text, Arc::new(network), visits, seed))
        }
        "human" => {
            let skill = Skill::read(kind, &mut options)?;
            Box::new(HumanLike::new(text, kind, skill, seed))
        }
        "engine" => (registry::of(kind).engine)(text, &mut options, seed)?,
        _ => {
            let light = registry::of(kind).light_hell.filter(|_| name == Level::Hell.name());
            let proves = light.is_none() || options.switch("proofs", true)?;
            match (light, name.parse::<Level>(), name.parse::<Character>()) {
                (Some(light), ..) if !proves => light(seed),
                (_, Ok(level), _) => level_player(kind, level, seed),
                (_, _, Ok(character)) => character.player(kind, seed),
                _ => return Err(BadPlayer(said::no_player(name))),
            }
        }
    };
    options.end()?;
    Ok(player)
}

/// A search that needs nothing but the referee and, at most, one of the game's named evaluations.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Plain<'a> {
    Random,
    Minimax {
        depth: u32,
        evaluation: Option<&'a str>,
    },
    AlphaBeta {
        depth: u32,
        evaluation: Option<&'a str>,
    },
    /// Positions are judged by random playouts unless an evaluation is named.
    Mcts {
        playouts: u32,
        evaluation: Option<&'a str>,
    },
}

/// The player of a plain search.
pub fn plain(name: &str, kind: Kind, search: Plain<'_>, seed: u64) -> Result<Box<dyn Player>, BadPlayer> {
    let evaluation = |name: Option<&str>| {
        classic::evaluation(kind, name).ok_or_else(|| {
            let (name, names) = (name.unwrap_or_default(), classic::names(kind).join(", "));
            BadPlayer(said::no_evaluation(kind.name(), name, &names))
        })
    };
    let way = match search {
        Plain::Random => Way::Random,
        Plain::Minimax { depth, evaluation: name } => Way::Minimax(depth, evaluation(name)?),
        Plain::AlphaBeta { depth, evaluation: name } => Way::AlphaBeta(depth, evaluation(name)?),
        Plain::Mcts { playouts, evaluation: None } => Way::Mcts(playouts, None),
        Plain::Mcts { playouts, evaluation: name } => Way::Mcts(playouts, Some(evaluation(name)?)),
    };
    Ok(Box::new(Generic { name: name.to_owned(), kind, random: fastrand::Rng::with_seed(seed), way }))
}

/// The player of a level.
pub fn level_player(kind: Kind, level: Level, seed: u64) -> Box<dyn Player> {
    (registry::of(kind).level)(level, seed)
}

/// Whether the levels of a game find something else each time that they search with several threads.
pub fn varies_with_threads(kind: Kind) -> bool {
    registry::of(kind).shares_tree
}

/// About how many nodes the engine of a game searches in a millisecond on one core.
pub fn nodes_per_ms(kind: Kind) -> f64 {
    registry::names(kind).nodes_per_ms
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
            return Err(refusals::plays_only(self.kind).into());
        }
        let mut moves = Vec::new();
        request.position.legal_moves(&mut moves);
        if moves.is_empty() {
            return Err(Fault::NoMove);
        }
        if let [only] = moves[..] {
            return Ok(Answer::of(Act::Play(only)));
        }
        let mut meter = Meter::new(request.limits, request.stop);
        let limit = request.limits.depth.unwrap_or(u32::MAX);
        let (mv, mut thought) = match &self.way {
            Way::Random => (moves[below(&mut self.random, moves.len())], Thought::default()),
            Way::Minimax(depth, evaluation) => {
                let first = minimax::ranked(request.position, limit.min(*depth), &**evaluation, &mut meter);
                let (mv, value) = first.first().copied().unwrap_or((moves[0], 0));
                let all = first.iter().map(|&(mv, value)| (mv, value, false));
                let value = Some(classic::value_of(self.kind, &**evaluation, value));
                let weighed = classic::weighed(self.kind, &**evaluation, all);
                (mv, Thought { value, depth: Some(*depth), line: vec![mv], weighed, ..Thought::default() })
            }
            Way::AlphaBeta(depth, evaluation) => {
                match alphabeta::search(request.position, limit.min(*depth), &**evaluation, &mut meter) {
                    Some(found) => {
                        let thought = classic::thought_of(self.kind, &**evaluation, found);
                        (thought.line[0], thought)
                    }
                    None => (moves[0], Thought::default()),
                }
            }
            Way::Mcts(playouts, evaluation) => {
                let candidates = |position: &AnyPosition, moves: &mut Vec<Move>| {
                    (registry::of(position.kind()).sensible_moves)(position, moves);
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
