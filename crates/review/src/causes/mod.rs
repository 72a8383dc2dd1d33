//! Why a move was a mistake: what it allowed and what it missed, as typed claims with their evidence.
//!
//! Every claim has evidence: the referee, a proof, an exhaustive search of a few moves, or the engine's ownership of a Go
//! board, which the sentence then names. `tests/claims` proves every kind again with code of its own.

mod go;
mod go_quiet;
pub(crate) mod gomoku;
mod lesson;
mod othello;
mod say;
mod threats;

pub(crate) use say::names;
pub use threats::{Threat, threats};

use crate::deeds::Deed;
use crate::judged::Judged;
use crate::question::is_solvable;
use heibai_engines::gomoku::prove::Proof;
use heibai_games::gomoku::{Forbidden, Shape};
use heibai_games::player::Candidate;
use heibai_games::value::Wdl;
use heibai_games::{AnyPosition, Color, Match, Move, Point, Position, Value};

/// One reason why a move was a mistake. "Better" is the best move that was found instead.
#[derive(Clone, PartialEq, Debug)]
pub enum Cause {
    /// The result that could be had and the one that is left, both proved.
    ResultFalls {
        /// With the better move.
        from: Value,
        /// After the played one.
        to: Value,
        /// Best play of both sides from the better move on.
        line: Vec<Move>,
    },

    /// Gomoku: the other side makes five here with its next move.
    AllowsFive {
        /// Where.
        at: Point,
    },
    /// Gomoku: the other side wins by threats from here.
    AllowsAttack(ForcedWin),
    /// Gomoku: there was a five.
    MissesFive {
        /// Where.
        at: Point,
    },
    /// Gomoku: the better move wins by threats.
    MissesAttack(ForcedWin),
    /// Gomoku: the search proves that the other side wins, though not by fours and threes alone.
    AllowsWin {
        /// Moves of the other side until it has won.
        length: usize,
        /// Best play of both sides, from the answer on.
        line: Vec<Move>,
    },
    /// Gomoku: the search proves that the better move wins, though not by fours and threes alone.
    MissesWin {
        /// Moves of the mover until it has won.
        length: usize,
        /// Best play of both sides, from the better move on.
        line: Vec<Move>,
    },
    /// Gomoku: no other stone lies on a line with the played one near enough for a five.
    StandsAlone,
    /// Gomoku: what the other side's answer makes.
    AnswerMakes {
        /// The answer.
        reply: Point,
        /// Threes and more.
        made: Made,
    },
    /// Gomoku: what the other side would make on the point of the better move.
    BetterStops {
        /// Threes and more.
        made: Made,
    },
    /// Gomoku: what the better move makes.
    BetterMakes {
        /// Threes and more.
        made: Made,
    },
    /// Gomoku: on the point of the better move a side makes open twos or more in more directions than on the played one.
    FewerRows {
        /// Whose rows they are: the mover's, or the other side's, which the better move prevents.
        side: Color,
        /// Directions on the point of the better move.
        better: u32,
        /// Directions on the point of the played one.
        played: u32,
    },
    /// Gomoku: the other side had a four, and it was not stopped.
    IgnoresFour {
        /// Where the five had to be stopped.
        at: Point,
    },
    /// Every move was proved to lose, whatever was played.
    LostAlready,

