//! Values for every move, from a player that reports only the move it would choose: half of the limits go to its own
//! choice, the rest to the positions after the other moves.

use crate::proofs;
use heibai_engines::classic::worth_looking_at;
use heibai_games::gomoku::opening::Opening;
use heibai_games::player::{Analysis, Candidate, Fault, Limits, Thought, Wanted};
use heibai_games::{
    Act, Answer, AnyPosition, Color, Decision, Kind, Move, Outcome, Player, Position, Request, Rules, Value,
};
use std::cmp;
use std::sync::atomic::Ordering;
use std::time::Duration;

/// A player that analyses every move. A player with such an analysis of its own is used as it is.
pub struct EachMove {
    player: Box<dyn Player>,
    /// Whether a search for forced wins comes before the player's own search of Gomoku.
    proves: bool,
}

impl EachMove {
    /// For an analysis.
    pub fn new(player: Box<dyn Player>) -> EachMove {
        EachMove { player, proves: false }
    }

    /// For a review: in Gomoku forced wins are proved first, by a search of fixed size (`proofs.rs`).
    pub fn for_review(player: Box<dyn Player>) -> EachMove {
        EachMove { player, proves: true }
    }

    /// The player, for its next game.
    pub fn into_player(self) -> Box<dyn Player> {
        self.player
    }
}

impl Player for EachMove {
    fn name(&self) -> String {
        self.player.name()
    }

    fn new_game(&mut self, rules: &Rules, color: Color) -> Result<(), Fault> {
        self.player.new_game(rules, color)
    }

    fn ready(&mut self) {
        self.player.ready();
    }

    fn choose(&mut self, request: &Request<'_>) -> Result<Answer, Fault> {
        self.player.choose(request)
    }

    fn decide(&mut self, request: &Request<'_>, opening: &Opening) -> Result<Decision, Fault> {
        self.player.decide(request, opening)
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
        match request.position {
            AnyPosition::Gomoku(position) if self.proves => {
                proofs::analyze(self, request, position, wanted, report)
            }
            _ => self.search(request, wanted, report),
        }
    }

    fn game_over(&mut self, outcome: &Outcome) {
        self.player.game_over(outcome);
    }
}

/// Without limits the analysis is repeated, each time twice as long.
const FIRST_LOOK: Duration = Duration::from_millis(200);
const LONGEST_LOOK: Duration = Duration::from_secs(60);

fn is_endless(limits: &Limits) -> bool {
    let Limits { nodes, depth, move_time, clock, .. } = limits;
    *nodes == Some(u64::MAX) && depth.is_none() && move_time.is_none() && clock.is_none()
}

impl EachMove {
    /// The analysis without proofs.
    pub(crate) fn search(
        &mut self,
        request: &Request<'_>,
        wanted: Wanted,
        report: &mut dyn FnMut(&Analysis),
    ) -> Result<Analysis, Fault> {
        // Only Go's search can restrict itself to some moves; other players are asked about each of them.
        let restricted = request.limits.only.is_some() && request.position.kind() != Kind::Go;
        if self.player.weighs_moves() && !restricted {
            return self.player.analyze(request, wanted, report);
        }
        if !is_endless(request.limits) {
            return self.look(request, wanted, report);
        }
        let mut time = FIRST_LOOK;
        loop {
            let limits = Limits { move_time: Some(time), nodes: None, ..request.limits.clone() };
            let found = self.look(&Request { limits: &limits, ..*request }, wanted, report)?;
            if request.stop.load(Ordering::Relaxed)
                || found.candidates.iter().all(|candidate| candidate.value.is_some_and(|v| v.is_proved()))
            {
                return Ok(found);
            }
            time = (time * 2).min(LONGEST_LOOK);
        }
    }

    /// One look at all moves, within the limits.
    fn look(
        &mut self,
        request: &Request<'_>,
        wanted: Wanted,
        report: &mut dyn FnMut(&Analysis),
    ) -> Result<Analysis, Fault> {
        let only = request.limits.only.clone();
        let moves = only.clone().unwrap_or_else(|| worth_looking_at(request.position));
        if let [only] = moves[..] {
            let analysis = alone(self.after(request, only, request.limits)?);
            report(&analysis);
            return Ok(analysis);
        }
        if only.is_none() && wanted.moves <= 1 {
            return self.player.analyze(request, wanted, report);
        }
        let half = share(request.limits, 2);
        let mut analysis = match only {
            None => self.player.analyze(&Request { limits: &half, ..*request }, wanted, &mut |_| {})?,
            Some(_) => Analysis::default(),
        };
        let own = analysis.candidates.first().map(|candidate| candidate.mv);
        let others: Vec<Move> = moves.into_iter().filter(|&mv| Some(mv) != own).collect();
        let limits = share(&half, others.len().max(1) as u32);
        let mut found = Vec::new();
        for mv in others {
            // When stopped, report what there is, but at least one move.
            if request.stop.load(Ordering::Relaxed) && !(analysis.candidates.is_empty() && found.is_empty()) {
                break;
            }
            found.push(self.after(request, mv, &limits)?);
        }
        found.sort_by(best_first);
        analysis.nodes += found.iter().map(|candidate| candidate.nodes).sum::<u64>();
        analysis.candidates.extend(found);
        analysis.candidates.truncate(wanted.moves.max(1));
        report(&analysis);
        Ok(analysis)
    }

