//! The evaluation functions of the textbooks and Othello's learned one, by name: they drive the generic searches.

use crate::othello::pattern::Features;
use crate::othello::weights::WEIGHTS;
use crate::search::{self, Evaluation, alphabeta};
use heibai_games::go;
use heibai_games::gomoku::{self, score};
use heibai_games::othello::{Bits, Board};
use heibai_games::player::{Thought, Weighed};
use heibai_games::value::{Amount, Bound, Value, Verdict};
use heibai_games::{AnyPosition, Color, Kind, Move, Point, Position};

/// An evaluation for positions of any game.
pub type AnyEvaluation = dyn Evaluation<AnyPosition>;

/// The names of a game's evaluations, the default first.
pub fn names(kind: Kind) -> &'static [&'static str] {
    match kind {
        Kind::Othello => &["weights", "discs", "mobility", "stable", "learned"],
        Kind::Go => &["area"],
        Kind::Gomoku => &["classic"],
    }
}

/// The evaluation called `name`, or the game's default.
pub fn evaluation(kind: Kind, name: Option<&str>) -> Option<Box<AnyEvaluation>> {
    let name = name.unwrap_or(names(kind)[0]);
    let name = *names(kind).iter().find(|&&known| known == name)?;
    Some(match kind {
        Kind::Othello => Box::new(OthelloEvaluation(name)),
        Kind::Go => Box::new(GoEvaluation),
        Kind::Gomoku => Box::new(GomokuEvaluation),
    })
}

/// What a number of the generic searches stands for. A search that leaves moves out proves nothing.
pub fn value_of(kind: Kind, number: i32) -> Value {
    let Some(end) = search::end_of(number) else {
        let win_rate = units_per_step(kind).map(|step| 1.0 / (1.0 + (-f64::from(number) / step).exp()));
        return Value::estimated(Amount::Units { units: f64::from(number), win_rate });
    };
    let sign = if end.won { 1.0 } else { -1.0 };
    // Other moves that end later may win or lose by more.
    let bound = if end.won { Bound::AtLeast } else { Bound::AtMost };
    let margin = sign * end.margin.as_f64();
    match kind {
        Kind::Othello => Value::proved(Amount::Discs(margin)).bounded(bound),
        Kind::Go => {
            let win_rate = Some(f64::from(u8::from(end.won)));
            Value::estimated(Amount::Points { lead: margin, win_rate }).bounded(bound)
        }
        Kind::Gomoku => {
            let verdict = if end.won { Verdict::Win } else { Verdict::Loss };
            Value::estimated(Amount::End { verdict, in_moves: end.ply })
        }
    }
}

/// An open three of the documents.
const GOMOKU_STEP: f64 = 12_000.0;
/// Half points.
const GO_STEP: f64 = 16.0;

/// How many units of the default evaluation are one step of the logistic curve of the expected result.
fn units_per_step(kind: Kind) -> Option<f64> {
    match kind {
        Kind::Gomoku => Some(GOMOKU_STEP),
        Kind::Go => Some(GO_STEP),
        // Its evaluations have different units.
        Kind::Othello => None,
    }
}

/// What a generic alpha-beta search found.
pub fn thought_of(kind: Kind, found: alphabeta::Found) -> Thought {
    Thought {
        value: Some(value_of(kind, found.value)),
        depth: Some(found.depth),
        line: found.line,
        weighed: weighed(kind, found.weighed),
        ..Thought::default()
    }
}

/// The first moves of a generic search, each with its number and whether that is an upper bound.
pub fn weighed(kind: Kind, moves: impl IntoIterator<Item = (Move, i32, bool)>) -> Vec<Weighed> {
    let weigh = |(mv, number, at_most)| {
        let value = value_of(kind, number);
        Weighed { mv, value: if at_most { value.bounded(Bound::AtMost) } else { value }, nodes: 0 }
    };
    moves.into_iter().map(weigh).collect()
}

/// Moves worth a random playout: all legal ones, except Go stones into one's own eyes, and passes only
/// where nothing else is left.
pub fn sensible_moves(position: &AnyPosition, moves: &mut Vec<Move>) {
    position.legal_moves(moves);
    if position.kind() == Kind::Go {
        moves.retain(|&mv| matches!(mv, Move::Place(point) if !is_own_eye(position, point)));
        if moves.is_empty() {
            moves.push(Move::Pass);
        }
    }
}

/// Moves that an analysis looks at where they are many.
const LOOKED_AT: usize = 40;

/// Every legal move where they are few; elsewhere those that make sense, the likely ones first.
pub fn worth_looking_at(position: &AnyPosition) -> Vec<Move> {
    let mut moves = Vec::new();
    position.legal_moves(&mut moves);
    if moves.len() <= LOOKED_AT {
        return moves;
    }
    match position {
        AnyPosition::Gomoku(board) => {
            let likely = gomoku::candidates(board, &mut || 0).into_iter();
            moves = likely.map(|candidate| Move::Place(candidate.point)).collect();
        }
        _ if position.kind() == Kind::Go => sensible_moves(position, &mut moves),
        _ => {}
    }
    moves.truncate(LOOKED_AT);
    moves
}

