//! What is left to play: passes, moves that open no corner, mobility, the frontier.

use super::{Cause, Mistake, SHOWN, corners, figures, is_clearly_less, legal, must_pass, played, positions};
use heibai_games::player::Candidate;
use heibai_games::{AnyPosition, Changes, Color, Move, Point, Position};

/// The least difference in discs beside empty squares that is a reason.
const FRONTIER_APART: u32 = 3;
/// The least difference between the mobility leads of two lines that is a reason.
const APART: i64 = 5;
/// The least difference in flipped discs that is a reason, while more than `EARLY` squares are empty.
const FLIPPED_APART: u32 = 3;
const EARLY: usize = 30;
/// A side with more moves than this has enough.
const SCARCE: u32 = 8;
/// This many moves that open no corner, or fewer, are a danger.
const FEW: u32 = 2;
/// Moves after which two lines are compared.
const LATER: [usize; 3] = [4, 6, 8];

/// A pass of the mover after the played move, or of the other side after the better one: at once, or later in the lines
/// that the engine expects.
pub(super) fn passes(of: &Mistake<'_>) -> Option<Cause> {
    let reply = of.reply().filter(|&reply| reply != Move::Pass);
    if let Some(reply) = reply.filter(|&reply| must_pass(&played(&of.after, reply))) {
        return Some(Cause::MustPass { reply });
    }
    if must_pass(&of.better) && !must_pass(&of.after) {
        return Some(Cause::MakesPass);
    }
    let (played, best) = (&of.judged.played, &of.judged.best);
    let pass = pass_only_in(of, played, best, of.us).map(|line| Cause::LinePasses { line });
    pass.or_else(|| Some(Cause::LineMakesPass { line: pass_only_in(of, best, played, of.them)? }))
}

/// The moves of a line before its first pass, if this side must pass there and never in the other line, which is
/// longer.
fn pass_only_in(of: &Mistake<'_>, line: &Candidate, other: &Candidate, side: Color) -> Option<Vec<Move>> {
    let number = line.line.iter().position(|&mv| mv == Move::Pass)?;
    let at = positions(of, line).into_iter().nth(number)?;
    let spared = positions(of, other);
    let is_reason = at.turn() == side
        && (2..=SHOWN).contains(&number)
        && spared.len() > number
        && !spared.iter().any(|at| at.turn() == side && must_pass(at));
    is_reason.then(|| line.line[..number].to_vec())
}

/// Few moves that open no corner, at the mover's next turn or for the other side after the better move alone.
pub(super) fn safe_moves(of: &Mistake<'_>) -> Option<Cause> {
    let replies = [of.reply()?, of.better_reply()?];
    let ours =
        [(&of.after, replies[0]), (&of.better, replies[1])].map(|(at, mv)| choices(&played(at, mv), of.us));
    if let [Some(now), Some(then)] = ours
        && now.is_danger_beside(&then)
    {
        return Some(Cause::FewSafeMoves { played: now.safe, better: then.safe, replies });
    }
    let [now, then] = [&of.after, &of.better].map(|at| choices(at, of.them));
    let (now, then) = (now?, then?);
    then.is_danger_beside(&now).then_some(Cause::LeavesSafeMoves { played: now.safe, better: then.safe })
}

/// Few moves that open no corner, at a later turn of the mover in the lines that the engine expects.
pub(super) fn later_safe_moves(of: &Mistake<'_>) -> Option<Cause> {
    let [played, best] = [&of.judged.played, &of.judged.best].map(|line| positions(of, line));
    LATER.into_iter().find_map(|later| {
        let (now, then) = (choices(played.get(later)?, of.us)?, choices(best.get(later)?, of.us)?);
        let (played, better) = (now.safe, then.safe);
        now.is_danger_beside(&then).then_some(Cause::LaterSafeMoves { later, played, better })
    })
}

/// The moves of a side: those that let the other side take a corner that it could not take before, and those that do not.
struct Choices {
    safe: u32,
    opening: u32,
}

