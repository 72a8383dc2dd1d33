//! Proofs by threats: VCF, then VCT.

use super::builder::{Builder, Guide, Next};
use super::{Proof, Threats, Unproved, played};
use crate::gomoku::board::PatternBoard;
use crate::gomoku::class::Class;
use crate::gomoku::vcf::{Failures, Found, Vcf};
use crate::gomoku::vct::{ProofTable, Vct};
use crate::gomoku::weights::Weights;
use heibai_games::gomoku::Position;
use heibai_games::{Point, Position as _};

/// Nodes of the VCF search that precedes a VCT search.
const FOURS_FIRST: u64 = 50_000;
/// Nodes of each VCF search inside a VCT search.
const FOURS_ON_THE_WAY: u64 = 300;

pub(super) fn prove(
    start: &Position,
    first: Option<Point>,
    by: Threats,
    nodes: u64,
    stop: &dyn Fn() -> bool,
) -> Result<Proof, Unproved> {
    if start.outcome().is_some() {
        return Err(Unproved::NoWin);
    }
    if let Some(first) = first {
        let after = played(start, first).ok_or(Unproved::NoWin)?;
        let is_four = after.outcome().is_some() || !after.fives(start.turn()).is_empty();
        if by == Threats::Fours && !is_four {
            return Err(Unproved::NoWin);
        }
    }
    let (failures, proofs) = (Failures::new(18), ProofTable::new(if by == Threats::Fours { 1 } else { 18 }));
    let guide = Solvers { by, failures, proofs, nodes, spent: 0, stop };
    let board = PatternBoard::of(start, Weights::of(start.rules().variant()));
    let mut builder = Builder::new(board, guide, stop);
    let tree = builder.prove(start, first)?;
    Ok(Proof { by, tree, nodes: builder.guide.spent })
}

struct Solvers<'a> {
    by: Threats,
    failures: Failures,
    proofs: ProofTable,
    nodes: u64,
    spent: u64,
    stop: &'a dyn Fn() -> bool,
}

impl Solvers<'_> {
    fn left(&self) -> u64 {
        self.nodes.saturating_sub(self.spent)
    }
}

impl Guide for Solvers<'_> {
    const MOST_MOVES: usize = 20_000;

    fn known(&mut self, _: &mut PatternBoard) -> Option<Next> {
        None
    }

    fn search(&mut self, board: &mut PatternBoard, tried: &[usize]) -> Result<Next, Unproved> {
        if !tried.is_empty() {
            return Err(Unproved::Limits);
        }
        let by_fours = self.by == Threats::Fours;
        let most = if by_fours { self.left() } else { self.left().min(FOURS_FIRST) };
        let mut vcf = Vcf::new(board, &mut self.failures, most, self.stop);
        let found = vcf.shortest();
        self.spent += vcf.nodes;
        match found {
            Found::Win(cells) => return Ok(Next::Fours(cells)),
            Found::Unknown if by_fours => return Err(Unproved::Limits),
            Found::Nothing if by_fours => return Err(Unproved::NoWin),
            Found::Unknown | Found::Nothing => {}
        }
        let left = self.left();
        let vct = Vct::new(board, &mut self.proofs, left, self.stop);
        let mut vct = vct.with_fours(FOURS_ON_THE_WAY);
        let found = vct.solve();
        self.spent += vct.nodes;
        match found {
            Found::Win(line) => line.first().map(|&cell| Next::Move(cell)).ok_or(Unproved::Limits),
            Found::Nothing => Err(Unproved::NoWin),
            Found::Unknown => Err(Unproved::Limits),
        }
    }

    /// The straight four that a three threatens.
    fn after_pass(&mut self, board: &mut PatternBoard) -> Option<Vec<usize>> {
        board.set(board.turn(), Class::OpenFour).first().map(|cell| vec![cell])
    }

    fn is_over(&self) -> bool {
        self.left() == 0 || (self.stop)()
    }

    fn shares_parts(&self) -> bool {
        false
    }
}
