//! The review of a whole game: the value of each position, what the played moves gave away, and better lines.
//!
//! It goes from the last move to the first, so that the value of the next position is known when a move is judged. The first
//! pass searches every position briefly. The second pass searches suspected mistakes again, the played and the better move
//! separately and for longer: only mistakes that it confirms are reported.

use crate::accuracy::Summary;
use crate::causes::{Cause, causes};
use crate::class::is_suspect;
use crate::judged::{
    Judged, before, is_settled, later, loses, outer, settle, settle_best, weigh, without_better,
};
use crate::phase::phase;
use crate::question::{Look, Question, is_image, is_solvable};
use crate::steps::Step;
use heibai_games::matches::Played;
use heibai_games::player::{Analysis, Candidate, Fault};
use heibai_games::value::{Amount, Bound, Wdl};
use heibai_games::{AnyPosition, Color, Kind, Limits, Match, Move, Player, Position, Request, Value};
use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, Ordering};

/// Gomoku: how many other defences are searched where the best move is proved to lose.
const DEFENCES: usize = 8;

/// A whole game, judged.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Report {
    /// In the order of the game.
    pub moves: Vec<Judged>,
    /// By number of moves made: what the position was worth to Black.
    pub graph: Vec<(usize, Value)>,
    /// Black's and White's play.
    pub sides: [Summary; 2],
    /// The analysis of the position after the last move, unless the game is over.
    pub last: Option<Analysis>,
}

/// What a review does next.
#[derive(Clone, Debug)]
enum Stage {
    /// The look at the last position.
    Last,
    /// The first look at the position before the next move.
    First,
    /// A second look at a judged move.
    Second(Box<Judged>, Step),
    Done,
}

/// The value of a position for its side to move, and the best play from it.
#[derive(Clone, Debug)]
struct Known {
    number: usize,
    turn: Color,
    value: Option<Value>,
    line: Vec<Move>,
}

impl Known {
    /// The value of the position before a judged move.
    fn before(judged: &Judged) -> Known {
        let best = &judged.best;
        Known { number: judged.number, turn: judged.side, value: best.value, line: best.line.clone() }
    }
}

/// A game under review: it asks one question after the other and takes the answers.
#[derive(Clone, Debug)]
pub struct Review {
    game: Match<AnyPosition>,
    /// The moves to judge, each with the number of moves before it; forced passes are left out. The last move comes first,
    /// here and below.
    open: Vec<(usize, Played)>,
    stage: Stage,
    /// The value of the last position.
    end: Known,
    /// The moves after the first pass, and after the second.
    quick: Vec<Judged>,
    judged: Vec<Judged>,
    /// The moves that had a second look, by number.
    looked: BTreeMap<usize, Judged>,
    /// The best move and the value of the positions that these looks reached, by number and for the side to move. A position
    /// has one value, whichever move is judged by it.
    deeper: BTreeMap<usize, Candidate>,
    last: Option<Analysis>,
}

impl Review {
    /// A review of the moves of a game, finished or not.
    pub fn new(game: Match<AnyPosition>) -> Review {
        let chosen = game.moves().iter().copied().enumerate().filter(|(_, played)| !played.forced);
        let open: Vec<(usize, Played)> = chosen.rev().collect();
        Review::of(game, open)
    }

    /// An analysis of the last position alone.
    pub fn of_last(game: Match<AnyPosition>) -> Review {
        Review::of(game, Vec::new())
    }

    /// A review of the last move alone.
    pub fn of_last_move(game: Match<AnyPosition>) -> Review {
        let mut review = Review::new(game);
        review.open.truncate(1);
        review
    }

    fn of(game: Match<AnyPosition>, open: Vec<(usize, Played)>) -> Review {
        let (number, turn, value) = (game.moves().len(), game.position().turn(), end_of(&game));
        // During an unfinished count nobody is to move.
        let stage = if value.is_some() || game.is_counting() { Stage::First } else { Stage::Last };
        let end = Known { number, turn, value, line: Vec::new() };
        let mut review = Review {
            open,
            stage,
            end,
            quick: Vec::new(),
            judged: Vec::new(),
            looked: BTreeMap::new(),
            deeper: BTreeMap::new(),
            last: None,
            game,
        };
        review.go_on();
        review
    }

    /// The next question; `None` when every move is judged.
    pub fn question(&self) -> Option<Question> {
        let first = |number: usize| Question {
            number,
            then: Vec::new(),
            position: self.game.position_after(number),
            only: None,
            look: Look::First,
        };
        match &self.stage {
            Stage::Done => None,
            Stage::Last => Some(first(self.game.moves().len())),
            Stage::First => Some(first(self.open.get(self.quick.len())?.0)),
            Stage::Second(judged, step) => Some(self.closer(judged, *step)),
        }
    }

