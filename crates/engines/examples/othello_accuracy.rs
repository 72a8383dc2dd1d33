//! `othello_accuracy FILE.obf DEPTH CERTAINTY [FROM TO]`: how often a search of fixed depth finds the best move of positions
//! whose moves all have exact scores, what its moves lose, and how far its values are off.

use heibai_engines::othello::board::Board;
use heibai_engines::othello::probcut::EXACT;
use heibai_engines::othello::suite::search;
use heibai_engines::othello::think::Plan;
use heibai_engines::search::table::Table;

/// A position and the exact score of each move, best first.
struct Problem {
    board: Board,
    moves: Vec<(u32, i32)>,
}

impl Problem {
    fn read(line: &str) -> Option<Problem> {
        let (discs, rest) = line.split_at_checked(64)?;
        let turn = rest.trim_start().chars().next()?;
        let set = |own: bool| {
            let is = |disc: char| matches!(disc, 'X' | 'O') && (disc == turn) == own;
            discs.chars().enumerate().map(|(at, disc)| u64::from(is(disc)) << at).sum()
        };
        let score = |text: &str| {
            let (name, score) = text.trim().split_once(':')?;
            let [column @ b'A'..=b'H', row @ b'1'..=b'8'] = name.as_bytes() else { return None };
            Some((u32::from(row - b'1') * 8 + u32::from(column - b'A'), score.trim().parse().ok()?))
        };
        let mut moves: Vec<(u32, i32)> = rest.split(';').filter_map(score).collect();
        moves.sort_by_key(|m| -m.1);
        Some(Problem { board: Board { mover: set(true), opponent: set(false) }, moves })
    }
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [file, depth, certainty, range @ ..] = &arguments[..] else {
        return Err("usage: othello_accuracy FILE.obf DEPTH CERTAINTY [FROM TO]".into());
    };
    let (depth, certainty): (u32, u8) = (depth.parse()?, certainty.parse()?);
    let (from, to) = match range {
        [from, to] => (from.parse()?, to.parse()?),
        _ => (0, usize::MAX),
    };
    let plan = Plan { depth, end: depth, certainty: certainty.min(EXACT), end_certainty: EXACT };
    let table = Table::new(256 << 20);
    let (mut count, mut right, mut lost, mut off, mut nodes) = (0, 0, 0, 0, 0);
    let text = std::fs::read_to_string(file)?;
    for problem in text.lines().filter_map(Problem::read).skip(from).take(to.saturating_sub(from)) {
        let Some(&(_, best)) = problem.moves.first() else { continue };
        let found = search(problem.board, &plan, &table, 1);
        let chosen = found.moves.first().map(|rated| rated.square);
        let reached = problem.moves.iter().find(|m| Some(m.0) == chosen).map_or(-64, |m| m.1);
        count += 1;
        right += i32::from(reached == best);
        lost += best - reached;
        off += (found.score - best).abs();
        nodes += found.nodes;
    }
    let mean = |sum: i32| f64::from(sum) / f64::from(count.max(1));
    println!(
        "{count} positions, depth {depth}: best move {:.1} %, loses {:.3}, value off by {:.3} discs, {:.1} M nodes",
        100.0 * mean(right),
        mean(lost),
        mean(off),
        nodes as f64 / 1e6
    );
    Ok(())
}
