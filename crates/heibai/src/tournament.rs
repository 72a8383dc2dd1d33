//! `heibai tournament`: round robin, gauntlet, Swiss or elimination from a file; standings and a report.

use crate::cluster::Job;
use crate::failure::Context;
use crate::interrupt::{self, Stopped};
use crate::results::{number, or};
use crate::{Answer, YES, proof, results, seat};
use heibai_arena::adjudication::Adjudication;
use heibai_arena::game::{Referees, Terms};
use heibai_arena::log::LogEntry;
use heibai_arena::report::Report;
use heibai_arena::runner::{Entrant, Fixture, Plan, run as play_all};
use heibai_arena::standings::{self, TieBreak};
use heibai_arena::tournament::{self, DECIDER_PACE, Format, bracket, encounter};
use heibai_engines::files;
use heibai_games::kind::Choice;
use heibai_games::{Color, Kind, Limits, Rules, TimeControl};
use heibai_words::{Language, Say, Text, failures, reports as said};
use serde::Deserialize;
use serde_json::{Value, json};
use std::collections::HashSet;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// Plays a tournament described by a TOML file; a stopped run is resumed.
///
/// Example file: game = "othello", format = "round-robin", games = 2; [[player]] name = "a", engine = "hard"
#[derive(clap::Args)]
pub struct Args {
    /// The file that describes the tournament: players, format (round-robin, gauntlet, swiss, elimination), games,
    /// limits.
    file: PathBuf,
    /// Folder for games and report; by default the file's name with the ending .run.
    #[arg(long)]
    out: Option<PathBuf>,
    /// Plays a round robin on a Ray cluster (host:port, auto, or local), through the Python package.
    #[arg(long, value_name = "ADDRESS")]
    cluster: Option<String>,
    /// Prints one JSON object.
    #[arg(long)]
    json: bool,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Settings {
    game: String,
    format: Format,
    /// Games per encounter; colours alternate.
    #[serde(default = "two")]
    games: u64,
    /// Swiss only.
    rounds: Option<u32>,
    size: Option<usize>,
    rules: Option<String>,
    komi: Option<f64>,
    clock: Option<String>,
    nodes: Option<u64>,
    depth: Option<u32>,
    /// A file with one opening per line, relative to this one.
    openings: Option<PathBuf>,
    #[serde(default = "two_plies")]
    random_plies: usize,
    #[serde(default = "one")]
    concurrency: usize,
    #[serde(default)]
    seed: u64,
    ties: Option<Vec<TieBreak>>,
    /// Whether each concurrent game is pinned to its own core.
    #[serde(default)]
    pin: bool,
    /// "VALUE,MOVES": a win if both players' values are beyond VALUE for MOVES moves in a row.
    adjudicate_win: Option<String>,
    /// "VALUE,MOVES": a draw if they are within VALUE for MOVES moves in a row.
    adjudicate_draw: Option<String>,
    /// Othello: the game ends, solved, with this many empty squares; Gomoku: nodes of a search for continuous fours.
    prove: Option<u64>,
    /// "half" or "ignore".
    draws: Option<String>,
    player: Vec<Named>,
}

impl Settings {
    /// The settings that determine the games.
    fn about(&self, plan: &Plan<'_>) -> Value {
        let players = self.player.iter().map(|player| [&player.name, &player.engine]);
        let choice = plan.rules.choice();
        json!({
            "tournament": players.collect::<Vec<_>>(), "format": format!("{:?}", self.format), "games": self.games,
            "game": self.game, "size": plan.rules.size(), "rules": choice.rules, "komi": choice.komi,
            "clock": self.clock, "nodes": self.nodes, "depth": self.depth, "seed": self.seed,
            "openings": heibai_arena::openings::fingerprint(&format!("{:?}", plan.openings)),
            "won by agreement": self.adjudicate_win, "drawn by agreement": self.adjudicate_draw,
            "proved from": self.prove, "version": env!("CARGO_PKG_VERSION"),
        })
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Named {
    name: String,
    engine: String,
}

fn two() -> u64 {
    2
}

fn two_plies() -> usize {
    4
}

fn one() -> usize {
    1
}

pub fn run(args: Args, lang: Language) -> Answer {
    let text =
        files::read_text(&args.file).told(|| failures::cannot_read(&args.file.display().to_string()))?;
    let settings: Settings = read_toml(&text).told(|| Text::same(args.file.display().to_string()))?;
    let kind: Kind = settings.game.parse()?;
    let names: Vec<String> = settings.player.iter().map(|player| player.name.clone()).collect();
    if names.len() < 2 || names.iter().collect::<HashSet<_>>().len() < names.len() {
        return Err(named(&args.file).because(said::different_names()).into());
    }
    for player in &settings.player {
        seat::program(&player.engine, kind, 0)?;
    }
    if let Some(address) = &args.cluster {
        return on_cluster(&settings, &args, address, lang);
    }
    let out = args.out.clone().unwrap_or_else(|| args.file.with_extension("run"));
    let prover = settings.prove.map(|limit| proof::prover(kind, limit)).transpose()?;
    let referees = Referees { judge: &heibai_engines::judge::judge, prover: prover.as_deref() };
    let plan = plan(&settings, kind, &args.file, referees)?;
    let rules = plan.rules.clone();
    crate::folder::claim(&out, &settings.about(&plan))?;
    let entrants: Vec<Entrant<'_>> = settings
        .player
        .iter()
        .map(|player| seat::entrant(&player.name, &player.engine, kind, None))
        .collect();
    let course = Course { settings: &settings, plan, entrants, names: &names, log: out.join("games.jsonl") };
    let (entries, free) = match settings.format {
        Format::RoundRobin | Format::Gauntlet => (course.all_at_once()?, Vec::new()),
        Format::Swiss => course.swiss()?,
        Format::Elimination => (course.elimination()?, Vec::new()),
    };
    report(&args, &settings, &rules, &names, (&entries, &free), &out, lang)?;
    Ok(YES)
}

fn read_toml(text: &str) -> Result<Settings, Text> {
    toml::from_str(text).map_err(|error| {
        let before = &text[..error.span().map_or(0, |span| span.start.min(text.len()))];
        let (line, column) =
            (before.matches('\n').count() + 1, before.lines().last().map_or(0, str::len) + 1);
        let (zh, en) = (error.message().replace('\n', "，"), error.to_string());
        let zh = failures::bad_toml(line, column, &zh).zh;
        Text { zh, en: en.trim_end().to_owned() }
    })
}

/// A file's name, as the start of an error message.
fn named(file: &Path) -> Text {
    Text::same(file.display().to_string())
}

/// The table of a round robin that a cluster played.
fn on_cluster(settings: &Settings, args: &Args, address: &str, lang: Language) -> Answer {
    if settings.format != Format::RoundRobin || settings.clock.is_some() || settings.openings.is_some() {
        return Err(named(&args.file).because(said::cluster_plain()).into());
    }
    let job = Job::new("tournament", address)
        .option("--game", Some(&settings.game))
        .option("--games", Some(settings.games))
        .option("--size", settings.size)
        .option("--rules", settings.rules.as_ref())
        .option("--komi", settings.komi)
        .option("--nodes", settings.nodes)
        .option("--depth", settings.depth)
        .option("--random-plies", Some(settings.random_plies))
        .option("--seed", Some(settings.seed))
        .plain(settings.player.iter().map(|player| &player.engine));
    let name = |engine: &str| settings.player.iter().find(|player| player.engine == engine).map(|p| &p.name);
    let mut place = 0;
    job.run(|mut row| {
        place += 1;
        if let Some(name) = row["player"].as_str().and_then(name) {
            row["player"] = name.as_str().into();
        }
        if args.json {
            println!("{row}");
        } else {
            let number = |key: &str| row[key].as_f64().unwrap_or(f64::NAN);
            let player = row["player"].as_str().unwrap_or("");
            let games = row["games"].to_string();
            let line =
                said::cluster_row(place, player, number("points"), &games, number("elo"), number("error"));
            println!("{}", line.get(lang));
        }
        Ok(())
    })?;
    Ok(YES)
}

fn plan<'j>(
    settings: &Settings,
    kind: Kind,
    file: &Path,
    referees: Referees<'j>,
) -> anyhow::Result<Plan<'j>> {
    let choice =
        Choice { size: settings.size, rules: settings.rules.clone(), komi: settings.komi, handicap: None };
    let rules = kind.rules(&choice)?;
    let openings = match &settings.openings {
        Some(name) => {
            let path = file.parent().unwrap_or(Path::new(".")).join(name);
            let text = files::read_text(&path).told(|| failures::cannot_read(&path.display().to_string()))?;
            heibai_arena::openings::read(&text, &rules).told(|| Text::same(path.display().to_string()))?
        }
        None => {
            let mut random = fastrand::Rng::with_seed(settings.seed);
            (0..64)
                .map(|_| heibai_arena::openings::random(&rules, settings.random_plies, &mut random))
                .collect()
        }
    };
    let clock: Option<TimeControl> = settings.clock.as_deref().map(str::parse).transpose()?;
    let limits = Limits { nodes: settings.nodes, depth: settings.depth, ..Limits::default() };
    let longest = 4 * rules.size() * rules.size();
    let agreed = |text: &Option<String>| text.as_deref().map(crate::match_::agreed).transpose();
    let adjudication =
        Adjudication { win: agreed(&settings.adjudicate_win)?, draw: agreed(&settings.adjudicate_draw)? };
    let terms = Terms {
        clock,
        limits,
        margin: Duration::from_millis(100),
        longest,
        adjudication,
        ..Terms::default()
    };
    let Settings { concurrency, seed, pin, .. } = *settings;
    Ok(Plan { rules, openings, terms, concurrency, seed, referees, pin })
}

/// A tournament under way.
struct Course<'a> {
    settings: &'a Settings,
    plan: Plan<'a>,
    entrants: Vec<Entrant<'a>>,
    names: &'a [String],
    log: PathBuf,
}

