//! Self-play with small searches for training, one evaluated position at a time. The search is the player's own; the
//! trainer evaluates each position that is shown, and may label it.

use super::boards::{NetAnswer, POINTS, SIDE, ShownRow, TrainingGame, write_inputs};
use super::library::Library;
use heibai_engines::go::State;
use heibai_engines::go::board::Cell;
use heibai_engines::go::ladder::Reader;
use heibai_engines::go::oracle::Opinion;
use heibai_engines::go::search::bias_key;
use heibai_engines::go::tree::{Path, SearchParams, Tree};
use heibai_games::go::{Position, Rules};
use heibai_games::position::{HalfPoints, Position as _};
use std::sync::Arc;

/// Percentages of positions on 5x5, 6x6, ..., 19x19.
const SHARES: [f32; 15] = [1., 1., 1., 1., 17., 1., 1., 1., 9., 1., 1., 1., 1., 1., 62.];
/// Visits of a search, drawn for each game; 1 plays by policy alone.
const VISITS: [u32; 5] = [1, 8, 16, 24, 40];
const TEMPERATURES: [f32; 5] = [0.5, 0.8, 1.0, 1.0, 1.15];
/// Moves with less policy than this are not searched, except the best.
const LEAST: f32 = 0.0005;
/// The chance that a move is drawn by visits instead of playing the best.
const DRAWN: f32 = 0.3;

/// Where games on 19x19 begin: at positions of finished games, of the held-out ones or of the others.
#[derive(Clone)]
pub struct Beginnings {
    pub library: Arc<Library>,
    pub held_out: bool,
}

pub struct SearchedGame {
    state: State,
    random: fastrand::Rng,
    small: bool,
    beginnings: Option<Beginnings>,
    /// The chance of a random legal move.
    stray: f32,
    visits: u32,
    temperature: f32,
    /// Moves before this one are played by policy alone.
    quick: u32,
    /// `None` before the first evaluation of a new root.
    tree: Option<Tree>,
    path: Path,
    /// The shown position.
    leaf: State,
    reader: Reader,
}

impl SearchedGame {
    /// `small` excludes 19x19. Without `beginnings` all games begin with an empty board.
    pub fn new(seed: u64, small: bool, beginnings: Option<Beginnings>) -> SearchedGame {
        let mut random = fastrand::Rng::with_seed(seed);
        let size = size(&mut random, small, |_| 1.0);
        let state = fresh(&mut random, size);
        let mut game = SearchedGame {
            leaf: state.clone(),
            state,
            random,
            small,
            beginnings,
            stray: 0.0,
            visits: 1,
            temperature: 1.0,
            quick: 0,
            tree: None,
            path: Path::default(),
            reader: Reader::default(),
        };
        game.begin(size);
        // The first games start searching at a random move, so that not all are in the opening at once.
        if game.beginnings.is_none() || size < SIDE {
            game.quick = game.random.u32(..=(size * size) as u32);
        }
        game
    }

    fn begin(&mut self, size: usize) {
        self.state = match &self.beginnings {
            Some(Beginnings { library, held_out }) if size == SIDE => {
                library.prefix(&mut self.random, *held_out)
            }
            _ => fresh(&mut self.random, size),
        };
        self.tree = None;
        self.stray = [0.0, 0.01, 0.03, 0.1][self.random.usize(..4)];
        self.visits = VISITS[self.random.usize(..VISITS.len())];
        self.temperature = TEMPERATURES[self.random.usize(..TEMPERATURES.len())];
        self.quick = self.random.u32(..=(2 * size) as u32);
        if self.random.u32(..4) == 0 {
            for _ in 0..self.random.u32(1..=6) {
                let stray = stray_move(&self.state, &mut self.random);
                self.state.play_cell(stray);
            }
        }
    }

    fn is_quick(&self) -> bool {
        self.visits == 1 || self.state.moves() < self.quick
    }

    fn opinion(&self, answer: &NetAnswer<'_>) -> Opinion {
        let state = &self.leaf;
        let legal = state.board.cells().filter(|&cell| state.allows(cell));
        let mut moves: Vec<(Option<Cell>, f32)> =
            legal.map(|cell| (Some(cell), answer.policy(place(state, cell)))).collect();
        moves.push((None, answer.policy(POINTS)));
        let most = moves.iter().map(|x| x.1).fold(0.0, f32::max);
        moves.retain(|x| x.1 >= LEAST.min(most));
        let (value, lead) = (answer.value(), answer.lead());
        Opinion { moves, value, lead, ..Opinion::default() }
    }