    /// Othello: the other side may take a corner at once, and could not after the better move.
    OpensCorner {
        /// The corner.
        corner: Point,
    },
    /// Othello: the other side gets a corner whatever is played, and would not after the better move.
    GivesCorner {
        /// The corner.
        corner: Point,
        /// One way that it goes, from the other side's next move to the corner.
        line: Vec<Move>,
    },
    /// Othello: the better move takes a corner.
    MissesCorner {
        /// The corner.
        corner: Point,
    },
    /// Othello: the better move gets a corner whatever the other side plays, and the played one does not.
    WinsCorner {
        /// The corner.
        corner: Point,
        /// One way that it goes, from the better move to the corner.
        line: Vec<Move>,
    },
    /// Othello: after the best answer there is no move but a pass.
    MustPass {
        /// The answer.
        reply: Move,
    },
    /// Othello: the better move leaves the other side nothing but a pass.
    MakesPass,
    /// Othello: the other side has more moves to choose from after the played move than after the better one.
    GivesMoves {
        /// After the played move.
        played: u32,
        /// After the better one.
        better: u32,
        /// The squares that the played move opens to the other side, the expected answer first.
        opened: Vec<Point>,
    },
    /// Othello: the mover has fewer moves after the played move and its best answer than after the better one and its.
    LeavesFewMoves {
        /// After the played move and its answer.
        played: u32,
        /// After the better one and its answer.
        better: u32,
        /// The answers to both.
        replies: [Move; 2],
        /// The squares that the answer to the played move closes to the mover.
        closed: Vec<Point>,
    },
    /// Othello: after the played move and its best answer the mover has fewer moves that open no corner than after the
    /// better one and its.
    FewSafeMoves {
        /// After the played move and its answer.
        played: u32,
        /// After the better one and its answer.
        better: u32,
        /// The answers to both.
        replies: [Move; 2],
    },
    /// Othello: after the better move the other side has fewer moves that open no corner than after the played one.
    LeavesSafeMoves {
        /// After the played move.
        played: u32,
        /// After the better one.
        better: u32,
    },
    /// Othello: in the line that the engine expects the mover must pass, and in that of the better move never.
    LinePasses {
        /// From the played move to the one before the pass.
        line: Vec<Move>,
    },
    /// Othello: in the line that the engine expects after the better move the other side must pass, and in that of the
    /// played move never.
    LineMakesPass {
        /// From the better move to the one before the pass.
        line: Vec<Move>,
    },
    /// Othello: the discs that are proved stable later in the lines that the engine expects.
    StableDiscs {
        /// So many moves after the mistake and its alternative.
        later: usize,
        /// The other side's and the mover's in the line of the played move.
        played: [u32; 2],
        /// The same in the line of the better move.
        better: [u32; 2],
        /// Some of those that the other side has in the line of the played move alone, on one edge and in order.
        edge: Vec<Point>,
    },
    /// Othello: both lines that the engine expects fill a region, the other side last in that of the played move, the
    /// mover last in that of the better one.
    LastInRegion {
        /// The empty squares that hang together before the move.
        region: Vec<Point>,
        /// The last squares of both lines.
        last: [Point; 2],
    },
    /// Othello: in the line that the engine expects only the other side plays in a region, where the mover never has a
    /// move; in that of the better move the mover plays there.
    NoAccess {
        /// The empty squares that hang together before the move.
        region: Vec<Point>,
        /// The squares that the other side takes.
        theirs: Vec<Point>,
        /// The first one that the mover takes in the line of the better move.
        ours: Point,
    },
    /// Othello: in the line that the engine expects the other side takes a corner, and in that of the better move it does
    /// not.
    LineLosesCorner {
        /// The corner.
        corner: Point,
        /// From the other side's answer to the corner.
        line: Vec<Move>,
    },
    /// Othello: in the line that the engine expects after the better move the mover takes a corner, and in that of the
    /// played move it does not.
    LineWinsCorner {
        /// The corner.
        corner: Point,
        /// From the better move to the corner.
        line: Vec<Move>,
    },
    /// Othello: how many moves the mover and the other side have later in the lines that the engine expects.
    LaterMobility {
        /// So many moves after the mistake and its alternative.
        later: usize,
        /// In the line of the played move.
        played: [u32; 2],
        /// In the line of the better move.
        better: [u32; 2],
    },
    /// Othello: the played move opens a square to the other side, whose best answer is to play there.
    OpensAnswer {
        /// The square, which was closed to the other side before and stays so after the better move.
        reply: Point,
    },
    /// Othello: the other side's best answer is a square that the better move would have closed to it.
    LeavesAnswer {
        /// The square, which was open to the other side before.
        reply: Point,
    },
    /// Othello: the answer closes a square on which the mover would play next after the better move.
    ClosesNext {
        /// The answer.
        reply: Move,
        /// The square, which the mover could have taken at once.
        square: Point,
    },
    /// Othello: later in the line that the engine expects most of the mover's moves open a corner, and in that of the
    /// better move more of them do not.
    LaterSafeMoves {
        /// So many moves after the mistake and its alternative.
        later: usize,
        /// Moves that open no corner, in the line of the played move.
        played: u32,
        /// The same in the line of the better move.
        better: u32,
    },
    /// Othello: the mover's discs that touch an empty square later in the lines that the engine expects.
    LaterFrontier {
        /// So many moves after the mistake and its alternative.
        later: usize,
        /// In the line of the played move.
        played: u32,
        /// In the line of the better move.
        better: u32,
    },
    /// Othello: early in the game the played move flips many more discs than the better one.
    FlipsMany {
        /// By the played move.
        played: u32,
        /// By the better move.
        better: u32,
    },
    /// Othello: the mover's discs that touch an empty square.
    Frontier {
        /// After the played move.
        played: u32,
        /// After the better move.
        better: u32,
    },
    /// Othello: a region with an odd number of empty squares is left, and after the better move there is none.
    Parity {
        /// A square of the region.
        square: Point,
        /// Its empty squares.
        size: u32,
    },

