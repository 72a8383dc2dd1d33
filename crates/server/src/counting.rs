//! The count after two passes in Go: a judgement, corrected by people, agreed by both.

use crate::error::{Answer, Code, Fail};
use crate::event::Mark;
use crate::judge::{Judged, judge};
use crate::wire::{Both, CountingView, Ground};
use heibai_games::go::score::{Count, count};
use heibai_games::{AnyPosition, Color, Kind, Outcome, Point, Position, go};
use std::collections::BTreeSet;

pub(crate) struct Counting {
    dead: BTreeSet<u16>,
    seki: BTreeSet<u16>,
    unsure: BTreeSet<u16>,
    grounds: Vec<Ground>,
    pub(crate) agreed: [bool; 2],
    counted: Count,
    outcome: Outcome,
}

fn board_of(position: &AnyPosition) -> Answer<&go::Position> {
    match position {
        AnyPosition::Go(position) if position.awaits_judgement() => Ok(position),
        _ => Err(Code::NotCounting.into()),
    }
}

fn counted(position: &go::Position, dead: &BTreeSet<u16>) -> Answer<(Count, Outcome)> {
    let dead: Vec<Point> = dead.iter().map(|&p| Point(p)).collect();
    let count = count(position, &dead).map_err(|e| Fail::because(Code::BadPosition, e))?;
    let outcome = count.outcome(&position.rules());
    Ok((count, outcome))
}

impl Counting {
    /// The judge's count, before anybody corrects it.
    pub(crate) fn judged(position: &AnyPosition) -> Answer<Counting> {
        board_of(position)?;
        let Judged { dead, seki, unsure, grounds } = judge(position);
        Counting::new(position, [dead, seki, unsure], grounds)
    }

    pub(crate) fn new(
        position: &AnyPosition,
        [dead, seki, unsure]: [Vec<u16>; 3],
        grounds: Vec<Ground>,
    ) -> Answer<Counting> {
        let set = |points: Vec<u16>| -> BTreeSet<u16> { points.into_iter().collect() };
        let dead = set(dead);
        let (counted, outcome) = counted(board_of(position)?, &dead)?;
        let (seki, unsure) = (set(seki), set(unsure));
        Ok(Counting { dead, seki, unsure, grounds, agreed: [false; 2], counted, outcome })
    }

    /// Marks the whole chain on a point; whoever agreed before has to look again.
    pub(crate) fn mark(&mut self, position: &AnyPosition, point: u16, mark: Mark) -> Answer<()> {
        let board = board_of(position)?;
        let on_board = usize::from(point) < position.size().pow(2);
        let chain = Some(Point(point)).filter(|_| on_board).and_then(|p| board.chain(p));
        for p in chain.ok_or(Code::InvalidPosition)?.stones {
            for set in [&mut self.dead, &mut self.seki, &mut self.unsure] {
                set.remove(&p.0);
            }
            match mark {
                Mark::Dead => self.dead.insert(p.0),
                Mark::Seki => self.seki.insert(p.0),
                Mark::Alive => false,
            };
        }
        self.agreed = [false; 2];
        (self.counted, self.outcome) = counted(board, &self.dead)?;
        Ok(())
    }

    /// The result under the present marks.
    pub(crate) fn outcome(&self) -> Outcome {
        self.outcome
    }

    pub(crate) fn view(&self) -> CountingView {
        let list = |set: &BTreeSet<u16>| set.iter().copied().collect();
        let score = self.counted.score();
        let cell = |owner: &Option<Color>| owner.map_or(0, |color| color.index() as u8 + 1);
        CountingView {
            dead: list(&self.dead),
            seki: list(&self.seki),
            unsure: list(&self.unsure),
            owner: self.counted.owners.iter().map(cell).collect(),
            grounds: self.grounds.clone(),
            score: Both { black: score.black.as_f64(), white: score.white.as_f64() },
            result: heibai_words::results::result(Kind::Go, &self.outcome).into(),
            agreed: Both { black: self.agreed[0], white: self.agreed[1] },
        }
    }
}
