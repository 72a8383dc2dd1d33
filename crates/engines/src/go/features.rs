//! The network inputs of a position, as KataGo's networks of model version 8 and later define them (22 planes, 19
//! numbers). They always say area scoring, positional superko and no suicide; `State` turns territory scoring into
//! another komi.

use super::area::area;
use super::board::{Cell, FastBoard};
use super::ladder::Reader;
use super::state::State;
use heibai_games::board::Color;
use heibai_net::Inputs;

mod plane {
    pub(super) const BOARD: u32 = 0;
    pub(super) const OWN: u32 = 1;
    pub(super) const OTHER: u32 = 2;
    /// Three planes: chains with one, two, three liberties.
    pub(super) const LIBERTIES: u32 = 3;
    pub(super) const KO: u32 = 6;
    /// Five planes: the last moves, newest first.
    pub(super) const RECENT: u32 = 9;
    /// Three planes: chains caught in a ladder, now and one and two moves ago.
    pub(super) const LADDER: u32 = 14;
    pub(super) const LADDER_MOVE: u32 = 17;
    pub(super) const OWN_AREA: u32 = 18;
    pub(super) const OTHER_AREA: u32 = 19;
}

mod global {
    /// Five numbers: which of the last moves were passes.
    pub(super) const PASSES: usize = 0;
    pub(super) const KOMI: usize = 5;
    /// Two numbers: the ko rule.
    pub(super) const SUPERKO: usize = 6;
    pub(super) const PASS_ENDS: usize = 14;
    pub(super) const PARITY: usize = 18;
}

/// Which history the network sees.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum View {
    /// The moves of the game.
    Game,
    /// Without the last moves, so that a pass does not seem to end the game.
    Open,
}

/// The inputs of a position for the side to move.
pub fn inputs(state: &State, view: View, reader: &mut Reader) -> Inputs {
    let mut set = Planes::new(&state.board);
    let mut globals = [0.0; 19];
    let own = state.turn();
    for cell in state.board.cells() {
        set.add(cell, plane::BOARD);
        if let Some(color) = state.board.stone(cell) {
            set.add(cell, if color == own { plane::OWN } else { plane::OTHER });
            let liberties = state.board.liberties(cell) as u32;
            if liberties <= 3 {
                set.add(cell, plane::LIBERTIES + liberties - 1);
            }
        } else if state.board.ko() == Some(cell) || state.repeats(cell) {
            set.add(cell, plane::KO);
        }
    }
    let shown = if view == View::Open { 0 } else { show_moves(state, &mut set, &mut globals) };
    show_ladders(state, shown, &mut set, reader);
    let held = area(&state.board);
    for cell in state.board.cells() {
        if let Some(color) = held.at(cell) {
            set.add(cell, if color == own { plane::OWN_AREA } else { plane::OTHER_AREA });
        }
    }
    let komi = f32::from(state.expected_komi() as i16) / 2.0;
    let komi = if own == Color::White { komi } else { -komi };
    let most = (state.size() * state.size()) as f32 + 20.0;
    let komi = komi.clamp(-most, most);
    globals[global::KOMI] = komi / 20.0;
    globals[global::SUPERKO] = 1.0;
    globals[global::SUPERKO + 1] = 0.5;
    globals[global::PASS_ENDS] = f32::from(u8::from(view == View::Game && state.passes() == 1));
    globals[global::PARITY] = parity(state.size(), komi);
    Inputs::new(state.size(), &set.bits, globals)
}

struct Planes<'a> {
    board: &'a FastBoard,
    bits: Vec<u32>,
}

impl<'a> Planes<'a> {
    fn new(board: &'a FastBoard) -> Planes<'a> {
        Planes { board, bits: vec![0; board.size() * board.size()] }
    }

    fn add(&mut self, cell: Cell, plane: u32) {
        self.bits[self.board.point_of(cell).index()] |= 1 << plane;
    }
}

/// Writes the last moves as far as the sides alternate; returns how many.
fn show_moves(state: &State, set: &mut Planes<'_>, globals: &mut [f32; 19]) -> usize {
    // In a finished game only the last pass is shown.
    let most = if state.is_over() { 1 } else { state.recent().len() };
    let mut side = !state.turn();
    for (ago, &(color, cell)) in state.recent().iter().rev().take(most).enumerate() {
        if color != side {
            return ago;
        }
        match cell {
            Some(cell) => set.add(cell, plane::RECENT + ago as u32),
            None => globals[global::PASSES + ago] = 1.0,
        }
        side = !side;
    }
    most
}

fn show_ladders(state: &State, shown: usize, set: &mut Planes<'_>, reader: &mut Reader) {
    let mut board = &state.board;
    for ago in 0..3 {
        if ago > 0 && ago <= shown {
            board = state.earlier(ago).unwrap_or(board);
        }
        for (chain, moves) in reader.ladders(board) {
            for stone in board.chain(*chain) {
                set.add(stone, plane::LADDER + ago as u32);
            }
            if ago == 0 && board.is(*chain, !state.turn()) {
                moves.iter().for_each(|&cell| set.add(cell, plane::LADDER_MOVE));
            }
        }
    }
}

/// Where komi lies between the values that allow a draw: a triangle wave of period two, rising through zero at such a
/// value.
fn parity(size: usize, komi: f32) -> f32 {
    let drawn = if size.is_multiple_of(2) { 0.0 } else { 1.0 };
    let above = (komi - drawn).rem_euclid(2.0);
    match above {
        x if x < 0.5 => x,
        x if x < 1.5 => 1.0 - x,
        x => x - 2.0,
    }
}
