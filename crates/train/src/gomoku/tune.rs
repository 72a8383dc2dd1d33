//! Several changes of the search parameters tried at once: in each pair of games every change goes to one side by lot
//! and is kept from the other, so that every game tells something about all of them. The changes that did well then
//! play together against what ships.

use super::duel::{Side, play, side, spend};
use super::openings::is_even;
use super::selfplay::Author;
use anyhow::Context;
use heibai_engines::gomoku::{Net, Spend, Weights};
use heibai_games::Notation;
use heibai_games::gomoku::{Position, Variant};
use std::fs::File;
use std::io::Write;
use std::path::PathBuf;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::time::{Duration, Instant};

#[derive(clap::Args)]
pub struct Args {
    /// Nodes per move, or a time such as 50ms
    #[arg(long, default_value = "60000", value_parser = spend)]
    spend: Spend,
    /// The same in the match of the chosen changes against what ships
    #[arg(long, default_value = "100000", value_parser = spend)]
    match_spend: Spend,
    /// Starts no pair of games after this many seconds, and breaks off what runs 15 s later; with 0 every change is
    /// chosen untried
    #[arg(long)]
    seconds: u64,
    /// The same for the match; none with 0
    #[arg(long, default_value_t = 0)]
    match_seconds: u64,
    /// A change is chosen if it wins more than half by this many standard errors
    #[arg(long, default_value_t = 0.5)]
    least: f64,
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: u16,
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// A line for each pair of games is added to this file
    #[arg(long)]
    out: PathBuf,
    /// Changes such as futility*0.8 or null=200,null_depth=8, for one rule set as renju:cut=1
    #[arg(required = true)]
    changes: Vec<String>,
}

/// Rule set and size of the boards, played in turn.
const BOARDS: [(Variant, usize); 4] =
    [(Variant::Freestyle, 15), (Variant::Standard, 15), (Variant::Renju, 15), (Variant::Freestyle, 20)];

/// Openings are even by searches of so many nodes and up to this value.
const EVEN: (u64, i32) = (20_000, 80);

/// How long the games that run when the time is over may go on.
const GRACE: Duration = Duration::from_secs(15);

/// A change of the parameters, of all rule sets or one.
struct Change {
    rules: Option<Variant>,
    text: String,
}

impl Change {
    fn read(text: &str) -> anyhow::Result<Change> {
        let (rules, text) = match text.split_once(':') {
            Some((rules, text)) => (Some(super::variant(rules).map_err(anyhow::Error::msg)?), text),
            None => (None, text),
        };
        side(15, rules.unwrap_or(Variant::Freestyle), text)?;
        Ok(Change { rules, text: text.to_owned() })
    }

    fn concerns(&self, variant: Variant) -> bool {
        self.rules.is_none_or(|rules| rules == variant)
    }
}

/// A pair of games from one opening, with both colours.
struct Pair {
    board: usize,
    /// The change: 1 if the first side had it, -1 if the second, 0 if neither.
    had: Vec<i8>,
    /// The first side's share of the points.
    share: f64,
    /// The nodes of both sides, and their time in seconds.
    nodes: [f64; 2],
    time: [f64; 2],
}

/// Mean and standard error of a sum of `count` values.
#[derive(Default)]
struct Mean {
    count: f64,
    sum: f64,
    squares: f64,
}

impl Mean {
    fn of(values: impl Iterator<Item = f64>) -> Mean {
        values.fold(Mean::default(), |mean, value| Mean {
            count: mean.count + 1.0,
            sum: mean.sum + value,
            squares: mean.squares + value * value,
        })
    }

    fn mean(&self) -> f64 {
        self.sum / self.count.max(1.0)
    }

    fn error(&self) -> f64 {
        let count = self.count.max(1.0);
        ((self.squares / count - self.mean().powi(2)).max(0.0) / count).sqrt()
    }
}

/// What a change wins beyond half, over all pairs in which one side alone had it.
fn effect(pairs: &[Pair], change: usize) -> Mean {
    let told = pairs.iter().filter(|pair| pair.had[change] != 0);
    Mean::of(told.map(|pair| f64::from(pair.had[change]) * (pair.share - 0.5)))
}

struct Play<'a> {
    changes: &'a [Change],
    spend: Spend,
    seed: u64,
    out: &'a Mutex<File>,
}

