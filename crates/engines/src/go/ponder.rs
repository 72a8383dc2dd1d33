//! Thinking in the other side's time: the search goes on after our move until we are asked again.

use super::oracle::Oracle;
use super::search::{Budget, Search};
use super::state::State;
use super::tree::{Taste, Tree};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

pub type Oracles = Vec<Box<dyn Oracle>>;

/// Nobody who has gone away is waited for longer than this, nor are more positions kept.
const LONGEST: Duration = Duration::from_secs(300);
const MOST_VISITS: u32 = 100_000;

/// A search that goes on in the background.
pub struct Ponder {
    stop: Arc<AtomicBool>,
    thread: Option<JoinHandle<(Tree, Oracles)>>,
}

impl Ponder {
    /// Begins at `state`, where the other side is to move, with what is known of it.
    pub fn begin(state: State, known: Option<Tree>, taste: Taste, mut oracles: Oracles) -> Ponder {
        let stop = Arc::new(AtomicBool::new(false));
        let stopped = stop.clone();
        let thread = std::thread::spawn(move || {
            let mut search = match known {
                Some(tree) => Search::resume(state, tree, oracles[0].as_mut()),
                None => Search::new(state, taste, oracles[0].as_mut()),
            };
            let deadline = Some(Instant::now() + LONGEST);
            search.run(&Budget { visits: MOST_VISITS, deadline, stop: &stopped }, &mut oracles);
            (search.tree, oracles)
        });
        Ponder { stop, thread: Some(thread) }
    }

    /// Ends it; `None` if the search broke down.
    pub fn end(mut self) -> Option<(Tree, Oracles)> {
        self.stop.store(true, Ordering::Relaxed);
        self.thread.take()?.join().ok()
    }
}

impl Drop for Ponder {
    fn drop(&mut self) {
        self.stop.store(true, Ordering::Relaxed);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::go::oracle::{Cache, NetOracle};
    use crate::go::shipped;
    use heibai_games::go::{Position, Rules};
    use heibai_games::position::Position as _;

    #[test]
    fn the_tree_grows_until_it_is_wanted_back() {
        let state = State::new(&Position::start(&Rules::new(5, Rules::KOMI, 0).unwrap()), &[]);
        let cache = Arc::new(Cache::new(1000));
        let oracle: Box<dyn Oracle> = Box::new(NetOracle::new(shipped::tiny(), cache));
        let ponder = Ponder::begin(state, None, Taste::default(), vec![oracle]);
        std::thread::sleep(Duration::from_millis(500));
        let (tree, oracles) = ponder.end().unwrap();
        assert!(tree.root().visits > 2, "{}", tree.root().visits);
        assert_eq!(oracles.len(), 1);
    }
}
