//! The load of `heibai bench server` in small: many games at once, and no move lost or doubled.

use crate::serve;
use heibai_server::Limits;
use heibai_server::load::{Load, run};
use std::time::Duration;

#[tokio::test]
async fn many_games_at_once_lose_no_move() {
    let folder = tempfile::tempdir().unwrap();
    let server = serve(folder.path(), Limits::none()).await;
    let load = Load {
        address: server.address(),
        games: 30,
        time: Duration::from_secs(2),
        pace: Duration::from_millis(20),
    };
    let mut all_connected = false;
    let report = run(load, || all_connected = true).await.unwrap();
    assert!(all_connected);
    assert_eq!((report.lost, report.doubled, report.refused), (0, 0, 0), "{} moves", report.moves);
    assert!(report.moves > 30, "{}", report.moves);
    assert_eq!(report.waits.len() as u64, report.moves);
}
