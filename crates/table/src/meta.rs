//! The games, rules and players that the page offers.

use crate::library::extension;
use crate::opponent::Networks;
use crate::registry::{self, Registry};
use crate::table::pace_of;
use crate::wire::{Game, Text};
use heibai_engines::characters::{Character, measured};
use heibai_engines::level::{Level, describe};
use heibai_games::Kind;
use heibai_games::kind::Choice;
use heibai_records::Format;
use heibai_words::results::Unit;
use heibai_words::{Say, names, openings, players as said};
use serde::Serialize;
use std::collections::BTreeMap;
use utoipa::ToSchema;

#[derive(Serialize, ToSchema)]
pub struct RuleSet {
    name: &'static str,
    label: Text,
    about: Text,
    sizes: Vec<usize>,
    /// Its opening rules.
    openings: Vec<&'static str>,
    /// The usual komi.
    #[schema(required)]
    komi: Option<f64>,
    /// Chinese players state its komi in stones (子), half the points.
    in_stones: bool,
}

#[derive(Serialize, ToSchema)]
pub struct OpeningRule {
    name: &'static str,
    label: Text,
    /// What the rule asks of both sides.
    about: Text,
}

#[derive(Serialize, ToSchema)]
pub struct LevelMeta {
    player: &'static str,
    label: Text,
    about: Text,
    pace_ms: u64,
}

/// An opponent with a name, a face and a measured place on the scale.
#[derive(Serialize, ToSchema)]
pub struct CharacterMeta {
    player: &'static str,
    name: Text,
    about: Text,
    elo: f64,
    /// Half the width of its 95 % interval.
    error: f64,
    games: u64,
}

#[derive(Serialize, ToSchema)]
pub struct PlayerMeta {
    player: String,
    about: Text,
}

#[derive(Serialize, ToSchema)]
pub struct GameMeta {
    kind: Game,
    name: Text,
    sizes: Vec<usize>,
    size: usize,
    columns: String,
    first_row: &'static str,
    rules: Vec<RuleSet>,
    openings: Vec<OpeningRule>,
    #[schema(required)]
    komi: Option<f64>,
    max_handicap: BTreeMap<usize, u32>,
    levels: Vec<LevelMeta>,
    /// The weakest first; only those whose strength was measured.
    characters: Vec<CharacterMeta>,
    players: Vec<PlayerMeta>,
    clocks: Vec<&'static str>,
    formats: Vec<FormatMeta>,
}

#[derive(Serialize, ToSchema)]
pub struct FormatMeta {
    name: &'static str,
    extension: &'static str,
    label: Text,
    read: bool,
    write: bool,
}

fn formats(kind: Kind) -> Vec<FormatMeta> {
    let fits = |format: &Format| format.only_for().is_none_or(|only| only == kind);
    let meta = |format: Format| FormatMeta {
        name: format.name(),
        extension: extension(format),
        label: format.text().into(),
        read: true,
        write: !format.is_read_only(),
    };
    Format::ALL.into_iter().filter(fits).map(meta).collect()
}

#[derive(Serialize, ToSchema)]
pub struct Modules {
    server: &'static str,
    games: &'static str,
    records: &'static str,
    engines: &'static str,
}

#[derive(Serialize, ToSchema)]
pub struct LimitsMeta {
    pub body: usize,
    pub message: usize,
    pub open_games: usize,
    pub messages_per_second: f64,
    pub analyses: usize,
}

#[derive(Serialize, ToSchema)]
pub struct Meta {
    pub api: u32,
    pub version: &'static str,
    pub modules: Modules,
    pub games: Vec<GameMeta>,
    /// Whether open games are listed here.
    pub lobby: bool,
    /// Whether there are arena runs to follow.
    pub runs: bool,
    /// Whether the page that works without a server is served under `/offline/`.
    pub offline: bool,
    pub limits: LimitsMeta,
}

/// The version of the wire API.
const API: u32 = 1;
/// The crates of the workspace share their version.
const VERSION: &str = env!("CARGO_PKG_VERSION");

