//! A host that lends threads. In a process of its own: what is lent counts for every search.

use heibai_engines::Level;
use heibai_engines::othello::level;
use heibai_engines::search::threads::{lend_threads, limit_lent_threads};
use heibai_engines::speed::Measure;
use std::sync::atomic::{AtomicUsize, Ordering};

static COUNT: AtomicUsize = AtomicUsize::new(0);

#[test]
fn a_search_has_as_many_threads_as_the_host_lends() {
    let run = |threads| Measure::Go.run(threads).expect("it is always there");
    assert_eq!(level(Level::Best).threads, 1, "a program shares its threads between its guests");
    let alone = run(1);
    assert_eq!((alone.work, alone.helped, run(4).helped), (60, 0, 45));
    assert!(lend_threads(|| COUNT.load(Ordering::Relaxed)));
    for (lent, helped) in [(0, 0), (1, 0), (2, 30), (3, 40), (9, 45)] {
        COUNT.store(lent, Ordering::Relaxed);
        let found = run(4);
        assert_eq!((found.work, found.helped, found.result), (60, helped, alone.result), "{lent} threads");
        assert_eq!(level(Level::Best).threads, lent.max(1), "the strongest level takes what there is");
        assert_eq!(level(Level::Hell).threads, 1);
    }
    limit_lent_threads(1);
    assert_eq!((run(4).helped, level(Level::Best).threads), (0, 1));
    assert!(!lend_threads(|| 2), "it is lent once");
}