    /// Go: stones of the mover are in atari that would not be after the better move.
    LeavesInAtari {
        /// All stones of the chain.
        stones: Vec<Point>,
        /// Where they are captured.
        capture: Point,
    },
    /// Go: a chain of the mover can be caught in a ladder, and could not after the better move.
    AllowsLadder {
        /// All stones of the chain.
        stones: Vec<Point>,
        /// The first move of the ladder.
        first: Point,
    },
    /// Go: a group of the mover can be killed inside the wall around it, and could not after the better move.
    AllowsKill {
        /// The stones of the chain that is captured.
        stones: Vec<Point>,
        /// The points that were read.
        region: Vec<Point>,
        /// Best play of both sides until it is settled.
        line: Vec<Move>,
    },
    /// Go: the better move captures.
    MissesCapture {
        /// The stones that it takes.
        stones: Vec<Point>,
    },
    /// Go: the better move catches a chain in a ladder.
    MissesLadder {
        /// All stones of the chain.
        stones: Vec<Point>,
    },
    /// Go: the better move kills a group inside the wall around it.
    MissesKill {
        /// The stones of the chain that is captured.
        stones: Vec<Point>,
        /// The points that were read.
        region: Vec<Point>,
    },
    /// Go: the engine expects these stones to belong to the other side after the played move only.
    ChangesHands {
        /// The stones, all of one colour; the first stands in the largest chain.
        stones: Vec<Point>,
        /// Whose stones they are.
        owner: Color,
    },
    /// Go: stones that are captured in the line that the engine expects after the one move, and not in that of the other.
    LineCaptures {
        /// The stones of one capture, all of one colour.
        stones: Vec<Point>,
        /// From the played or the better move to the capture.
        line: Vec<Move>,
        /// Whose stones they are: the mover's in the line of the played move, the other side's in that of the better one.
        owner: Color,
    },
    /// Go: what the answer of the other side does, and would not do after the better move.
    AnswerDoes {
        /// The answer.
        reply: Point,
        /// What it does to stones.
        deed: Deed,
    },
    /// Go: what the better move does to stones, and the played one does not.
    BetterDoes {
        /// What it does.
        deed: Deed,
    },
    /// Go: what the other side can do on the point of the better move.
    BetterPrevents {
        /// What it does to stones.
        deed: Deed,
    },
    /// Go: an area of which the engine expects less for the mover after the played move.
    GivesArea {
        /// Its points; the first names it.
        area: Vec<Point>,
        /// By how many points the count of the area falls.
        points: u32,
    },
    /// Go and Othello: the other side's best answer is to take the point of the better move.
    KeyPoint,
    /// Go: no stone is near the better move, and some are near the played one.
    OpenPlace,
    /// Go: a stone on the first or second line with no other near it, where the better move stands on a higher one.
    LowStone {
        /// 1 for the first line, at the edge.
        line: usize,
    },
    /// Go: a stone on the first line that touches no other, where the better move stands on a higher one.
    TouchesNothing,
    /// Go: the other side's best answer is close to the better move, and the played one is not.
    AnswerThere {
        /// The answer.
        reply: Point,
    },
    /// Go: how the better move stands among the stones.
    BetterStands {
        /// What is seen on the board.
        how: Stance,
    },
    /// Go: both sides have stones at one place where the better move and what follows it lie, and the played move is far
    /// from them.
    Elsewhere {
        /// The better move and the next ones of its line.
        line: Vec<Move>,
    },
}

impl Cause {
    /// Go: whether it rests on what a search expects, so that a longer one might say otherwise.
    pub(crate) fn rests_on_search(&self) -> bool {
        matches!(
            self,
            Cause::ChangesHands { .. }
                | Cause::GivesArea { .. }
                | Cause::LineCaptures { .. }
                | Cause::AnswerThere { .. }
                | Cause::Elsewhere { .. }
                | Cause::KeyPoint
        )
    }
}

/// Points at most this far apart along both axes belong to the same part of the board.
pub const NEAR: usize = 3;
/// A point is open if no stone is within this distance along both axes.
pub const OPEN: usize = 4;

/// How a Go stone stands among others.
#[derive(Clone, PartialEq, Debug)]
pub enum Stance {
    /// In a corner without stones, with none near.
    EmptyCorner,
    /// In a corner where this own stone stands alone.
    Encloses(Point),
    /// In a corner where this stone of the other side stands alone.
    Approaches(Point),
    /// An own chain of few liberties gets more.
    GainsLiberties {
        /// The stones of the chain.
        stones: Vec<Point>,
        /// Its liberties before and after the stone.
        liberties: [usize; 2],
    },
    /// A chain of the other side has two liberties left.
    LeavesTwoLiberties(Vec<Point>),
    /// Beside an own stone and one of the other side.
    Between([Point; 2]),
    /// Beside a stone of the other side, diagonal to an own one that touches it, too.
    BendsAround(Point),
    /// Beside a stone of the other side, and no own one.
    Attaches(Point),
}

