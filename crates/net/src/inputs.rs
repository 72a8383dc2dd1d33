//! The input of a network for one position: which planes are set where, and the global numbers.

use super::model::GLOBALS;

/// The inputs of one position. Planes hold zeros and ones only, so the ones are listed, point by point;
/// plane 0, which is one everywhere on the board, is implied.
#[derive(Clone, PartialEq, Debug)]
pub struct Inputs {
    size: usize,
    /// For each point, where its planes begin in `planes`; one more than there are points.
    starts: Vec<u32>,
    planes: Vec<u16>,
    pub globals: [f32; GLOBALS],
}

impl Inputs {
    /// `set[point]` has bit `n` for plane `n`.
    pub fn new(size: usize, set: &[u32], globals: [f32; GLOBALS]) -> Inputs {
        assert_eq!(set.len(), size * size);
        let mut starts = Vec::with_capacity(set.len() + 1);
        let mut planes = Vec::with_capacity(set.len() * 3);
        for &bits in set {
            starts.push(planes.len() as u32);
            let mut rest = bits & !1;
            while rest != 0 {
                planes.push(rest.trailing_zeros() as u16);
                rest &= rest - 1;
            }
        }
        starts.push(planes.len() as u32);
        Inputs { size, starts, planes, globals }
    }

    pub fn size(&self) -> usize {
        self.size
    }

    pub fn starts(&self) -> &[u32] {
        &self.starts
    }

    pub fn planes(&self) -> &[u16] {
        &self.planes
    }
}

/// The output of a network for one position, from the side to move.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Output {
    /// Logits of the points, row by row, then of a pass.
    pub policy: Vec<f32>,
    /// The same for a side that will do better than expected; empty if the network has no such policy.
    pub hopeful: Vec<f32>,
    pub win: f32,
    pub loss: f32,
    /// The expected final score, with komi.
    pub score: f32,
    pub deviation: f32,
    /// The komi adjustment that would make the game even, in points.
    pub lead: f32,
    /// How far off win minus loss is, as the network estimates it; 0 if it does not.
    pub error: f32,
    /// From -1 (the other side's) to 1.
    pub ownership: Vec<f32>,
}
