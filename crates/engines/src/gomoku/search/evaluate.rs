//! The static value of a position, and wins that need no search.

use super::*;

impl Searcher<'_> {
    /// The static value. The network is evaluated only where the linear value is near the window.
    pub(super) fn evaluate(&mut self, alpha: i32, beta: i32) -> i32 {
        if let Some(on_evaluation) = &mut self.on_evaluation {
            on_evaluation(&self.board);
        }
        let tempo = self.board.weights().tempo[self.board.turn().index()];
        let mut value = self.board.sum() + i32::from(tempo);
        let margin = self.tuning.net_margin as i32;
        if let Some(accumulator) = &mut self.accumulator
            && self.net_has_value
            && (alpha - margin..=beta + margin).contains(&value)
        {
            value += (accumulator.value(&self.board) as f32 * self.tuning.net_value) as i32;
        }
        value.clamp(-MOST, MOST)
    }

    /// The value of an immediate win or loss (a five, two fives against, an open four), or else the threat to answer.
    pub(super) fn at_once(&mut self, ply: usize) -> Result<i32, Threat> {
        let (own, other) = (self.board.turn(), !self.board.turn());
        let ply = ply as i32;
        if self.board.count(own, Class::Five) > 0 {
            return Ok(WIN - ply - 1);
        }
        match self.board.count(other, Class::Five) {
            0 => {}
            1 => {
                let cell = self.board.set(other, Class::Five).first().unwrap_or(NO_CELL);
                if self.board.is_forbidden(cell) {
                    return Ok(ply + 2 - WIN);
                }
                return Err(Threat::Five(cell));
            }
            _ => return Ok(ply + 2 - WIN),
        }
        if self.board.count(own, Class::OpenFour) > 0 {
            return Ok(WIN - ply - 3);
        }
        let threes = self.tuning.threes > 0.0;
        if order::four_three_wins(&self.board, own) || threes && order::double_three_wins(&self.board, own) {
            return Ok(WIN - ply - 5);
        }
        Err(match () {
            _ if self.board.count(other, Class::OpenFour) > 0 => Threat::OpenFour,
            _ if order::four_three_wins(&self.board, other) => Threat::FourThree,
            _ if threes && order::double_three_wins(&self.board, other) => Threat::DoubleThree,
            _ => Threat::None,
        })
    }
}
