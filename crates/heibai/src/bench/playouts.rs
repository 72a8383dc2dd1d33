//! Random games of each game, on one core.

use super::{Figure, Setting, Stopwatch};
use heibai_games::go::{self, playouts};
use heibai_games::gomoku::{self, OpeningRule, Variant};
use heibai_games::{Position, othello};

pub fn run(setting: &Setting) -> anyhow::Result<Vec<Figure>> {
    let scale = if setting.quick { 10 } else { 1 };
    let mut figures = Vec::new();

    let began = Stopwatch::start();
    let tally = othello::random_games(1, 200_000 / scale);
    figures.push(Figure::rate("othello 8x8, random games", tally.moves, began.cpu_seconds(), "moves/s"));

    let start = go::Position::start(&go::Rules::new(19, go::Rules::KOMI, 0)?);
    let mut random = fastrand::Rng::with_seed(1);
    let (mut position, mut empties, games) = (start.clone(), playouts::Empties::default(), 20_000 / scale);
    let began = Stopwatch::start();
    for _ in 0..games {
        position.clone_from(&start);
        playouts::without_passes(&mut position, &mut empties, &mut |n| random.u32(..n));
    }
    figures.push(Figure::rate("go 19x19, no passes", games, began.cpu_seconds(), "games/s"));

    let (mut moves, games) = (Vec::new(), 2_000 / scale);
    let began = Stopwatch::start();
    for _ in 0..games {
        position.clone_from(&start);
        playouts::with_passes(&mut position, &mut moves, &mut |n| random.u32(..n));
    }
    let seconds = began.cpu_seconds();
    figures.push(Figure::rate("go 19x19, uniform over the legal list", games, seconds, "games/s"));

    for variant in Variant::ALL {
        let rules = gomoku::Rules::new(15, variant, OpeningRule::Free)?;
        let start = gomoku::Position::start(&rules);
        let (mut plies, games) = (0, 50_000 / scale);
        let began = Stopwatch::start();
        for _ in 0..games {
            let mut position = start.clone();
            plies += u64::from(gomoku::random_game(&mut position, &mut || random.u64(..)));
        }
        let name = format!("gomoku 15x15, {}", variant.name());
        figures.push(Figure::rate(name, plies, began.cpu_seconds(), "moves/s"));
    }
    Ok(figures)
}
