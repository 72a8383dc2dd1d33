//! Arena runs that guests may follow: matches, tournaments and self-play, by folder.

use crate::error::{Answer, Code, Fail};
use crate::line::Line;
use crate::view::rules_view;
use crate::wire::{Game, RulesView, Side, Text, point_of};
use heibai_arena::elo::Tally;
use heibai_arena::log::LogEntry;
use heibai_arena::watch::{Run, RunStanding};
use heibai_engines::openings;
use heibai_games::{AnyPosition, Color, HalfPoints, Match, Move, Outcome, Position, Reason};
use heibai_words::{Say, results};
use serde::Serialize;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::time::Duration;
use utoipa::ToSchema;

/// The most folders that are searched.
const MOST: usize = 200;

/// The folders that may be followed, and their runs as last read.
#[derive(Default)]
pub(crate) struct Runs {
    roots: Vec<PathBuf>,
    seen: Mutex<BTreeMap<String, Run>>,
}

/// A run in a list.
#[derive(Serialize, ToSchema)]
pub(crate) struct RunEntry {
    id: String,
    /// The folder's name.
    name: String,
    kind: Game,
    rules: RulesView,
    players: Vec<String>,
    self_play: bool,
    games: u64,
}

/// How one player stands in a run.
#[derive(Serialize, ToSchema)]
pub(crate) struct RunRow {
    player: String,
    games: u64,
    wins: u64,
    draws: u64,
    losses: u64,
    points: f64,
    /// The 95 % interval of the score.
    low: f64,
    high: f64,
    elo: f64,
    /// Half the width of its 95 % interval.
    error: f64,
}

/// A finished game of a run.
#[derive(Serialize, ToSchema)]
pub(crate) struct RunGame {
    number: u64,
    black: String,
    white: String,
    #[schema(required)]
    winner: Option<Side>,
    result: Text,
    /// The name of the opening.
    #[schema(required)]
    opening: Option<Text>,
    line: Line,
    /// The mover's value of each move.
    scores: Vec<Option<f64>>,
}

/// A run with its table and its latest games, the newest first.
#[derive(Serialize, ToSchema)]
pub(crate) struct RunView {
    run: RunEntry,
    rows: Vec<RunRow>,
    black_wins: u64,
    draws: u64,
    white_wins: u64,
    latest: Vec<RunGame>,
}

impl Runs {
    pub(crate) fn new(roots: Vec<PathBuf>) -> Runs {
        Runs { roots, seen: Mutex::default() }
    }

    pub(crate) fn any(&self) -> bool {
        !self.roots.is_empty()
    }

    /// The folders of runs by the names that clients see: a root itself, or a folder in it.
    fn folders(&self) -> BTreeMap<String, PathBuf> {
        let mut found = BTreeMap::new();
        for root in &self.roots {
            let inside = std::fs::read_dir(root).into_iter().flatten().flatten().map(|entry| entry.path());
            for folder in std::iter::once(root.clone()).chain(inside).filter(|folder| Run::is_in(folder)) {
                // Only characters allowed in a URL; folders of the same name under two roots are two runs.
                let name = name_of(&folder).replace(|c: char| !c.is_ascii_alphanumeric() && c != '_', "-");
                let mut id = name.clone();
                for number in 2.. {
                    if !found.contains_key(&id) {
                        break;
                    }
                    id = format!("{name}-{number}");
                }
                if found.len() < MOST {
                    found.insert(id, folder);
                }
            }
        }
        found
    }

    /// Updates a run and reads from it. An unreadable folder counts as none; the log says why.
    fn look<T>(&self, id: &str, folder: &Path, tell: impl FnOnce(&Run) -> T) -> Option<T> {
        let mut seen = self.seen.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
        let run = match seen.remove(id).map_or_else(|| Run::follow(folder), Ok) {
            Ok(mut run) => run.look().map(|()| run),
            Err(error) => Err(error),
        };
        match run {
            Ok(run) => {
                let told = tell(&run);
                seen.insert(id.to_owned(), run);
                Some(told)
            }
            Err(error) => {
                tracing::warn!("the run in {} cannot be followed: {error}", folder.display());
                None
            }
        }
    }