    /// Plays a move, or begins a new game if this one is over.
    fn advance(&mut self) {
        let Some(tree) = self.tree.take() else { return };
        if self.is_at_end() {
            // A game takes about as many moves as its board has points, so more games are begun on small boards.
            let size = size(&mut self.random, self.small, |size| 1.0 / (size * size) as f32);
            return self.begin(size);
        }
        let chosen = if self.random.f32() < self.stray {
            stray_move(&self.state, &mut self.random)
        } else if self.is_quick() {
            let power = 1.0 / self.temperature;
            draw(&mut self.random, tree.edges().iter().map(|edge| (edge.cell, edge.prior.powf(power))))
        } else if self.random.f32() < DRAWN {
            let edges = tree.edges().iter();
            draw(&mut self.random, edges.map(|edge| (edge.cell, tree.after(edge).visits as f32)))
        } else {
            tree.ranked().first().and_then(|edge| edge.cell)
        };
        let lead = tree.root().lead() as f32;
        if !self.level(lead) {
            self.tree = tree.below(chosen);
        }
        self.state.play_cell(chosen);
    }

    /// Occasionally changes the komi to make the game close again; returns whether it did.
    fn level(&mut self, lead: f32) -> bool {
        let black = if self.state.turn().index() == 0 { lead } else { -lead };
        let noise: f32 = (0..4).map(|_| self.random.f32() - 0.5).sum::<f32>() * 14.0;
        let komi = (self.state.komi() as f32 + 2.0 * black + noise).round() as i32 | 1;
        let levels = self.random.u32(..50) == 0 && lead.abs() > 4.0 && komi.abs() < 300;
        if levels {
            self.state.set_komi(komi);
        }
        levels
    }

    fn is_at_end(&self) -> bool {
        let size = self.state.size();
        self.state.is_over() || self.state.moves() >= (size * size * 3 / 2) as u32
    }
}

impl TrainingGame for SearchedGame {
    /// Shows the leaf to evaluate, whether it may be labelled, and the root's value for its side to move.
    fn show(&mut self, row: ShownRow<'_>) {
        let mut expected = 0.0;
        self.leaf = self.state.clone();
        if let Some(tree) = &mut self.tree {
            self.path = tree.descend();
            let moves = self.path.moves(tree);
            let sign = if moves.len().is_multiple_of(2) { 1.0 } else { -1.0 };
            expected = sign * tree.root().value();
            moves.into_iter().for_each(|cell| self.leaf.play_cell(cell));
        }
        let state = &self.leaf;
        // The scoring of finished games and the first look at a position have no last moves; the network must cope
        // without them too.
        let open =
            state.is_over() || state.passes() > 0 && self.random.u32(..4) == 0 || self.random.u32(..20) == 0;
        write_inputs(state, open, &mut self.reader, row.points, row.globals);
        // A search visits finished positions again and again.
        let may = !state.is_over() || self.random.u32(..8) == 0;
        row.about.copy_from_slice(&[i16::from(may), (expected.clamp(-1.0, 1.0) * 32767.0) as i16]);
    }

    fn answer(&mut self, answer: &NetAnswer<'_>) {
        let opinion = self.opinion(answer);
        let tree = match &mut self.tree {
            Some(tree) => {
                tree.grow(&self.path, &opinion, bias_key(&self.leaf), self.leaf.is_over());
                tree
            }
            none => none.insert(Tree::new(self.state.size(), SearchParams::default(), &opinion)),
        };
        if tree.root().visits >= if self.is_quick() { 1 } else { self.visits } {
            self.advance();
        }
    }
}

/// A random legal move; a pass only if there is no other.
pub fn stray_move(state: &State, random: &mut fastrand::Rng) -> Option<Cell> {
    let legal: Vec<Cell> = state.board.cells().filter(|&cell| state.allows(cell)).collect();
    random.choice(&legal).copied()
}

/// The index of a point on 19x19; smaller boards lie in its corner.
pub fn place(state: &State, cell: Cell) -> usize {
    let (point, size) = (state.board.point_of(cell).index(), state.size());
    point / size * SIDE + point % size
}

/// Draws a move by weight.
pub fn draw(
    random: &mut fastrand::Rng,
    moves: impl Iterator<Item = (Option<Cell>, f32)> + Clone,
) -> Option<Cell> {
    let mut left = random.f32() * moves.clone().map(|x| x.1).sum::<f32>();
    let drawn = moves.clone().find(|x| {
        left -= x.1;
        left <= 0.0
    });
    drawn.or_else(|| moves.last()).and_then(|x| x.0)
}