impl Course<'_> {
    fn play(&self, fixtures: &[Fixture]) -> anyhow::Result<Vec<LogEntry>> {
        let bar = crate::progress::bar(fixtures.len() as u64);
        let wanted: HashSet<u64> = fixtures.iter().map(|fixture| fixture.number).collect();
        let progress = |entries: &[LogEntry]| {
            bar.set_position(entries.iter().filter(|entry| wanted.contains(&entry.game)).count() as u64);
            false
        };
        let stop = interrupt::signal();
        let entries = play_all(&self.plan, &self.entrants, fixtures, Some(&self.log), stop, &progress)?;
        bar.finish_and_clear();
        Stopped::check(entries.len(), fixtures.len(), Some(&self.log))?;
        Ok(entries)
    }

    fn all_at_once(&self) -> anyhow::Result<Vec<LogEntry>> {
        let count = self.entrants.len();
        let pairs: Vec<(usize, usize)> = match self.settings.format {
            Format::Gauntlet => (1..count).map(|other| (0, other)).collect(),
            _ => tournament::round_robin(count).concat(),
        };
        let mut fixtures = Vec::new();
        for (at, (a, b)) in pairs.into_iter().enumerate() {
            let games = self.settings.games;
            fixtures.extend(encounter(a, b, games, at as u64 * games, at * games as usize));
        }
        self.play(&fixtures)
    }

    /// The table so far, as an order of players.
    fn order(&self, entries: &[LogEntry], free: &[f64]) -> Vec<usize> {
        let report = Report {
            title: "",
            rules: &self.plan.rules,
            players: self.names,
            entries,
            breaks: &standings::USUAL,
            facts: &[],
            draws_count: true,
            free,
        };
        report.standings().iter().map(|row| row.player).collect()
    }

    /// The games, and the points of byes: as many as a won encounter.
    fn swiss(&self) -> anyhow::Result<(Vec<LogEntry>, Vec<f64>)> {
        let players = self.entrants.len();
        let mut free = vec![0.0; players];
        let rounds = self.settings.rounds.unwrap_or_else(|| players.next_power_of_two().ilog2().max(1));
        let (mut met, mut byes) = (HashSet::new(), Vec::new());
        let mut entries: Vec<LogEntry> = Vec::new();
        let games = self.settings.games;
        for round in 0..u64::from(rounds) {
            let order = if round == 0 { (0..players).collect() } else { self.order(&entries, &free) };
            let next = tournament::swiss_round(&order, &met, &byes);
            if let Some(bye) = next.bye {
                byes.push(bye);
                free[bye] += games as f64;
            }
            let mut fixtures = Vec::new();
            for (at, &(a, b)) in next.pairs.iter().enumerate() {
                met.insert((a.min(b), a.max(b)));
                let first = (round * players as u64 + at as u64) * games;
                fixtures.extend(encounter(a, b, games, first, first as usize));
            }
            entries.extend(self.play(&fixtures)?);
        }
        Ok((entries, free))
    }

    fn elimination(&self) -> anyhow::Result<Vec<LogEntry>> {
        let mut entries = Vec::new();
        let mut alive: Vec<(usize, Option<usize>)> = bracket(self.entrants.len());
        let mut number = 0;
        loop {
            let mut through = Vec::new();
            for (a, b) in alive {
                let Some(b) = b else {
                    through.push(a);
                    continue;
                };
                through.push(self.knock_out(a, b, &mut number, &mut entries)?);
            }
            if through.len() < 2 {
                return Ok(entries);
            }
            alive = through.chunks(2).map(|pair| (pair[0], pair.get(1).copied())).collect();
        }
    }

    /// Plays an encounter; while it is level, faster games decide. After ten of those the higher seed goes through.
    fn knock_out(
        &self,
        a: usize,
        b: usize,
        number: &mut u64,
        entries: &mut Vec<LogEntry>,
    ) -> anyhow::Result<usize> {
        let mut fixtures = encounter(a, b, self.settings.games, *number, *number as usize);
        let mut balance = 0.0;
        for decider in 0..=10_u64 {
            *number += fixtures.len() as u64;
            for entry in self.play(&fixtures)? {
                let color = if entry.black == self.names[a] { Color::Black } else { Color::White };
                balance += entry.points(color) - 0.5;
                entries.push(entry);
            }
            if balance != 0.0 {
                break;
            }
            let (black, white) = if decider % 2 == 0 { (b, a) } else { (a, b) };
            fixtures = vec![Fixture {
                number: *number,
                black,
                white,
                opening: *number as usize,
                pace: DECIDER_PACE,
            }];
        }
        Ok(if balance < 0.0 { b } else { a })
    }
}