    /// The value of a move, from the next position in which there is a choice.
    fn after(&mut self, request: &Request<'_>, mv: Move, limits: &Limits) -> Result<Candidate, Fault> {
        let (us, mut position, mut line) = (request.position.turn(), request.position.clone(), vec![mv]);
        position.play_unchecked(mv, &mut ());
        let mut moves = Vec::new();
        while position.outcome().is_none() {
            position.legal_moves(&mut moves);
            let [only] = moves[..] else { break };
            position.play_unchecked(only, &mut ());
            line.push(only);
        }
        let mut thought = match position.outcome() {
            Some(outcome) => {
                Thought { value: Some(Value::of_end(&position, &outcome)), ..Thought::default() }
            }
            None => {
                let moves: Vec<Move> = request.moves.iter().chain(&line).copied().collect();
                let asked = Request { moves: &moves, position: &position, limits, ..*request };
                let Answer { act, mut thought } = self.player.choose(&asked)?;
                if let (Act::Play(reply), true) = (act, thought.line.is_empty()) {
                    thought.line = vec![reply];
                }
                thought
            }
        };
        let earlier = thought.value.map(|value| value.earlier(line.len() as u32));
        let value = earlier.map(|value| if position.turn() == us { value } else { value.turned() });
        line.append(&mut thought.line);
        Ok(Candidate { mv, value, nodes: thought.nodes, prior: None, line })
    }
}

fn alone(candidate: Candidate) -> Analysis {
    let (nodes, depth) = (candidate.nodes, Some(candidate.line.len() as u32));
    Analysis { candidates: vec![candidate], depth, nodes, ..Analysis::default() }
}

/// The limits divided by `parts`.
pub(crate) fn share(limits: &Limits, parts: u32) -> Limits {
    Limits {
        nodes: limits.nodes.map(|nodes| (nodes / u64::from(parts)).max(1)),
        move_time: limits.move_time.map(|time| time / parts),
        ..limits.clone()
    }
}

/// A move without a value goes last.
pub(crate) fn best_first(a: &Candidate, b: &Candidate) -> cmp::Ordering {
    match (&a.value, &b.value) {
        (Some(a), Some(b)) => b.compare(a),
        (a, b) => b.is_some().cmp(&a.is_some()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use heibai_engines::players;
    use heibai_games::kind::Choice;
    use heibai_games::value::Amount;
    use heibai_games::{AnyPosition, Point};
    use std::sync::atomic::AtomicBool;

    fn analysed(player: &str, start: &AnyPosition, moves: usize) -> Analysis {
        within(player, start, moves, Limits { nodes: Some(4000), ..Limits::default() })
    }

    fn within(player: &str, start: &AnyPosition, moves: usize, limits: Limits) -> Analysis {
        let mut player = EachMove::new(players::parse(player, start.kind(), 1).unwrap());
        let stop = AtomicBool::new(false);
        let request = Request { start, moves: &[], position: start, limits: &limits, stop: &stop };
        player.new_game(&start.rules(), start.turn()).unwrap();
        let mut reports = 0;
        let wanted = Wanted { moves, ownership: false };
        let analysis = player.analyze(&request, wanted, &mut |_| reports += 1).unwrap();
        assert!(reports > 0);
        analysis
    }

    #[test]
    fn as_many_moves_are_told_as_were_asked_for() {
        let othello = AnyPosition::start(&Kind::Othello.rules(&Choice::default()).unwrap());
        for player in ["best", "engine:book=no", "alphabeta:depth=2", "random"] {
            for wanted in [1, 2, 4] {
                let found = analysed(player, &othello, wanted).candidates;
                assert_eq!(found.len(), wanted, "{player}");
                let mut moves: Vec<Move> = found.iter().map(|candidate| candidate.mv).collect();
                moves.sort_by_key(|mv| format!("{mv:?}"));
                moves.dedup();
                assert_eq!(moves.len(), wanted, "{player}: no move twice");
                assert!(found.iter().all(|candidate| candidate.line.first() == Some(&candidate.mv)));
            }
        }
        // By symmetry all four first moves are worth the same.
        let found = analysed("alphabeta:depth=2", &othello, 4).candidates;
        assert!(found[1..].windows(2).all(|pair| pair[0].value == pair[1].value), "{found:?}");
    }

    #[test]
    fn an_analysis_keeps_to_the_moves_it_was_given() {
        for (kind, player, names) in [
            (Kind::Othello, "best", ["d3", "e6"]),
            (Kind::Gomoku, "best", ["a1", "c5"]),
            (Kind::Go, "normal", ["D5", "C5"]),
        ] {
            let size = if kind == Kind::Go { Some(9) } else { None };
            let start = AnyPosition::start(&kind.rules(&Choice { size, ..Choice::default() }).unwrap());
            let mut only: Vec<Move> = names.iter().map(|name| start.read_move(name).unwrap()).collect();
            let limits = Limits { nodes: Some(300), only: Some(only.clone()), ..Limits::default() };
            let found = within(player, &start, 10, limits).candidates;
            let mut told: Vec<Move> = found.iter().map(|candidate| candidate.mv).collect();
            only.sort_by_key(|mv| format!("{mv:?}"));
            told.sort_by_key(|mv| format!("{mv:?}"));
            // The search of Go may spend everything on one of them.
            told.dedup();
            assert!(
                told == only || kind == Kind::Go && told.len() == 1 && only.contains(&told[0]),
                "{kind}: {told:?}"
            );
        }
    }

    /// Black's only move ends the game: its value is the result, with the empty squares for the winner.
    #[test]
    fn a_forced_move_has_the_value_of_what_follows() {
        let rules = Kind::Othello.rules(&Choice { size: Some(4), ..Choice::default() }).unwrap();
        let stones = [(0, Color::Black), (1, Color::White)].map(|(x, color)| (Point(x), color));
        let start = AnyPosition::setup(&rules, &stones, Color::Black).unwrap();
        let found = analysed("best", &start, 3).candidates;
        assert_eq!((found.len(), found[0].value), (1, Some(Value::proved(Amount::Discs(16.0)))), "{found:?}");
    }
}
