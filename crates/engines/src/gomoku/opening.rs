//! The engine's decisions in an opening. Under swap and swap2 (`Opener`) it offers an even position where the
//! opponent chooses the colour, and takes the better colour where it chooses itself. Renju's opening rules are
//! decided by a player's analyses (`heibai_games::by_analysis`); `Analyst` gives Hard and Hell theirs.

use super::board::PatternBoard;
use super::engine::{Engine, Spend};
use super::player::{Settings, Values, analysis, legal, open_position, spend};
use super::weights::Weights;
use crate::search::below;
use heibai_games::gomoku::Position as Gomoku;
use heibai_games::gomoku::opening::{Choice, Opening};
use heibai_games::player::{Analysis, Fault, Wanted};
use heibai_games::{Act, Answer, Color, Decision, Due, Move, Player, Point, Position, Request};
use std::collections::VecDeque;
use std::sync::atomic::AtomicBool;

/// Random offers that are compared.
const OFFERS: usize = 8;
/// Offered stones lie within so many lines of a corner: near the edge a small advantage matters less.
const CORNER: usize = 5;
/// Candidates for the last stone.
const LAST: usize = 12;
/// Values this close to 0 count as even.
const EVEN: i32 = 60;

/// Makes the decisions under swap and swap2.
pub(super) struct Opener {
    random: fastrand::Rng,
    /// The moves so far, and the stones planned to follow them.
    planned: (Vec<Move>, VecDeque<Move>),
}

impl Opener {
    pub(super) fn new(seed: u64) -> Opener {
        Opener { random: fastrand::Rng::with_seed(seed), planned: (Vec::new(), VecDeque::new()) }
    }

    /// Decides the step that is due; `board` is the search's board of the position.
    pub(super) fn decide(
        &mut self,
        engine: &mut Engine,
        board: &PatternBoard,
        request: &Request<'_>,
        opening: &Opening,
        spend: Spend,
    ) -> Result<Decision, Fault> {
        let position = open_position(request)?;
        let cell = match opening.due().unwrap_or(Due::Nothing) {
            Due::Choice { options, .. } => {
                let value = value_for_black(engine, board, spend, request.stop);
                return Ok(Decision::Choose(choice(value, options.contains(&Choice::TwoMore))));
            }
            Due::Stone { left: 1, .. } if request.moves != self.planned.0 => {
                evenest(engine, board, spend, request.stop)
            }
            Due::Stone { left, .. } if request.moves.is_empty() => {
                let offer = self.offer(engine, (position, board), usize::from(left), spend, request.stop);
                self.planned = (Vec::new(), offer.into());
                self.next_planned()
            }
            Due::Stone { .. } if request.moves == self.planned.0 && !self.planned.1.is_empty() => {
                self.next_planned()
            }
            _ => {
                let thoughts = engine.think(board, spend, 1, request.stop);
                thoughts.lines.first().and_then(|line| line.cells.first().copied())
            }
        };
        Ok(Decision::Act(Answer::of(Act::Play(legal(position, cell)?))))
    }

    fn next_planned(&mut self) -> Option<usize> {
        let mv = self.planned.1.pop_front()?;
        self.planned.0.push(mv);
        match mv {
            Move::Place(point) => Some(point.index()),
            Move::Pass => None,
        }
    }

    /// The most even of several random placements near a corner.
    fn offer(
        &mut self,
        engine: &mut Engine,
        (start, empty): (&Gomoku, &PatternBoard),
        stones: usize,
        spend: Spend,
        stop: &AtomicBool,
    ) -> Vec<Move> {
        let size = start.size();
        let reach = CORNER.min(size);
        let mut best: Option<(i32, Vec<Move>)> = None;
        for _ in 0..OFFERS {
            let (right, down) = (self.random.bool(), self.random.bool());
            let (mut position, mut board) = (start.clone(), empty.clone());
            let mut moves = Vec::new();
            while moves.len() < stones {
                let [x, y] = [right, down].map(|far| {
                    let line = below(&mut self.random, reach);
                    if far { size - 1 - line } else { line }
                });
                let cell = y * size + x;
                let mv = Move::Place(Point(cell as u16));
                if position.play(mv).is_ok() {
                    board.play(cell);
                    moves.push(mv);
                }
            }
            let value = value_for_black(engine, &board, share(spend, OFFERS as u32), stop).abs();
            if best.as_ref().is_none_or(|&(least, _)| value < least) {
                best = Some((value, moves));
            }
        }
        best.map_or_else(Vec::new, |(_, moves)| moves)
    }
}

/// A level's search without book and solvers, as a player that analyses several moves.
pub(super) struct Analyst<'e> {
    pub(super) engine: &'e mut Engine,
    pub(super) depth: u32,
    pub(super) nodes: u64,
}

impl Player for Analyst<'_> {
    fn name(&self) -> String {
        "analyst".to_owned()
    }

    fn choose(&mut self, request: &Request<'_>) -> Result<Answer, Fault> {
        let thoughts = self.analyze(request, Wanted::default(), &mut |_| {})?;
        let best = thoughts.candidates.first().map(|candidate| candidate.mv);
        best.map(|mv| Answer::of(Act::Play(mv))).ok_or(Fault::NoMove)
    }

    fn analyze(
        &mut self,
        request: &Request<'_>,
        wanted: Wanted,
        report: &mut dyn FnMut(&Analysis),
    ) -> Result<Analysis, Fault> {
        let position = open_position(request)?;
        let board = PatternBoard::of(position, Weights::of(position.rules().variant()));
        let settings = Settings { nodes: Some(self.nodes), ..Settings::default() };
        let spend = spend(request.limits, &settings);
        let spend = Spend { depth: spend.depth.min(self.depth), ..spend };
        let analysis = analysis(self.engine, &board, position, request, spend, wanted, Values::OfLastDepth);
        report(&analysis);
        Ok(analysis)
    }
}

