//! Several processes on one database: which of them are alive, which looks after a game that nobody watches, and
//! which answers a game's engine question. A question has an owner in the store. A busy process offers its questions
//! to the others, and those of a dead process are open to all. If two processes act at once, the event's number
//! decides who was first.

use crate::app::App;
use crate::engine;
use crate::error::Answer;
use crate::time::now_ms;
use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard};
use std::time::{Duration, Instant};

/// A process that is silent for this long counts as dead. If it is not, two processes do the same work for a while.
const DEAD: Duration = Duration::from_secs(3);

/// What this process knows of all processes, including itself.
pub(crate) struct Nodes {
    me: String,
    /// By process: its last heartbeat, and when it was seen here. Clocks of different machines are not compared.
    heard: Mutex<HashMap<String, (i64, Instant)>>,
}

/// Changes since the last look.
#[derive(Debug, PartialEq, Eq)]
struct Changes {
    /// Processes that died, with their last heartbeat.
    dead: Vec<(String, i64)>,
    /// Whether a process appeared or disappeared.
    any: bool,
}

impl Nodes {
    pub(crate) fn new(me: &str) -> Nodes {
        let nodes = Nodes { me: me.to_owned(), heard: Mutex::default() };
        nodes.heard().insert(me.to_owned(), (0, Instant::now()));
        nodes
    }

    fn heard(&self) -> MutexGuard<'_, HashMap<String, (i64, Instant)>> {
        self.heard.lock().unwrap_or_else(|poisoned| poisoned.into_inner())
    }

    fn update(&self, told: Vec<(String, i64)>, now: Instant) -> Changes {
        let mut heard = self.heard();
        let before = heard.len();
        heard.retain(|id, _| *id == self.me || told.iter().any(|(other, _)| other == id));
        let mut changes = Changes { dead: Vec::new(), any: heard.len() != before };
        for (id, at) in told {
            match heard.get_mut(&id) {
                None => {
                    heard.insert(id, (at, now));
                    changes.any = true;
                }
                Some(known) if known.0 != at => *known = (at, now),
                Some(known) if id != self.me && now.duration_since(known.1) > DEAD => {
                    heard.remove(&id);
                    changes.dead.push((id, at));
                    changes.any = true;
                }
                Some(_) => {}
            }
        }
        changes
    }

    /// Whether other processes serve the same games.
    pub(crate) fn has_others(&self) -> bool {
        self.heard().len() > 1
    }

    /// Whether this process looks after a game that nobody watches: each game has one such process, and few games
    /// change theirs when a process appears or disappears (rendezvous hashing).
    pub(crate) fn looks_after(&self, game: &str) -> bool {
        let heard = self.heard();
        heard.keys().max_by_key(|id| (hash(&[id, game]), id.as_str())).is_none_or(|id| *id == self.me)
    }
}

/// FNV-1a: the same in every process, whatever its build.
fn hash(words: &[&str]) -> u64 {
    let bytes = words.iter().flat_map(|word| word.bytes().chain([0]));
    bytes.fold(0xcbf2_9ce4_8422_2325, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x100_0000_01b3))
}

impl App {
    /// Finds the processes that are alive. Takes up games and questions of dead ones, and open questions while
    /// threads are free.
    pub(crate) async fn look_around(&self) -> sqlx::Result<()> {
        let changes = self.nodes.update(self.store.processes().await?, Instant::now());
        for (process, at) in changes.dead {
            if self.store.remove_process(&process, at).await? {
                tracing::warn!("process {process} is gone; its games go on here and elsewhere");
                // However busy this process is, no other may be free.
                self.look_into(self.store.questions_of(&process).await?);
            }
        }
        if changes.any {
            tokio::spawn(self.clone().take_up());
        }
        let free = self.work.free();
        if free > 0 && self.nodes.has_others() {
            self.look_into(self.store.open_questions(free as i64).await?);
        }
        Ok(())
    }

    fn look_into(&self, questions: Vec<(String, i64)>) {
        for (game, seq) in questions {
            let app = self.clone();
            tokio::spawn(async move {
                if let Err(fail) = app.look_into_one(&game, seq).await {
                    tracing::error!("game {game} cannot go on: {}", fail.en);
                }
            });
        }
    }

