//! A game as the engine follows it: the board, its history for superko and the network, komi, passes.

use super::board::{Cell, CellSet, FastBoard};
use heibai_games::board::{Color, Point};
use heibai_games::go;
use heibai_games::position::{Move, Position};

/// The number of recent moves that a network sees.
pub(crate) const RECENT: usize = 5;

#[derive(Clone)]
pub struct State {
    pub board: FastBoard,
    /// The boards before the last move and before the one before it.
    before: [Option<Box<FastBoard>>; 2],
    turn: Color,
    /// The last moves, newest last: who, and where (`None` is a pass).
    recent: Vec<(Color, Option<Cell>)>,
    /// Hashes of all earlier boards.
    past: Vec<u64>,
    /// Where stones of each colour were captured; a stone can repeat a board only there.
    captured: [CellSet; 2],
    /// Komi under area scoring, in half points.
    komi: i32,
    /// Whether territory is scored. Territory with prisoners differs from area by how many more stones one side
    /// placed. So `komi` grows with each stone of Black and shrinks with each of White, which makes area scoring
    /// correct.
    territory: bool,
    passes: u32,
    moves: u32,
}

impl State {
    /// The position after `moves` from `start`.
    pub fn new(start: &go::Position, moves: &[Move]) -> State {
        let size = start.size();
        let mut board = FastBoard::new(size);
        for color in Color::BOTH {
            for point in Point::all(size).filter(|&point| start.stone(point) == Some(color)) {
                board.play(board.cell_of(point), color, |_| {});
            }
        }
        board.clear_ko();
        let mut state = State {
            past: vec![board.hash()],
            board,
            before: [None, None],
            turn: start.turn(),
            recent: Vec::new(),
            captured: [CellSet::default(); 2],
            komi: start.rules().compensation().0,
            territory: start.rules().set().counts_territory(),
            passes: 0,
            moves: 0,
        };
        if state.territory {
            let placed = |color| {
                let stones = Point::all(size).filter(|&point| start.stone(point) == Some(color)).count();
                stones as i32 + start.captured(color) as i32
            };
            state.komi += 2 * (placed(Color::Black) - placed(Color::White));
        }
        moves.iter().for_each(|&mv| state.play(mv));
        state
    }

    pub fn size(&self) -> usize {
        self.board.size()
    }

    pub fn turn(&self) -> Color {
        self.turn
    }

    /// Komi under area scoring, in half points.
    pub fn komi(&self) -> i32 {
        self.komi
    }

    /// Komi for a game that goes on: under territory scoring, the side to move is expected to end up with half a
    /// stone more than now, relative to the other side.
    pub fn expected_komi(&self) -> i32 {
        match (self.territory, self.turn) {
            (false, _) => self.komi,
            (true, Color::Black) => self.komi + 1,
            (true, Color::White) => self.komi - 1,
        }
    }

    /// Whether territory is counted.
    pub fn counts_territory(&self) -> bool {
        self.territory
    }

    /// Sets the side to move and clears ko and passes, to look at a finished game.
    pub(crate) fn set_turn(&mut self, turn: Color) {
        self.turn = turn;
        self.passes = 0;
        self.board.clear_ko();
    }

    /// Sets komi, for analysis and training.
    pub fn set_komi(&mut self, halves: i32) {
        self.komi = halves;
    }

    /// The number of consecutive passes at the end.
    pub fn passes(&self) -> u32 {
        self.passes
    }

    pub fn moves(&self) -> u32 {
        self.moves
    }

    pub fn is_over(&self) -> bool {
        self.passes >= 2
    }

    pub fn recent(&self) -> &[(Color, Option<Cell>)] {
        &self.recent
    }

    /// The board `count` moves ago, 1 or 2.
    pub fn earlier(&self, count: usize) -> Option<&FastBoard> {
        self.before[count - 1].as_deref()
    }

    /// Whether a stone here would repeat an earlier board.
    pub fn repeats(&self, cell: Cell) -> bool {
        self.captured[self.turn.index()].contains(cell) && {
            let hash = self.board.hash_after(cell, self.turn);
            self.past.contains(&hash)
        }
    }

    /// Whether the side to move may play here.
    pub fn allows(&self, cell: Cell) -> bool {
        self.board.is_empty(cell) && !self.board.is_suicide(cell, self.turn) && !self.repeats(cell)
    }

    /// A key of board, turn, ko and passes. Histories that forbid different points get different keys only if the ko
    /// shows it.
    pub fn key(&self) -> u64 {
        let turn = if self.turn == Color::Black { 0 } else { 0x9d39_247e_3377_6d41 };
        let ko = self.board.ko().map_or(0, |cell| u64::from(cell).wrapping_mul(0xd6e8_feb8_6659_fd93));
        self.board.hash() ^ turn ^ ko ^ u64::from(self.passes).wrapping_mul(0xa076_1d64_78bd_642f)
    }

    /// Plays a legal move.
    pub fn play(&mut self, mv: Move) {
        match mv {
            Move::Pass => self.play_cell(None),
            Move::Place(point) => self.play_cell(Some(self.board.cell_of(point))),
        }
    }

    /// Plays a legal move; `None` is a pass.
    pub fn play_cell(&mut self, cell: Option<Cell>) {
        let color = self.turn;
        self.before.swap(0, 1);
        match &mut self.before[0] {
            Some(place) => place.as_mut().clone_from(&self.board),
            place => *place = Some(Box::new(self.board.clone())),
        }
        match cell {
            Some(cell) => {
                let loser = if self.board.is_suicide(cell, color) { color } else { !color };
                let captured = &mut self.captured[loser.index()];
                self.board.play(cell, color, |stone| {
                    captured.insert(stone);
                });
                self.past.push(self.board.hash());
                if self.territory {
                    self.komi += if color == Color::Black { 2 } else { -2 };
                }
                self.passes = 0;
            }
            None => {
                self.board.clear_ko();
                self.passes += 1;
            }
        }
        if self.recent.len() == RECENT {
            self.recent.remove(0);
        }
        self.recent.push((color, cell));
        self.turn = !color;
        self.moves += 1;
    }
}