impl Play<'_> {
    /// The opening of pair `k`.
    fn opening(&self, k: u64) -> anyhow::Result<(Position, String)> {
        let (variant, size) = BOARDS[k as usize % BOARDS.len()];
        let seed = self.seed.wrapping_mul(1_000_000).wrapping_add(k);
        let mut author =
            Author::on_board(size, variant, Weights::full(variant), 2000, seed).context("no such board")?;
        author.use_net(Net::of(&author.rules));
        loop {
            let (position, stones) = author.opening();
            if is_even(&mut author, &position, EVEN.0, EVEN.1) {
                let names = stones.iter().map(|&point| Notation::Gomoku.write(point, size));
                return Ok((position, names.collect()));
            }
        }
    }

    /// Plays pair `k`: the first side has the changes of `had` that are 1, the second those that are -1. `None` if the
    /// time is over before.
    fn pair(&self, k: u64, had: Vec<i8>, end: Instant) -> anyhow::Result<Option<Pair>> {
        let board = k as usize % BOARDS.len();
        let (variant, size) = BOARDS[board];
        let with = |sign: i8| -> anyhow::Result<Side> {
            let changes = self.changes.iter().zip(&had).filter(|(_, had)| **had == sign);
            let texts: Vec<&str> = changes.map(|(change, _)| change.text.as_str()).collect();
            side(size, variant, &if texts.is_empty() { "-".to_owned() } else { texts.join(",") })
        };
        let mut sides = [with(1)?, with(-1)?];
        let (opening, names) = self.opening(k)?;
        let mut points = [0.0; 2];
        for (black, points) in points.iter_mut().enumerate() {
            let Ok(winner) = play(&mut sides, black, &opening, self.spend, Some(end)) else {
                return Ok(None);
            };
            *points = winner.map_or(0.5, |winner| 1.0 - winner as f64);
        }
        let line = serde_json::json!({
            "pair": k, "rules": variant.name(), "size": size, "opening": names, "had": had, "points": points,
            "nodes": sides.each_ref().map(|side| side.nodes),
            "ms": sides.each_ref().map(|side| side.time.as_millis() as u64),
        });
        let mut out = self.out.lock().ok().context("a thread panicked")?;
        writeln!(out, "{line}")?;
        Ok(Some(Pair {
            board,
            had,
            share: (points[0] + points[1]) / 2.0,
            nodes: sides.each_ref().map(|side| side.nodes as f64),
            time: sides.each_ref().map(|side| side.time.as_secs_f64()),
        }))
    }

    /// Plays pairs on all threads until the time is over; `had` deals the changes out.
    fn run(
        &self,
        (threads, seconds): (u16, u64),
        had: impl Fn(u64) -> Vec<i8> + Sync,
    ) -> anyhow::Result<Vec<Pair>> {
        let end = Instant::now() + Duration::from_secs(seconds);
        let next = AtomicU64::new(0);
        let pairs = Mutex::new(Vec::new());
        std::thread::scope(|scope| {
            let work = || -> anyhow::Result<()> {
                while Instant::now() < end {
                    let k = next.fetch_add(1, Relaxed);
                    let pair = self.pair(k, had(k), end + GRACE)?;
                    pairs.lock().ok().context("a thread panicked")?.extend(pair);
                }
                Ok(())
            };
            let threads: Vec<_> = (0..threads).map(|_| scope.spawn(work)).collect();
            for thread in threads {
                thread.join().ok().context("a thread panicked")??;
            }
            anyhow::Ok(())
        })?;
        pairs.into_inner().ok().context("a thread panicked")
    }
}

/// Deals the changes that concern the board of pair `k` to the two sides.
fn deal(changes: &[Change], seed: u64, k: u64) -> Vec<i8> {
    let mut random = fastrand::Rng::with_seed(seed.wrapping_mul(1_000_000).wrapping_add(k) ^ 0x6465_616c);
    let (variant, _) = BOARDS[k as usize % BOARDS.len()];
    let mut give = |change: &Change| {
        let sign = if random.bool() { 1 } else { -1 };
        if change.concerns(variant) { sign } else { 0 }
    };
    changes.iter().map(&mut give).collect()
}

/// The first side's nodes a second as a multiple of the second's.
fn speed(pairs: &[&Pair]) -> f64 {
    let total = |of: fn(&Pair) -> f64| pairs.iter().map(|pair| of(pair)).sum::<f64>().max(1e-9);
    let [first, second] = [total(|pair| pair.nodes[0]), total(|pair| pair.nodes[1])];
    first / total(|pair| pair.time[0]) * total(|pair| pair.time[1]) / second
}

