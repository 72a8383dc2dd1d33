//! Which stones are dead at the end of a game: every chain is judged alive, dead or in seki, with a reason, or
//! honestly "unsure".
//!
//! Certain verdicts come first (unconditional life, and stones enclosed by it). The rest comes from a network's
//! ownership, averaged over the chain and over both sides to move; if that is undecided, the network plays on for a
//! few dozen moves and is asked again. Enclosed chains are read out (`reading`), and finally the verdicts are made
//! consistent (`agreement`). Without a network, random games decide what is not certain, and the verdict is called
//! unsure.

use super::agreement::{agree, bury, leave_open, mark_seki};
use super::board::{Cell, FastBoard};
use super::features::{View, inputs};
use super::ladder::Reader;
use super::reading::read_out;
use super::state::State;
use heibai_games::board::{Color, Point};
pub use heibai_games::counting::Status;
use heibai_games::go::{self, life, score};
use heibai_games::position::Outcome;
use heibai_net::{Network, Output, Scratch};
use heibai_words::{Text, names::short, players as said};

/// The reason for a verdict.
#[derive(Clone, PartialEq, Debug)]
pub enum Grounds {
    /// It has two vital regions: no play can capture it.
    TwoEyes,
    /// It lies inside a region of unconditionally living chains and cannot live there.
    Enclosed,
    /// The other side captures it, beginning at this point.
    Captured { at: Point },
    /// It lies in the other side's area and cannot make two eyes.
    NoTwoEyes,
    /// Every line inside the wall was read: it is captured even if it moves first.
    ReadDead,
    /// Every line inside the wall was read: it lives even if the other side moves first.
    ReadAlive,
    /// Every line inside the walls was read: it is not captured even if the other side moves first.
    NotCaptured,
    /// The capture race was read: it is lost even if it moves first, unless a ko is won by a threat elsewhere.
    LosesWithoutThreats,
    /// It is connected to territory of its own.
    HasTerritory,
    /// It breathes in an area that neither side has closed.
    OpenArea,
    /// It shares its liberties with enemy chains, and neither side can play there first.
    SharedLiberties,
}

impl Grounds {
    /// The reason in words, for a chain of `color`. `name` writes a point.
    pub fn words(&self, color: Color, name: impl Fn(Point) -> String) -> Text {
        let other = short(!color);
        match self {
            Grounds::TwoEyes => said::two_eyes(),
            Grounds::Enclosed => said::enclosed(other),
            Grounds::Captured { at } => said::captured(other, &name(*at)),
            Grounds::NoTwoEyes => said::no_two_eyes(other),
            Grounds::ReadDead => said::read_dead(other),
            Grounds::ReadAlive => said::read_alive(other),
            Grounds::NotCaptured => said::not_captured(other),
            Grounds::LosesWithoutThreats => said::loses_without_threats(other),
            Grounds::HasTerritory => said::has_territory(),
            Grounds::OpenArea => said::open_area(),
            Grounds::SharedLiberties => said::shared_liberties(),
        }
    }
}

#[derive(Clone, PartialEq, Debug)]
pub struct ChainVerdict {
    pub color: Color,
    pub stones: Vec<Point>,
    pub status: Status,
    pub grounds: Grounds,
    /// From 0 (a guess) to 1 (certain).
    pub certainty: f32,
}

impl ChainVerdict {
    pub fn is_unsure(&self) -> bool {
        self.certainty < SURE
    }
}

/// A mean ownership below this counts as unsure.
pub(super) const SURE: f32 = 0.7;

#[derive(Clone, PartialEq, Debug)]
pub struct LifeJudgement {
    /// All chains, in the order of their first stones.
    pub verdicts: Vec<ChainVerdict>,
    pub outcome: Outcome,
}

impl LifeJudgement {
    pub fn dead(&self) -> Vec<Point> {
        stones(&self.verdicts, |verdict| verdict.status == Status::Dead)
    }

    pub fn seki(&self) -> Vec<Point> {
        stones(&self.verdicts, |verdict| verdict.status == Status::Seki)
    }

    pub fn unsure(&self) -> Vec<Point> {
        stones(&self.verdicts, ChainVerdict::is_unsure)
    }
}