/// An empty point whose neighbours, and nearly all diagonals, are stones of the side to move.
fn is_own_eye(position: &AnyPosition, point: Point) -> bool {
    let (size, own) = (position.size(), position.turn());
    let (x, y) = (point.x(size) as isize, point.y(size) as isize);
    let at = |dx: isize, dy: isize| {
        let point = Point::new(usize::try_from(x + dx).ok()?, usize::try_from(y + dy).ok()?, size)?;
        Some(position.stone(point))
    };
    let beside = [(1, 0), (-1, 0), (0, 1), (0, -1)];
    let across = [(1, 1), (-1, 1), (1, -1), (-1, -1)];
    let mine = |(dx, dy): (isize, isize)| at(dx, dy).is_none_or(|stone| stone == Some(own));
    let foreign = across.iter().filter(|&&(dx, dy)| at(dx, dy) == Some(Some(!own))).count();
    let at_edge = across.iter().any(|&(dx, dy)| at(dx, dy).is_none());
    beside.into_iter().all(mine) && foreign < if at_edge { 1 } else { 2 }
}

/// Where the discs lie, how many moves there are, how many discs can never be flipped, how many there are, or what the strong
/// engine's weights say (1/32 disc; on boards other than 8x8, for which there are none, the discs).
struct OthelloEvaluation(&'static str);

impl Evaluation<AnyPosition> for OthelloEvaluation {
    fn name(&self) -> &str {
        self.0
    }

    fn evaluate(&self, position: &AnyPosition) -> i32 {
        match self.0 {
            "discs" => sum(position, |_, _| 1),
            "mobility" => mobility(position),
            "stable" => stable(position),
            "learned" => learned(position),
            _ => sum(position, square_weight),
        }
    }

    fn units_per_step(&self) -> f64 {
        match self.0 {
            "discs" => 12.0,
            "mobility" => 6.0,
            "stable" => 8.0,
            "learned" => 6.0 * f64::from(DISC),
            _ => 60.0,
        }
    }
}

fn learned(position: &AnyPosition) -> i32 {
    let AnyPosition::Othello8(board) = position else { return DISC * sum(position, |_, _| 1) };
    let features = Features::new(board.mover(), board.opponent());
    WEIGHTS.value(&features, (board.mover() | board.opponent()).count_zeros())
}

/// Units of the learned evaluation in a disc.
const DISC: i32 = 32;

/// How many squares the side to move could take, less how many the other side could.
fn mobility(position: &AnyPosition) -> i32 {
    fn of<B: Bits, const N: usize>(board: &Board<B, N>) -> i32 {
        let count = |color| board.placements(color).count() as i32;
        count(board.turn()) - count(!board.turn())
    }
    match position {
        AnyPosition::Othello4(board) => of(board),
        AnyPosition::Othello6(board) => of(board),
        AnyPosition::Othello8(board) => of(board),
        AnyPosition::Othello10(board) => of(board),
        AnyPosition::Go(_) | AnyPosition::Gomoku(_) => 0,
    }
}

/// Discs that can never be flipped: the side to move's less the other side's.
fn stable(position: &AnyPosition) -> i32 {
    fn of<B: Bits, const N: usize>(board: &Board<B, N>) -> i32 {
        let stable = board.stable();
        (stable & board.mover()).count() as i32 - (stable & board.opponent()).count() as i32
    }
    match position {
        AnyPosition::Othello4(board) => of(board),
        AnyPosition::Othello6(board) => of(board),
        AnyPosition::Othello8(board) => of(board),
        AnyPosition::Othello10(board) => of(board),
        AnyPosition::Go(_) | AnyPosition::Gomoku(_) => 0,
    }
}

/// The weighted discs of the side to move less those of the other side.
fn sum(position: &AnyPosition, weight: impl Fn(Point, usize) -> i32) -> i32 {
    let (size, own) = (position.size(), position.turn());
    Point::all(size)
        .filter_map(|point| {
            let color = position.stone(point)?;
            let weight = weight(point, size);
            Some(if color == own { weight } else { -weight })
        })
        .sum()
}

/// Corners are good, the squares beside an empty corner bad, edges a little good; for every size.
fn square_weight(point: Point, size: usize) -> i32 {
    let fold = |v: usize| v.min(size - 1 - v);
    let (x, y) = (fold(point.x(size)), fold(point.y(size)));
    match (x.min(y), x.max(y)) {
        (0, 0) => 100,
        (0, 1) => -20,
        (1, 1) => -50,
        (0, _) => 10,
        (1, _) => -2,
        _ => 1,
    }
}

/// Stones and surrounded points as they stand, every stone taken as alive.
struct GoEvaluation;

impl Evaluation<AnyPosition> for GoEvaluation {
    fn name(&self) -> &str {
        "area"
    }

    fn evaluate(&self, position: &AnyPosition) -> i32 {
        let AnyPosition::Go(board) = position else { return 0 };
        let Ok(count) = go::score::count(board, &[]) else { return 0 };
        let score = count.score();
        let black = score.black.0 - score.white.0 - board.rules().komi().0;
        if position.turn() == Color::Black { black } else { -black }
    }

    fn units_per_step(&self) -> f64 {
        GO_STEP
    }

    fn candidates(&self, position: &AnyPosition, moves: &mut Vec<Move>) {
        sensible_moves(position, moves);
    }
}

/// The shapes of both sides with the scores of the documents.
struct GomokuEvaluation;

impl Evaluation<AnyPosition> for GomokuEvaluation {
    fn name(&self) -> &str {
        "classic"
    }

    fn evaluate(&self, position: &AnyPosition) -> i32 {
        let AnyPosition::Gomoku(position) = position else { return 0 };
        score::classic(position, position.turn())
    }

    fn units_per_step(&self) -> f64 {
        GOMOKU_STEP
    }

    /// Points near stones, the best shapes first; ties stay in the order of the points.
    fn candidates(&self, position: &AnyPosition, moves: &mut Vec<Move>) {
        let AnyPosition::Gomoku(board) = position else { return position.legal_moves(moves) };
        let near = gomoku::candidates(board, &mut || 0);
        moves.clear();
        moves.extend(near.iter().take(MOST_CANDIDATES).map(|candidate| Move::Place(candidate.point)));
        if moves.is_empty() {
            position.legal_moves(moves);
        }
    }
}

/// How many points the generic searches look at in Gomoku: all others are far behind in shape.
const MOST_CANDIDATES: usize = 24;

/// A board small enough for full-width searches in tests.
#[cfg(test)]
pub fn small_gomoku() -> heibai_games::Rules {
    let choice = heibai_games::kind::Choice {
        size: Some(6),
        rules: Some("freestyle".to_owned()),
        ..Default::default()
    };
    Kind::Gomoku.rules(&choice).expect("freestyle has a 6x6 board")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::players;
    use heibai_games::kind::Choice;
    use heibai_games::{Act, Limits, Player, Request};
    use std::sync::atomic::AtomicBool;

    fn choose(player: &mut dyn Player, position: &AnyPosition) -> (Move, Thought) {
        let (limits, stop) = (Limits::default(), AtomicBool::new(false));
        let request = Request { start: position, moves: &[], position, limits: &limits, stop: &stop };
        let answer = player.choose(&request).expect("an answer");
        let Act::Play(mv) = answer.act else { panic!("nobody resigns") };
        (mv, answer.thought)
    }

    /// The points of `name` in games against random moves, colours alternating.
    fn points_against_random(name: &str, kind: Kind, size: usize, games: u64) -> f64 {
        let rules = Some("freestyle".to_owned()).filter(|_| kind == Kind::Gomoku);
        let rules = kind.rules(&Choice { size: Some(size), rules, ..Choice::default() }).unwrap();
        let mut points = 0.0;
        for game in 0..games {
            let color = Color::BOTH[game as usize % 2];
            let mut position = AnyPosition::start(&rules);
            let mut players = [name, "random"].map(|name| players::parse(name, kind, game).unwrap());
            let mut moves = 0;
            while position.outcome().is_none() && moves < 4 * size * size {
                let player = &mut players[usize::from(position.turn() != color)];
                position.play(choose(&mut **player, &position).0).expect("a legal move");
                moves += 1;
            }
            points += position.outcome().map_or(0.5, |outcome| outcome.points(color));
        }
        points
    }

    /// Any of them can drive any search: minimax and alpha-beta find the same value, and every pair beats random moves.
    #[test]
    fn every_evaluation_drives_every_search() {
        for (kind, size) in [(Kind::Othello, 8), (Kind::Go, 5), (Kind::Gomoku, 7)] {
            for eval in names(kind) {
                let mut random = fastrand::Rng::with_seed(8);
                let mut searches = ["minimax", "alphabeta"]
                    .map(|search| players::parse(&format!("{search}:depth=2,eval={eval}"), kind, 1).unwrap());
                let rules = AnyPosition::start(
                    &kind
                        .rules(&Choice { size: Some(size), ..Choice::default() })
                        .unwrap_or_else(|_| small_gomoku()),
                );
                let mut position = rules.clone();
                for _ in 0..20 {
                    let mut moves = Vec::new();
                    position.legal_moves(&mut moves);
                    if moves.len() > 1 {
                        let [plain, pruned] =
                            searches.each_mut().map(|player| choose(&mut **player, &position).1);
                        let number = |thought: &Thought| thought.value.map(|value| value.amount);
                        assert_eq!(number(&plain), number(&pruned), "{kind} {eval}");
                    }
                    position.play(moves[random.usize(..moves.len())]).unwrap();
                    if position.outcome().is_some() {
                        position = rules.clone();
                    }
                }
                for search in ["minimax:depth=2", "alphabeta:depth=2", "mcts:playouts=100"] {
                    let name = format!("{search},eval={eval}");
                    let points = points_against_random(&name, kind, size, 8);
                    assert!(points >= 6.0, "{kind} {name}: {points} of 8");
                }
            }
        }
        assert!(players::parse("mcts:eval=nothing", Kind::Go, 1).is_err());
    }
}
