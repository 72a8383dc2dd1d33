//! The judgement of dead stones after two passes, as the server proposes it: what is certain, with its
//! grounds; what is not certain is said to be so, and stands as alive until people mark it.

use crate::wire::Ground;
use heibai_games::go::life::{Grounds, unconditional};
use heibai_games::{AnyPosition, Point};

/// Groups by what they are, with the reasons; everything else is alive.
#[derive(Default)]
pub(crate) struct Judged {
    pub dead: Vec<u16>,
    pub seki: Vec<u16>,
    pub unsure: Vec<u16>,
    pub grounds: Vec<Ground>,
}

pub(crate) fn judge(position: &AnyPosition) -> Judged {
    let AnyPosition::Go(position) = position else { return Judged::default() };
    let life = unconditional(position);
    let mut judged = Judged::default();
    let numbers = |points: &[Point]| points.iter().map(|p| p.0).collect::<Vec<u16>>();
    for chain in position.chains() {
        let Some(&first) = chain.stones.first() else { continue };
        let (zh, en) = match life.grounds(first) {
            Grounds::Lives(living) => (
                format!("有 {} 处真眼区域，无条件活棋", living.vital.len()),
                format!("alive: {} regions of its own that the other side cannot fill", living.vital.len()),
            ),
            Grounds::Enclosed(_) => {
                judged.dead.extend(numbers(&chain.stones));
                ("被无条件活棋包围，死棋".to_owned(), "dead: enclosed by stones that live".to_owned())
            }
            Grounds::Open => {
                judged.unsure.extend(numbers(&chain.stones));
                continue;
            }
        };
        judged.grounds.push(Ground { point: first.0, zh, en });
    }
    judged
}