impl Choices {
    /// Whether most of the moves open a corner, few are left that do not, and the other choices have clearly more
    /// of these.
    fn is_danger_beside(&self, other: &Choices) -> bool {
        self.opening > self.safe && self.safe <= FEW && is_clearly_less(self.safe, other.safe)
    }
}

/// The choices of a side; `None` where the other side is to move or there is no move.
fn choices(position: &AnyPosition, side: Color) -> Option<Choices> {
    let takes = |position: &AnyPosition| -> Option<Vec<Point>> {
        let moves = figures(position)?.moves;
        Some(corners(position.size()).filter(|corner| moves[(!side).index()].contains(corner)).collect())
    };
    let already = takes(position)?;
    let moves = legal(position);
    if position.turn() != side || moves == [Move::Pass] || moves.is_empty() {
        return None;
    }
    let is_safe = |mv: &&Move| {
        takes(&played(position, **mv))
            .is_some_and(|taken| taken.iter().all(|corner| already.contains(corner)))
    };
    let safe = moves.iter().filter(is_safe).count() as u32;
    Some(Choices { safe, opening: moves.len() as u32 - safe })
}

fn placements(position: &AnyPosition) -> u32 {
    legal(position).iter().filter(|&&mv| mv != Move::Pass).count() as u32
}

/// The mobility of one side, whichever differs more: the other side's at once, or the mover's after the best
/// answers. `is_less` says which difference is a reason.
pub(super) fn mobility(of: &Mistake<'_>, is_less: fn(u32, u32) -> bool) -> Option<Cause> {
    let replies = [of.reply()?, of.better_reply()?];
    let theirs = [&of.after, &of.better].map(placements);
    let answered = [played(&of.after, replies[0]), played(&of.better, replies[1])];
    let ours = answered.each_ref().map(placements);
    let gives = is_less(theirs[1], theirs[0]);
    let leaves = is_less(ours[0], ours[1]) && ours[0] <= SCARCE;
    if gives && (!leaves || theirs[0].abs_diff(theirs[1]) >= ours[0].abs_diff(ours[1])) {
        // The expected answer first.
        let mut opened = open_to(of, of.them, &of.before, &of.after, Some(&of.better))?;
        opened.sort_by_key(|&point| Move::Place(point) != replies[0]);
        return Some(Cause::GivesMoves { played: theirs[0], better: theirs[1], opened });
    }
    let closed = open_to(of, of.us, &answered[0], &of.after, None)?;
    leaves.then_some(Cause::LeavesFewMoves { played: ours[0], better: ours[1], replies, closed })
}

/// Squares where a side may place a disc in `then` and neither in `now` nor in `other`.
fn open_to(
    of: &Mistake<'_>,
    side: Color,
    now: &AnyPosition,
    then: &AnyPosition,
    other: Option<&AnyPosition>,
) -> Option<Vec<Point>> {
    let moves = |position: &AnyPosition| Some(figures(position)?.moves[side.index()].clone());
    let (now, mut open) = (moves(now)?, moves(then)?);
    let other = other.map_or(Some(Vec::new()), moves)?;
    // The answer takes a square: that closes none.
    let answer = of.reply().filter(|_| side == of.us);
    open.retain(|&point| {
        !now.contains(&point) && !other.contains(&point) && answer != Some(Move::Place(point))
    });
    Some(open)
}

/// Early in the game: discs that both moves flip.
pub(super) fn flips_many(of: &Mistake<'_>) -> Option<Cause> {
    let empty: usize = figures(&of.before)?.regions.iter().map(Vec::len).sum();
    let flipped = |mv: Move| {
        let mut changes = Changes::default();
        of.before.clone().play_unchecked(mv, &mut changes);
        changes.flipped.len() as u32
    };
    let (played, better) = (flipped(of.judged.played.mv), flipped(of.judged.best.mv));
    let is_reason = empty > EARLY && better > 0 && played >= better + FLIPPED_APART;
    is_reason.then_some(Cause::FlipsMany { played, better })
}