    pub(crate) fn list(&self) -> Vec<RunEntry> {
        let folders = self.folders();
        folders.iter().filter_map(|(id, folder)| self.look(id, folder, |run| entry(id, run))).collect()
    }

    pub(crate) fn view(&self, id: &str) -> Answer<RunView> {
        let folders = self.folders();
        let found = folders.get(id).and_then(|folder| self.look(id, folder, |run| view(id, run)));
        found.ok_or(Fail::from(Code::NotFound))
    }
}

fn name_of(folder: &Path) -> String {
    let whole = folder.canonicalize().unwrap_or_else(|_| folder.to_owned());
    whole.file_name().map_or_else(|| "run".to_owned(), |name| name.to_string_lossy().into_owned())
}

fn entry(id: &str, run: &Run) -> RunEntry {
    let start = AnyPosition::start(&run.rules);
    RunEntry {
        id: id.to_owned(),
        name: name_of(run.folder()),
        kind: start.kind().into(),
        rules: rules_view(&start),
        players: run.players.clone(),
        self_play: run.self_play,
        games: run.black.games(),
    }
}

fn row(run: &Run, row: &RunStanding) -> RunRow {
    let Tally { wins, draws, losses } = row.tally;
    RunRow {
        player: run.players[row.player].clone(),
        games: row.tally.games(),
        wins,
        draws,
        losses,
        points: row.tally.points(),
        low: row.share.0,
        high: row.share.1,
        elo: row.rating.elo,
        error: row.rating.error,
    }
}

fn view(id: &str, run: &Run) -> RunView {
    let start = AnyPosition::start(&run.rules);
    let rows = if run.self_play { Vec::new() } else { run.rows() };
    RunView {
        run: entry(id, run),
        rows: rows.iter().map(|one| row(run, one)).collect(),
        black_wins: run.black.wins,
        draws: run.black.draws,
        white_wins: run.black.losses,
        latest: run.latest.iter().rev().map(|entry| game(&start, entry)).collect(),
    }
}

/// A game of a log, up to its first illegal move: the log may be a foreign one.
fn game(start: &AnyPosition, entry: &LogEntry) -> RunGame {
    let mut played = Match::new(start.clone());
    for name in &entry.moves {
        let Ok(mv) = start.read_move(name) else { break };
        // The match makes forced passes itself.
        if played.play(mv, Duration::ZERO).is_err() && mv != Move::Pass {
            break;
        }
    }
    let moves = played.move_list();
    let winner = match entry.winner.as_str() {
        "black" => Some(Color::Black),
        "white" => Some(Color::White),
        _ => None,
    };
    let choice = start.rules().choice();
    RunGame {
        number: entry.game + 1,
        black: entry.black.clone(),
        white: entry.white.clone(),
        winner: winner.map(Into::into),
        result: result(start, winner, entry).into(),
        opening: openings::of(start, &moves).map(|opening| opening.text().into()),
        line: Line {
            kind: start.kind().into(),
            rules: choice.rules,
            size: choice.size,
            komi: choice.komi,
            handicap: choice.handicap,
            stones: Vec::new(),
            turn: None,
            moves: moves.into_iter().map(point_of).collect(),
        },
        scores: entry.scores.clone(),
    }
}

fn result(start: &AnyPosition, winner: Option<Color>, entry: &LogEntry) -> heibai_words::Text {
    match Reason::from_name(&entry.reason) {
        Some(reason) => {
            let margin = entry.margin.map(HalfPoints::from_f64);
            results::result(start.kind(), &Outcome { margin, ..plain(winner, reason) })
        }
        None => winner.map_or_else(results::drawn, results::wins),
    }
}

fn plain(winner: Option<Color>, reason: Reason) -> Outcome {
    winner.map_or(Outcome::draw(reason), |winner| Outcome::win(winner, reason))
}