/// What a stone of Gomoku makes.
#[derive(Clone, PartialEq, Debug)]
pub struct Made {
    /// Threes and more, the strongest first.
    pub shapes: Vec<Shape>,
    /// Where the strongest goes on: a four to five, a three to an open four.
    pub next: Point,
}

/// A win by threats that is proved against every defence.
#[derive(Clone, PartialEq, Debug)]
pub struct ForcedWin {
    /// What is played against every defence.
    pub proof: Proof,
    /// The way that takes longest.
    pub line: Vec<Point>,
    /// Moves of the attacker on it, the five included.
    pub length: usize,
    /// What the first move makes, the strongest first.
    pub makes: Vec<Shape>,
    /// Renju: the point where Black would have to stop the last four, and why he may not.
    pub forbidden: Option<(Point, Forbidden)>,
}

/// The most causes of one move.
const TOLD: usize = 3;

/// A mistake with the positions around it.
struct Mistake<'a> {
    judged: &'a Judged,
    /// The side that made it, and the other.
    us: Color,
    them: Color,
    before: AnyPosition,
    /// After the played move and after the better one.
    after: AnyPosition,
    better: AnyPosition,
}

impl Mistake<'_> {
    /// The answer that the engine expects to the played move.
    fn reply(&self) -> Option<Move> {
        self.judged.played.line.get(1).copied().filter(|&reply| self.after.check(reply).is_ok())
    }

    /// Whether a reason may rest on that answer.
    fn is_reply_sure(&self) -> bool {
        self.judged.is_reply_sure != Some(false)
    }

    /// The point of the better move.
    fn better_point(&self) -> Option<Point> {
        match self.judged.best.mv {
            Move::Place(point) => Some(point),
            Move::Pass => None,
        }
    }

    /// The answer that the engine expects to the better move.
    fn better_reply(&self) -> Option<Move> {
        self.judged.best.line.get(1).copied().filter(|&reply| self.better.check(reply).is_ok())
    }
}

/// Why a judged move of `game` was bad, the weightiest reason first. Where the game was lost already, that comes before the
/// reasons, and the solved result comes last. A move that is not listed has only remarks: that every move lost, that a five
/// was missed, that a four was not stopped.
pub fn causes(game: &Match<AnyPosition>, judged: &Judged) -> Vec<Cause> {
    let before = game.position_after(judged.number);
    let playable = |mv: Move| before.check(mv).is_ok();
    if !playable(judged.played.mv) || !playable(judged.best.mv) {
        return Vec::new();
    }
    let after_move = |mv: Move| {
        let mut after = before.clone();
        after.play_unchecked(mv, &mut ());
        after
    };
    let mistake = Mistake {
        judged,
        us: judged.side,
        them: !judged.side,
        after: after_move(judged.played.mv),
        better: after_move(judged.best.mv),
        before,
    };
    if !judged.is_listed() {
        return remarks(&mistake);
    }
    let mut reasons = gomoku::find(&mistake);
    reasons.extend(othello::find(&mistake));
    reasons.extend(go::find(&mistake));
    // A solved result is always told.
    let result = result_falls(judged);
    reasons.truncate(TOLD - usize::from(result.is_some()));
    let lost = was_lost(&mistake).then_some(Cause::LostAlready);
    lost.into_iter().chain(reasons).chain(result).collect()
}

/// Whether every move was proved to lose. Only the first look searches all moves; a second look at the best one proves nothing
/// about the others, except near the end of Othello, where it searches them all.
fn was_lost(of: &Mistake<'_>) -> bool {
    let loses = |candidate: &Candidate| candidate.value.and_then(|value| value.verdict()) == Some(Wdl::Loss);
    loses(&of.judged.best)
        && (is_solvable(&of.before) || of.judged.analysis.candidates.first().is_some_and(loses))
}

/// Remarks on a move that is no mistake.
fn remarks(of: &Mistake<'_>) -> Vec<Cause> {
    let was_lost = was_lost(of);
    let overlooked = gomoku::overlooked(of);
    // The best move of a lost game needs no remark, unless it overlooks something.
    let is_fine = of.judged.best.mv == of.judged.played.mv && overlooked.is_none();
    let mut found: Vec<Cause> = (was_lost && !is_fine).then_some(Cause::LostAlready).into_iter().collect();
    found.extend(overlooked);
    // A lost game can still be lost by more.
    found.extend(result_falls(of.judged).filter(|_| was_lost));
    found
}

/// Both results are solved and differ: in the winner or the margin.
fn result_falls(judged: &Judged) -> Option<Cause> {
    let (from, to) = (judged.best.value?, judged.played.value?);
    let _both_proved = (from.verdict()?, to.verdict()?);
    let line = judged.best.line.clone();
    (from.score()? > to.score()?).then_some(Cause::ResultFalls { from, to, line })
}