    async fn look_into_one(&self, game: &str, seq: i64) -> Answer<()> {
        let (room, mut seated) = self.enter_current(game).await?;
        if seated.table.seq > seq || seated.table.paused {
            self.store.forget_question(game, seq, &self.process).await?;
        }
        engine::go_on(self, &room, &mut seated);
        Ok(())
    }

    /// Continues this process's games whose clock runs or whose engines play by themselves.
    pub(crate) async fn take_up(self) {
        let games = match self.store.attended_games().await {
            Ok(games) => games,
            Err(error) => return tracing::error!("the running games cannot be listed: {error}"),
        };
        for game in games.into_iter().filter(|game| self.nodes.looks_after(game)) {
            // In separate tasks, so that a failing game does not stop the others.
            let (app, id) = (self.clone(), game.clone());
            match tokio::spawn(async move { app.enter(&id).await.map(drop) }).await {
                Ok(Ok(())) => {}
                Ok(Err(fail)) => tracing::error!("game {game} cannot go on: {}", fail.en),
                Err(panic) => drop(self.set_aside(&game, panic).await),
            }
        }
    }

    /// Whether this process answers the question of a game after event `seq`. If the store does not answer, go ahead:
    /// the event's number decides.
    pub(crate) async fn claim(&self, game: &str, seq: i64) -> bool {
        if self.store.shared.is_none() {
            return true;
        }
        self.store.claim(game, seq, &self.process, now_ms()).await.unwrap_or(true)
    }

    pub(crate) async fn forget_question(&self, game: &str, seq: i64) {
        if self.store.shared.is_some()
            && let Err(error) = self.store.forget_question(game, seq, &self.process).await
        {
            tracing::warn!("a question of game {game} stays in the store: {error}");
        }
    }

    /// Offers a question that waits for a thread here to the others; `true` once one has taken it.
    pub(crate) async fn offer(&self, game: &str, seq: i64) -> bool {
        if !self.nodes.has_others() || self.store.offer(game, seq, &self.process).await.is_err() {
            return false;
        }
        self.store.is_taken(game, seq, &self.process).await.unwrap_or(false)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn told(all: &[(&str, i64)]) -> Vec<(String, i64)> {
        all.iter().map(|(id, at)| ((*id).to_owned(), *at)).collect()
    }

    #[test]
    fn a_process_that_tells_nothing_new_is_dead_after_a_while() {
        let nodes = Nodes::new("me");
        let start = Instant::now();
        let after = |seconds| start + Duration::from_secs(seconds);
        assert!(nodes.update(told(&[("me", 1), ("a", 5), ("b", 7)]), start).any);
        assert_eq!(
            nodes.update(told(&[("me", 1), ("a", 6), ("b", 7)]), after(2)),
            Changes { dead: Vec::new(), any: false }
        );
        let changes = nodes.update(told(&[("me", 1), ("a", 6), ("b", 7)]), after(4));
        assert_eq!(changes, Changes { dead: told(&[("b", 7)]), any: true });
        assert!(nodes.has_others());
        // A process that says goodbye is gone at once; this process never is.
        assert!(nodes.update(told(&[]), after(5)).any);
        assert!(!nodes.has_others());
        assert!(nodes.looks_after("any game"));
    }

    #[test]
    fn every_game_is_looked_after_by_one_process() {
        let names = ["one", "two", "three"];
        let nodes = names.map(Nodes::new);
        let all = told(&names.map(|name| (name, 1)));
        nodes.iter().for_each(|node| drop(node.update(all.clone(), Instant::now())));
        let mut shares = [0; 3];
        let keeper = |game: &str| {
            let keepers: Vec<usize> = (0..3).filter(|&n| nodes[n].looks_after(game)).collect();
            assert_eq!(keepers.len(), 1, "{game}");
            keepers[0]
        };
        let games: Vec<String> = (0..3000).map(|n| format!("game{n}")).collect();
        let before: Vec<usize> = games.iter().map(|game| keeper(game)).collect();
        before.iter().for_each(|&n| shares[n] += 1);
        assert!(shares.iter().all(|share| (800..1200).contains(share)), "{shares:?}");
        // When one goes, the games of the others stay.
        nodes.iter().for_each(|node| drop(node.update(all[..2].to_vec(), Instant::now())));
        for (game, &before) in games.iter().zip(&before) {
            assert!(before == 2 || nodes[before].looks_after(game));
        }
    }
}
