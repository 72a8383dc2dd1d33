//! The load of `heibai bench server` in small: many games at once, and no move lost or doubled.

use crate::serve;
use heibai_server::Limits;
use heibai_server::load::{Load, run};
use std::time::Duration;

#[tokio::test]
async fn many_games_at_once_lose_no_move() {
    let folder = tempfile::tempdir().unwrap();
    let server = serve(folder.path(), Limits::none()).await;
    let mut moves = 0;
    // A busy machine gets more time to come to as many moves.
    for seconds in [2, 20, 200] {
        let (time, pace) = (Duration::from_secs(seconds), Duration::from_millis(20));
        let load = Load { address: server.address(), games: 30, time, pace };
        let mut all_connected = false;
        let report = run(load, || all_connected = true).await.unwrap();
        assert!(all_connected);
        assert_eq!((report.lost, report.doubled, report.refused), (0, 0, 0), "{} moves", report.moves);
        assert_eq!(report.waits.len() as u64, report.moves);
        moves += report.moves;
        if moves > 300 {
            return;
        }
    }
    panic!("only {moves} moves");
}
