//! The evaluation of a position for the search: a network's answer, with a cache shared by all threads.

use super::board::Cell;
use super::features::{View, inputs};
use super::ladder::Reader;
use super::state::State;
use heibai_net::{Inputs, Network, Output, Scratch};
use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::{Arc, Mutex};

/// The evaluation of one position, from the side to move.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Opinion {
    /// Legal moves (`None` is a pass) and their policy; the probabilities sum to one.
    pub moves: Vec<(Option<Cell>, f32)>,
    /// The hopeful policy of these moves; empty if the network has none.
    pub hopes: Vec<f32>,
    /// Win minus loss, -1 to 1.
    pub value: f32,
    /// Lead in points, including komi.
    pub lead: f32,
    /// By point; 1 belongs to the side to move.
    pub ownership: Arc<[f32]>,
    /// The standard deviation of the final score, in points.
    pub deviation: f32,
    /// How far off the value is, as the network estimates it; 0 if it does not.
    pub error: f32,
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
    let cells: Vec<Option<Cell>> = legal.map(Some).chain([None]).collect();
    let policy = |logits: &[f32]| {
        let logit =
            |cell: &Option<Cell>| logits[cell.map_or(pass, |cell| state.board.point_of(cell).index())];
        let mut chances: Vec<f32> = cells.iter().map(logit).collect();
        let most = chances.iter().copied().fold(f32::MIN, f32::max);
        chances.iter_mut().for_each(|x| *x = (*x - most).exp());
        let total: f32 = chances.iter().sum();
        chances.iter_mut().for_each(|x| *x /= total);
        chances
    };
    let hopes = if output.hopeful.is_empty() { Vec::new() } else { policy(&output.hopeful) };
    let plain = policy(&output.policy);
    Opinion {
        moves: cells.into_iter().zip(plain).collect(),
        hopes,
        value: output.win - output.loss,
        lead: output.lead,
        ownership: output.ownership.as_slice().into(),
        deviation: output.deviation,
        error: output.error,
    }
}