const fn modules() -> Modules {
    Modules { server: VERSION, games: VERSION, records: VERSION, engines: VERSION }
}

fn rule_sets(kind: Kind) -> Vec<RuleSet> {
    let of = registry::of(kind);
    let rules = |name: String| kind.rules(&Choice { rules: Some(name), ..Choice::default() }).ok();
    let set = |(name, sizes): (&'static str, _)| RuleSet {
        name,
        label: names::rules(name).into(),
        about: names::about_rules(kind, name).into(),
        sizes,
        openings: of
            .openings
            .iter()
            .copied()
            .filter(|&opening| opening == "free" || rules(format!("{name}+{opening}")).is_some())
            .collect(),
        komi: rules(name.to_owned()).and_then(|rules| rules.choice().komi),
        in_stones: rules(name.to_owned()).is_some_and(|rules| Unit::from(&rules) == Unit::Area),
    };
    of.rules.into_iter().map(set).collect()
}

fn levels(kind: Kind) -> Vec<LevelMeta> {
    let of = |level: Level| LevelMeta {
        player: level.name(),
        label: level.text().into(),
        about: describe(kind, level).into(),
        pace_ms: pace_of(level.name()),
    };
    Level::ALL.into_iter().map(of).collect()
}

fn characters(kind: Kind) -> Vec<CharacterMeta> {
    let places = measured(kind);
    let of = |character: Character| {
        let place = places.iter().find(|place| place.player == character.name())?;
        Some(CharacterMeta {
            player: character.name(),
            name: character.text().into(),
            about: character.about(kind).into(),
            elo: place.elo,
            error: place.error,
            games: place.games,
        })
    };
    Character::ALL.into_iter().filter_map(of).collect()
}

fn players(kind: Kind, networks: &Networks) -> Vec<PlayerMeta> {
    let evaluation = heibai_engines::classic::names(kind).first().copied().unwrap_or_default();
    let player = |player: String, about: heibai_words::Text| PlayerMeta { player, about: about.into() };
    let mut list = vec![
        player("random".to_owned(), said::about_random()),
        player(format!("minimax:depth=3,eval={evaluation}"), said::about_minimax()),
        player(format!("alphabeta:depth=6,eval={evaluation}"), said::about_alphabeta()),
        player("mcts:playouts=1000".to_owned(), said::about_mcts()),
    ];
    let named = networks.iter().filter(|(_, network)| network.kind() == kind);
    list.extend(named.map(|(name, _)| player(format!("network:name={name}"), said::about_network())));
    list
}

fn game(kind: Kind, networks: &Networks) -> GameMeta {
    let Registry { sizes, openings, komi, most_handicap, first_row, .. } = registry::of(kind);
    GameMeta {
        kind: kind.into(),
        name: kind.text().into(),
        max_handicap: sizes.iter().map(|&size| (size, most_handicap(size))).collect(),
        sizes: sizes.to_vec(),
        size: sizes[0],
        columns: (0..25).map(|x| kind.notation().column(x)).collect(),
        first_row,
        rules: rule_sets(kind),
        openings: openings
            .iter()
            .map(|&name| OpeningRule {
                name,
                label: openings::rule(name).into(),
                about: openings::about(name).into(),
            })
            .collect(),
        komi,
        levels: levels(kind),
        characters: characters(kind),
        players: players(kind, networks),
        clocks: vec!["5m", "5m+3s", "10m+3x30s", "10s/move"],
        formats: formats(kind),
    }
}

#[derive(Serialize, ToSchema)]
pub struct Version {
    name: &'static str,
    version: &'static str,
    api: u32,
    modules: Modules,
}

impl Version {
    pub const HERE: Version = Version { name: "heibai", version: VERSION, api: API, modules: modules() };
}

impl Meta {
    /// Everything except what only the host knows.
    pub fn of(networks: &Networks, limits: LimitsMeta) -> Meta {
        Meta {
            api: API,
            version: VERSION,
            modules: modules(),
            games: Kind::ALL.into_iter().map(|kind| game(kind, networks)).collect(),
            lobby: false,
            runs: false,
            offline: false,
            limits,
        }
    }
}