/// The stones of the chains that `which` selects, in order.
fn stones(verdicts: &[ChainVerdict], which: impl Fn(&ChainVerdict) -> bool) -> Vec<Point> {
    let chosen = verdicts.iter().filter(|verdict| which(verdict));
    let mut stones: Vec<Point> = chosen.flat_map(|verdict| verdict.stones.iter().copied()).collect();
    stones.sort_unstable();
    stones
}

/// Judges a position as if the game ended here.
pub fn judge(position: &go::Position, network: Option<&Network>) -> LifeJudgement {
    let state = State::new(position, &[]);
    let owned = match network {
        Some(network) => Opinion::of_network(&state, network),
        None => Opinion::of_random_games(&state),
    };
    let life = life::unconditional(position);
    let mut chains: Vec<Chain> = Vec::new();
    for color in Color::BOTH {
        for head in state.board.chains(color) {
            let mut stones: Vec<Point> = state.board.chain(head).map(|c| state.board.point_of(c)).collect();
            stones.sort_unstable();
            chains.push(Chain { head, color, stones });
        }
    }
    chains.sort_by_key(|chain| chain.stones[0]);
    let mut verdicts: Vec<ChainVerdict> =
        chains.iter().map(|chain| chain.verdict(&state.board, &life, &owned)).collect();
    read_out(position, &state.board, &mut verdicts);
    agree(position, &mut verdicts);
    let count = |verdicts: &[ChainVerdict]| {
        let [dead, seki] =
            [Status::Dead, Status::Seki].map(|status| stones(verdicts, |v| v.status == status));
        score::count(position, &dead, &seki).expect("only stones were judged")
    };
    let owners = count(&verdicts).owners;
    mark_seki(position, &owners, &mut verdicts);
    if bury(position, &owners, &mut verdicts) {
        agree(position, &mut verdicts);
    }
    leave_open(position, &count(&verdicts).owners, &mut verdicts);
    LifeJudgement { outcome: count(&verdicts).outcome, verdicts }
}

struct Chain {
    head: Cell,
    color: Color,
    stones: Vec<Point>,
}

impl Chain {
    fn verdict(&self, board: &FastBoard, life: &life::Life, owned: &Opinion) -> ChainVerdict {
        let mean = self.stones.iter().map(|p| owned.black[p.index()]).sum::<f32>() / self.stones.len() as f32;
        let mean = if self.color == Color::Black { mean } else { -mean };
        let (status, grounds, certainty) = match life.grounds(self.stones[0]) {
            life::Grounds::Lives(_) => (Status::Alive, Grounds::TwoEyes, 1.0),
            life::Grounds::Enclosed(_) => (Status::Dead, Grounds::Enclosed, 1.0),
            life::Grounds::Open if mean >= 0.0 => (Status::Alive, Grounds::HasTerritory, mean * owned.trust),
            life::Grounds::Open => (Status::Dead, self.why_dead(board), -mean * owned.trust),
        };
        ChainVerdict { color: self.color, stones: self.stones.clone(), status, grounds, certainty }
    }

    /// The point where its capture begins, if a ladder or an atari shows one.
    fn why_dead(&self, board: &FastBoard) -> Grounds {
        let mut reader = Reader::default();
        let mut liberties = Vec::new();
        board.liberties_of(self.head, &mut liberties);
        let at = match liberties.len() {
            1 => liberties.first().copied(),
            2 => reader.catching(board, self.head).first().copied(),
            _ => None,
        };
        at.map_or(Grounds::NoTwoEyes, |cell| Grounds::Captured { at: board.point_of(cell) })
    }
}

/// The ownership of every point: 1 is certainly Black's, -1 White's.
struct Opinion {
    black: Vec<f32>,
    /// How far the source is trusted.
    trust: f32,
}

/// Chains with less ownership than this are judged again after playing on.
const PLAY_ON_BELOW: f32 = 0.7;
/// The number of moves played on.
const MORE_MOVES: usize = 40;

