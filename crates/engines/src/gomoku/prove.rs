//! Proof trees: a winning move in every position of the attacker, for every move of the defender. The solvers find
//! them; [`check`] verifies them with the rules alone.

use super::board::PatternBoard;
use super::class::Class;
use super::vcf::{Failures, Found, Vcf};
use super::vct::{ProofTable, Vct};
use super::weights::Weights;
use heibai_games::gomoku::Position;
use heibai_games::{Move, Point, Position as _};

/// A move of the attacker and what follows it. Without replies it is a five, or a four that cannot be stopped.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Attack {
    pub point: Point,
    /// Defences, each with the attack's next move.
    pub replies: Vec<(Point, Attack)>,
    /// The next move after any other reply.
    pub otherwise: Option<Box<Attack>>,
}

/// The kind of threats in a proof.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Threats {
    /// Fours alone (VCF).
    Fours,
    /// Fours and threes (VCT).
    FoursAndThrees,
}

/// A checked proof.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Proof {
    pub by: Threats,
    pub tree: Attack,
    pub nodes: u64,
}

/// Why there is no proof.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Unproved {
    /// These threats do not win.
    NoWin,
    /// A limit ended the search, or the tree would be too large.
    Limits,
}

/// The defender escapes after this line.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Escape(pub Vec<Point>);

/// The largest proof, in moves of the attacker.
const MOST_MOVES: usize = 20_000;
/// Nodes of the VCF search that precedes a VCT search.
const FOURS_FIRST: u64 = 50_000;
/// Nodes of each VCF search inside a VCT search.
const FOURS_ON_THE_WAY: u64 = 300;

impl Attack {
    fn alone(point: Point) -> Attack {
        Attack { point, replies: Vec::new(), otherwise: None }
    }

    /// The number of attacking moves in the whole tree.
    pub fn size(&self) -> usize {
        let rest = self.replies.iter().map(|(_, attack)| attack).chain(self.otherwise.as_deref());
        1 + rest.map(Attack::size).sum::<usize>()
    }

    /// The number of attacking moves on the longest branch, the five included. `position` is the one before this move.
    pub fn length(&self, position: &Position) -> usize {
        let Some(after) = played(position, self.point) else { return 0 };
        if after.outcome().is_some() {
            return 1;
        }
        let answered = self.replies.iter().filter_map(|(reply, attack)| {
            let next = played(&after, *reply)?;
            Some(attack.length(&next))
        });
        // After any other reply the attacker needs at most a four and a five.
        let otherwise = if self.otherwise.is_some() { 2 } else { 1 };
        1 + answered.max().unwrap_or(0).max(otherwise)
    }
}

fn played(position: &Position, point: Point) -> Option<Position> {
    let mut after = position.clone();
    after.play(Move::Place(point)).ok()?;
    Some(after)
}

fn legal_points(position: &Position) -> Vec<Point> {
    let mut moves = Vec::new();
    position.legal_moves(&mut moves);
    let point = |mv: Move| if let Move::Place(point) = mv { Some(point) } else { None };
    moves.into_iter().filter_map(point).collect()
}

/// Whether the tree wins against every defence; uses only the rules.
pub fn check(start: &Position, tree: &Attack) -> Result<(), Escape> {
    let escape = |line: &[Point]| Err(Escape([&[tree.point], line].concat()));
    let attacker = start.turn();
    let Some(after) = played(start, tree.point) else { return escape(&[]) };
    if let Some(outcome) = after.outcome() {
        return if outcome.winner == Some(attacker) { Ok(()) } else { escape(&[]) };
    }
    if let Some(&five) = after.fives(!attacker).first() {
        return escape(&[five]);
    }
    let threats = after.fives(attacker);
    let replies = match threats[..] {
        [] => legal_points(&after),
        // Any other reply loses to the five.
        [stop] if after.check(Move::Place(stop)).is_ok() => vec![stop],
        _ => return Ok(()),
    };
    for reply in replies {
        let listed = tree.replies.iter().find(|(point, _)| *point == reply).map(|(_, attack)| attack);
        let (Some(answer), Some(next)) = (listed.or(tree.otherwise.as_deref()), played(&after, reply)) else {
            return escape(&[reply]);
        };
        if next.outcome().is_some() {
            return escape(&[reply]);
        }
        check(&next, answer).or_else(|Escape(line)| escape(&[&[reply], &line[..]].concat()))?;
    }
    Ok(())
}

/// Proves that the side to move wins by threats, or says why not. Searches at most `nodes`; `stop` is polled. The tree
/// has passed [`check`].
pub fn prove(start: &Position, by: Threats, nodes: u64, stop: &dyn Fn() -> bool) -> Result<Proof, Unproved> {
    Builder::new(by, nodes, stop).prove(start, |builder| builder.attack(start))
}

/// Like [`prove`], for a win that begins with this move.
pub fn prove_from(
    start: &Position,
    first: Point,
    by: Threats,
    nodes: u64,
    stop: &dyn Fn() -> bool,
) -> Result<Proof, Unproved> {
    let after = played(start, first).ok_or(Unproved::NoWin)?;
    let is_four = after.outcome().is_some() || !after.fives(start.turn()).is_empty();
    if by == Threats::Fours && !is_four {
        return Err(Unproved::NoWin);
    }
    Builder::new(by, nodes, stop).prove(start, |builder| builder.defences(&after, first))
}