/// One of `parts` equal parts of the limits.
fn share(spend: Spend, parts: u32) -> Spend {
    let nodes = (spend.nodes / u64::from(parts)).max(500);
    Spend { nodes, time: spend.time.map(|(soft, hard)| (soft / parts, hard / parts)), ..spend }
}

/// The value of a position for Black.
fn value_for_black(engine: &mut Engine, board: &PatternBoard, spend: Spend, stop: &AtomicBool) -> i32 {
    let thoughts = engine.think(board, spend, 1, stop);
    let value = thoughts.lines.first().map_or(0, |line| line.value);
    if board.turn() == Color::Black { value } else { -value }
}

/// The candidate after which the position is most even.
fn evenest(engine: &mut Engine, board: &PatternBoard, spend: Spend, stop: &AtomicBool) -> Option<usize> {
    let thoughts = engine.think(board, share(spend, 3), LAST, stop);
    let mut board = board.clone();
    let mut best = None;
    for line in &thoughts.lines {
        let &cell = line.cells.first()?;
        board.play(cell);
        let value = value_for_black(engine, &board, share(spend, 2 * LAST as u32), stop).abs();
        board.undo();
        if best.is_none_or(|(least, _)| value < least) {
            best = Some((value, cell));
        }
    }
    best.map(|(_, cell)| cell)
}

/// The better colour, or two more stones if that is offered and the position is about even.
fn choice(value_for_black: i32, two_more: bool) -> Choice {
    match value_for_black {
        value if two_more && value.abs() <= EVEN => Choice::TwoMore,
        1.. => Choice::Black,
        _ => Choice::White,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::players;
    use heibai_games::kind::Choice as Chosen;
    use heibai_games::{AnyPosition, Kind, Limits, Match};
    use std::time::Duration;

    fn game(rules: &str, moves: &str) -> Match<AnyPosition> {
        let rules = Chosen { rules: Some(rules.to_owned()), ..Chosen::default() };
        let start = AnyPosition::start(&Kind::Gomoku.rules(&rules).unwrap());
        let mut game = Match::new(start).with_opening();
        for name in moves.split_whitespace() {
            let mv = game.position().read_move(name).unwrap();
            game.play(mv, Duration::ZERO).unwrap();
        }
        game
    }

    fn decided(player: &str, game: &Match<AnyPosition>, seed: u64) -> Decision {
        let mut player = players::parse(player, Kind::Gomoku, seed).unwrap();
        let limits = Limits { nodes: Some(20_000), ..Limits::default() };
        game.ask(&mut *player, &limits, &AtomicBool::new(false)).unwrap()
    }

    /// Two black stones side by side in the centre and White far away in the corner: Black wins this.
    #[test]
    fn the_better_colour_is_chosen_by_search() {
        for player in ["best", "hard"] {
            for rules in ["freestyle+swap", "freestyle+swap2", "standard+swap2"] {
                let good_for_black = game(rules, "h8 a1 h9");
                assert_eq!(decided(player, &good_for_black, 1), Decision::Choose(Choice::Black), "{player}");
            }
            let mut five = game("freestyle+swap2", "a1 h8 o1");
            five.choose(Choice::TwoMore, Duration::ZERO).unwrap();
            for name in ["h9", "o15"] {
                let mv = five.position().read_move(name).unwrap();
                five.play(mv, Duration::ZERO).unwrap();
            }
            assert_eq!(decided(player, &five, 1), Decision::Choose(Choice::White), "White has the centre");
        }
    }

    /// Offers differ by seed, are the same for the same seed, and are far from won for either side.
    #[test]
    fn offered_stones_are_even_and_of_many_kinds() {
        let mut seen = std::collections::HashSet::new();
        for seed in 0..4 {
            let mut names = Vec::new();
            for again in 0..2 {
                let mut player = players::parse("engine:nodes=16000", Kind::Gomoku, seed).unwrap();
                let mut game = game("freestyle+swap2", "");
                let (limits, stop) = (Limits::default(), AtomicBool::new(false));
                while let Due::Stone { .. } = game.request() {
                    let Decision::Act(answer) = game.ask(&mut *player, &limits, &stop).unwrap() else {
                        panic!("a stone is due")
                    };
                    let Act::Play(mv) = answer.act else { panic!("{answer:?}") };
                    game.play(mv, Duration::ZERO).unwrap();
                }
                let moves = game.move_list();
                assert_eq!(moves.len(), 3);
                if again == 0 {
                    names = moves;
                } else {
                    assert_eq!(names, moves, "the same seed, the same stones");
                    let AnyPosition::Gomoku(position) = game.position() else { panic!("gomoku") };
                    let weights = crate::gomoku::Weights::of(position.rules().variant());
                    let board = PatternBoard::of(position, weights);
                    let mut engine = Engine::new(1);
                    let value = value_for_black(&mut engine, &board, Spend::nodes(20_000), &stop);
                    assert!(value.abs() < 400, "seed {seed}: {value}");
                }
            }
            seen.insert(format!("{names:?}"));
        }
        assert!(seen.len() > 1);
    }

    #[test]
    fn an_even_position_gets_two_more_stones_where_they_are_offered() {
        assert_eq!(
            [choice(60, true), choice(61, true), choice(-61, true)],
            [Choice::TwoMore, Choice::Black, Choice::White]
        );
        assert_eq!([choice(60, false), choice(-1, false)], [Choice::Black, Choice::White]);
    }
}
