//! The judgement of dead stones after two passes, as the server proposes it: the engine's, with its grounds in
//! words and what it is not sure of. People may correct it before they agree.

use crate::wire::Ground;
use heibai_engines::go::judge::{Status, judge as judge_chains};
use heibai_engines::go::shipped;
use heibai_games::{AnyPosition, Kind, Point, Position};
use heibai_words::Text;

/// Groups by what they are, with the reasons; everything else is alive.
#[derive(Default)]
pub(crate) struct Judged {
    pub dead: Vec<u16>,
    pub seki: Vec<u16>,
    pub unsure: Vec<u16>,
    pub grounds: Vec<Ground>,
}

pub(crate) fn judge(position: &AnyPosition) -> Judged {
    let AnyPosition::Go(board) = position else { return Judged::default() };
    let name = |point: Point| Kind::Go.notation().write(point, board.size());
    let mut judged = Judged::default();
    for verdict in judge_chains(board, Some(&shipped::main())).verdicts {
        let stones = verdict.stones.iter().map(|p| p.0);
        match verdict.status {
            Status::Dead => judged.dead.extend(stones.clone()),
            Status::Seki => judged.seki.extend(stones.clone()),
            Status::Alive => {}
        }
        if verdict.is_unsure() {
            judged.unsure.extend(stones);
        }
        if let Some(first) = verdict.stones.first() {
            let Text { zh, en } = verdict.grounds.words(verdict.color, name);
            judged.grounds.push(Ground { point: first.0, zh, en });
        }
    }
    judged
}
