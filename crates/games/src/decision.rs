//! What a player answers when a game asks: a move, an opening stone, or a choice of colours; and how a player that only
//! evaluates positions decides in an opening.

use crate::board::{Color, Point};
use crate::due::Due;
use crate::gomoku::opening::{Choice, Opening};
use crate::gomoku::symmetry::look_alike;
use crate::matches::{Match, Phase};
use crate::player::{Act, Answer, Candidate, Fault, Limits, Player, Request, Wanted};
use crate::position::{Move, Position};
use crate::value::Amount;
use std::sync::atomic::AtomicBool;

/// What a player decided.
#[derive(Clone, PartialEq, Debug)]
pub enum Decision {
    /// A move, an opening stone, or resignation.
    Act(Answer),
    /// A choice of an opening.
    Choose(Choice),
}

impl<P: Position> Match<P> {
    /// Asks the player whose turn it is for what the game waits for.
    pub fn ask(
        &self,
        player: &mut dyn Player<P>,
        limits: &Limits,
        stop: &AtomicBool,
    ) -> Result<Decision, Fault> {
        let moves = self.move_list();
        let request = Request { start: self.start(), moves: &moves, position: self.position(), limits, stop };
        match self.phase() {
            Phase::Opening(opening) => player.decide(&request, &opening),
            _ => player.choose(&request).map(Decision::Act),
        }
    }
}

/// Values this close to even are called even, in an evaluation's unit and as a part of the chance to win.
const EVEN: (f64, f64) = (60.0, 0.07);
/// How many candidates the most even move is chosen from.
const CHOICE: usize = 12;
/// How many candidates the points to offer are chosen from; more, because some are the same by symmetry.
const OFFERS: usize = 32;

/// Decides by the player's own analysis: it aims at an even game where the other side will choose, and takes the better
/// colour where it may choose itself. A player that tells no values keeps the colour that is to move.
pub fn by_analysis<P: Position, Y: Player<P> + ?Sized>(
    player: &mut Y,
    request: &Request<'_, P>,
    opening: &Opening,
) -> Result<Decision, Fault> {
    let play = |mv| Ok(Decision::Act(Answer::of(Act::Play(mv))));
    match opening.due() {
        Some(Due::Stone { left: 1, .. }) if opening.leads_to_choice() => {
            let candidates = allowed(player, request, opening, CHOICE)?;
            play(nearest_to_even(&candidates).map_or(candidates[0].mv, |index| candidates[index].mv))
        }
        Some(Due::Stone { within: None, .. }) => player.choose(request).map(Decision::Act),
        Some(Due::Stone { .. }) => play(allowed(player, request, opening, CHOICE)?[0].mv),
        Some(Due::Offer { .. }) => play(allowed(player, request, opening, OFFERS)?[0].mv),
        Some(Due::Pick { .. }) => play(best_for_white(player, request, opening.offered())?),
        Some(Due::Choice { options, .. }) => choose(player, request, opening, options).map(Decision::Choose),
        _ => player.choose(request).map(Decision::Act),
    }
}

/// What to choose where the position is worth `value` to the side to move.
fn choice<P: Position>(position: &P, value: f64, even: bool, options: &[Choice]) -> Choice {
    match position.turn() {
        _ if even && options.contains(&Choice::TwoMore) => Choice::TwoMore,
        Color::Black if value >= 0.0 => Choice::Black,
        Color::White if value < 0.0 => Choice::Black,
        _ => Choice::White,
    }
}

fn choose<P: Position, Y: Player<P> + ?Sized>(
    player: &mut Y,
    request: &Request<'_, P>,
    opening: &Opening,
    options: &[Choice],
) -> Result<Choice, Fault> {
    let announced = options.iter().filter_map(|option| match option {
        Choice::Fifths(count) => Some(usize::from(*count)),
        _ => None,
    });
    let announced: Vec<usize> = announced.collect();
    // Whoever may have ten points offered does so if even the worst of them is good for Black.
    if let [count] = announced[..] {
        let fifths = fifths(player, request)?;
        let clearly = |index: usize| !is_even(&fifths[index]) && advantage(&fifths[index]) > 0.0;
        if fifths.len() >= count && clearly(count - 1) {
            return Ok(Choice::Fifths(count as u8));
        }
        let value = fifths.first().map_or(0.0, advantage);
        return Ok(choice(request.position, value, false, options));
    }
    // White picks the worst point that Black offers: the number decides what the game is worth.
    if let (Some(&least), Some(&most)) = (announced.first(), announced.last()) {
        let fifths = fifths(player, request)?;
        let index = nearest_to_even(&fifths[..fifths.len().min(most)]).unwrap_or(0);
        return Ok(Choice::Fifths((index + 1).max(least) as u8));
    }
    if opening.fifths() > 0 {
        let fifths = fifths(player, request)?;
        let worst = fifths.get(opening.fifths() - 1).or(fifths.last());
        let good = worst.is_some_and(|candidate| advantage(candidate) >= 0.0);
        return Ok(if good { Choice::Black } else { Choice::White });
    }
    let thoughts = player.analyze(request, Wanted::default(), &mut |_| {})?;
    let best = thoughts.candidates.first();
    let (value, even) = best.map_or((0.0, false), |best| (advantage(best), is_even(best)));
    Ok(choice(request.position, value, even, options))
}