    /// The question of a second look. Go's engine is asked about the position after the move, to get its ownership.
    fn closer(&self, judged: &Judged, step: Step) -> Question {
        let candidate = if step.is_played() { &judged.played } else { &judged.best };
        let before = self.game.position_after(judged.number);
        let (look, most) = (step.look(), step.counted_after().unwrap_or(1));
        let (mut position, mut then) = (before.clone(), Vec::new());
        for &mv in candidate.line.iter().take(most) {
            let mut next = position.clone();
            if before.kind() != Kind::Go || next.play(mv).is_err() || next.outcome().is_some() {
                break;
            }
            position = next;
            then.push(mv);
        }
        let only = match step {
            Step::Others => Some(defences(&before, judged)),
            // All moves are solved, so that the best one is known.
            Step::Best if is_solvable(&before) => None,
            _ => then.is_empty().then(|| vec![candidate.mv]),
        };
        Question { number: judged.number, then, position, only, look }
    }

    /// Takes the answer to [`Review::question`].
    pub fn answer(&mut self, analysis: Analysis) {
        let is_after = self.question().is_some_and(|question| !question.then.is_empty());
        match std::mem::replace(&mut self.stage, Stage::First) {
            Stage::Done => self.stage = Stage::Done,
            Stage::Last => {
                if let Some(best) = analysis.candidates.first() {
                    (self.end.value, self.end.line) = (best.value, best.line.clone());
                }
                self.last = Some(analysis);
                self.go_on();
            }
            Stage::First => {
                let (number, played) = self.open[self.quick.len()];
                let after = self.quick.last().map_or_else(|| self.end.clone(), Known::before);
                let judged = self.judge(number, played, analysis, &after);
                self.quick.push(judged);
                self.go_on();
            }
            Stage::Second(mut judged, step) => {
                let told = analysis.candidates.first();
                match (step, told.filter(|told| loses(told))) {
                    // The better move loses too: its refutation shows the other defences.
                    (Step::Best, Some(refuted)) if !loses(&judged.best) => {
                        judged.best.line = refuted.line.clone();
                        self.look_at_others(*judged);
                    }
                    // All likely defences lose.
                    (Step::Others, Some(_)) => {
                        let value = Value::estimated(Amount::WinRate(0.0));
                        self.settled(without_better(*judged, Some(value)));
                    }
                    (Step::Others, None) => {
                        judged.best = told.cloned().unwrap_or(judged.best);
                        self.look_on(*judged, Some(Step::Played));
                    }
                    _ => {
                        self.look_closer(&mut judged, step, analysis, is_after);
                        self.look_on(*judged, step.next(self.game.position().kind()));
                    }
                }
            }
        }
    }

    /// Continues a second look from this step, or judges the move if no step is left.
    fn look_on(&mut self, judged: Judged, step: Option<Step>) {
        match self.next_step(&judged, step) {
            Some(next) => self.stage = Stage::Second(Box::new(judged), next),
            None => {
                let after = self.after_next();
                let first = &self.quick[self.judged.len()];
                // What an earlier look has fixed stays as it is.
                let judged = match [judged.number, after.number].map(|at| self.deeper.contains_key(&at)) {
                    [false, false] => settle(first, weigh(judged)),
                    [false, true] => settle_best(first, weigh(judged)),
                    _ => weigh(judged),
                };
                self.spread(&judged, &after);
                self.settled(judged);
            }
        }
    }

    /// The best known move loses: looks for another defence.
    fn look_at_others(&mut self, judged: Judged) {
        if defences(&self.game.position_after(judged.number), &judged).is_empty() {
            let value = judged.best.value;
            self.settled(without_better(judged, value));
        } else {
            self.stage = Stage::Second(Box::new(judged), Step::Others);
        }
    }

    /// Stores the result of a second look. The later moves, whose values it may have changed, are judged again.
    fn settled(&mut self, judged: Judged) {
        self.deeper.insert(judged.number, judged.best.clone());
        self.looked.insert(judged.number, judged);
        self.go_on();
    }

    /// The position after the next move to be judged.
    fn after_next(&self) -> Known {
        self.judged.last().map_or_else(|| self.end.clone(), Known::before)
    }