fn report(
    args: &Args,
    settings: &Settings,
    rules: &Rules,
    names: &[String],
    (entries, free): (&[LogEntry], &[f64]),
    out: &Path,
    lang: Language,
) -> anyhow::Result<()> {
    let usual = standings::USUAL.to_vec();
    let breaks = settings.ties.clone().unwrap_or(usual);
    let engines: Vec<String> = settings.player.iter().map(|p| format!("{}: {}", p.name, p.engine)).collect();
    let words = |value: &Option<String>| value.as_ref().map(|text| Text::same(text.as_str()));
    let clock = settings.clock.as_ref().map(|clock| match clock.parse::<TimeControl>() {
        Ok(control) => control.text(),
        Err(bad) => bad.text(),
    });
    let mut facts = results::rules(rules);
    facts.extend([
        (said::clock(), or(clock, said::none)),
        (said::nodes_a_move(), or(settings.nodes.map(number), said::players_own)),
        (said::openings(), results::openings(settings.openings.as_deref(), settings.random_plies)),
        (said::seed(), number(settings.seed)),
        (said::concurrency(), results::concurrency(settings.concurrency, settings.pin)),
        (said::won_by_agreement(), or(words(&settings.adjudicate_win), said::never)),
        (said::drawn_by_agreement(), or(words(&settings.adjudicate_draw), said::never)),
        (said::proved_from(), or(settings.prove.map(number), said::never)),
        (said::players(), Text::same(engines.join("; "))),
    ]);
    facts.extend(results::machine());
    let title = args.file.file_stem().map_or_else(String::new, |name| name.to_string_lossy().into_owned());
    let draws_count = settings.draws.as_deref() != Some("ignore");
    let report = Report {
        title: &title,
        rules,
        players: names,
        entries,
        breaks: &breaks,
        facts: &facts,
        draws_count,
        free,
    };
    results::write(out, &report, entries, lang)?;
    if args.json {
        println!("{}", report.json());
        return Ok(());
    }
    print_table(&report, lang);
    println!("{}", out.join("report.html").display());
    Ok(())
}

/// The standings with a column for each tie-break.
fn print_table(report: &Report<'_>, lang: Language) {
    let ratings = report.ratings();
    let (player, points) = (said::player().say(lang), said::points().say(lang));
    print!("{:>3} {player:<24} {points:>6} {:>4} {:>4} {:>4}", "#", "+", "=", "-");
    for tie in report.breaks {
        print!(" {:>16}", tie.say(lang));
    }
    println!("  {:>12}", "Elo");
    for row in report.standings() {
        let (rating, name) = (ratings[row.player], &report.players[row.player]);
        let (rank, points, wins, draws, losses) = (row.rank, row.points, row.wins, row.draws, row.losses);
        print!("{rank:>3} {name:<24} {points:>6} {wins:>4} {draws:>4} {losses:>4}");
        for value in &row.ties {
            print!(" {value:>16}");
        }
        println!("  {:>+6.0} ± {:.0}", rating.elo.round() + 0.0, rating.error);
    }
}
