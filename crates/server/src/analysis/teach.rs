//! The teaching game: what the last move was worth, or what the other side threatens.

use super::review::{Asked, ReviewTask};
use super::told::step;
use crate::app::App;
use crate::error::Answer;
use crate::room::Outbox;
use crate::socket::error_message;
use crate::view::to_json;
use crate::wire::Text;
use crate::work::answered;
use axum::extract::ws::Utf8Bytes;
use heibai_review::Review;
use heibai_review::causes::{Threat, threats};
use serde_json::{Value, json};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// What is asked about the last position of a game.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Lesson {
    LastMove,
    Threats,
}

/// Starts a look at the end of the game; the answer goes to the connection.
pub(crate) fn teach(
    app: App,
    client: String,
    outbox: Outbox,
    re: Option<u64>,
    (task, lesson): (ReviewTask, Lesson),
    stop: Arc<AtomicBool>,
) {
    tokio::spawn(async move {
        let told = match lesson {
            Lesson::LastMove => last_move(&app, &client, &task, &stop).await,
            Lesson::Threats => threatened(&app, &client, &task).await.map(Some),
        };
        let told = match told {
            Ok(Some((judged, threats))) => {
                let ply = task.game.moves().len();
                json!({ "type": "taught", "re": re, "ply": ply, "judged": judged, "threats": threats })
            }
            Ok(None) => return,
            Err(fail) => error_message(re, &fail),
        };
        outbox.send(Utf8Bytes::from(to_json(&told)));
    });
}

/// The judged move, if there is one, and the threats.
type Taught = (Option<Value>, Vec<Value>);

/// Judges the last move; `None` if nobody wants to know any more.
async fn last_move(
    app: &App,
    client: &str,
    task: &ReviewTask,
    stop: &Arc<AtomicBool>,
) -> Answer<Option<Taught>> {
    let mut review = Review::of_last_move(task.game.clone());
    let mut asked = Asked::new(app, client, task, stop)?;
    while asked.next(&mut review).await? {
        if stop.load(Ordering::Relaxed) {
            return Ok(None);
        }
    }
    let judged = match review.judged().last() {
        Some(judged) => Some(step(&task.game, judged, &asked.explain(judged).await?, false)),
        None => None,
    };
    Ok(Some((judged, Vec::new())))
}

async fn threatened(app: &App, client: &str, task: &ReviewTask) -> Answer<Taught> {
    let position = task.game.position().clone();
    let found = answered(app.work.submit(client, move || threats(&position))?).await?;
    let view = |Threat { text, points }: Threat| {
        let points: Vec<u16> = points.into_iter().map(|point| point.0).collect();
        json!({ "text": Text::from(text), "points": points })
    };
    Ok((None, found.into_iter().map(view).collect()))
}
