//! `heibai selfplay`: games of a player against itself, as training data.

use crate::cluster::Job;
use crate::failure::Context;
use crate::interrupt::{self, Stopped};
use crate::{Answer, YES, seat};
use heibai_arena::data::{self, SelfPlayGame};
use heibai_arena::game::{Referees, Terms, play};
use heibai_arena::openings;
use heibai_games::kind::Choice;
use heibai_games::{AnyPosition, Color, Kind, Limits, Move, Position};
use heibai_words::{Language, Text, reports as said};
use serde_json::{Value, json};
use std::collections::HashSet;
use std::fs::OpenOptions;
use std::io::{Seek, SeekFrom};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};

/// Games of a player against itself, written as compressed training data; resumable.
///
/// Example: heibai selfplay --game othello --games 1000 --player engine:nodes=2000 --out selfplay
#[derive(clap::Args)]
pub struct Args {
    /// othello, go or gomoku
    #[arg(long)]
    game: Kind,
    /// How many games there shall be in the end.
    #[arg(long)]
    games: u64,
    /// Folder for the data; a run that was stopped goes on from it.
    #[arg(long)]
    out: PathBuf,
    /// Who plays both sides.
    #[arg(long, default_value = "normal")]
    player: String,
    /// Nodes per move, told to engines that count nodes.
    #[arg(long)]
    nodes: Option<u64>,
    /// Plies to look ahead, told to engines that search by depth.
    #[arg(long)]
    depth: Option<u32>,
    /// Random plies before the player takes over, drawn anew for each game up to this many.
    #[arg(long, default_value_t = 8)]
    random_plies: usize,
    /// A rule set; by default the game's own.
    #[arg(long)]
    rules: Option<String>,
    /// The board's side.
    #[arg(long)]
    size: Option<usize>,
    /// Games at once.
    #[arg(long, default_value_t = 1)]
    concurrency: usize,
    /// Decides the openings and everything that engines leave to chance.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Plays on a Ray cluster (host:port, auto, or local), through the Python package.
    #[arg(long, value_name = "ADDRESS")]
    cluster: Option<String>,
    /// One JSON object.
    #[arg(long)]
    json: bool,
}

/// Games in one frame: a kill loses at most so many for each run, and they are played again.
const FRAME: usize = 32;

pub fn run(args: Args, lang: Language) -> Answer {
    let choice = Choice { size: args.size, rules: args.rules.clone(), ..Choice::default() };
    let rules = args.game.rules(&choice)?;
    seat::program(&args.player, args.game, 0)?;
    let about = json!({
        "game": args.game.name(), "size": rules.size(), "rules": rules.choice().rules, "player": args.player,
        "nodes": args.nodes, "depth": args.depth, "random_plies": args.random_plies, "seed": args.seed,
        "version": env!("CARGO_PKG_VERSION"),
    });
    crate::folder::claim(&args.out, &about)?;
    let path = args.out.join("games.hbf");
    let mut file = OpenOptions::new().read(true).write(true).create(true).truncate(false).open(&path)?;
    let frames = data::index(&mut file).told(|| Text::same(path.display().to_string()))?;
    let mut done = HashSet::new();
    for frame in &frames {
        done.extend(data::read_frame(&mut file, frame)?.iter().map(|game| game.number));
    }
    file.set_len(data::end(&frames))?;
    file.seek(SeekFrom::End(0))?;
    if let Some(address) = &args.cluster {
        return on_cluster(&args, address, &path, file, &done, lang);
    }
    let missing: Vec<u64> = (0..args.games).filter(|number| !done.contains(number)).collect();
    let (next, stop) = (AtomicU64::new(0), interrupt::signal());
    let bar = crate::progress::bar(args.games);
    let writer = Mutex::new((file, Vec::<SelfPlayGame>::new(), None::<std::io::Error>));
    std::thread::scope(|scope| {
        for _ in 0..args.concurrency.max(1) {
            scope.spawn(|| {
                while let Some(&number) = missing.get(next.fetch_add(1, Ordering::Relaxed) as usize) {
                    let Some(game) = one_game(&args, &rules, number, stop) else { return };
                    let mut writer = writer.lock().unwrap_or_else(PoisonError::into_inner);
                    let (file, waiting, failed) = &mut *writer;
                    waiting.push(game);
                    bar.inc(1);
                    if waiting.len() >= FRAME
                        && let Err(error) = flush(file, waiting)
                    {
                        *failed = Some(error);
                        return;
                    }
                }
            });
        }
    });
    let (mut file, mut waiting, failed) = writer.into_inner().unwrap_or_else(PoisonError::into_inner);
    if let Some(error) = failed {
        return Err(error.into());
    }
    flush(&mut file, &mut waiting)?;
    bar.finish_and_clear();
    let frames = data::index(&mut file)?;
    let kept: u32 = frames.iter().map(|frame| frame.games).sum();
    Stopped::check(kept as usize, args.games as usize, Some(&path))?;
    tell(&args, &path, missing.len(), lang);
    Ok(YES)
}