impl Opinion {
    fn of_network(state: &State, network: &Network) -> Opinion {
        let mut asker = Asker { network, scratch: Scratch::default(), reader: Reader::default() };
        let mut black = asker.both_turns(state);
        let weak = |black: &[f32]| {
            let board = &state.board;
            Color::BOTH.into_iter().flat_map(|color| board.chains(color)).any(|head| {
                let stones = board.stones(head) as f32;
                let sum: f32 = board.chain(head).map(|c| black[board.point_of(c).index()]).sum();
                (sum / stones).abs() < PLAY_ON_BELOW
            })
        };
        if weak(&black) {
            let played: Vec<Vec<f32>> =
                Color::BOTH.iter().map(|&first| asker.play_on(state, first)).collect();
            for (i, black) in black.iter_mut().enumerate() {
                *black = (*black + played[0][i] + played[1][i]) / 3.0;
            }
        }
        Opinion { black, trust: 1.0 }
    }

    /// Who holds each point at the end of random games.
    fn of_random_games(state: &State) -> Opinion {
        const GAMES: usize = 200;
        let mut random = fastrand::Rng::with_seed(state.board.hash());
        let mut black = vec![0.0; state.size() * state.size()];
        for number in 0..GAMES {
            let first = if number % 2 == 0 { Color::Black } else { Color::White };
            let end = random_game(&state.board, first, &mut random);
            for cell in end.cells() {
                let near = end.neighbours(cell);
                let holder = end.stone(cell).or_else(|| near.into_iter().find_map(|near| end.stone(near)));
                let value = holder.map_or(0.0, |color| if color == Color::Black { 1.0 } else { -1.0 });
                black[end.point_of(cell).index()] += value / GAMES as f32;
            }
        }
        // Random games misjudge seki and nakade; a verdict that rests on them is never called sure.
        Opinion { black, trust: 0.6 }
    }
}

struct Asker<'a> {
    network: &'a Network,
    scratch: Scratch,
    reader: Reader,
}

impl Asker<'_> {
    fn ask(&mut self, state: &State) -> Output {
        let shown = inputs(state, View::Open, &mut self.reader);
        self.network.evaluate(&mut self.scratch, &shown)
    }

    /// Ownership from Black's side, for the side to move of `state`.
    fn black(&mut self, state: &State) -> Vec<f32> {
        let sign = if state.turn() == Color::Black { 1.0 } else { -1.0 };
        self.ask(state).ownership.iter().map(|x| x * sign).collect()
    }

    fn both_turns(&mut self, state: &State) -> Vec<f32> {
        let mut other = state.clone();
        other.set_turn(!state.turn());
        let (mine, theirs) = (self.black(state), self.black(&other));
        mine.iter().zip(theirs).map(|(a, b)| (a + b) / 2.0).collect()
    }

    /// Plays the network's best moves, starting with `first`, and returns the ownership at the end. Points whose
    /// stones were captured meanwhile count for their new owner.
    fn play_on(&mut self, state: &State, first: Color) -> Vec<f32> {
        let mut state = state.clone();
        state.set_turn(first);
        for _ in 0..MORE_MOVES {
            if state.is_over() {
                break;
            }
            let output = self.ask(&state);
            let best = state
                .board
                .cells()
                .filter(|&cell| state.allows(cell))
                .map(|cell| (output.policy[state.board.point_of(cell).index()], Some(cell)))
                .chain([(output.policy[state.size() * state.size()], None)])
                .max_by(|a, b| a.0.total_cmp(&b.0));
            state.play_cell(best.and_then(|(_, cell)| cell));
        }
        self.both_turns(&state)
    }
}

fn random_game(board: &FastBoard, first: Color, random: &mut fastrand::Rng) -> FastBoard {
    let mut board = board.clone();
    let (mut turn, mut passes) = (first, 0);
    let mut empty: Vec<Cell> = Vec::new();
    for _ in 0..board.size() * board.size() * 3 {
        if passes >= 2 {
            break;
        }
        empty.clear();
        empty.extend(board.cells().filter(|&cell| board.is_empty(cell)));
        random.shuffle(&mut empty);
        let fills_eye =
            |cell: Cell| board.neighbours(cell).into_iter().all(|n| board.is_wall(n) || board.is(n, turn));
        let chosen = empty.iter().copied().find(|&cell| board.allows(cell, turn) && !fills_eye(cell));
        match chosen {
            Some(cell) => board.play(cell, turn, |_| {}),
            None => board.clear_ko(),
        }
        passes = if chosen.is_some() { 0 } else { passes + 1 };
        turn = !turn;
    }
    board
}
