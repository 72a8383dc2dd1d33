//! Proves the score of a finished position by retrograde analysis: all positions that play on its open points can reach
//! are enumerated and solved backwards. It has its own board and shares nothing with the engine.
//!
//! Play goes on until both sides pass; then the board is scored as it stands. The simple ko rule applies and there are
//! no ko threats. Endless play counts as if nobody had moved. If a chain of seven stones or more is captured and nothing
//! else of its side is left, its captor gets these points and play ends. A stone is dead if the other side owns its
//! point in the end, whoever moves first. The score without the dead stones must be that of best play, up to the neutral
//! points.

use heibai_games::Color;
use std::collections::HashMap;

/// Capturing a chain of this size may end play: no throw-in is as large.
const LARGE: usize = 7;

/// With more neutral points a position is not finished.
const MOST_NEUTRAL: i32 = 4;

/// A board with open points, where play may go on. All other stones are assumed alive.
pub struct Board {
    size: usize,
    stones: Vec<Option<Color>>,
    open: Vec<usize>,
}

/// The result of a proof.
pub struct Proved {
    /// The stones on open points that are dead whoever moves first; the others are alive whoever moves first.
    pub dead: Vec<usize>,
    /// Whether some stone is alive only by endless play.
    pub cycles: bool,
    /// Whether the dead stones would differ if one side could retake every ko at once.
    pub by_ko: bool,
    pub positions: usize,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash)]
struct State {
    stones: [u64; 2],
    turn: Color,
    ko: u8,
    passed: bool,
    /// Play has ended.
    over: bool,
}

const NO_KO: u8 = 255;

impl Board {
    pub fn new(size: usize, stones: Vec<Option<Color>>, open: Vec<usize>) -> Board {
        assert!(open.len() <= 64);
        Board { size, stones, open }
    }

    fn beside(&self, point: usize) -> impl Iterator<Item = usize> {
        let (x, y, size) = ((point % self.size) as i32, (point / self.size) as i32, self.size as i32);
        let near = [(x - 1, y), (x + 1, y), (x, y - 1), (x, y + 1)];
        let on_board = move |&(x, y): &(i32, i32)| (0..size).contains(&x) && (0..size).contains(&y);
        near.into_iter().filter(on_board).map(move |(x, y)| (y * size + x) as usize)
    }

    /// Proves which stones are dead. `None` if that depends on who moves first, or if there are more than `most`
    /// positions.
    pub fn prove(&self, most: usize) -> Option<Proved> {
        let mut list = Listing::new(self, [false, false]);
        list.run(most)?;
        let dead = list.dead()?;
        let (score, neutral) = self.count_without(&dead);
        let values = [0, 1].map(|first| list.value(margin(list.held[0]), first));
        let (low, high) = (values[0].min(values[1]), values[0].max(values[1]));
        if neutral > MOST_NEUTRAL || high - low > 2 || score < low - neutral || score > high + neutral {
            return None;
        }
        let stays = |n: &usize| self.stones[self.open[*n]].is_some() && !dead.contains(&self.open[*n]);
        let cycles = (0..self.open.len()).filter(stays).any(|n| !list.is_kept(n));
        let mut by_ko = false;
        for favoured in 0..2 {
            let mut other = Listing::new(self, [favoured == 0, favoured == 1]);
            by_ko |= other.run(most).is_some() && other.dead().as_ref() != Some(&dead);
        }
        Some(Proved { dead, cycles, by_ko, positions: list.states.len() })
    }

    /// The score of the open points without these stones, and the number of neutral points.
    fn count_without(&self, dead: &[usize]) -> (i32, i32) {
        let mut board = Board::new(self.size, self.stones.clone(), self.open.clone());
        dead.iter().for_each(|&point| board.stones[point] = None);
        let list = Listing::new(&board, [false, false]);
        let held = list.held(&list.states[0]);
        (margin(held), self.open.len() as i32 - (held[0] | held[1]).count_ones() as i32)
    }
}

/// Black's points less White's.
fn margin(held: [u64; 2]) -> i32 {
    held[0].count_ones() as i32 - held[1].count_ones() as i32
}

/// The graph of all positions.
struct Listing<'a> {
    board: &'a Board,
    /// By open point: its open neighbours.
    beside: Vec<u64>,
    /// By colour: open points next to a wall of this colour.
    wall: [u64; 2],
    /// By colour: whether it may retake a ko at once.
    retakes: [bool; 2],
    states: Vec<State>,
    numbers: HashMap<State, u32>,
    after: Vec<Vec<u32>>,
    before: Vec<Vec<u32>>,
    /// By position: the points of each colour if it is scored as it stands.
    held: Vec<[u64; 2]>,
}

fn ones(mut bits: u64) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let n = bits.trailing_zeros() as usize;
        (bits != 0).then(|| {
            bits &= bits - 1;
            n
        })
    })
}