/// The offered point after which White is best off. Each is tried: far points are among no player's own candidates.
fn best_for_white<P: Position, Y: Player<P> + ?Sized>(
    player: &mut Y,
    request: &Request<'_, P>,
    offered: &[Point],
) -> Result<Move, Fault> {
    let limits = shared(request.limits, offered.len() as u32);
    let mut best: Option<(f64, Move)> = None;
    for mv in offered.iter().copied().map(Move::Place) {
        let (mut position, mut moves) = (request.position.clone(), request.moves.to_vec());
        position.play_unchecked(mv, &mut ());
        moves.push(mv);
        let asked = Request { position: &position, moves: &moves, limits: &limits, ..*request };
        let thoughts = player.analyze(&asked, Wanted::default(), &mut |_| {})?;
        let value = thoughts.candidates.first().map_or(0.0, advantage);
        if best.is_none_or(|(most, _)| value > most) {
            best = Some((value, mv));
        }
    }
    best.map(|(_, mv)| mv).ok_or(Fault::NoMove)
}

/// What may be spent on one of so many questions.
fn shared(limits: &Limits, questions: u32) -> Limits {
    let mut limits = limits.clone();
    limits.nodes = limits.nodes.map(|nodes| (nodes / u64::from(questions.max(1))).max(1));
    limits.move_time = limits.move_time.map(|time| time / questions.max(1));
    limits
}

/// Black's fifth stones that differ from each other, best first. Where White's fourth is still to come, after the move
/// that White likes best.
fn fifths<P: Position, Y: Player<P> + ?Sized>(
    player: &mut Y,
    request: &Request<'_, P>,
) -> Result<Vec<Candidate>, Fault> {
    let (mut position, mut moves) = (request.position.clone(), request.moves.to_vec());
    let mut limits = request.limits.clone();
    if position.turn() == Color::White {
        limits = shared(request.limits, 2);
        let asked = Request { limits: &limits, ..*request };
        let fourth = player.analyze(&asked, Wanted::default(), &mut |_| {})?;
        if let Some(best) = fourth.candidates.first().filter(|best| position.check(best.mv).is_ok()) {
            position.play_unchecked(best.mv, &mut ());
            moves.push(best.mv);
        }
    }
    let request = Request { position: &position, moves: &moves, limits: &limits, ..*request };
    let wanted = Wanted { moves: OFFERS, ..Wanted::default() };
    let mut found: Vec<Candidate> = Vec::new();
    for candidate in player.analyze(&request, wanted, &mut |_| {})?.candidates {
        let Move::Place(point) = candidate.mv else { continue };
        let like = |earlier: &Candidate| match earlier.mv {
            Move::Place(other) => other == point || look_alike(&position, other, point),
            Move::Pass => false,
        };
        if !found.iter().any(like) {
            found.push(candidate);
        }
    }
    Ok(found)
}

/// The player's candidates that the opening allows, best first; if it names none, the allowed points from the centre
/// outwards.
fn allowed<P: Position, Y: Player<P> + ?Sized>(
    player: &mut Y,
    request: &Request<'_, P>,
    opening: &Opening,
    moves: usize,
) -> Result<Vec<Candidate>, Fault> {
    let position = request.position;
    let is_allowed = |mv: Move| match mv {
        Move::Place(point) => position.check(mv).is_ok() && opening.check_stone(position, point).is_ok(),
        Move::Pass => false,
    };
    let mut points: Vec<Move> =
        Point::all(position.size()).map(Move::Place).filter(|&mv| is_allowed(mv)).collect();
    let limits = Limits { only: Some(points.clone()), ..request.limits.clone() };
    let asked = Request { limits: &limits, ..*request };
    let thoughts = player.analyze(&asked, Wanted { moves, ..Wanted::default() }, &mut |_| {})?;
    let told: Vec<Candidate> = thoughts.candidates.into_iter().filter(|c| is_allowed(c.mv)).collect();
    if !told.is_empty() {
        return Ok(told);
    }
    let centre = (position.size() as i32 - 1) / 2;
    let off = |at: usize| (at as i32 - centre).pow(2);
    points.sort_by_key(|mv| match mv {
        Move::Place(point) => off(point.x(position.size())) + off(point.y(position.size())),
        Move::Pass => i32::MAX,
    });
    if points.is_empty() {
        return Err(Fault::NoMove);
    }
    let untold = |mv| Candidate { mv, value: None, nodes: 0, prior: None, line: vec![mv] };
    Ok(points.into_iter().map(untold).collect())
}

/// Which of the moves leaves the game nearest to even.
fn nearest_to_even(candidates: &[Candidate]) -> Option<usize> {
    let off = |index: &usize| advantage(&candidates[*index]).abs();
    (0..candidates.len()).min_by(|a, b| off(a).total_cmp(&off(b)))
}

/// What a move is worth to its side; 0 where the player does not say.
fn advantage(candidate: &Candidate) -> f64 {
    candidate.value.map_or(0.0, |value| value.lead())
}

fn is_even(candidate: &Candidate) -> bool {
    candidate.value.is_some_and(|value| match value.amount {
        Amount::WinRate(rate) => (rate - 0.5).abs() < EVEN.1,
        _ => value.lead().abs() < EVEN.0,
    })
}