struct Builder<'a> {
    by: Threats,
    failures: Failures,
    proofs: ProofTable,
    nodes: u64,
    spent: u64,
    moves: usize,
    stop: &'a dyn Fn() -> bool,
}

impl<'a> Builder<'a> {
    fn new(by: Threats, nodes: u64, stop: &'a dyn Fn() -> bool) -> Builder<'a> {
        let (failures, proofs) =
            (Failures::new(18), ProofTable::new(if by == Threats::Fours { 1 } else { 18 }));
        Builder { by, failures, proofs, nodes, spent: 0, moves: 0, stop }
    }

    /// Builds the tree of the attack from `start` and checks it.
    fn prove(
        mut self,
        start: &Position,
        build: impl FnOnce(&mut Self) -> Result<Attack, Unproved>,
    ) -> Result<Proof, Unproved> {
        if start.outcome().is_some() {
            return Err(Unproved::NoWin);
        }
        let tree = build(&mut self)?;
        // A tree that fails the check would be a bug of the solver; it is no proof.
        check(start, &tree).map_err(|_| Unproved::Limits)?;
        Ok(Proof { by: self.by, tree, nodes: self.spent })
    }

    fn left(&self) -> u64 {
        self.nodes.saturating_sub(self.spent)
    }

    /// The tree of a position with the attacker to move.
    fn attack(&mut self, position: &Position) -> Result<Attack, Unproved> {
        self.moves += 1;
        if self.moves > MOST_MOVES || self.left() == 0 || (self.stop)() {
            return Err(Unproved::Limits);
        }
        let mut board = PatternBoard::of(position, Weights::of(position.rules().variant()));
        let by_fours = self.by == Threats::Fours;
        let most = if by_fours { self.left() } else { self.left().min(FOURS_FIRST) };
        let mut vcf = Vcf::new(&mut board, &mut self.failures, most, self.stop);
        let found = vcf.shortest();
        self.spent += vcf.nodes;
        let line = match found {
            Found::Win(cells) => return Ok(along(position, &points(&cells))),
            Found::Unknown if by_fours => return Err(Unproved::Limits),
            Found::Nothing if by_fours => return Err(Unproved::NoWin),
            Found::Unknown | Found::Nothing => self.threats(&mut board)?,
        };
        let first = *points(&line).first().ok_or(Unproved::Limits)?;
        let after = played(position, first).ok_or(Unproved::Limits)?;
        self.defences(&after, first)
    }

    fn threats(&mut self, board: &mut PatternBoard) -> Result<Vec<usize>, Unproved> {
        let left = self.left();
        let vct = Vct::new(board, &mut self.proofs, left, self.stop);
        let mut vct = vct.with_fours(FOURS_ON_THE_WAY);
        let found = vct.solve();
        self.spent += vct.nodes;
        match found {
            Found::Win(line) => Ok(line),
            Found::Nothing => Err(Unproved::NoWin),
            Found::Unknown => Err(Unproved::Limits),
        }
    }

    /// The tree of the attacker's move on `first`; `after` is the position after it.
    fn defences(&mut self, after: &Position, first: Point) -> Result<Attack, Unproved> {
        let attacker = !after.turn();
        let mut tree = Attack::alone(first);
        if after.outcome().is_some() {
            return Ok(tree);
        }
        let threats = after.fives(attacker);
        if let [stop] = threats[..] {
            if let Some(next) = played(after, stop) {
                tree.replies.push((stop, self.attack(&next)?));
            }
            return Ok(tree);
        }
        if !threats.is_empty() {
            return Ok(tree);
        }
        let board = PatternBoard::of(after, Weights::of(after.rules().variant()));
        tree.otherwise = board.set(attacker, Class::OpenFour).first().map(|cell| {
            let point = Point(cell as u16);
            Box::new(Attack::alone(point))
        });
        for reply in legal_points(after) {
            let next = played(after, reply).ok_or(Unproved::Limits)?;
            let usual = tree.otherwise.as_deref().filter(|_| next.outcome().is_none());
            if usual.is_none_or(|attack| check(&next, attack).is_err()) {
                tree.replies.push((reply, self.attack(&next)?));
            }
        }
        Ok(tree)
    }
}

fn points(cells: &[usize]) -> Vec<Point> {
    cells.iter().map(|&cell| Point(cell as u16)).collect()
}

/// A line of fours as a tree: every four but the last has one reply.
fn along(position: &Position, line: &[Point]) -> Attack {
    let mut tree = Attack::alone(line[0]);
    if let Some(after) = played(position, line[0])
        && let [stop] = after.fives(position.turn())[..]
        && line.get(1) == Some(&stop)
        && let Some(next) = played(&after, stop)
        && line.len() > 2
    {
        tree.replies.push((stop, along(&next, &line[2..])));
    }
    tree
}
