//! A record as it is opened for study.

use crate::library::{NodeView, line_of};
use crate::line::{IllegalView, Line};
use crate::study::{Studied, studied};
use crate::view::rules_view;
use crate::wire::{Both, Entry, RulesView, Side};
use heibai_games::{AnyPosition, Position};
use heibai_records::Record;
use serde::Serialize;
use utoipa::ToSchema;

#[derive(Serialize, ToSchema)]
pub struct Opened {
    entry: Entry,
    line: Line,
    /// The board before the first move, and the side to move.
    start: Vec<u8>,
    #[schema(required)]
    turn: Option<Side>,
    tree: Vec<NodeView>,
    /// The first move of the main line that the referee refuses.
    #[schema(required)]
    illegal: Option<IllegalView>,
    info: InfoView,
    /// Whether changes are saved in the record itself; otherwise only a copy can be changed.
    editable: bool,
}

/// What stands at the head of a record, as it is written there; empty texts say nothing.
#[derive(Serialize, ToSchema)]
pub struct InfoView {
    rules: RulesView,
    /// The record's own name for its rules, if the referee uses others.
    ruleset: String,
    players: Both<String>,
    ranks: Both<String>,
    title: String,
    event: String,
    round: String,
    place: String,
    date: String,
    time: String,
}

fn info_of(record: &Record, line: &Line) -> InfoView {
    let info = &record.info;
    let mut rules = rules_view(&AnyPosition::start(&record.rules));
    // Records place handicap stones by hand: at least two, all Black's, and White moves first.
    let given = line.stones.len() > 1 && line.stones.iter().all(|&(_, cell)| cell == 1);
    if rules.komi.is_some() && given && line.turn == Some(Side::White) {
        rules.handicap = line.stones.len() as u32;
    }
    InfoView {
        rules,
        ruleset: info.ruleset.clone(),
        players: Both::of(|side| info.side(side).name.clone()),
        ranks: Both::of(|side| info.side(side).rating.clone()),
        title: info.game_name.clone(),
        event: info.event.clone(),
        round: info.round.clone(),
        place: info.place.clone(),
        date: info.date.clone(),
        time: info.time.clone(),
    }
}

impl Opened {
    /// Takes a while for a large tree.
    pub fn new(entry: Entry, record: &Record) -> Opened {
        let editable = entry.source == "record" && !record.starts_anew();
        let record = record.since_last_start();
        let line = line_of(&record);
        let info = info_of(&record, &line);
        let Studied { start, turn, tree, illegal } = studied(&record);
        Opened { entry, start, turn, tree, illegal, info, line, editable }
    }
}