    /// Gives the position after a move the value that the move was given, and so on, as long as the game follows
    /// the expected line.
    fn spread(&mut self, judged: &Judged, after: &Known) {
        let (mut from, mut side, mut candidate) = (judged.number, judged.side, judged.played.clone());
        let mut to = (after.number, after.turn);
        while !self.deeper.contains_key(&to.0) && !self.is_over_at(to.0) {
            let (number, turn) = to;
            let made = self.game.moves()[from..number].iter().map(|played| played.mv);
            let Some(value) =
                candidate.value.filter(|_| candidate.line.iter().copied().take(number - from).eq(made))
            else {
                break;
            };
            let value = later(value, (number - from) as u32);
            let value = if turn == side { value } else { value.turned() };
            let rest = candidate.line[number - from..].to_vec();
            let next = self.open.iter().rposition(|(open, _)| *open == number);
            let line = match (rest.is_empty(), next) {
                (false, _) => rest,
                (true, Some(next)) => self.quick[next].best.line.clone(),
                (true, None) => self.end.line.clone(),
            };
            let Some(next) = next else {
                (self.end.value, self.end.line) = (Some(value), line.clone());
                self.tell_last(value, line);
                self.judged.clear();
                break;
            };
            let Some(&mv) = line.first() else { break };
            candidate = Candidate { mv, value: Some(value), line, nodes: candidate.nodes, prior: None };
            self.deeper.insert(number, candidate.clone());
            self.judged.truncate(next);
            if self.open[next].1.mv != mv {
                break;
            }
            (from, side) = (number, turn);
            to = match next.checked_sub(1) {
                Some(later) => (self.open[later].0, self.open[later].1.color),
                None => (self.end.number, self.end.turn),
            };
        }
    }

    /// Whether the game has ended by itself at this position.
    fn is_over_at(&self, number: usize) -> bool {
        number == self.game.moves().len() && end_of(&self.game).is_some()
    }

    /// Makes the analysis of the last position agree with the moves before it.
    fn tell_last(&mut self, value: Value, line: Vec<Move>) {
        let Some(last) = &mut self.last else { return };
        let Some(&mv) = line.first() else { return };
        last.candidates.retain(|candidate| candidate.mv != mv);
        last.candidates.insert(0, Candidate { mv, value: Some(value), nodes: 0, prior: None, line });
    }

    /// Adds the answer of a second look to the judgement.
    fn look_closer(&self, judged: &mut Judged, step: Step, analysis: Analysis, is_after: bool) {
        let number = if step.is_played() { self.after_next().number } else { judged.number };
        let is_known = self.deeper.contains_key(&number);
        let known = if step.is_played() { &mut judged.played } else { &mut judged.best };
        let seen = &mut judged.ownership[usize::from(step.is_played())];
        let is_lower = (judged.side == Color::Black) != step.is_played();
        let is_further = step.counted_after().is_some() || step.is_third();
        *seen = match is_further {
            true => seen.take().zip(analysis.ownership).map(|(one, other)| outer(&one, &other, is_lower)),
            false => analysis.ownership,
        };
        if step.counted_after().is_some() {
            return;
        }
        let visits = analysis.nodes;
        let told = analysis.candidates.into_iter().next().map(|told| match is_after {
            true => before(known.mv, told),
            false => told,
        });
        // The values and with them the class are those of the second look.
        if step.is_third() {
            if step.is_played() {
                let is_same = |told: &Candidate| told.line.get(1) == known.line.get(1);
                let is_sure = told.as_ref().is_some_and(|told| is_same(told) && 2 * told.nodes >= visits);
                judged.is_reply_sure = Some(is_sure);
            }
            if let Some(told) = told.filter(|told| told.mv == known.mv && !is_known) {
                known.line = told.line;
            }
            return;
        }
        let is_open = step == Step::Best && is_solvable(&self.game.position_after(judged.number));
        if let Some(told) = told.filter(|told| (is_open || told.mv == known.mv) && told.value.is_some())
            && !is_known
            && !known.value.is_some_and(|value| value.is_proved())
        {
            *known = told;
        }
    }

    /// The number of moves to judge.
    pub fn moves(&self) -> usize {
        self.open.len()
    }

    /// The moves judged by the first pass, the last one of the game first.
    pub fn first_pass(&self) -> &[Judged] {
        &self.quick
    }

    /// The moves whose judgement is final, the last one of the game first. What a second look has reached, a look at an
    /// earlier move does not change.
    pub fn judged(&self) -> &[Judged] {
        let is_fixed = |judged: &Judged| self.deeper.contains_key(&judged.number);
        let last = self.judged.iter().rposition(is_fixed);
        let is_done = matches!(self.stage, Stage::Done);
        &self.judged[..if is_done { self.judged.len() } else { last.map_or(0, |last| last + 1) }]
    }

