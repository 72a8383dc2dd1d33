//! `heibai match`: two players, many games, and what the result means.

use crate::seat;
use crate::{Answer, YES};
use anyhow::{Context, bail};
use heibai_arena::elo::{self, Estimate};
use heibai_arena::game::Terms;
use heibai_arena::log::Entry;
use heibai_arena::openings;
use heibai_arena::pairing::{Standing, fixtures};
use heibai_arena::runner::{Plan, run as play_all};
use heibai_arena::sprt::{Sprt, Verdict};
use heibai_games::kind::Choice;
use heibai_games::{Kind, Limits, TimeControl};
use serde_json::json;
use std::path::PathBuf;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

/// A match of two players: every opening twice with colours swapped; resumable with --out.
///
/// Example: heibai match hard normal --game othello --games 100 --openings xot.txt --out runs/hard-normal
#[derive(clap::Args)]
pub struct Args {
    a: String,
    b: String,
    #[arg(long)]
    game: Kind,
    #[arg(long, default_value_t = 100)]
    games: u64,
    /// A file with one opening a line (f5d6c4...).
    #[arg(long)]
    openings: Option<PathBuf>,
    /// Without a file: this many random plies open each pair.
    #[arg(long, default_value_t = 4)]
    random_plies: usize,
    /// 5m, 5m+3s, 10m+3x30s or 1s/move
    #[arg(long)]
    clock: Option<TimeControl>,
    /// Nodes per move, told to engines that count nodes.
    #[arg(long)]
    nodes: Option<u64>,
    #[arg(long)]
    depth: Option<u32>,
    #[arg(long, default_value_t = 1)]
    concurrency: usize,
    /// Stop as soon as it is decided between these two differences in Elo.
    #[arg(long, value_name = "ELO0,ELO1")]
    sprt: Option<String>,
    /// Folder for the log of games; a run that was stopped goes on from it.
    #[arg(long)]
    out: Option<PathBuf>,
    #[arg(long)]
    rules: Option<String>,
    #[arg(long)]
    size: Option<usize>,
    #[arg(long)]
    komi: Option<f64>,
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// How a draw counts in the rating: half a point, or not at all.
    #[arg(long, default_value = "half", value_parser = ["half", "ignore"])]
    draws: String,
    /// Milliseconds that a move may take over its clock, for the way of the answer.
    #[arg(long, default_value_t = 100)]
    margin: u64,
    /// Seconds that a foreign program may take to start and to set up a board.
    #[arg(long)]
    patience: Option<u64>,
    #[arg(long)]
    json: bool,
}

pub fn run(args: Args) -> Answer {
    let choice = Choice { size: args.size, rules: args.rules.clone(), komi: args.komi, handicap: None };
    let rules = args.game.rules(&choice)?;
    let openings = match &args.openings {
        Some(path) => {
            let text =
                std::fs::read_to_string(path).with_context(|| format!("cannot read {}", path.display()))?;
            openings::read(&text, &rules).with_context(|| path.display().to_string())?
        }
        None => {
            let mut random = fastrand::Rng::with_seed(args.seed);
            let pairs = args.games.div_ceil(2);
            (0..pairs).map(|_| openings::random(&rules, args.random_plies, &mut random)).collect()
        }
    };
    let judge = |position: &heibai_games::AnyPosition| {
        crate::score::count(position, &crate::score::judged_dead(position))
    };
    let limits = Limits { nodes: args.nodes, depth: args.depth, ..Limits::default() };
    let points = rules.size() * rules.size();
    let margin = Duration::from_millis(args.margin);
    let plan = Plan {
        openings,
        terms: Terms { clock: args.clock, limits, margin, longest: 4 * points },
        concurrency: args.concurrency,
        seed: args.seed,
        judge: &judge,
        rules,
    };
    // A name that means nothing is wrong usage, not a lost game.
    seat::program(&args.a, args.game, 0)?;
    seat::program(&args.b, args.game, 0)?;
    let sprt = args.sprt.as_deref().map(read_sprt).transpose()?;
    let patience = args.patience.map(Duration::from_secs);
    let entrants = [&args.a, &args.b].map(|text| seat::entrant(text, text, args.game, patience));
    let log = match &args.out {
        Some(folder) => {
            std::fs::create_dir_all(folder).with_context(|| format!("cannot make {}", folder.display()))?;
            Some(folder.join("games.jsonl"))
        }
        None => None,
    };
    let stop = AtomicBool::new(false);
    let bar = crate::progress::bar(args.games);
    let progress = |entries: &[Entry]| {
        let standing = Standing::of(entries);
        let t = standing.tally;
        bar.set_position(t.games());
        bar.set_message(format!("+{} ={} -{}", t.wins, t.draws, t.losses));
        sprt.is_some_and(|sprt| sprt.verdict(&standing.pairs) != Verdict::GoOn)
    };
    let entries = play_all(&plan, &entrants, &fixtures(args.games), log.as_deref(), &stop, &progress)?;
    bar.finish_and_clear();
    report(&args, sprt, &Standing::of(&entries));
    Ok(YES)
}

