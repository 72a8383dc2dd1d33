//! Gomoku under review: forced wins are proved before the player searches.
//!
//! The proof search has a fixed size, so its result depends on the position alone: two runs, and one with twice the nodes,
//! find the same proofs.

use crate::causes::ForcedWin;
use crate::causes::gomoku::{OF_A_POSITION, forced_win_from, forced_win_within};
use crate::each_move::{EachMove, best_first, share};
use crate::judged::before;
use heibai_games::gomoku::Position as Gomoku;
use heibai_games::player::{Analysis, Candidate, Fault, Wanted};
use heibai_games::value::{Amount, Wdl};
use heibai_games::{Limits, Move, Player, Point, Position, Request, Value};

/// Where several moves are asked for, at most this many are searched.
const SEARCHED: usize = 3;

/// The analysis of a position with its proofs.
pub(crate) fn analyze(
    player: &mut EachMove,
    request: &Request<'_>,
    position: &Gomoku,
    wanted: Wanted,
    report: &mut dyn FnMut(&Analysis),
) -> Result<Analysis, Fault> {
    let known = match request.limits.only.as_deref() {
        None => match forced_win_within(&OF_A_POSITION, position) {
            Some(win) => Some(won(&win)),
            // The engine stops a four without a search: the value is that of the position after it.
            None if wanted.moves <= 1 => match only_stop(position) {
                Some(stop) => after(player, request, stop)?,
                None => None,
            },
            None => None,
        },
        Some(&[Move::Place(only)]) => match forced_win_from(&OF_A_POSITION, position, only) {
            Some(win) => Some(won(&win)),
            None => after(player, request, only)?,
        },
        Some(several) => return among(player, request, position, several, report),
    };
    if let Some(candidate) = &known
        && (wanted.moves <= 1 || request.limits.only.is_some())
    {
        let (nodes, depth) = (candidate.nodes, Some(candidate.line.len() as u32));
        let candidates = vec![candidate.clone()];
        let analysis = Analysis { candidates, depth, nodes, ..Analysis::default() };
        report(&analysis);
        return Ok(analysis);
    }
    let mut analysis = player.search(request, wanted, report)?;
    if let Some(win) = known {
        analysis.candidates.retain(|candidate| candidate.mv != win.mv);
        analysis.candidates.insert(0, win);
        analysis.candidates.truncate(wanted.moves.max(1));
    }
    Ok(analysis)
}

/// A look at several moves: those proved to lose need no search, and the first few of the others are searched.
fn among(
    player: &mut EachMove,
    request: &Request<'_>,
    position: &Gomoku,
    moves: &[Move],
    report: &mut dyn FnMut(&Analysis),
) -> Result<Analysis, Fault> {
    let (mut open, mut proved) = (Vec::new(), Vec::new());
    let points = moves.iter().filter_map(|&mv| if let Move::Place(at) = mv { Some(at) } else { None });
    for at in points.clone() {
        // A four only delays what comes.
        let is_four = played(position, at).is_none_or(|after| !after.fives(position.turn()).is_empty());
        if is_four {
            continue;
        }
        match proof(position, at) {
            Some(candidate) => proved.push(candidate),
            None if open.len() < SEARCHED => open.push(at),
            None => {}
        }
    }
    proved.sort_by(best_first);
    let wins = |best: &Candidate| best.value.and_then(|value| value.verdict()) == Some(Wdl::Win);
    if open.is_empty() && proved.is_empty() {
        open = points.take(SEARCHED).collect();
    }
    if open.is_empty() || proved.first().is_some_and(wins) {
        let analysis = Analysis { candidates: proved, ..Analysis::default() };
        report(&analysis);
        return Ok(analysis);
    }
    let limits = share(request.limits, 2 * open.len() as u32);
    let mut candidates = Vec::new();
    for mv in open {
        candidates.extend(after(player, &Request { limits: &limits, ..*request }, mv)?);
    }
    candidates.sort_by(best_first);
    let nodes = candidates.iter().map(|candidate| candidate.nodes).sum();
    let analysis = Analysis { candidates, nodes, ..Analysis::default() };
    report(&analysis);
    Ok(analysis)
}

/// The value of a move, from an analysis of the position after it; `None` where the move ends the game.
fn after(player: &mut EachMove, request: &Request<'_>, at: Point) -> Result<Option<Candidate>, Fault> {
    let mv = Move::Place(at);
    let mut position = request.position.clone();
    if position.play(mv).is_err() || position.outcome().is_some() {
        return Ok(None);
    }
    let moves: Vec<Move> = request.moves.iter().copied().chain([mv]).collect();
    let limits = Limits { only: None, ..request.limits.clone() };
    let asked = Request { moves: &moves, position: &position, limits: &limits, ..*request };
    let found = player.analyze(&asked, Wanted { moves: 1, ownership: false }, &mut |_| {})?;
    Ok(found.candidates.into_iter().next().map(|best| before(mv, best)))
}

/// The only move that stops a five of the other side, where the side to move has no five itself.
pub(crate) fn only_stop(position: &Gomoku) -> Option<Point> {
    let us = position.turn();
    match position.fives(!us)[..] {
        [at] if position.fives(us).is_empty() && position.check(Move::Place(at)).is_ok() => Some(at),
        _ => None,
    }
}

/// The move that begins a win.
fn won(win: &ForcedWin) -> Candidate {
    let in_moves = 2 * win.length as u32 - 1;
    let line = win.line.iter().copied().map(Move::Place).collect();
    let value = Some(Value::proved(Amount::End { verdict: Wdl::Win, in_moves }));
    Candidate { mv: Move::Place(win.proof.tree.point), value, nodes: 0, prior: None, line }
}

fn played(position: &Gomoku, at: Point) -> Option<Gomoku> {
    let mut after = position.clone();
    after.play(Move::Place(at)).ok().map(|()| after)
}

/// What is proved of one move: it begins a forced win, or allows one.
fn proof(position: &Gomoku, only: Point) -> Option<Candidate> {
    if let Some(win) = forced_win_from(&OF_A_POSITION, position, only) {
        return Some(won(&win));
    }
    let allowed = forced_win_within(&OF_A_POSITION, &played(position, only)?);
    allowed.map(|win| before(Move::Place(only), won(&win)))
}
