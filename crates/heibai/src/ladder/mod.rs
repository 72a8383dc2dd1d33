//! `heibai ladder`: each level against the one below, and what those games prove.

mod page;
mod plot;
mod prepare;
mod scale;

use crate::failure::Context;
use crate::interrupt::{self, Stopped};
use crate::{Answer, YES, seat};
use heibai_arena::elo;
use heibai_arena::game::{Referees, Terms};
use heibai_arena::log::LogEntry;
use heibai_arena::pairing::{Standing, fixtures};
use heibai_arena::runner::{Entrant, Plan, run as play_all};
use heibai_engines::{Level, files};
use heibai_games::kind::Choice;
use heibai_games::{Kind, Move, Rules};
use heibai_words::{Language, Text, failures, players, reports as said};
pub use page::Rung;
use std::path::PathBuf;
use std::time::{Duration, Instant};

/// Plays each level against the one below, from even openings with colours swapped; resumable.
///
/// Example: heibai ladder othello go:9 --games 400 --out local/ladder --write .
#[derive(clap::Args)]
pub struct Args {
    /// othello, gomoku, go:9, go:19; all of them when none is named
    ladders: Vec<String>,
    /// Games per rung. A few hundred are needed to be sure.
    #[arg(long, default_value_t = 40)]
    games: u64,
    /// The rungs, from the bottom up.
    #[arg(long, value_delimiter = ',', default_value = "beginner,normal,hard,hell")]
    levels: Vec<String>,
    /// Folder for openings and games; a stopped run is resumed from it.
    #[arg(long, default_value = "local/ladder")]
    out: PathBuf,
    /// Repository folder whose docs/strength.md is updated.
    #[arg(long, value_name = "DIR")]
    write: Option<PathBuf>,
    /// A file with one opening per line (an XOT list) instead of our own balanced ones.
    #[arg(long)]
    openings: Option<PathBuf>,
    /// Stop after this many minutes; the same command resumes later.
    #[arg(long, value_parser = minutes)]
    minutes: Option<f64>,
    /// Games played at once.
    #[arg(long, default_value_t = 1)]
    concurrency: usize,
    /// Seed of the openings and of everything random in the engines.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Prints one JSON object per rung.
    #[arg(long)]
    json: bool,
    /// Rates the characters, the levels and well-known searches on one scale, instead of the levels alone.
    #[arg(long)]
    scale: bool,
    /// Another program to rate, such as 'gtp:gnugo --mode gtp --level 10', or NAME=PLAYER; for one game at a time.
    #[arg(long = "anchor", value_name = "PLAYER", requires = "scale")]
    anchors: Vec<String>,
}

/// The default ladders: a game and a board size.
const ALL: [&str; 4] = ["othello", "gomoku", "go:9", "go:19"];

pub fn run(args: Args, lang: Language) -> Answer {
    let names: Vec<&str> = if args.ladders.is_empty() {
        ALL.to_vec()
    } else {
        args.ladders.iter().map(String::as_str).collect()
    };
    let levels = args.levels.iter().map(|name| match name.parse::<Level>() {
        Ok(level) => Ok(level),
        Err(()) => Err(said::bad_level(name).into()),
    });
    let levels = levels.collect::<anyhow::Result<Vec<Level>>>()?;
    if levels.len() < 2 || !levels.is_sorted_by(|a, b| a < b) {
        return Err(said::bad_levels().into());
    }
    if args.openings.is_some() && names.len() != 1 {
        return Err(said::one_ladder().into());
    }
    let rules = names.iter().map(|name| read_ladder(name)).collect::<anyhow::Result<Vec<Rules>>>()?;
    let deadline = args.minutes.map(|minutes| Instant::now() + Duration::from_secs_f64(minutes * 60.0));
    let course = Course { args: &args, deadline };
    if !args.anchors.is_empty() && names.len() != 1 {
        return Err(said::one_anchored_ladder().into());
    }
    if args.scale {
        return course.all_scales(&names, &rules, lang);
    }
    for (name, rules) in names.iter().zip(&rules) {
        for pair in levels.windows(2) {
            let rung = course.climb(name, rules, pair[0], pair[1])?;
            if let Some(rung) = &rung {
                if args.json {
                    println!("{}", serde_json::to_string(rung)?)
                } else {
                    println!("{}", rung.told().get(lang))
                }
                if let Some(folder) = &args.write {
                    page::update(folder, rung)?;
                }
            }
        }
    }
    Ok(YES)
}

/// The figures of a game that were measured before this program was built.
pub fn measured(kind: Kind) -> Vec<Rung> {
    let rungs = page::read(page::MEASURED).unwrap_or_default();
    rungs.into_iter().filter(|rung| rung.game == kind.name()).collect()
}

fn minutes(text: &str) -> Result<f64, Text> {
    match text.parse() {
        Ok(minutes) if (0.0..=525_600.0).contains(&minutes) => Ok(minutes),
        _ => Err(said::bad_minutes()),
    }
}