/// Who has how many moves later in both lines: the mover fewer, the other side more, or both.
pub(super) fn later_mobility(of: &Mistake<'_>) -> Option<Cause> {
    let [played, best] = [&of.judged.played, &of.judged.best].map(|line| positions(of, line));
    let sides = [of.us.index(), of.them.index()];
    let count = |at: &AnyPosition| -> Option<[u32; 2]> {
        let moves = figures(at).filter(|_| at.outcome().is_none())?.moves;
        Some(sides.map(|side| moves[side].len() as u32))
    };
    LATER.into_iter().find_map(|later| {
        let [played, better] = [count(played.get(later)?)?, count(best.get(later)?)?];
        let lead = |[ours, theirs]: [u32; 2]| i64::from(ours) - i64::from(theirs);
        let is_behind = played[0] < played[1] && lead(better) - lead(played) >= APART;
        let is_short = played[0] <= SCARCE && played[0] <= better[0];
        let is_reason = is_short && (is_behind || is_clearly_less(played[0], better[0]));
        is_reason.then_some(Cause::LaterMobility { later, played, better })
    })
}

pub(super) fn frontier(of: &Mistake<'_>) -> Option<Cause> {
    let frontier = |position: &AnyPosition| Some(figures(position)?.frontier[of.us.index()]);
    let (played, better) = (frontier(&of.after)?, frontier(&of.better)?);
    (played >= better + FRONTIER_APART).then_some(Cause::Frontier { played, better })
}

/// A square that only the played move opens to the other side, where the other side plays next.
pub(super) fn opens_answer(of: &Mistake<'_>) -> Option<Cause> {
    let Move::Place(reply) = of.reply()? else { return None };
    let is_open = |position: &AnyPosition| Some(figures(position)?.moves[of.them.index()].contains(&reply));
    (!is_open(&of.before)? && !is_open(&of.better)?).then_some(Cause::OpensAnswer { reply })
}

/// The other side's answer, on a square that was open to it and that the better move closes.
pub(super) fn leaves_answer(of: &Mistake<'_>) -> Option<Cause> {
    let Move::Place(reply) = of.reply()? else { return None };
    let is_open = |position: &AnyPosition| Some(figures(position)?.moves[of.them.index()].contains(&reply));
    let is_reason = is_open(&of.before)? && !is_open(&of.better)? && of.better_point() != Some(reply);
    is_reason.then_some(Cause::LeavesAnswer { reply })
}

/// The mover's next move after the better one, which it could make now and cannot make after the answer to the played one.
pub(super) fn closes_next(of: &Mistake<'_>) -> Option<Cause> {
    let reply = of.reply()?;
    let answered = played(&of.after, reply);
    let at = positions(of, &of.judged.best).into_iter().nth(2)?;
    let &Move::Place(square) = of.judged.best.line.get(2)? else { return None };
    let is_open = |position: &AnyPosition| Some(figures(position)?.moves[of.us.index()].contains(&square));
    let is_closed = answered.stone(square).is_none() && !is_open(&answered)?;
    // A square that the mover gets later all the same is closed for a moment only.
    let is_later = of.judged.played.line.contains(&Move::Place(square));
    let is_reason = at.turn() == of.us && is_open(&of.before)? && is_closed && !is_later;
    is_reason.then_some(Cause::ClosesNext { reply, square })
}

/// Exposed discs of the mover later in both lines.
pub(super) fn later_frontier(of: &Mistake<'_>) -> Option<Cause> {
    let [played, best] = [&of.judged.played, &of.judged.best].map(|line| positions(of, line));
    let count =
        |at: &AnyPosition| Some(figures(at).filter(|_| at.outcome().is_none())?.frontier[of.us.index()]);
    LATER.into_iter().find_map(|later| {
        let (played, better) = (count(played.get(later)?)?, count(best.get(later)?)?);
        (played >= better + FRONTIER_APART).then_some(Cause::LaterFrontier { later, played, better })
    })
}
