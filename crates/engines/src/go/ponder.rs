//! Pondering: the search goes on after our move until we are asked again.

use super::oracle::Oracle;
use super::search::{Budget, Search};
use super::state::State;
use super::tree::{SearchParams, Tree};
use crate::search::background::Background;
use crate::search::moment::Moment;
use std::time::Duration;

pub type Oracles = Vec<Box<dyn Oracle>>;

/// Limits of time and tree size, in case the opponent has left.
const LONGEST: Duration = Duration::from_secs(300);
const MOST_VISITS: u32 = 100_000;

/// The background search; when stopped it returns its tree and the oracles it borrowed.
pub type Ponder = Background<(Tree, Oracles)>;

/// Starts at `state`, where the opponent is to move, with the subtree known so far.
pub fn begin(state: State, known: Option<Tree>, params: SearchParams, mut oracles: Oracles) -> Ponder {
    Background::begin(move |stop| {
        let mut search = match known {
            Some(tree) => Search::resume(state, tree, oracles[0].as_mut()),
            None => Search::new(state, params, oracles[0].as_mut()),
        };
        let deadline = Some(Moment::now() + LONGEST);
        search.run(&Budget { visits: MOST_VISITS, deadline, stop }, &mut oracles);
        (search.tree, oracles)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::go::oracle::{Cache, NetOracle, Opinion};
    use crate::go::shipped;
    use heibai_games::go::{Position, Rules};
    use heibai_games::position::Position as _;
    use std::sync::Arc;
    use std::sync::atomic::{AtomicUsize, Ordering};

    /// Counts how often it is asked.
    struct Counting(NetOracle, Arc<AtomicUsize>);

    impl Oracle for Counting {
        fn judge(&mut self, state: &State) -> Opinion {
            self.1.fetch_add(1, Ordering::Relaxed);
            self.0.judge(state)
        }
    }

    #[test]
    fn the_tree_grows_until_it_is_wanted_back() {
        let state = State::new(&Position::start(&Rules::new(5, Rules::KOMI, 0).unwrap()), &[]);
        let cache = Arc::new(Cache::new(1000));
        let asked = Arc::new(AtomicUsize::new(0));
        let oracle = Box::new(Counting(NetOracle::new(shipped::tiny(), cache), asked.clone()));
        let ponder = begin(state, None, SearchParams::default(), vec![oracle]);
        while asked.load(Ordering::Relaxed) < 10 {
            std::thread::yield_now();
        }
        let (tree, oracles) = ponder.end().unwrap();
        assert!(tree.root().visits >= 9, "{}", tree.root().visits);
        assert_eq!(oracles.len(), 1);
    }
}
