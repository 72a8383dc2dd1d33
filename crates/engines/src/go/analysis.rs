//! The result of a search in players' terms: moves with visits, win rate, lead and principal variation; ownership.

use super::search::Search;
use heibai_games::board::Color;
use heibai_games::player::{self, Wanted};
use heibai_games::position::Move;
use heibai_games::value::{Amount, Value};

/// One candidate move.
#[derive(Clone, PartialEq, Debug)]
pub struct RootMove {
    pub mv: Move,
    pub visits: u32,
    /// The policy's probability, 0 to 1.
    pub prior: f32,
    /// For the side to move, 0 to 1.
    pub win_rate: f64,
    /// Lead of the side to move in points, including komi.
    pub lead: f64,
    /// The principal variation, starting with this move.
    pub line: Vec<Move>,
}

impl RootMove {
    /// Lead and win rate as one value.
    pub fn value(&self) -> Value {
        points(self.lead, self.win_rate)
    }
}

/// A value of the search.
pub fn points(lead: f64, win_rate: f64) -> Value {
    Value::estimated(Amount::Points { lead, win_rate: Some(win_rate) })
}

#[derive(Clone, PartialEq, Debug)]
pub struct Analysis {
    pub turn: Color,
    pub visits: u32,
    /// For the side to move.
    pub win_rate: f64,
    pub lead: f64,
    /// Best first; moves without visits are left out.
    pub candidates: Vec<RootMove>,
    /// The moves without visits, with the policy's probability.
    pub untried: Vec<(Move, f32)>,
    /// By point, from -1 (White's) to 1 (Black's), on average over the searched positions.
    pub ownership: Vec<f32>,
    /// The standard deviation of the final score, in points.
    pub deviation: f64,
}

impl Analysis {
    /// Converts to the analysis type of all games.
    pub fn told(&self, wanted: Wanted) -> player::Analysis {
        let candidate = |found: &RootMove| player::Candidate {
            mv: found.mv,
            value: Some(found.value()),
            nodes: u64::from(found.visits),
            prior: Some(f64::from(found.prior)),
            line: found.line.clone(),
        };
        let mut candidates: Vec<player::Candidate> =
            self.candidates.iter().take(wanted.moves.max(1)).map(candidate).collect();
        // A request for every move gets the whole policy.
        if wanted.moves == usize::MAX {
            candidates.extend(self.untried.iter().map(|&(mv, prior)| player::Candidate {
                mv,
                value: None,
                nodes: 0,
                prior: Some(f64::from(prior)),
                line: vec![mv],
            }));
        }
        player::Analysis {
            candidates,
            depth: self.candidates.first().map(|best| best.line.len() as u32),
            nodes: u64::from(self.visits),
            ownership: wanted.ownership.then(|| self.ownership.clone()),
            deviation: Some(self.deviation),
        }
    }

    pub fn of(search: &Search) -> Analysis {
        let (tree, board) = (&search.tree, &search.state.board);
        let to_move = |cell: Option<u16>| cell.map_or(Move::Pass, |cell| Move::Place(board.point_of(cell)));
        let tried = tree.ranked().into_iter().filter(|edge| tree.after(edge).visits > 0);
        let candidates = tried.map(|edge| {
            let after = tree.after(edge);
            RootMove {
                mv: to_move(edge.cell),
                visits: after.visits,
                prior: edge.prior,
                win_rate: (1.0 - after.value()) / 2.0,
                lead: -after.lead(),
                line: tree.line(edge).into_iter().map(to_move).collect(),
            }
        });
        let untried = tree.ranked().into_iter().filter(|edge| tree.after(edge).visits == 0);
        let turn = search.state.turn();
        let sign = if turn == Color::Black { 1.0 } else { -1.0 };
        Analysis {
            turn,
            visits: tree.root().visits,
            win_rate: f64::midpoint(1.0, tree.root().value()),
            lead: tree.root().lead(),
            candidates: candidates.collect(),
            untried: untried.map(|edge| (to_move(edge.cell), edge.prior)).collect(),
            ownership: tree.ownership(&search.ownership).into_iter().map(|x| x * sign).collect(),
            deviation: f64::from(search.deviation),
        }
    }
}
