//! `heibai selfplay`: self-play games as training data.

use crate::cluster::Job;
use crate::failure::Context;
use crate::interrupt::{self, Stopped};
use crate::{Answer, YES, seat};
use heibai_arena::game::Referees;
use heibai_arena::selfplay::SelfPlayPlan;
use heibai_games::kind::Choice;
use heibai_games::{Color, HalfPoints, Kind, Limits, Outcome, Reason};
use heibai_records::selfplay::{self, About, SelfPlayGame};
use heibai_words::{Language, Text, reports as said};
use serde_json::{Value, json};
use std::collections::{BTreeMap, HashSet, VecDeque};
use std::fs::{File, OpenOptions};
use std::io::{self, Seek, SeekFrom};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};

/// Plays self-play games and writes them as compressed training data; resumable.
///
/// Example: heibai selfplay --game othello --games 1000 --player engine:nodes=2000 --out selfplay
#[derive(clap::Args)]
pub struct Args {
    /// othello, go or gomoku
    #[arg(long)]
    game: Kind,
    /// The total number of games.
    #[arg(long)]
    games: u64,
    /// Folder for the data; a stopped run is resumed from it.
    #[arg(long)]
    out: PathBuf,
    /// The player of both sides.
    #[arg(long, default_value = "normal")]
    player: String,
    /// Nodes per move, for engines that count nodes.
    #[arg(long)]
    nodes: Option<u64>,
    /// Search depth in plies, for engines that search by depth.
    #[arg(long)]
    depth: Option<u32>,
    /// Each game starts with up to this many random plies.
    #[arg(long, default_value_t = 8)]
    random_plies: usize,
    /// A rule set; by default the game's own.
    #[arg(long)]
    rules: Option<String>,
    /// Board size.
    #[arg(long)]
    size: Option<usize>,
    /// Games played at once.
    #[arg(long, default_value_t = 1)]
    concurrency: usize,
    /// Seed of the openings and of everything random in the engines.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Plays on a Ray cluster (host:port, auto, or local), through the Python package.
    #[arg(long, value_name = "ADDRESS")]
    cluster: Option<String>,
    /// Prints one JSON object.
    #[arg(long)]
    json: bool,
}

/// Games per frame: a kill loses at most this many, and they are played again.
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
    let about = About { rules: rules.clone(), player: args.player.clone(), seed: args.seed };
    let mut data = Data::open(&path, about, args.games).told(|| Text::same(path.display().to_string()))?;
    let missing = data.missing.clone();
    match &args.cluster {
        Some(address) => on_cluster(&args, address, &mut data)?,
        None => {
            let limits = Limits { nodes: args.nodes, depth: args.depth, ..Limits::default() };
            let plan = SelfPlayPlan { rules, seed: args.seed, random_plies: args.random_plies, limits };
            data = on_threads(&args, &plan, data)?;
        }
    }
    data.flush()?;
    let kept = args.games as usize - data.missing.len();
    Stopped::check(kept, args.games as usize, Some(&path))?;
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

/// The file of a run. Games are written in the order of their numbers, whoever finishes first, so that the same run
/// gives the same bytes.
struct Data {
    file: File,
    about: About,
    /// The games missing in the file, in order.
    missing: VecDeque<u64>,
    /// Finished games that wait for those before them.
    waiting: BTreeMap<u64, SelfPlayGame>,
}

impl Data {
    /// Opens the file of a run of `games` games, and cuts off an unfinished frame.
    fn open(path: &Path, about: About, games: u64) -> anyhow::Result<Data> {
        let mut file = OpenOptions::new().read(true).write(true).create(true).truncate(false).open(path)?;
        let frames = selfplay::index(&mut file)?;
        let mut done = HashSet::new();
        for frame in &frames {
            done.extend(selfplay::read_frame(&mut file, frame)?.1.iter().map(|game| game.number));
        }
        file.set_len(selfplay::end(&frames))?;
        file.seek(SeekFrom::End(0))?;
        let missing = (0..games).filter(|number| !done.contains(number)).collect();
        Ok(Data { file, about, missing, waiting: BTreeMap::new() })
    }

    /// Adds a finished game; writes a frame when its games are complete.
    fn add(&mut self, game: SelfPlayGame) -> io::Result<()> {
        self.waiting.insert(game.number, game);
        let ready = |data: &Data| {
            let mut first = data.missing.iter().take(FRAME);
            data.missing.len() >= FRAME && first.all(|number| data.waiting.contains_key(number))
        };
        while ready(self) {
            self.write()?;
            self.missing.drain(..FRAME);
        }
        Ok(())
    }

    /// Writes everything that is finished.
    fn flush(&mut self) -> io::Result<()> {
        let written: HashSet<u64> = self.waiting.keys().copied().collect();
        while !self.waiting.is_empty() {
            self.write()?;
        }
        self.missing.retain(|number| !written.contains(number));
        Ok(())
    }