/// Draws a board size by its share of the positions times `weight`.
fn size(random: &mut fastrand::Rng, small: bool, weight: impl Fn(usize) -> f32) -> usize {
    let shares = &SHARES[..if small { SIDE - 5 } else { SHARES.len() }];
    let weights: Vec<f32> = shares.iter().zip(5..).map(|(share, size)| share * weight(size)).collect();
    let mut left = random.f32() * weights.iter().sum::<f32>();
    let chosen = weights.iter().position(|weight| {
        left -= weight;
        left <= 0.0
    });
    5 + chosen.unwrap_or(weights.len() - 1)
}

/// An empty board, sometimes with another komi or handicap stones.
fn fresh(random: &mut fastrand::Rng, size: usize) -> State {
    let komi = match random.u32(..100) {
        0..70 => 15,
        70..85 => [1, 11, 13, 0, 12, 14][random.usize(..6)],
        _ => random.i32(-80..=80),
    };
    let most = Rules::most_handicap(size);
    let handicap = if most >= 2 && random.u32(..100) < 8 { random.u32(2..=most) } else { 0 };
    let rules = Rules::new(size, HalfPoints(komi), handicap).expect("chosen within the rules");
    State::new(&Position::start(&rules), &[])
}

#[cfg(test)]
mod tests {
    use super::super::boards::tests::{answer, even};
    use super::*;

    fn show(game: &mut SearchedGame) -> (Vec<u32>, [i16; 2]) {
        let (mut points, mut globals, mut about) = (vec![7; POINTS], [0.0; 19], [0; 2]);
        game.show(ShownRow { points: &mut points, globals: &mut globals, about: &mut about });
        (points, about)
    }

    #[test]
    fn first_games_have_stray_moves_too() {
        let games: Vec<SearchedGame> = (0..200).map(|seed| SearchedGame::new(seed, false, None)).collect();
        assert!(games.iter().filter(|game| game.stray > 0.0).count() > 100);
        assert!(games.iter().filter(|game| game.state.moves() > 0).count() > 20);
    }

    #[test]
    fn games_on_19x19_begin_at_positions_of_finished_games() {
        let line = "19 pddpppddqjjqdjjd\n";
        let library = Arc::new(Library::parse(&line.repeat(2)).unwrap());
        // Six stray stones at most come first on a board that begins empty.
        let mut late = [0; 2];
        for seed in 0..200 {
            let beginnings = Some(Beginnings { library: library.clone(), held_out: seed % 2 == 0 });
            let game = SearchedGame::new(seed, false, beginnings);
            late[usize::from(game.state.size() == SIDE)] += u32::from(game.state.moves() > 6);
        }
        assert!(late[0] == 0 && late[1] > 10, "{late:?}");
    }

    #[test]
    fn a_search_looks_at_as_many_positions_as_it_may_and_then_plays() {
        let mut game = SearchedGame::new(1, false, None);
        let start = Position::start(&Rules::new(9, Rules::KOMI, 0).unwrap());
        game.state = State::new(&start, &[]);
        (game.visits, game.quick, game.stray) = (8, 0, 0.0);
        let bytes = even(0.5, 3.0);
        for visit in 0..8 {
            assert_eq!(game.state.moves(), 0, "visit {visit}");
            let (points, about) = show(&mut game);
            let depth = game.leaf.moves();
            assert_eq!(points.iter().filter(|&&bits| bits & 1 == 1).count(), 81);
            // A pass puts no stone on the board.
            let stones = points.iter().filter(|&&bits| bits & 6 != 0).count() as u32;
            assert!(stones <= depth && (stones > 0 || depth == game.leaf.passes()), "{stones} after {depth}");
            assert_eq!(depth == 0, visit == 0, "only the first look is at the root");
            if visit == 1 {
                // Later answers, good for whoever is to move, pull the root back.
                assert!(about[1] < 0, "the root is thought won, so that the other side seems lost");
            }
            game.answer(&answer(&bytes));
        }
        assert_eq!(game.state.moves(), 1);
        assert!(game.tree.is_some_and(|tree| tree.root().visits < 8), "what is below the move is kept");
    }

    #[test]
    fn games_go_on_and_on() {
        let bytes = even(0.0, 20.0);
        for seed in 0..10 {
            let mut game = SearchedGame::new(seed, seed % 2 == 0, None);
            let (mut ends, mut komis) = (0, 0);
            for _ in 0..4000 {
                show(&mut game);
                let (moves, komi) = (game.state.moves(), game.state.komi());
                game.answer(&answer(&bytes));
                assert!(seed % 2 == 1 || game.state.size() < SIDE);
                ends += u32::from(game.state.moves() + 8 < moves);
                komis += u32::from(game.state.komi() != komi);
            }
            assert!(ends > 0 || komis > 0, "seed {seed}: no game was over, no komi was changed");
        }
    }
}
