//! Several processes on one PostgreSQL: each hears which games the others have changed.

use crate::app::App;
use sqlx::postgres::PgListener;
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::Semaphore;

/// How long to wait before a lost connection is tried again.
const AGAIN: Duration = Duration::from_secs(1);
/// Games that are brought up to date at once: fewer than there are connections, so that requests find one.
const AT_ONCE: usize = 4;

pub(crate) async fn run(app: App, url: String) {
    loop {
        if let Err(error) = listen(&app, &url).await {
            tracing::warn!("not listening to the other processes: {error}");
        }
        tokio::time::sleep(AGAIN).await;
    }
}

async fn listen(app: &App, url: &str) -> sqlx::Result<()> {
    let mut listener = PgListener::connect(url).await?;
    listener.listen("heibai").await?;
    let turns = Arc::new(Semaphore::new(AT_ONCE));
    // Whatever happened before is caught up now.
    for id in app.loaded_games() {
        renew(app, &id).await;
    }
    loop {
        let Some(message) = listener.try_recv().await? else {
            return Err(sqlx::Error::WorkerCrashed);
        };
        let mut words = message.payload().split(' ');
        if words.next() == Some(app.process.as_str()) {
            continue;
        }
        for id in words {
            let turn = Arc::clone(&turns).acquire_owned().await;
            let (app, id) = (app.clone(), id.to_owned());
            tokio::spawn(async move {
                renew(&app, &id).await;
                drop(turn);
            });
        }
    }
}

async fn renew(app: &App, id: &str) {
    // A bot of this process may sit at a table that only another process has in memory.
    let room = match app.loaded(id) {
        Some(room) => room,
        None if app.streams.any() => match app.room(id).await {
            Ok(room) => room,
            Err(_) => return,
        },
        None => return,
    };
    let mut seated = room.seated.lock().await;
    if let Err(fail) = app.catch_up(&room, &mut seated).await {
        tracing::error!("game {id} cannot be brought up to date: {}", fail.en);
        app.forget(id);
        // They would never hear of anything again.
        seated.send_everybody_away();
    }
}