    /// Writes a frame of the first waiting games.
    fn write(&mut self) -> io::Result<()> {
        let games: Vec<SelfPlayGame> =
            std::iter::from_fn(|| Some(self.waiting.pop_first()?.1)).take(FRAME).collect();
        selfplay::write_frame(&mut self.file, &self.about, &games)?;
        self.file.sync_data()
    }
}

/// Plays the missing games on threads of this machine.
fn on_threads(args: &Args, plan: &SelfPlayPlan, data: Data) -> anyhow::Result<Data> {
    let missing = data.missing.clone();
    let (next, stop) = (AtomicU64::new(0), interrupt::signal());
    let bar = crate::progress::bar(missing.len() as u64);
    let data = Mutex::new((data, None::<io::Error>));
    let referees = Referees { judge: &heibai_engines::judge::judge, prover: None };
    std::thread::scope(|scope| {
        for _ in 0..args.concurrency.max(1) {
            scope.spawn(|| {
                while let Some(&number) = missing.get(next.fetch_add(1, Ordering::Relaxed) as usize) {
                    let make = |seed| seat::program(&args.player, args.game, seed);
                    let Ok(Some(played)) = plan.play(number, make, referees, stop) else { return };
                    let mut data = data.lock().unwrap_or_else(PoisonError::into_inner);
                    let (data, failed) = &mut *data;
                    bar.inc(1);
                    if let Err(error) = data.add(played.game) {
                        *failed = Some(error);
                    }
                    if failed.is_some() {
                        return;
                    }
                }
            });
        }
    });
    bar.finish_and_clear();
    let (data, failed) = data.into_inner().unwrap_or_else(PoisonError::into_inner);
    failed.map_or(Ok(data), |error| Err(error.into()))
}

/// Plays the missing games on a cluster; they are written as they arrive.
fn on_cluster(args: &Args, address: &str, data: &mut Data) -> anyhow::Result<()> {
    if data.missing.is_empty() {
        return Ok(());
    }
    let job = Job::new("selfplay", address)
        .option("--game", Some(args.game.name()))
        .option("--numbers", Some(ranges(&data.missing)))
        .option("--player", Some(&args.player))
        .option("--size", args.size)
        .option("--rules", args.rules.as_ref())
        .option("--nodes", args.nodes)
        .option("--depth", args.depth)
        .option("--random-plies", Some(args.random_plies))
        .option("--seed", Some(args.seed));
    let played = job.run(|row| {
        let game = of_row(&row).told(|| said::no_game_of_job(&row.to_string()))?;
        Ok(data.add(game)?)
    });
    // Games that arrived before a failure are kept.
    data.flush()?;
    played
}

/// `0-31,64-99`
fn ranges(numbers: &VecDeque<u64>) -> String {
    let numbers: Vec<u64> = numbers.iter().copied().collect();
    let groups = numbers.chunk_by(|a, b| a + 1 == *b);
    groups.map(|group| format!("{}-{}", group[0], group[group.len() - 1])).collect::<Vec<_>>().join(",")
}

/// A game of `heibai.ray.selfplay`; actions are points, and the pass after them.
fn of_row(row: &Value) -> Option<SelfPlayGame> {
    let outcome = &row["outcome"];
    let winner = match outcome["winner"].as_u64() {
        Some(0) => Some(Color::Black),
        Some(_) => Some(Color::White),
        None => None,
    };
    let reason = Reason::from_name(outcome["reason"].as_str()?)?;
    let margin = outcome["margin"].as_f64().map(HalfPoints::from_f64);
    let pass = row["pass"].as_u64();
    let point = |action: &Value| {
        let action = action.as_u64()?;
        Some(if Some(action) == pass { None } else { Some(u16::try_from(action).ok()?) })
    };
    let visited = |list: &Value| {
        let pair =
            |pair: &Value| Some((point(&pair[0])?, u32::try_from(pair[1].as_u64()?).unwrap_or(u32::MAX)));
        list.as_array()?.iter().map(pair).collect::<Option<_>>()
    };
    let scores = row["scores"].as_array()?.iter().map(|score| score.as_f64().map_or(f32::NAN, |s| s as f32));
    Some(SelfPlayGame {
        opening: u16::try_from(row["opening"].as_u64()?).ok()?,
        moves: row["actions"].as_array()?.iter().map(point).collect::<Option<_>>()?,
        scores: scores.collect(),
        visits: row["visits"].as_array()?.iter().map(visited).collect::<Option<_>>()?,
        ..SelfPlayGame::new(row["id"].as_u64()?, &Outcome { winner, reason, score: None, margin }, [])
    })
}