    /// The report so far; complete when there is no further question.
    pub fn report(&self) -> Report {
        let latest = self.judged.iter().chain(&self.quick[self.judged.len()..]);
        let mut moves: Vec<Judged> = latest.cloned().collect();
        moves.reverse();
        let for_black = |known: Known| {
            let value = known.value?;
            Some((known.number, if known.turn == Color::Black { value } else { value.turned() }))
        };
        let known = moves.iter().map(Known::before).chain([self.end.clone()]);
        let graph = known.filter_map(for_black).collect();
        let sides = Color::BOTH.map(|side| Summary::of(&moves, side));
        Report { moves, graph, sides, last: self.last.clone() }
    }

    /// Judges a move by the analysis before it and the value of the position after it.
    fn judge(&self, number: usize, played: Played, analysis: Analysis, after: &Known) -> Judged {
        let side = played.color;
        let position = self.game.position_after(number);
        let between = (after.number - number) as u32;
        let value = after.value.map(|value| value.earlier(between));
        let value = value.map(|value| if after.turn == side { value } else { value.turned() });
        let moves = self.game.moves()[number..after.number].iter().map(|played| played.mv);
        let line = moves.chain(after.line.iter().copied()).collect();
        let found = analysis.candidates.iter().find(|candidate| candidate.mv == played.mv);
        let value = value.or(found.and_then(|candidate| candidate.value));
        let nodes = found.map_or(0, |candidate| candidate.nodes);
        let played = Candidate { mv: played.mv, value, nodes, prior: None, line };
        if let Some(looked) = self.looked.get(&number) {
            return weigh(Judged { played, ..looked.clone() });
        }
        let deeper = self.deeper.get(&number);
        let best = deeper.or(analysis.candidates.first()).cloned().unwrap_or_else(|| played.clone());
        let value_in_look = found.and_then(|found| found.value).filter(|value| value.bound == Bound::Exact);
        let is_tie = value_in_look.zip(best.value).is_some_and(|(value, best)| value.compare(&best).is_ge())
            || is_image(&position, best.mv, played.mv);
        let judged = weigh(Judged {
            number,
            side,
            phase: phase(&position, number),
            played,
            best,
            lost: None,
            lost_score: None,
            class: None,
            analysis,
            ownership: [None, None],
            is_reply_sure: None,
        });
        // Both moves are equal in the analysis, and what followed shows no mistake: no better move is named.
        if is_tie && judged.class.is_none() && !loses(&judged.played) {
            return weigh(Judged { best: judged.played.clone(), ..judged });
        }
        judged
    }

    /// An earlier proof, while the game follows its line: the value for the side to move, and the rest of the
    /// line. A search that does not find the proof again does not undo it. Past the end of the line only the
    /// losing side keeps it, because it needs no move to show.
    fn proof_at(&self, number: usize, turn: Color) -> Option<(Value, Vec<Move>)> {
        self.quick.iter().filter(|earlier| earlier.number < number).find_map(|earlier| {
            let Amount::End { verdict, in_moves } = earlier.best.value?.amount else { return None };
            let since = &self.game.moves()[earlier.number..number];
            let line = &earlier.best.line;
            let is_played =
                since.len() <= line.len() && since.iter().zip(line).all(|(played, &mv)| played.mv == mv);
            let in_moves = in_moves.saturating_sub(since.len() as u32);
            let value = Value::proved(Amount::End { verdict, in_moves });
            let value = if earlier.side == turn { value } else { value.turned() };
            let rest = line.get(since.len()..)?.to_vec();
            let is_kept = !rest.is_empty() || value.verdict() == Some(Wdl::Loss);
            (is_played && is_kept).then_some((value, rest))
        })
    }

    /// The judgement with an earlier proof of its position.
    fn proved(&self, mut judged: Judged) -> Judged {
        if judged.best.value.is_some_and(|value| value.verdict().is_some()) {
            return judged;
        }
        let Some((value, line)) = self.proof_at(judged.number, judged.side) else { return judged };
        if value.verdict() == Some(Wdl::Loss) {
            judged.played.value = Some(value);
            judged.best = judged.played.clone();
            judged.analysis.candidates = vec![judged.best.clone()];
        } else {
            judged.best = Candidate { mv: line[0], value: Some(value), nodes: 0, prior: None, line };
        }
        weigh(judged)
    }