/// Prints what a set of changes won, on each board, on both of freestyle and together.
fn report(pairs: &[Pair]) {
    let line = |name: &str, of: &dyn Fn(usize) -> bool| {
        let pairs: Vec<&Pair> = pairs.iter().filter(|pair| of(pair.board)).collect();
        let mean = Mean::of(pairs.iter().map(|pair| pair.share));
        let (share, error) = (mean.mean() * 100.0, mean.error() * 100.0);
        let z = (share - 50.0) / error.max(1e-9);
        println!(
            "{name}: {share:.1} % of {} games +- {error:.1} (one standard error), z {z:.2}, {:.2} of the nodes a second",
            2.0 * mean.count,
            speed(&pairs)
        );
    };
    for (board, (variant, size)) in BOARDS.iter().enumerate() {
        line(&format!("{} {size}", variant.name()), &|b| b == board);
    }
    line("freestyle", &|board| BOARDS[board].0 == Variant::Freestyle);
    line("together", &|_| true);
}

pub fn run(args: &Args) -> anyhow::Result<()> {
    let changes = args.changes.iter().map(|text| Change::read(text)).collect::<Result<Vec<_>, _>>()?;
    let file = File::options().create(true).append(true).open(&args.out);
    let out = Mutex::new(file.with_context(|| args.out.display().to_string())?);
    let trial = Play { changes: &changes, spend: args.spend, seed: args.seed, out: &out };
    let pairs = trial.run((args.threads, args.seconds), |k| deal(&changes, args.seed, k))?;
    println!("{} games with every change on one side", 2 * pairs.len());
    let mut chosen = Vec::new();
    for (index, text) in args.changes.iter().enumerate() {
        let effect = effect(&pairs, index);
        let good = args.seconds == 0 || effect.mean() > args.least * effect.error();
        chosen.push(good);
        println!(
            "{text}: {:.1} % of {} games +- {:.1}{}",
            50.0 + effect.mean() * 100.0,
            2.0 * effect.count,
            effect.error() * 100.0,
            if good { ", chosen" } else { "" }
        );
    }
    if args.match_seconds == 0 || !chosen.contains(&true) {
        return Ok(());
    }
    let trial = Play { spend: args.match_spend, seed: args.seed + 1, ..trial };
    let had = |k: u64| {
        let (variant, _) = BOARDS[k as usize % BOARDS.len()];
        let has = |(change, good): (&Change, &bool)| i8::from(*good && change.concerns(variant));
        changes.iter().zip(&chosen).map(has).collect()
    };
    println!("the chosen changes against what ships:");
    report(&trial.run((args.threads, args.match_seconds), had)?);
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_change_that_wins_is_told_from_one_that_does_nothing() {
        let changes =
            ["cut=1", "renju:window*0.5", "null=200,null_depth=8"].map(|text| Change::read(text).unwrap());
        let pairs: Vec<Pair> = (0..400)
            .map(|k| {
                let had = deal(&changes, 7, k);
                // The first change wins every fifth pair; the others are decided by neither.
                let share =
                    if k % 5 == 0 { 0.5 + 0.5 * f64::from(had[0]) } else { [0.0, 1.0, 0.5][k as usize % 3] };
                Pair { board: k as usize % BOARDS.len(), had, share, nodes: [6.0, 2.0], time: [2.0, 1.0] }
            })
            .collect();
        let [won, renju, nothing] = [0, 1, 2].map(|change| effect(&pairs, change));
        assert_eq!((won.count, renju.count), (400.0, 100.0));
        assert_eq!(speed(&pairs.iter().collect::<Vec<_>>()), 1.5);
        assert!(won.mean() > 3.0 * won.error(), "{} +- {}", won.mean(), won.error());
        assert!(nothing.mean().abs() < 3.0 * nothing.error(), "{} +- {}", nothing.mean(), nothing.error());
        let told = Mean::of([0.0, 0.5, 1.0, 0.5].into_iter());
        assert_eq!((told.mean(), told.error()), (0.5, 0.125_f64.sqrt() / 2.0));
    }

    #[test]
    fn changes_are_checked_before_any_game() {
        for bad in ["cut", "cuts=1", "cut=x", "go:cut=1"] {
            assert!(Change::read(bad).is_err(), "{bad}");
        }
        let mut tuning = side(15, Variant::Renju, "reduction*2,cut=1").unwrap().engine.tuning.unwrap();
        assert_eq!((tuning.reduction, tuning.cut), (1.5, 1.0));
        assert!(tuning.parameter("no_such").is_none());
    }
}
