//! A match between two sets of search parameters, each opening played with both colours.

use super::selfplay::Author;
use anyhow::{Context, anyhow};
use heibai_engines::gomoku::{Engine, Net, PatternBoard, Spend, Tuning, Weights};
use heibai_games::gomoku::{OpeningRule, Rules, Variant};
use heibai_games::{Color, Move, Point, Position};
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

pub(super) struct Side {
    pub(super) engine: Engine,
    pub(super) weights: Arc<Weights>,
    /// Totals of all searches.
    pub(super) nodes: u64,
    pub(super) time: Duration,
}

/// An engine with the parameters of a text such as `reduction*1.1,cut=1.5,net=none`.
pub(super) fn side(size: usize, variant: Variant, text: &str) -> anyhow::Result<Side> {
    let mut tuning = Tuning::of(variant);
    let mut weights = Weights::full(variant);
    let mut engine = Engine::new(16);
    engine.net = Rules::new(size, variant, OpeningRule::Free).ok().and_then(|rules| Net::of(&rules));
    for item in text.split(',').filter(|item| *item != "-") {
        let (name, value) = item
            .split_once(['=', '*'])
            .with_context(|| format!("{item}: expected NAME=VALUE or NAME*FACTOR"))?;
        match name {
            "weights" => {
                weights = super::read_weights(Path::new(value))?;
                continue;
            }
            "net" if value == "none" => {
                engine.net = None;
                continue;
            }
            "net" => {
                let file = std::fs::read(value).with_context(|| value.to_owned())?;
                let net = Net::read(&file).map_err(|error| anyhow!("{value}: {error}"))?;
                engine.net = Some(Arc::new(net.resized(size)));
                continue;
            }
            _ => {}
        }
        let number: f32 = value.parse().with_context(|| format!("{item}: expected a number"))?;
        let parameter = tuning.parameter(name).with_context(|| format!("{name}: no such parameter"))?;
        *parameter = if item.contains('*') { *parameter * number } else { number };
    }
    engine.tuning = Some(tuning);
    Ok(Side { engine, weights, nodes: 0, time: Duration::ZERO })
}

pub(super) fn spend(text: &str) -> Result<Spend, String> {
    let bad = |_| format!("{text}: expected nodes or a time such as 50ms");
    match text.strip_suffix("ms") {
        Some(time) => {
            let time = Duration::from_millis(time.parse().map_err(bad)?);
            Ok(Spend { nodes: u64::MAX, depth: 99, time: Some((time, time)) })
        }
        None => Ok(Spend::nodes(text.parse().map_err(bad)?)),
    }
}

/// The time was over before the game.
pub(super) struct BrokenOff;

/// Plays a game from an opening with `sides[black]` as Black, until `end` at most. Returns the index of the winner; `None`
/// for a draw.
pub(super) fn play(
    sides: &mut [Side; 2],
    black: usize,
    opening: &heibai_games::gomoku::Position,
    spend: Spend,
    end: Option<Instant>,
) -> Result<Option<usize>, BrokenOff> {
    let mut position = opening.clone();
    sides.iter_mut().for_each(|side| side.engine.clear());
    while position.outcome().is_none() {
        if end.is_some_and(|end| Instant::now() > end) {
            return Err(BrokenOff);
        }
        let mover = position.turn().index() ^ black;
        let side = &mut sides[mover];
        let board = PatternBoard::of(&position, side.weights.clone());
        let start = Instant::now();
        let thoughts = side.engine.think(&board, spend, 1, &AtomicBool::new(false));
        side.time += start.elapsed();
        side.nodes += thoughts.nodes;
        let Some(&cell) = thoughts.lines.first().and_then(|line| line.cells.first()) else { return Ok(None) };
        if position.play(Move::Place(Point(cell as u16))).is_err() {
            return Ok(Some(1 - mover));
        }
    }
    let winner = position.outcome().and_then(|outcome| outcome.winner);
    Ok(winner.map(|color: Color| color.index() ^ black))
}

/// Elo of a share of points.
fn elo(share: f64) -> f64 {
    let share = share.clamp(0.001, 0.999);
    400.0 * (share / (1.0 - share)).log10()
}

#[derive(clap::Args)]
pub struct Args {
    /// freestyle, standard or renju
    #[arg(long, default_value = "renju", value_parser = super::variant)]
    rules: Variant,
    /// Board size
    #[arg(long, default_value_t = 15, value_parser = clap::value_parser!(u8).range(7..=20))]
    size: u8,
    /// Nodes per move, or a time such as 50ms
    #[arg(long, default_value = "6000", value_parser = spend)]
    spend: Spend,
    /// Pairs of games; 60 unless --seconds is given
    #[arg(long)]
    pairs: Option<u32>,
    /// Starts no pair after this many seconds
    #[arg(long)]
    seconds: Option<u64>,
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Parameters such as reduction=0.7,cut*1.1,weights=FILE,net=FILE (or net=none); - for the shipped ones
    #[arg(default_value = "-")]
    a: String,
    #[arg(default_value = "-")]
    b: String,
}

pub fn run(args: &Args) -> anyhow::Result<()> {
    let Args { rules: variant, spend, a, b, .. } = args;
    let pairs = args.pairs.unwrap_or(if args.seconds.is_some() { u32::MAX } else { 60 });
    let end = args.seconds.map(|seconds| Instant::now() + Duration::from_secs(seconds));
    let size = usize::from(args.size);
    let mut sides = [side(size, *variant, a)?, side(size, *variant, b)?];
    let mut author = Author::on_board(size, *variant, Weights::full(*variant), 2000, args.seed)
        .context("no such board")?;
    let (mut sum, mut squares, mut tally) = (0.0, 0.0, [0; 3]);
    let mut played = 0;
    while played < pairs && end.is_none_or(|end| Instant::now() < end) {
        played += 1;
        let opening = author.opening().0;
        let mut points = 0.0;
        for black in 0..2 {
            let result = play(&mut sides, black, &opening, *spend, None).unwrap_or(None);
            tally[result.map_or(1, |winner| 2 * winner)] += 1;
            points += result.map_or(0.5, |winner| 1.0 - winner as f64);
        }
        sum += points / 2.0;
        squares += points * points / 4.0;
    }
    let n = f64::from(played.max(1));
    let share = sum / n;
    let error = ((squares / n - share * share).max(0.0) / n).sqrt();
    println!(
        "{a} against {b}: {} won, {} drawn, {} lost, {:.1} % +- {:.1} (one standard error), Elo {:+.0} [{:+.0}, {:+.0}]",
        tally[0],
        tally[1],
        tally[2],
        share * 100.0,
        error * 100.0,
        elo(share),
        elo(share - 2.0 * error),
        elo(share + 2.0 * error)
    );
    let [a, b] = sides.map(|side| side.nodes as f64 / side.time.as_secs_f64().max(1e-9));
    println!("nodes per second: {a:.0} and {b:.0}, ratio {:.3}", a / b);
    Ok(())
}