    /// The last position keeps an earlier proof, too.
    fn prove_end(&mut self) {
        if self.end.value.is_none_or(|value| value.verdict().is_some()) {
            return;
        }
        let Some((value, line)) = self.proof_at(self.end.number, self.end.turn) else { return };
        let line = if line.is_empty() { self.end.line.clone() } else { line };
        (self.end.value, self.end.line) = (Some(value), line.clone());
        self.tell_last(value, line);
    }

    /// The next question of a second look, from `step` on. A move with a proved value, or one that
    /// was looked at, is not searched again, except in Go, for its ownership.
    fn next_step(&self, judged: &Judged, mut step: Option<Step>) -> Option<Step> {
        let kind = self.game.position().kind();
        if step == Some(Step::ThirdBest) && !self.rests_on_search(judged) {
            return None;
        }
        while let Some(at) = step {
            let (known, number) = match at.is_played() {
                true => (&judged.played, self.after_next().number),
                false => (&judged.best, judged.number),
            };
            let is_known =
                self.deeper.contains_key(&number) || known.value.is_some_and(|value| value.is_proved());
            if kind == Kind::Go || !is_known {
                break;
            }
            step = at.next(kind);
        }
        step
    }

    /// Whether a reason of the mistake depends on what the search expects.
    fn rests_on_search(&self, judged: &Judged) -> bool {
        causes(&self.game, &weigh(judged.clone())).iter().any(Cause::rests_on_search)
    }

    /// After the first pass: judges the moves again, up to the next one that needs a second look.
    fn go_on(&mut self) {
        if matches!(self.stage, Stage::Last) || self.quick.len() < self.open.len() {
            return;
        }
        self.prove_end();
        while let Some(&(number, played)) = self.open.get(self.judged.len()) {
            let after = self.after_next();
            let first = &self.quick[self.judged.len()];
            let mut judged = self.proved(self.judge(number, played, first.analysis.clone(), &after));
            if self.looked.contains_key(&number) {
                self.judged.push(judged);
                continue;
            }
            if judged.best.mv == judged.played.mv && loses(&judged.played) && !loses(&judged.best) {
                judged.best.line = judged.played.line.clone();
                return self.look_at_others(judged);
            }
            let (best, played) = (judged.best.value, judged.played.value);
            let is_suspect = best.zip(played).is_some_and(|(best, played)| is_suspect(&best, &played));
            if is_suspect
                && !is_settled(&judged)
                && let Some(step) = self.next_step(&judged, Some(Step::Best))
            {
                self.stage = Stage::Second(Box::new(judged), step);
                return;
            }
            self.judged.push(judged);
        }
        self.stage = Stage::Done;
    }
}

/// The value of a game that was played or counted to its end. Resignation and time say nothing about the board.
fn end_of(game: &Match<AnyPosition>) -> Option<Value> {
    let position = game.position();
    let counted = game.outcome().filter(|outcome| outcome.margin.is_some());
    position.outcome().or(counted).map(|outcome| Value::of_end(position, &outcome))
}

/// The points of the refutation of the best move: playing there first may stop it.
fn defences(before: &AnyPosition, judged: &Judged) -> Vec<Move> {
    let known = [judged.best.mv, judged.played.mv];
    let mut found: Vec<Move> = Vec::new();
    for &mv in judged.best.line.iter().skip(1) {
        if found.len() < DEFENCES && !known.contains(&mv) && !found.contains(&mv) && before.check(mv).is_ok()
        {
            found.push(mv);
        }
    }
    found
}

/// The version of what a review says; stored reviews of another edition are made again. Every change of classes, causes or
/// engines that a review would show counts it up.
pub const EDITION: u32 = 14;

/// Runs a review with a player on this thread. `first` limits the first look at each position, `moves` is its number of
/// candidates; `on_answer` is called after every answer.
pub fn run(
    review: &mut Review,
    player: &mut dyn Player,
    first: &Limits,
    moves: usize,
    stop: &AtomicBool,
    on_answer: &mut dyn FnMut(&Review),
) -> Result<(), Fault> {
    let all: Vec<Move> = review.game.moves().iter().map(|played| played.mv).collect();
    let start = review.game.start().clone();
    player.new_game(&start.rules(), Color::Black)?;
    while let Some(question) = review.question() {
        let (limits, moves_made) = (question.limits(first), question.moves(&all));
        let request = Request {
            start: &start,
            moves: &moves_made,
            position: &question.position,
            limits: &limits,
            stop,
        };
        let analysis = player.analyze(&request, question.wanted(moves), &mut |_| {})?;
        // An answer that was cut short is not kept.
        if stop.load(Ordering::Relaxed) {
            break;
        }
        review.answer(analysis);
        on_answer(review);
    }
    Ok(())
}