/// `go:9`: a game and a board size.
fn read_ladder(text: &str) -> anyhow::Result<Rules> {
    let (kind, size) = text.split_once(':').map_or((text, None), |(kind, size)| (kind, Some(size)));
    let kind: Kind = kind.parse()?;
    let size = match size {
        Some(size) => Some(size.parse().ok().told(|| said::size_after_colon(text))?),
        None => None,
    };
    Ok(kind.rules(&Choice { size, ..Choice::default() })?)
}

struct Course<'a> {
    args: &'a Args,
    deadline: Option<Instant>,
}

impl Course<'_> {
    fn is_late(&self) -> bool {
        self.deadline.is_some_and(|deadline| Instant::now() >= deadline)
    }

    fn all_scales(&self, names: &[&str], rules: &[Rules], lang: Language) -> Answer {
        for (name, rules) in names.iter().zip(rules) {
            let places = self.scale(name, rules)?;
            for place in &places {
                let (player, elo, error) = (players::name(&place.player), place.elo, place.error);
                println!("{}", said::place(player, elo, error, place.games).get(lang));
            }
            if let Some(folder) = &self.args.write {
                scale::update(folder, rules.kind(), &places)?;
                page::renew(folder)?;
            }
        }
        Ok(YES)
    }

    /// Plays the missing games of one rung; `None` if there is no game yet.
    fn climb(&self, name: &str, rules: &Rules, lower: Level, upper: Level) -> anyhow::Result<Option<Rung>> {
        let (args, kind) = (self.args, rules.kind());
        let folder = args.out.join(name.replace(':', ""));
        let log_folder = folder.join(format!("{upper}-{lower}"));
        std::fs::create_dir_all(&log_folder)
            .told(|| failures::cannot_make(&log_folder.display().to_string()))?;
        let openings = self.openings(rules, &folder)?;
        let longest = 4 * rules.size() * rules.size();
        let plan = Plan {
            openings,
            terms: Terms { longest, ..Terms::default() },
            concurrency: args.concurrency,
            seed: args.seed,
            referees: Referees { judge: &heibai_engines::judge::judge, prover: None },
            pin: false,
            rules: rules.clone(),
        };
        let entrant = |level: Level| -> Entrant<'_> { seat::entrant(level.name(), level.name(), kind, None) };
        let entrants = [entrant(upper), entrant(lower)];
        let bar = crate::progress::bar(args.games);
        let progress = |entries: &[LogEntry]| {
            let tally = Standing::of(entries).tally;
            bar.set_position(tally.games());
            bar.set_message(format!(
                "{name} {upper} {lower}: +{} ={} -{}",
                tally.wins, tally.draws, tally.losses
            ));
            self.is_late()
        };
        let fixtures = fixtures(if self.is_late() { 0 } else { args.games });
        let log = log_folder.join("games.jsonl");
        play_all(&plan, &entrants, &fixtures, Some(&log), interrupt::signal(), &progress)?;
        bar.finish_and_clear();
        // All games ever played of this rung count, including those of a longer run.
        let entries = heibai_arena::log::Log::open(&log)?.1;
        Stopped::check(entries.len(), fixtures.len(), Some(&log))?;
        Ok((!entries.is_empty()).then(|| self.rung(rules, lower, upper, &entries)))
    }

    fn openings(&self, rules: &Rules, folder: &std::path::Path) -> anyhow::Result<Vec<Vec<Move>>> {
        if let Some(path) = &self.args.openings {
            let text = files::read_text(path).told(|| failures::cannot_read(&path.display().to_string()))?;
            return heibai_arena::openings::read(&text, rules)
                .told(|| Text::same(path.display().to_string()));
        }
        prepare::openings(
            rules,
            self.args.games.div_ceil(2) as usize,
            self.args.seed,
            &folder.join("openings.txt"),
        )
    }

    fn rung(&self, rules: &Rules, lower: Level, upper: Level, entries: &[LogEntry]) -> Rung {
        let Standing { tally, faults, .. } = Standing::of(entries);
        let (score_low, score_high) = elo::share(&tally);
        let choice = rules.choice();
        Rung {
            game: rules.kind().name().to_owned(),
            size: rules.size(),
            rules: choice.rules.unwrap_or_default(),
            upper: upper.name().to_owned(),
            lower: lower.name().to_owned(),
            wins: tally.wins,
            draws: tally.draws,
            losses: tally.losses,
            faults,
            score: tally.score(),
            score_low,
            score_high,
            upper_ms: ms_per_move(entries, upper.name()),
            lower_ms: ms_per_move(entries, lower.name()),
            seed: self.args.seed,
            openings: match &self.args.openings {
                Some(path) => path.file_name().unwrap_or_default().to_string_lossy().into_owned(),
                None => "even".to_owned(),
            },
            version: env!("CARGO_PKG_VERSION").to_owned(),
        }
    }
}

/// A player's average time per move; both sides make about half of the moves.
fn ms_per_move(entries: &[LogEntry], name: &str) -> f64 {
    let (mut ms, mut moves) = (0, 0.0);
    for entry in entries {
        ms += if entry.black == name { entry.ms[0] } else { entry.ms[1] };
        moves += (entry.moves.len() - entry.opening.min(entry.moves.len())) as f64 / 2.0;
    }
    if moves > 0.0 { ms as f64 / moves } else { 0.0 }
}
