//! Writes the opening book: the engine's lines from each of the 26 named Renju openings to the tenth stone, with the
//! two best moves for the fourth and the fifth.

use anyhow::{Context, anyhow};
use heibai_engines::gomoku::{Engine, PatternBoard, Spend, Weights, book};
use heibai_games::gomoku::{OpeningRule, Rules, Variant};
use heibai_games::{Notation, Point};
use std::path::Path;
use std::sync::atomic::AtomicBool;

const STONES: usize = 10;
/// The second move is included if it is worse by no more than this.
const CLOSE: i32 = 40;

/// Adds every line from this position.
fn grow(
    engine: &mut Engine,
    board: &mut PatternBoard,
    moves: &mut Vec<usize>,
    nodes: u64,
    lines: &mut Vec<Vec<usize>>,
) {
    if moves.len() == STONES {
        lines.push(moves.clone());
        return;
    }
    let count = if moves.len() < 5 { 2 } else { 1 };
    let thoughts = engine.think(board, Spend::nodes(nodes), count, &AtomicBool::new(false));
    let best = thoughts.lines.first().map_or(0, |line| line.value);
    let good = thoughts.lines.iter().filter(|line| line.value >= best - CLOSE);
    for cell in good.filter_map(|line| line.cells.first().copied()) {
        board.play(cell);
        moves.push(cell);
        grow(engine, board, moves, nodes, lines);
        moves.pop();
        board.undo();
    }
}

/// The lines of one opening in the book's format.
fn lines_of(opening: [usize; 3], nodes: u64) -> anyhow::Result<Vec<String>> {
    let rules = Rules::new(15, Variant::Renju, OpeningRule::Free)?;
    let mut board = PatternBoard::new(&rules, Weights::of(Variant::Renju));
    let mut engine = Engine::new(64);
    opening.iter().for_each(|&cell| board.play(cell));
    let thoughts = engine.think(&board, Spend::nodes(nodes * 2), 1, &AtomicBool::new(false));
    // For Black; White is to move.
    let value = -thoughts.lines.first().map_or(0, |line| line.value);
    let mut lines = Vec::new();
    grow(&mut engine, &mut board, &mut opening.to_vec(), nodes, &mut lines);
    let name = |&cell: &usize| Notation::Gomoku.write(Point(cell as u16), 15);
    Ok(lines.iter().map(|line| format!("{value} {}", line.iter().map(name).collect::<String>())).collect())
}

pub fn run(nodes: u64, threads: usize, out: &Path) -> anyhow::Result<()> {
    let openings: Vec<[usize; 3]> = book::openings().collect();
    let parts: Vec<anyhow::Result<Vec<String>>> = std::thread::scope(|scope| {
        let openings = &openings;
        let work = |first: usize| {
            move || {
                let mine = openings.iter().skip(first).step_by(threads);
                mine.map(|&opening| lines_of(opening, nodes))
                    .collect::<anyhow::Result<Vec<_>>>()
                    .map(|lines| lines.concat())
            }
        };
        let handles: Vec<_> = (0..threads).map(|first| scope.spawn(work(first))).collect();
        let failed = |_| Err(anyhow!("a thread failed"));
        handles.into_iter().map(|handle| handle.join().unwrap_or_else(failed)).collect()
    });
    let mut lines = parts.into_iter().collect::<anyhow::Result<Vec<_>>>()?.concat();
    lines.sort_by(|a, b| a.split_once(' ').map(|x| x.1).cmp(&b.split_once(' ').map(|x| x.1)));
    std::fs::write(out, lines.join("\n") + "\n").with_context(|| out.display().to_string())
}
