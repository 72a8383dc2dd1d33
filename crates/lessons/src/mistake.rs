//! Drills from one's own mistakes: find the better move.

use crate::{Comment, Refused, Tried, Verdict};
use heibai_games::Move;

/// A drill with one move, the better one; `known` moves were on the board before it.
pub fn better_move(best: Move, known: usize, moves: &[Move]) -> Result<Tried, Refused> {
    let &[mv] = moves else { return Err(Refused::OtherMoves) };
    let solved = mv == best;
    let (verdict, comment) = match solved {
        true => (Verdict::Solved, Comment::Better),
        false => (Verdict::Failed, Comment::NotBetter),
    };
    let solution = (!solved).then(|| vec![best]);
    Ok(Tried {
        verdict,
        step: usize::from(solved),
        steps: 1,
        moves: vec![mv],
        known,
        comment,
        refutation: Vec::new(),
        solution,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use heibai_games::Point;

    #[test]
    fn only_the_better_move_solves_and_the_other_is_shown() {
        let [best, other] = [Move::Place(Point(3)), Move::Pass];
        assert_eq!(better_move(best, 7, &[best]).unwrap().verdict, Verdict::Solved);
        let tried = better_move(best, 7, &[other]).unwrap();
        assert_eq!((tried.verdict, tried.solution), (Verdict::Failed, Some(vec![best])));
        assert_eq!(better_move(best, 7, &[]), Err(Refused::OtherMoves));
    }
}
