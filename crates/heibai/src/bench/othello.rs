//! `heibai bench ffo`, `heibai bench accuracy` and `heibai bench search`: the Othello engine against the published
//! endgame suite, how good its midgame search is on positions with exact scores, and its speed there.

use super::{Figure, Setting, Stopwatch};
use crate::failure::Context;
use heibai_engines::othello::accuracy::{measure, read};
use heibai_engines::othello::probcut::EXACT;
use heibai_engines::othello::suite::{check, ffo, search};
use heibai_engines::othello::think::Plan;
use heibai_engines::othello::weights::WEIGHTS;
use heibai_engines::search::table::TranspositionTable;
use heibai_words::{Text, failures, measurements as said};
use std::time::Instant;

/// FFO 40-49 (with --quick 40-44) on one thread, in processor time; an error if a score or move is wrong.
pub fn endgames(setting: &Setting) -> anyhow::Result<Vec<Figure>> {
    let last = if setting.quick { 44 } else { 49 };
    let table = TranspositionTable::new(512 << 20);
    let (watch, mut nodes) = (Stopwatch::start(), 0);
    for problem in ffo().iter().filter(|problem| (40..=last).contains(&problem.number)) {
        let (right, found) = check(problem, &table, 1);
        if !right {
            return Err(said::solved_wrong(problem.number).into());
        }
        nodes += found.nodes;
    }
    let seconds = watch.cpu_seconds();
    let figure = |name: &str, value, unit| Figure {
        name: format!("FFO 40-{last} {name}"),
        value,
        unit,
        more_is_better: false,
    };
    Ok(vec![
        figure("time", seconds, "s"),
        figure("nodes", nodes as f64 / 1e6, "M nodes"),
        Figure::rate(format!("FFO 40-{last} speed"), nodes, seconds, "nodes/s"),
    ])
}

/// Fixed-depth searches from the positions of the suite, treated as midgames.
pub fn midgames(setting: &Setting) -> anyhow::Result<Vec<Figure>> {
    let depth = if setting.quick { 8 } else { 12 };
    let plan = Plan { depth, end: 0, certainty: 1, end_certainty: EXACT };
    let table = TranspositionTable::new(64 << 20);
    let (begun, mut nodes) = (Instant::now(), 0);
    for problem in ffo().iter().filter(|problem| problem.board.empties() > depth + 8) {
        nodes += search(problem.board, &plan, &table, 1).nodes;
    }
    Ok(vec![Figure::rate(format!("othello depth {depth}"), nodes, begun.elapsed().as_secs_f64(), "nodes/s")])
}

/// A fixed-depth search on positions whose moves all have exact scores; with --quick every eighth of them.
pub fn accuracy(setting: &Setting) -> anyhow::Result<Vec<Figure>> {
    let Some(file) = &setting.file else {
        return Err(said::needs_file().into());
    };
    let text =
        heibai_engines::files::read_text(file).told(|| failures::cannot_read(&file.display().to_string()))?;
    let mut positions = read(&text).told(|| Text::same(file.display().to_string()))?;
    if setting.quick {
        positions = positions.into_iter().step_by(8).collect();
    }
    let watch = Stopwatch::start();
    let found = measure(&positions, setting.depth, setting.certainty, &WEIGHTS);
    let figure = |name: &str, value, unit, more_is_better| Figure {
        name: format!(
            "{} positions, depth {}, certainty {}: {name}",
            found.positions, setting.depth, setting.certainty
        ),
        value,
        unit,
        more_is_better,
    };
    Ok(vec![
        figure("best move", 100.0 * found.mean(found.right as i32), "%", true),
        figure("lost by the move", found.mean(found.lost), "discs", false),
        figure("value off by", found.mean(found.off), "discs", false),
        figure("nodes", found.nodes as f64 / 1e6, "M nodes", false),
        figure("processor time", watch.cpu_seconds(), "s", false),
    ])
}
