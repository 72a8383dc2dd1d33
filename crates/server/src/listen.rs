//! Several processes on one PostgreSQL database: each is notified of the games that others change.

use crate::app::App;
use sqlx::postgres::PgListener;
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::Semaphore;

/// Delay before a lost connection is retried.
const AGAIN: Duration = Duration::from_secs(1);
/// Games updated at once: fewer than there are connections, so that requests get one.
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
    // Catch up on everything that happened before.
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
    // A bot connected to this process may play in a game that only another process has in memory.
    let room = match app.loaded(id) {
        Some(room) => room,
        None if app.streams.any() => match app.enter(id).await {
            Ok((room, _)) => room,
            Err(_) => return,
        },
        None => return,
    };
    let mut seated = room.seated.lock().await;
    if let Err(fail) = app.catch_up(&room, &mut seated).await {
        tracing::error!("game {id} cannot be brought up to date: {}", fail.en);
        // Otherwise its watchers would never receive anything again.
        app.forget(&room, &mut seated);
    }
}

#[cfg(test)]
mod tests {
    use crate::act::Action;
    use crate::app::App;
    use crate::event::Setup;
    use crate::identity::Who;
    use crate::room::Outbox;
    use crate::{Config, Limits, Server};
    use serde_json::json;
    use std::sync::Arc;
    use tokio::sync::mpsc;

    /// A server with a game in which one player has both seats.
    async fn game(data: &std::path::Path) -> (Server, String, Who) {
        let limits = Limits { threads: 1, ..Limits::none() };
        let config = Config { limits, ..Config::new(([127, 0, 0, 1], 0).into(), data.to_owned()) };
        let server = Server::start(config).await.expect("the server starts");
        let me = json!({ "who": "person", "id": "p_me", "name": "me" });
        let setup: Setup = serde_json::from_value(json!({
            "kind": "gomoku", "black": me, "white": me, "public": false, "invite": "", "maker": "p_me",
        }))
        .expect("a setup");
        let game = server.app.create(setup).await.map(|room| room.id.clone());
        (
            server,
            game.unwrap_or_else(|fail| panic!("{}", fail.en)),
            Who { id: "p_me".to_owned(), ..Who::default() },
        )
    }

    /// Anybody who waited for the table of a given-up room would otherwise watch a room in which nothing happens.
    #[tokio::test]
    async fn who_waits_for_a_room_that_is_given_up_comes_into_the_next_one() {
        let folder = tempfile::tempdir().expect("a folder");
        let (server, game, who) = game(folder.path()).await;
        let app: App = server.app.clone();
        let room = app.loaded(&game).expect("a room");
        let mut seated = room.seated.lock().await;
        let (queue, mut messages) = mpsc::channel(16);
        let outbox = Outbox { connection: 1, queue, slow: Arc::default() };
        let mut watch = std::pin::pin!(app.watch(&game, &who, &outbox));
        tokio::select! {
            biased;
            _ = &mut watch => panic!("somebody else holds the table"),
            () = std::future::ready(()) => {}
        }
        app.forget(&room, &mut seated);
        drop(seated);
        watch.await.unwrap_or_else(|fail| panic!("{}", fail.en));
        let moved: Action = serde_json::from_value(json!({ "do": "move", "point": 112 })).expect("a move");
        app.act(&game, &who, &moved).await.unwrap_or_else(|fail| panic!("{}", fail.en));
        let told = messages.try_recv().expect("who watches hears of the move");
        assert!(told.contains("\"moved\""), "{told}");
        server.stop().await;
    }
}
