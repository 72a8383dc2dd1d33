//! The player that a review asks. In Gomoku a search for wins by threats stands before the player's own search. Its size is
//! fixed, so what it proves depends on the position alone: two runs, and one with twice the nodes, know the same proofs.

use crate::causes::ForcedWin;
use crate::causes::gomoku::{OF_A_POSITION, forced_win_from, forced_win_within};
use crate::each_move::EachMove;
use heibai_engines::gomoku::proof::fives;
use heibai_games::gomoku::Position as Gomoku;
use heibai_games::gomoku::opening::Opening;
use heibai_games::player::{Analysis, Candidate, Fault, Wanted};
use heibai_games::value::{Amount, Wdl};
use heibai_games::{
    Answer, AnyPosition, Color, Decision, Limits, Move, Outcome, Player, Point, Position, Request, Rules,
    Value,
};
use std::cmp::Ordering;

/// Of some moves so many are searched.
const SEARCHED: usize = 3;

/// A player that analyses every move, and knows the wins by threats that a search of fixed size proves.
pub struct Reviewer(EachMove);

impl Reviewer {
    /// Judges with this player.
    pub fn new(player: Box<dyn Player>) -> Reviewer {
        Reviewer(EachMove(player))
    }

    /// The player, for its next game.
    pub fn into_player(self) -> Box<dyn Player> {
        self.0.0
    }
}

impl Player for Reviewer {
    fn name(&self) -> String {
        self.0.name()
    }

    fn new_game(&mut self, rules: &Rules, color: Color) -> Result<(), Fault> {
        self.0.new_game(rules, color)
    }

    fn ready(&mut self) {
        self.0.ready();
    }

    fn choose(&mut self, request: &Request<'_>) -> Result<Answer, Fault> {
        self.0.choose(request)
    }

    fn decide(&mut self, request: &Request<'_>, opening: &Opening) -> Result<Decision, Fault> {
        self.0.decide(request, opening)
    }

    fn weighs_moves(&self) -> bool {
        true
    }

    fn analyze(
        &mut self,
        request: &Request<'_>,
        wanted: Wanted,
        report: &mut dyn FnMut(&Analysis),
    ) -> Result<Analysis, Fault> {
        let AnyPosition::Gomoku(position) = request.position else {
            return self.0.analyze(request, wanted, report);
        };
        let proved = match request.limits.only.as_deref() {
            None => forced_win_within(&OF_A_POSITION, position).map(|win| won(&win)),
            Some(&[Move::Place(only)]) => alone(position, only),
            Some(several) => return self.among(request, position, several, wanted, report),
        };
        if let Some(candidate) = &proved
            && (wanted.moves <= 1 || request.limits.only.is_some())
        {
            let analysis = Analysis { candidates: vec![candidate.clone()], ..Analysis::default() };
            report(&analysis);
            return Ok(analysis);
        }
        let mut analysis = self.0.analyze(request, wanted, report)?;
        if let Some(win) = proved {
            analysis.candidates.retain(|candidate| candidate.mv != win.mv);
            analysis.candidates.insert(0, win);
            analysis.candidates.truncate(wanted.moves.max(1));
        }
        Ok(analysis)
    }

    fn game_over(&mut self, outcome: &Outcome) {
        self.0.game_over(outcome);
    }
}

impl Reviewer {
    /// A look at some moves: those that are proved to lose need no search, and of the others the first few are searched.
    fn among(
        &mut self,
        request: &Request<'_>,
        position: &Gomoku,
        moves: &[Move],
        wanted: Wanted,
        report: &mut dyn FnMut(&Analysis),
    ) -> Result<Analysis, Fault> {
        let (mut open, mut proved) = (Vec::new(), Vec::new());
        for &mv in moves {
            let Move::Place(at) = mv else { continue };
            // A four only puts off what comes.
            let is_four = played(position, at).is_none_or(|after| !fives(&after, position.turn()).is_empty());
            if is_four {
                continue;
            }
            match alone(position, at) {
                Some(candidate) => proved.push(candidate),
                None if open.len() < SEARCHED => open.push(mv),
                None => {}
            }
        }
        proved.sort_by(|a, b| b.value.zip(a.value).map_or(Ordering::Equal, |(b, a)| b.compare(&a)));
        let wins = |best: &Candidate| best.value.and_then(|value| value.verdict()) == Some(Wdl::Win);
        if open.is_empty() && proved.is_empty() {
            open = moves.iter().copied().take(SEARCHED).collect();
        }
        if open.is_empty() || proved.first().is_some_and(wins) {
            let analysis = Analysis { candidates: proved, ..Analysis::default() };
            report(&analysis);
            return Ok(analysis);
        }
        let limits = Limits { only: Some(open), ..request.limits.clone() };
        self.0.analyze(&Request { limits: &limits, ..*request }, wanted, report)
    }
}

/// The move that begins a win.
fn won(win: &ForcedWin) -> Candidate {
    let in_moves = 2 * win.length as u32 - 1;
    let line = win.line.iter().copied().map(Move::Place).collect();
    candidate(win.proof.tree.point, Wdl::Win, in_moves, line)
}

/// A move that lets the other side win so.
fn lets_win(mv: Point, win: &ForcedWin) -> Candidate {
    let line = std::iter::once(mv).chain(win.line.iter().copied()).map(Move::Place).collect();
    candidate(mv, Wdl::Loss, 2 * win.length as u32, line)
}

fn candidate(mv: Point, verdict: Wdl, in_moves: u32, line: Vec<Move>) -> Candidate {
    let value = Some(Value::proved(Amount::End { verdict, in_moves }));
    Candidate { mv: Move::Place(mv), value, nodes: 0, prior: None, line }
}

fn played(position: &Gomoku, at: Point) -> Option<Gomoku> {
    let mut after = position.clone();
    after.play(Move::Place(at)).ok().map(|()| after)
}

/// What is proved of one move.
fn alone(position: &Gomoku, only: Point) -> Option<Candidate> {
    if let Some(win) = forced_win_from(&OF_A_POSITION, position, only) {
        return Some(won(&win));
    }
    let allowed = forced_win_within(&OF_A_POSITION, &played(position, only)?);
    allowed.map(|win| lets_win(only, &win))
}
