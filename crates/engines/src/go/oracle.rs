//! The evaluation of a position for the search: a network's answer, with a cache shared by all threads.

use super::board::Cell;
use super::features::{View, inputs};
use super::ladder::Reader;
use super::state::State;
use heibai_net::{Inputs, Network, Output, Scratch};
use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::{Arc, Mutex};

/// The evaluation of one position, from the side to move.
#[derive(Clone, PartialEq, Debug)]
pub struct Opinion {
    /// Legal moves (`None` is a pass) and their policy; the probabilities sum to one.
    pub moves: Vec<(Option<Cell>, f32)>,
    /// Win minus loss, -1 to 1.
    pub value: f32,
    /// Lead in points, including komi.
    pub lead: f32,
    /// By point; 1 belongs to the side to move.
    pub ownership: Arc<[f32]>,
    /// The standard deviation of the final score, in points.
    pub deviation: f32,
}

/// Anything that evaluates positions. Each thread has its own.
pub trait Oracle: Send {
    fn judge(&mut self, state: &State) -> Opinion;
}

/// Answers keyed by network inputs. The inputs include everything that matters, forbidden points too, so positions
/// with different histories share an answer only if the network could not tell them apart.
pub struct Cache {
    shelves: Vec<Shelf>,
}

type Shelf = Mutex<Vec<Option<(u64, Arc<Output>)>>>;

const SHELVES: usize = 64;

impl Cache {
    /// Room for about `answers` answers, of 3 KB each on 19x19.
    pub fn new(answers: usize) -> Cache {
        let each = answers.div_ceil(SHELVES).max(1);
        Cache { shelves: (0..SHELVES).map(|_| Mutex::new(vec![None; each])).collect() }
    }

    fn place(&self, key: u64) -> (&Shelf, usize) {
        (&self.shelves[key as usize % SHELVES], (key / SHELVES as u64) as usize)
    }

    fn get(&self, key: u64) -> Option<Arc<Output>> {
        let (shelf, at) = self.place(key);
        let shelf = shelf.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        shelf[at % shelf.len()].as_ref().filter(|(found, _)| *found == key).map(|(_, output)| output.clone())
    }

    fn put(&self, key: u64, output: Arc<Output>) {
        let (shelf, at) = self.place(key);
        let mut shelf = shelf.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        let length = shelf.len();
        shelf[at % length] = Some((key, output));
    }
}

fn key(inputs: &Inputs) -> u64 {
    let mut hasher = DefaultHasher::new();
    (inputs.size(), inputs.starts(), inputs.planes()).hash(&mut hasher);
    inputs.globals.iter().for_each(|x| x.to_bits().hash(&mut hasher));
    hasher.finish()
}

/// A network as an oracle.
pub struct NetOracle {
    network: Arc<Network>,
    cache: Arc<Cache>,
    scratch: Scratch,
    reader: Reader,
}

impl NetOracle {
    pub fn new(network: Arc<Network>, cache: Arc<Cache>) -> NetOracle {
        NetOracle { network, cache, scratch: Scratch::default(), reader: Reader::default() }
    }
}

impl Oracle for NetOracle {
    fn judge(&mut self, state: &State) -> Opinion {
        let shown = inputs(state, View::Game, &mut self.reader);
        let key = key(&shown);
        let output = self.cache.get(key).unwrap_or_else(|| {
            let output = Arc::new(self.network.evaluate(&mut self.scratch, &shown));
            self.cache.put(key, output.clone());
            output
        });
        opinion(state, &output)
    }
}

/// Keeps the legal moves of a network's answer.
pub fn opinion(state: &State, output: &Output) -> Opinion {
    let pass = state.size() * state.size();
    let legal = state.board.cells().filter(|&cell| state.allows(cell));
    let logit = |cell: Cell| output.policy[state.board.point_of(cell).index()];
    let mut moves: Vec<(Option<Cell>, f32)> = legal.map(|cell| (Some(cell), logit(cell))).collect();
    moves.push((None, output.policy[pass]));
    let most = moves.iter().map(|(_, x)| *x).fold(f32::MIN, f32::max);
    moves.iter_mut().for_each(|(_, x)| *x = (*x - most).exp());
    let total: f32 = moves.iter().map(|(_, x)| *x).sum();
    moves.iter_mut().for_each(|(_, x)| *x /= total);
    let (value, lead) = (output.win - output.loss, output.lead);
    Opinion { moves, value, lead, ownership: output.ownership.as_slice().into(), deviation: output.deviation }
}