fn read_sprt(text: &str) -> anyhow::Result<Sprt> {
    let numbers =
        text.split_once(',').and_then(|(a, b)| Some((a.trim().parse().ok()?, b.trim().parse().ok()?)));
    match numbers.and_then(|(elo0, elo1)| Sprt::new(elo0, elo1)) {
        Some(sprt) => Ok(sprt),
        None => bail!("--sprt {text}: expected two differences, the smaller first, such as 0,5"),
    }
}

fn report(args: &Args, sprt: Option<Sprt>, standing: &Standing) {
    let tally = standing.tally;
    let estimate = match args.draws.as_str() {
        "ignore" => elo::from_games(&tally.without_draws()),
        _ => elo::from_pairs(&standing.pairs).or_else(|| elo::from_games(&tally)),
    };
    let verdict = sprt.map(|sprt| (sprt.llr(&standing.pairs), sprt.verdict(&standing.pairs)));
    if args.json {
        let line = json!({
            "a": args.a, "b": args.b, "game": args.game.name(), "games": tally.games(),
            "wins": tally.wins, "draws": tally.draws, "losses": tally.losses, "score": tally.score(),
            "pairs": standing.pairs, "faults": standing.faults, "draw_rule": args.draws,
            "elo": estimate.map(|e| e.elo), "elo_low": estimate.map(|e| e.low),
            "elo_high": estimate.map(|e| e.high), "superiority": estimate.map(|e| e.superiority),
            "llr": verdict.map(|(llr, _)| llr), "sprt": verdict.map(|(_, v)| verdict_name(v)),
        });
        println!("{line}");
        return;
    }
    println!("{} against {}: +{} ={} -{}", args.a, args.b, tally.wins, tally.draws, tally.losses);
    println!("score {:.1} % of {} games, pairs {:?}", tally.score() * 100.0, tally.games(), standing.pairs);
    if let Some(Estimate { elo, low, high, superiority }) = estimate {
        println!("Elo {elo:+.1} (95 %: {low:+.1} to {high:+.1}), likelihood of superiority {superiority:.3}");
        println!("draws count {}", if args.draws == "ignore" { "not at all" } else { "half a point" });
    }
    if standing.faults > 0 {
        println!("{} games were lost by time, an illegal move or a broken protocol", standing.faults);
    }
    if let Some((llr, verdict)) = verdict {
        println!("sequential test: log-likelihood ratio {llr:.2}, {}", verdict_name(verdict));
    }
}

fn verdict_name(verdict: Verdict) -> &'static str {
    match verdict {
        Verdict::AcceptH0 => "H0 accepted",
        Verdict::AcceptH1 => "H1 accepted",
        Verdict::GoOn => "undecided",
    }
}