fn tell(args: &Args, path: &Path, played: usize, lang: Language) {
    if args.json {
        println!("{}", json!({"file": path.display().to_string(), "games": args.games, "played": played}));
    } else {
        println!("{}", said::games_in(args.games, &path.display().to_string()).get(lang));
    }
}

/// The same file, its games played by a cluster; games that are there already are kept.
fn on_cluster(
    args: &Args,
    address: &str,
    path: &Path,
    mut file: std::fs::File,
    done: &HashSet<u64>,
    lang: Language,
) -> Answer {
    if (0..args.games).all(|number| done.contains(&number)) {
        tell(args, path, 0, lang);
        return Ok(YES);
    }
    let job = Job::new("selfplay", address)
        .option("--game", Some(args.game.name()))
        .option("--games", Some(args.games))
        .option("--player", Some(&args.player))
        .option("--size", args.size)
        .option("--rules", args.rules.as_ref())
        .option("--nodes", args.nodes)
        .option("--depth", args.depth)
        .option("--random-plies", Some(args.random_plies))
        .option("--seed", Some(args.seed));
    let (mut waiting, mut played) = (Vec::new(), 0);
    job.run(|row| {
        let game = of_row(&row).told(|| said::no_game_of_job(&row.to_string()))?;
        if !done.contains(&game.number) {
            waiting.push(game);
            played += 1;
        }
        if waiting.len() >= FRAME { Ok(flush(&mut file, &mut waiting)?) } else { Ok(()) }
    })?;
    flush(&mut file, &mut waiting)?;
    tell(args, path, played, lang);
    Ok(YES)
}

/// A game of `heibai.ray.selfplay`; actions are points, and the pass after them.
fn of_row(row: &Value) -> Option<SelfPlayGame> {
    let outcome = &row["outcome"];
    let (result, sign) = match outcome["winner"].as_u64() {
        Some(0) => (1, 1.0),
        Some(_) => (-1, -1.0),
        None => (0, 0.0),
    };
    let actions = row["actions"].as_array()?;
    let pass = row["pass"].as_u64();
    let moves = actions.iter().map(|action| {
        let action = action.as_u64()?;
        Some(if Some(action) == pass { None } else { Some(u16::try_from(action).ok()?) })
    });
    let scores = row["scores"].as_array()?.iter().map(|score| score.as_f64().map_or(f32::NAN, |s| s as f32));
    Some(SelfPlayGame {
        number: row["id"].as_u64()?,
        result,
        margin: outcome["margin"].as_f64().map_or(0, |margin| (2.0 * margin * sign) as i16),
        opening: u16::try_from(row["opening"].as_u64()?).ok()?,
        moves: moves.collect::<Option<_>>()?,
        scores: scores.collect(),
    })
}

fn flush(file: &mut std::fs::File, waiting: &mut Vec<SelfPlayGame>) -> std::io::Result<()> {
    if waiting.is_empty() {
        return Ok(());
    }
    waiting.sort_by_key(|game| game.number);
    data::write_frame(file, waiting)?;
    waiting.clear();
    file.sync_data()
}

fn one_game(
    args: &Args,
    rules: &heibai_games::Rules,
    number: u64,
    stop: &AtomicBool,
) -> Option<SelfPlayGame> {
    let mut random = fastrand::Rng::with_seed(args.seed ^ number.wrapping_mul(0x9E37_79B9_7F4A_7C15));
    let plies = random.usize(..=args.random_plies);
    let opening = openings::random(rules, plies, &mut random);
    let mut black = seat::program(&args.player, args.game, random.u64(..)).ok()?;
    let mut white = seat::program(&args.player, args.game, random.u64(..)).ok()?;
    let limits = Limits { nodes: args.nodes, depth: args.depth, ..Limits::default() };
    let terms = Terms { limits, longest: 4 * rules.size() * rules.size(), ..Terms::default() };
    let start = AnyPosition::start(rules);
    let referees = Referees { judge: &heibai_engines::judge::judge, prover: None };
    let finished = play(&start, &opening, [&mut *black, &mut *white], &terms, referees, stop)?;
    let (result, sign) = match finished.outcome.winner {
        Some(Color::Black) => (1, 1),
        Some(Color::White) => (-1, -1),
        None => (0, 0),
    };
    let moves = finished.game.moves().iter().map(|played| match played.mv {
        Move::Place(point) => Some(point.0),
        Move::Pass => None,
    });
    let given = finished.game.choices().first().map_or(opening.len(), |first| opening.len().min(first.after));
    Some(SelfPlayGame {
        number,
        result,
        margin: finished.outcome.margin.map_or(0, |margin| (margin.0 * sign) as i16),
        opening: given as u16,
        moves: moves.collect(),
        scores: finished.scores.iter().map(|score| score.map_or(f32::NAN, |s| s as f32)).collect(),
    })
}