impl<'a> Listing<'a> {
    fn new(board: &'a Board, retakes: [bool; 2]) -> Listing<'a> {
        let place = |point: usize| board.open.iter().position(|&open| open == point);
        let near = |&point: &usize| board.beside(point).filter_map(place).fold(0, |all, n| all | 1 << n);
        let mut wall = [0; 2];
        let mut stones = [0; 2];
        for (i, &point) in board.open.iter().enumerate() {
            if let Some(color) = board.stones[point] {
                stones[color as usize] |= 1 << i;
            }
            for color in board.beside(point).filter(|&p| place(p).is_none()).filter_map(|p| board.stones[p]) {
                wall[color as usize] |= 1 << i;
            }
        }
        let state = |turn| State { stones, turn, ko: NO_KO, passed: false, over: false };
        let mut list = Listing {
            board,
            beside: board.open.iter().map(near).collect(),
            wall,
            retakes,
            states: Vec::new(),
            numbers: HashMap::new(),
            after: Vec::new(),
            before: Vec::new(),
            held: Vec::new(),
        };
        Color::BOTH.into_iter().for_each(|turn| _ = list.number(state(turn)));
        list
    }

    fn number(&mut self, state: State) -> u32 {
        let next = self.states.len() as u32;
        let number = *self.numbers.entry(state).or_insert(next);
        if number == next {
            self.states.push(state);
        }
        number
    }

    fn run(&mut self, most: usize) -> Option<()> {
        let mut next = 0;
        while let Some(&state) = self.states.get(next) {
            next += 1;
            let following = if state.over { Vec::new() } else { self.moves(state) };
            let numbers = following.into_iter().map(|state| self.number(state)).collect();
            self.after.push(numbers);
            if self.states.len() > most {
                return None;
            }
        }
        self.before = vec![Vec::new(); self.states.len()];
        for (from, list) in self.after.iter().enumerate() {
            list.iter().for_each(|&to| self.before[to as usize].push(from as u32));
        }
        self.held = self.states.iter().map(|state| self.held(state)).collect();
        Some(())
    }

    /// All moves and the pass.
    fn moves(&self, state: State) -> Vec<State> {
        let empty = self.empty(&state);
        let mut moves: Vec<State> = ones(empty).filter_map(|n| self.play(state, n)).collect();
        let turn = !state.turn;
        moves.push(State { turn, ko: NO_KO, passed: true, over: state.passed, ..state });
        moves
    }

    fn empty(&self, state: &State) -> u64 {
        let all = if self.board.open.len() == 64 { u64::MAX } else { (1 << self.board.open.len()) - 1 };
        all & !(state.stones[0] | state.stones[1])
    }

    fn chain(&self, seed: usize, within: u64) -> u64 {
        let mut chain = 1 << seed;
        loop {
            let grown = ones(chain).fold(chain, |all, n| all | self.beside[n]) & within;
            if grown == chain {
                return chain;
            }
            chain = grown;
        }
    }

    fn breathes(&self, chain: u64, empty: u64, color: Color) -> bool {
        chain & self.wall[color as usize] != 0 || ones(chain).any(|n| self.beside[n] & empty != 0)
    }

    fn play(&self, state: State, n: usize) -> Option<State> {
        let (own, other) = (state.turn as usize, !state.turn as usize);
        if usize::from(state.ko) == n && !self.retakes[own] {
            return None;
        }
        let mut stones = state.stones;
        stones[own] |= 1 << n;
        let empty = self.empty(&State { stones, ..state });
        let mut taken = 0;
        let mut over = false;
        for near in ones(self.beside[n] & stones[other]) {
            let chain = self.chain(near, stones[other]);
            if !self.breathes(chain, empty, !state.turn) {
                taken |= chain;
                over |= chain.count_ones() as usize >= LARGE;
            }
        }
        stones[other] &= !taken;
        let chain = self.chain(n, stones[own]);
        let empty = self.empty(&State { stones, ..state });
        if !self.breathes(chain, empty, state.turn) {
            return None;
        }
        let liberties = ones(chain).fold(0, |all, n| all | self.beside[n]) & empty;
        let alone = chain.count_ones() == 1 && liberties == taken && chain & self.wall[own] == 0;
        let ko = if taken.count_ones() == 1 && alone { taken.trailing_zeros() as u8 } else { NO_KO };
        let left = ones(stones[other]).any(|near| self.chain(near, stones[other]) & self.wall[other] == 0);
        over &= !left;
        if over {
            stones[own] |= taken;
        }
        Some(State { stones, turn: !state.turn, ko, passed: false, over })
    }

    /// By colour: its open points if the board is scored as it stands.
    fn held(&self, state: &State) -> [u64; 2] {
        let empty = self.empty(state);
        let mut held = state.stones;
        let mut left = empty;
        while left != 0 {
            let area = self.chain(left.trailing_zeros() as usize, empty);
            left &= !area;
            let around = ones(area).fold(0, |all, n| all | self.beside[n]);
            let touches = |c: usize| around & state.stones[c] != 0 || area & self.wall[c] != 0;
            match (touches(0), touches(1)) {
                (true, false) => held[0] |= area,
                (false, true) => held[1] |= area,
                _ => {}
            }
        }
        held
    }

    /// By position: whether a side can force one of `ends`.
    fn forced(&self, side: Color, ends: impl Fn(usize) -> bool) -> Vec<bool> {
        let mut won = vec![false; self.states.len()];
        let mut open: Vec<u32> = self.after.iter().map(|list| list.len() as u32).collect();
        let mut found: Vec<u32> = (0..self.states.len()).filter(|&at| ends(at)).map(|at| at as u32).collect();
        found.iter().for_each(|&at| won[at as usize] = true);
        while let Some(at) = found.pop() {
            for &from in &self.before[at as usize] {
                let place = from as usize;
                if won[place] {
                    continue;
                }
                open[place] -= 1;
                if self.states[place].turn == side || open[place] == 0 {
                    won[place] = true;
                    found.push(from);
                }
            }
        }
        won
    }

    /// The score of a position under best play if endless play scores `endless`.
    fn value(&self, endless: i32, at: usize) -> i32 {
        let ended = |at: &usize| self.states[*at].over;
        let mut scores: Vec<i32> =
            (0..self.states.len()).filter(ended).map(|i| margin(self.held[i])).chain([endless]).collect();
        scores.sort_unstable();
        scores.dedup();
        let black_has = |least: i32| {
            if endless >= least {
                !self.forced(Color::White, |i| ended(&i) && margin(self.held[i]) < least)[at]
            } else {
                self.forced(Color::Black, |i| ended(&i) && margin(self.held[i]) >= least)[at]
            }
        };
        let held = scores.partition_point(|&least| black_has(least));
        scores[held.max(1) - 1]
    }

    /// The dead stones; `None` if they depend on who moves first.
    fn dead(&self) -> Option<Vec<usize>> {
        let mut dead = Vec::new();
        for (n, &point) in self.board.open.iter().enumerate() {
            let Some(owner) = self.board.stones[point] else { continue };
            let lost = |at: usize| self.states[at].over && self.held[at][!owner as usize] >> n & 1 == 1;
            match self.forced(!owner, lost)[..2] {
                [true, true] => dead.push(point),
                [false, false] => {}
                _ => return None,
            }
        }
        Some(dead)
    }

    /// Whether the owner of a stone can force play to end with it alive.
    fn is_kept(&self, n: usize) -> bool {
        let Some(owner) = self.board.stones[self.board.open[n]] else { return false };
        let kept = |at: usize| self.states[at].over && self.held[at][!owner as usize] >> n & 1 == 0;
        self.forced(owner, kept)[..2] == [true, true]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use heibai_games::{Notation, Point};
    use serde_json::Value;

    fn stones(rows: &[&str]) -> Vec<Option<Color>> {
        let stone = |letter| match letter {
            'x' | 'X' => Some(Color::Black),
            'o' | 'O' => Some(Color::White),
            _ => None,
        };
        rows.iter().flat_map(|row| row.chars()).map(stone).collect()
    }

    /// Rows with `x`, `o` and `.` where play goes on, `X` and `O` for walls, `-` for empty points of the walls.
    fn board(rows: &[&str]) -> Board {
        let letters: Vec<char> = rows.iter().flat_map(|row| row.chars()).collect();
        let open = (0..letters.len()).filter(|&point| "xo.".contains(letters[point])).collect();
        Board::new(rows.len(), stones(rows), open)
    }

    fn dead(first: &str, second: &str) -> Option<usize> {
        let rows = [first, second, "XXXXXXX", "-X-X-X-", "XXXXXXX", "-X-X-X-", "XXXXXXX"];
        board(&rows).prove(100_000).map(|proved| proved.dead.len())
    }

    #[test]
    fn shapes_that_every_player_knows() {
        assert_eq!(dead(".o.oX-X", "ooooXXX"), Some(0), "two eyes");
        assert_eq!(dead("x.x.oX-", "oooooXX"), None, "a row of four with two stones hangs on who moves");
        assert_eq!(dead(".x.oX-X", "ooooXXX"), Some(5), "a row of three with its middle taken");
        assert_eq!(dead("...oX-X", "ooooXXX"), None, "a row of three hangs on who moves");
        assert_eq!(dead("....oX-", "oooooXX"), Some(0), "a row of four lives");
    }

    /// The shipped positions are proved again; all by HEIBAI_ALL=1, else one in ten.
    #[test]
    fn finished_positions_are_proved_again() {
        let text = include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/../engines/tests/data/finished.json"));
        let all: Vec<Value> = serde_json::from_str(text).unwrap();
        let step = if std::env::var_os("HEIBAI_ALL").is_some() { 1 } else { 10 };
        for told in all.iter().step_by(step) {
            let rows: Vec<&str> =
                told["rows"].as_array().unwrap().iter().map(|row| row.as_str().unwrap()).collect();
            let size = rows.len();
            let points = |key: &str| -> Vec<usize> {
                let names = told[key].as_array().unwrap().iter().map(|name| name.as_str().unwrap());
                names.map(|name| Notation::Go.read(name, size).map(Point::index).unwrap()).collect()
            };
            let proved = Board::new(size, stones(&rows), points("open")).prove(200_000).unwrap();
            assert_eq!(proved.dead, points("dead"), "{told}");
        }
    }
}
