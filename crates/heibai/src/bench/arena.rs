//! The overhead of the match runner: time per move with random players, every game logged. The players' own time is
//! included, so the runner itself costs less than the figure.

use super::{Figure, Setting};
use heibai_arena::game::{Referees, Terms};
use heibai_arena::pairing::fixtures;
use heibai_arena::runner::{Plan, run as play_all};
use heibai_games::Kind;
use heibai_games::counting::Judgement;
use heibai_games::kind::Choice;
use std::sync::atomic::AtomicBool;
use std::time::Instant;

pub fn run(setting: &Setting) -> anyhow::Result<Vec<Figure>> {
    let mut figures = Vec::new();
    for (kind, size, games) in [(Kind::Othello, 8, 400), (Kind::Gomoku, 15, 100), (Kind::Go, 19, 40)] {
        let games = if setting.quick { games / 10 } else { games };
        let rules = kind.rules(&Choice { size: Some(size), ..Choice::default() })?;
        let plan = Plan {
            rules,
            openings: Vec::new(),
            terms: Terms { longest: 4 * size * size, ..Terms::default() },
            concurrency: 1,
            seed: 1,
            referees: Referees { judge: &|_| Judgement::default(), prover: None },
            pin: false,
        };
        let entrants = ["a", "b"].map(|name| crate::seat::entrant(name, "random", kind, None));
        let folder = tempfile::tempdir()?;
        let log = folder.path().join("games.jsonl");
        let never = AtomicBool::new(false);
        let began = Instant::now();
        let entries = play_all(&plan, &entrants, &fixtures(games), Some(&log), &never, &|_| false)?;
        let whole = began.elapsed().as_secs_f64() * 1e6;
        let moves: usize = entries.iter().map(|entry| entry.moves.len()).sum();
        figures.push(Figure {
            name: format!("{kind} {size}x{size}, random players"),
            value: whole / moves as f64,
            unit: "µs a move",
            more_is_better: false,
        });
    }
    Ok(figures)
}
