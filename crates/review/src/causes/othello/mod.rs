//! Othello: corners, passes, moves that open a corner, stable discs, who plays last where, mobility, the frontier.

mod corners;
mod lasting;
mod moves;

pub(super) use corners::corners;

use super::say::SHOWN;
use super::{Cause, Mistake};
use heibai_games::othello::{Bits, Othello};
use heibai_games::player::Candidate;
use heibai_games::{AnyPosition, Color, Kind, Move, Point, Position};

pub(super) fn find(of: &Mistake<'_>) -> Vec<Cause> {
    if of.before.kind() != Kind::Othello {
        return Vec::new();
    }
    let mut found = corners::find(of);
    found.extend(moves::passes(of));
    let region = lasting::no_access(of).or_else(|| lasting::last_in_region(of));
    found.extend(region.or_else(|| lasting::parity(of)));
    found.extend(moves::safe_moves(of).or_else(|| moves::later_safe_moves(of)));
    found.extend(lasting::stable_discs(of));
    // How many moves there are says nothing beside a result that was counted to the end, and little beside two reasons.
    if super::result_falls(of.judged).is_none() && found.len() < 2 {
        found.extend(moves::flips_many(of));
        found.extend(moves::mobility(of, is_clearly_less));
        if found.is_empty() {
            let later = moves::later_mobility(of).or_else(|| moves::frontier(of));
            found.extend(later.or_else(|| moves::later_frontier(of)));
        }
    }
    let is_key = of.reply() == Some(of.judged.best.mv) && of.judged.best.mv != Move::Pass;
    found.extend(is_key.then_some(Cause::KeyPoint));
    if found.is_empty() {
        found.extend(moves::opens_answer(of).or_else(|| moves::closes_next(of)));
    }
    // Where nothing else is seen, less will do.
    if found.is_empty() && super::result_falls(of.judged).is_none() {
        found.extend(moves::leaves_answer(of).or_else(|| moves::mobility(of, is_less)));
    }
    found
}

fn legal(position: &AnyPosition) -> Vec<Move> {
    let mut moves = Vec::new();
    position.legal_moves(&mut moves);
    moves
}

fn played(position: &AnyPosition, mv: Move) -> AnyPosition {
    let mut after = position.clone();
    after.play_unchecked(mv, &mut ());
    after
}

fn must_pass(position: &AnyPosition) -> bool {
    position.outcome().is_none() && legal(position) == [Move::Pass]
}

/// Whether a difference in moves is worth a word where nothing else is.
fn is_less(less: u32, more: u32) -> bool {
    more >= less + 3
}

/// Whether a difference in moves is worth a word: three at least, and half of the smaller number.
fn is_clearly_less(less: u32, more: u32) -> bool {
    more >= less + 3 && 2 * more >= 3 * less
}

/// The positions of a line, beginning with the one before it; it ends where a move is not legal.
fn positions(of: &Mistake<'_>, candidate: &Candidate) -> Vec<AnyPosition> {
    let mut at = of.before.clone();
    let mut found = vec![at.clone()];
    for &mv in &candidate.line {
        if at.play(mv).is_err() {
            break;
        }
        found.push(at.clone());
    }
    found
}

/// What is counted with the bits of a board. Pairs are Black's and White's.
struct Figures {
    /// Where a side might place a disc if it were its turn.
    moves: [Vec<Point>; 2],
    frontier: [u32; 2],
    stable: [Vec<Point>; 2],
    /// The empty squares that hang together.
    regions: Vec<Vec<Point>>,
}

impl Figures {
    fn empty(&self) -> usize {
        self.regions.iter().map(Vec::len).sum()
    }
}

fn figures(position: &AnyPosition) -> Option<Figures> {
    fn points<B: Bits>(set: B) -> Vec<Point> {
        set.squares().map(|square| Point(square as u16)).collect()
    }
    fn of<B: Bits, const N: usize>(board: &Othello<B, N>) -> Figures {
        let stable = board.stable();
        Figures {
            moves: Color::BOTH.map(|side| points(board.placements(side))),
            frontier: Color::BOTH.map(|side| board.frontier(side).count()),
            stable: Color::BOTH.map(|side| points(stable & board.discs(side))),
            regions: board.empty_regions().into_iter().map(|region| points(region.squares)).collect(),
        }
    }
    Some(match position {
        AnyPosition::Othello4(board) => of(board),
        AnyPosition::Othello6(board) => of(board),
        AnyPosition::Othello8(board) => of(board),
        AnyPosition::Othello10(board) => of(board),
        _ => return None,
    })
}
