//! Many games of Go at once for the training in `train/go`: writes the network inputs of one position of every game to
//! standard output, reads what a network says of each from standard input, and so on without end. The rules, the inputs
//! and the search are those of the player itself, so that the positions are those that a search meets (`searched`).
//!
//! A frame, little-endian: for each game 361 numbers of 32 bits (bit n is input plane n of the point, bit 31 whether the
//! side to move may play there; smaller boards lie in the top-left corner of 19x19), then for each game 19 floats
//! (global inputs), then for each game two 16-bit numbers (whether its position may be labelled, and what is expected
//! of it: win minus loss times 32,767). The answer: for each game 364 16-bit numbers (win minus loss times 32,767, the
//! lead in sixteenths of a point, then the policy of 361 points and of a pass, each times 32,767).

use super::searched::SearchedGame;
use std::io::{Read, Write};

pub const SIDE: usize = 19;
pub const POINTS: usize = SIDE * SIDE;
const GLOBALS: usize = 19;
/// Bytes of a game's answer.
const ANSWER: usize = 2 * (2 + POINTS + 1);

/// What a network says of a position, as it is sent.
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

/// One frame of all games.
struct Frame {
    points: Vec<u32>,
    globals: Vec<f32>,
    about: Vec<i16>,
}

impl Frame {
    fn bytes(&self) -> Vec<u8> {
        let mut bytes: Vec<u8> = self.points.iter().flat_map(|x| x.to_le_bytes()).collect();
        bytes.extend(self.globals.iter().flat_map(|x| x.to_le_bytes()));
        bytes.extend(self.about.iter().flat_map(|x| x.to_le_bytes()));
        bytes
    }
}

pub fn run(count: usize, threads: usize, seed: u64) {
    let mut games: Vec<SearchedGame> =
        (0..count as u64).map(|i| SearchedGame::new(seed.wrapping_mul(1_000_003).wrapping_add(i))).collect();
    let mut frame = Frame {
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
                        game.show(points, globals, about);
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

    /// An answer that likes all places alike.
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
