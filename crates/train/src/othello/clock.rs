//! Games under a tournament clock that counts this thread's processor time: a busy machine changes little, and a game
//! runs at the speed of an idle machine.

use anyhow::{Context, bail};
use heibai_engines::players;
use heibai_engines::search::moment::{Moment, lend_clock};
use heibai_games::player::{Remaining, Thought};
use heibai_games::{Act, AnyPosition, Kind, Limits, Move, Player, Point, Position, Request, Rules, othello};
use std::path::PathBuf;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

#[derive(clap::Args)]
pub struct Args {
    /// A move list such as f5d6c3 in each line
    #[arg(long)]
    openings: PathBuf,
    /// The first opening; one of 61 is taken
    #[arg(long, default_value_t = 0)]
    first: usize,
    #[arg(long, default_value_t = 2)]
    games: usize,
    /// Seconds a game
    #[arg(long, default_value_t = 300.0)]
    seconds: f64,
    /// Play without a clock, as the opponent does, until this many squares are empty
    #[arg(long, default_value_t = 60)]
    from: usize,
    /// Seconds left on the clock then; by default all
    #[arg(long)]
    left: Option<f64>,
    /// Report every move: empty squares, seconds, nodes
    #[arg(long)]
    moves: bool,
    /// The player with the clock
    #[arg(long, default_value = "engine:book=no")]
    player: String,
    /// Its opponent, without a clock
    #[arg(long, default_value = "hell")]
    against: String,
}

/// The processor time of this thread.
fn processor() -> Option<Duration> {
    let text = std::fs::read_to_string("/proc/thread-self/schedstat").ok()?;
    text.split_whitespace().next()?.parse().ok().map(Duration::from_nanos)
}

/// The result of a game.
struct Played {
    left: Duration,
    /// The time left when the value was proved, and the empty squares then.
    proved: Option<(Duration, usize)>,
    discs: i32,
}

pub fn run(args: &Args) -> anyhow::Result<()> {
    if processor().is_none() {
        bail!("this system does not tell the processor's time of a thread");
    }
    lend_clock(|| processor().unwrap_or_default());
    let text =
        std::fs::read_to_string(&args.openings).with_context(|| args.openings.display().to_string())?;
    let openings: Vec<&str> = text.lines().filter_map(|line| line.split_whitespace().next()).collect();
    if openings.is_empty() {
        bail!("{} has no opening", args.openings.display());
    }
    let time = |seconds| Duration::try_from_secs_f64(seconds).context("no number of seconds");
    let (total, left) = (time(args.seconds)?, time(args.left.unwrap_or(args.seconds))?);
    let percent = |time: Duration| 100.0 * time.as_secs_f64() / total.as_secs_f64();
    for number in args.first..args.first + args.games {
        let opening = openings[number / 2 * 61 % openings.len()];
        let played = game(args, opening, number % 2, left).with_context(|| opening.to_owned())?;
        let proved = played.proved.map_or("never proved".to_owned(), |(left, empties)| {
            format!("proved with {empties} empty squares and {:.1} %", percent(left))
        });
        println!(
            "{opening} {}: {proved}, {:.1} % unused, {:+} discs",
            number % 2,
            percent(played.left),
            played.discs
        );
    }
    Ok(())
}

fn choose(
    player: &mut dyn Player,
    position: &AnyPosition,
    limits: &Limits,
) -> anyhow::Result<(Move, Thought)> {
    let stop = AtomicBool::new(false);
    let request = Request { start: position, moves: &[], position, limits, stop: &stop };
    let answer = player.choose(&request).map_err(|fault| anyhow::anyhow!("{fault}"))?;
    match answer.act {
        Act::Play(mv) => Ok((mv, answer.thought)),
        Act::Resign => bail!("a player resigned"),
    }
}

fn game(args: &Args, opening: &str, side: usize, total: Duration) -> anyhow::Result<Played> {
    let mut position =
        AnyPosition::start(&Rules::Othello(othello::Rules::new(8).context("the usual board")?));
    for name in opening.as_bytes().chunks(2) {
        let mv = position.read_move(std::str::from_utf8(name)?).map_err(|bad| anyhow::anyhow!("{bad}"))?;
        position.play(mv).map_err(|bad| anyhow::anyhow!("{bad}"))?;
    }
    let parse = |name: &str| players::parse(name, Kind::Othello, 1).map_err(|bad| anyhow::anyhow!("{bad}"));
    let (mut timed, mut other) = (parse(&args.player)?, parse(&args.against)?);
    let mut played = Played { left: total, proved: None, discs: 0 };
    while position.outcome().is_none() {
        let empties = Point::all(8).filter(|&point| position.stone(point).is_none()).count();
        let mv = if position.turn().index() == side && empties <= args.from {
            let clock = Remaining { main: played.left, increment: Duration::ZERO, byo_yomi: None };
            let begun = Moment::now();
            let (mv, thought) =
                choose(&mut *timed, &position, &Limits { clock: Some(clock), ..Limits::default() })?;
            let spent = begun.elapsed();
            played.left = played.left.checked_sub(spent).context("lost on time")?;
            if args.moves {
                println!(
                    "{empties} empty squares: {:.2} s, {:.1} M nodes",
                    spent.as_secs_f64(),
                    thought.nodes as f64 / 1e6
                );
            }
            if played.proved.is_none() && thought.value.is_some_and(|value| value.is_proved()) {
                played.proved = Some((played.left, empties));
            }
            mv
        } else {
            choose(&mut *other, &position, &Limits::default())?.0
        };
        position.play(mv).map_err(|bad| anyhow::anyhow!("{bad}"))?;
    }
    if let AnyPosition::Othello8(board) = &position {
        let score = board.exact_score();
        played.discs = if board.turn().index() == side { score } else { -score };
    }
    Ok(played)
}
