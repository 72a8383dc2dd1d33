//! Many games of Go at once for the trainer in `train/go`, until it closes the pipe: writes the network inputs of one
//! position per game to standard output and reads the network's outputs from standard input. The positions come from
//! searches of the player itself (`searched`) or from finished games (`library`).
//!
//! A frame, little-endian: for each game 361 32-bit numbers (bit n is input plane n of the point, bit 31 whether the
//! side to move may play there; smaller boards lie in the top-left corner of 19x19), then for each game 19 floats
//! (global inputs), then for each game two 16-bit numbers (whether its position may be labelled, and its expected value:
//! win minus loss times 32,767). The answer: for each game 364 16-bit numbers (win minus loss times 32,767, the lead in
//! sixteenths of a point, then the policy of 361 points and of a pass, each times 32,767).

use super::searched::place;
use heibai_engines::go::ladder::Reader;
use heibai_engines::go::{State, View, inputs};
use std::io::{Read, Write};

pub const SIDE: usize = 19;
pub const POINTS: usize = SIDE * SIDE;
const GLOBALS: usize = 19;
const LEGAL: u32 = 1 << 31;
/// Bytes of a game's answer.
const ANSWER: usize = 2 * (2 + POINTS + 1);

/// A network's outputs for one position, as received.
pub struct NetAnswer<'a>(&'a [u8]);

impl NetAnswer<'_> {
    fn number(&self, index: usize) -> f32 {
        f32::from(i16::from_le_bytes([self.0[2 * index], self.0[2 * index + 1]]))
    }

    /// Win minus loss.
    pub fn value(&self) -> f32 {
        self.number(0) / 32767.0
    }

    /// Points ahead.
    pub fn lead(&self) -> f32 {
        self.number(1) / 16.0
    }

    /// The policy at a point of 19x19, or of a pass at `POINTS`.
    pub fn policy(&self, place: usize) -> f32 {
        self.number(2 + place) / 32767.0
    }
}

/// One game's part of a frame.
pub struct ShownRow<'a> {
    pub points: &'a mut [u32],
    pub globals: &'a mut [f32],
    pub about: &'a mut [i16],
}

/// A game that shows positions and receives a network's outputs for each.
pub trait TrainingGame: Send {
    fn show(&mut self, row: ShownRow<'_>);
    fn answer(&mut self, answer: &NetAnswer<'_>);
}

/// Writes the network inputs of a position; `open` hides the last moves.
pub fn write_inputs(state: &State, open: bool, reader: &mut Reader, points: &mut [u32], globals: &mut [f32]) {
    let shown = inputs(state, if open { View::Open } else { View::Game }, reader);
    points.fill(0);
    for cell in state.board.cells() {
        let point = state.board.point_of(cell).index();
        let range = shown.starts()[point] as usize..shown.starts()[point + 1] as usize;
        let planes = shown.planes()[range].iter().fold(1u32, |bits, &plane| bits | 1 << plane);
        let legal = if state.allows(cell) { LEGAL } else { 0 };
        points[place(state, cell)] = planes | legal;
    }
    globals.copy_from_slice(&shown.globals);
}

/// The positions of all games.
struct TrainingFrame {
    points: Vec<u32>,
    globals: Vec<f32>,
    about: Vec<i16>,
}

impl TrainingFrame {
    fn bytes(&self) -> Vec<u8> {
        let mut bytes: Vec<u8> = self.points.iter().flat_map(|x| x.to_le_bytes()).collect();
        bytes.extend(self.globals.iter().flat_map(|x| x.to_le_bytes()));
        bytes.extend(self.about.iter().flat_map(|x| x.to_le_bytes()));
        bytes
    }
}

/// Plays `count` games; `new` gets a game's index and seed.
pub fn run<G: TrainingGame>(count: usize, threads: usize, seed: u64, new: impl Fn(usize, u64) -> G) {
    let seed = |i: usize| seed.wrapping_mul(1_000_003).wrapping_add(i as u64);
    let mut games: Vec<G> = (0..count).map(|i| new(i, seed(i))).collect();
    let mut frame = TrainingFrame {
        points: vec![0; count * POINTS],
        globals: vec![0.0; count * GLOBALS],
        about: vec![0; count * 2],
    };
    let mut answers = vec![0u8; count * ANSWER];
    let (mut input, mut output) = (std::io::stdin().lock(), std::io::stdout().lock());
    let share = count.div_ceil(threads).max(1);
    loop {
        std::thread::scope(|scope| {
            let parts = games.chunks_mut(share).zip(frame.points.chunks_mut(share * POINTS));
            let parts =
                parts.zip(frame.globals.chunks_mut(share * GLOBALS)).zip(frame.about.chunks_mut(share * 2));
            for (((games, points), globals), about) in parts {
                scope.spawn(move || {
                    let rows =
                        points.chunks_mut(POINTS).zip(globals.chunks_mut(GLOBALS)).zip(about.chunks_mut(2));
                    for (game, ((points, globals), about)) in games.iter_mut().zip(rows) {
                        game.show(ShownRow { points, globals, about });
                    }
                });
            }
        });
        if output.write_all(&frame.bytes()).and_then(|()| output.flush()).is_err()
            || input.read_exact(&mut answers).is_err()
        {
            return;
        }
        std::thread::scope(|scope| {
            for (games, answers) in games.chunks_mut(share).zip(answers.chunks(share * ANSWER)) {
                scope.spawn(move || {
                    for (game, answer) in games.iter_mut().zip(answers.chunks(ANSWER)) {
                        game.answer(&NetAnswer(answer));
                    }
                });
            }
        });
    }
}

#[cfg(test)]
pub mod tests {
    use super::*;

    /// An answer with a uniform policy.
    pub fn even(value: f32, lead: f32) -> Vec<u8> {
        let numbers = [(value * 32767.0) as i16, (lead * 16.0) as i16].into_iter();
        numbers.chain(std::iter::repeat_n(90, POINTS + 1)).flat_map(i16::to_le_bytes).collect()
    }

    pub fn answer(bytes: &[u8]) -> NetAnswer<'_> {
        NetAnswer(bytes)
    }

    #[test]
    fn answers_are_read_as_they_are_sent() {
        let mut bytes = even(-0.5, 12.25);
        assert_eq!(bytes.len(), ANSWER);
        bytes[2 * (2 + 361)..].copy_from_slice(&32767i16.to_le_bytes());
        let found = NetAnswer(&bytes);
        assert!((found.value() + 0.5).abs() < 1e-4 && found.lead() == 12.25);
        assert!(found.policy(0) < 0.003 && found.policy(360) < 0.003 && found.policy(361) == 1.0);
    }
}
