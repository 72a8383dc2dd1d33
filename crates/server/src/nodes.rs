//! Several processes on one database: which of them live, which of them looks after a game that nobody watches, and which of
//! them answers a game's engine question. A question has an owner in the store. A process that is busy offers its
//! questions to the others, and those of a process that died are open to all. Whatever two of them do at once, the
//! number of the event decides who was first.

use crate::app::App;
use crate::engine;
use crate::error::Answer;
use crate::time::now_ms;
use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard};
use std::time::{Duration, Instant};

/// A process that has told nothing for this long is dead. If it is not, two processes do the same work for a while.
const DEAD: Duration = Duration::from_secs(3);

/// What this process knows of all, itself included.
pub(crate) struct Nodes {
    me: String,
    /// By process: what it last told, and when that was heard here. Clocks of other machines are not compared.
    heard: Mutex<HashMap<String, (i64, Instant)>>,
}

/// What is new since the last look.
#[derive(Debug, PartialEq, Eq)]
struct Changes {
    /// Processes that died, with what they last told.
    dead: Vec<(String, i64)>,
    /// Whether anybody came or went.
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
    /// change theirs when a process comes or goes.
    pub(crate) fn looks_after(&self, game: &str) -> bool {
        let heard = self.heard();
        heard.keys().max_by_key(|id| (hash(&[id, game]), id.as_str())).is_none_or(|id| *id == self.me)
    }
}

/// FNV-1a: the same number in every process, whatever it was built with.
fn hash(words: &[&str]) -> u64 {
    let bytes = words.iter().flat_map(|word| word.bytes().chain([0]));
    bytes.fold(0xcbf2_9ce4_8422_2325, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x100_0000_01b3))
}

impl App {
    /// Learns who lives. Games and questions of processes that are gone are taken up, and open questions while there
    /// are free threads.
    pub(crate) async fn look_around(&self) -> sqlx::Result<()> {
        let changes = self.nodes.update(self.store.processes().await?, Instant::now());
        for (process, at) in changes.dead {
            if self.store.remove_process(&process, at).await? {
                tracing::warn!("process {process} is gone; its games go on here and elsewhere");
                // However busy this process is, nobody else may be free.
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

    /// Goes on with the games of this process whose clock runs or whose engines play by themselves.
    pub(crate) async fn take_up(self) {
        let games = match self.store.attended_games().await {
            Ok(games) => games,
            Err(error) => return tracing::error!("the running games cannot be listed: {error}"),
        };
        for game in games.into_iter().filter(|game| self.nodes.looks_after(game)) {
            // In a task of its own: what one game does wrong keeps no other from going on.
            let (app, id) = (self.clone(), game.clone());
            match tokio::spawn(async move { app.enter(&id).await.map(drop) }).await {
                Ok(Ok(())) => {}
                Ok(Err(fail)) => tracing::error!("game {game} cannot go on: {}", fail.en),
                Err(panic) => drop(self.set_aside(&game, panic).await),
            }
        }
    }

    /// Whether this process answers the question that a game has after event `seq`. A store that does not say so
    /// stops nobody: the number of the event decides.
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

    /// Offers a question that waits for a thread here to the others; `true` once one of them has taken it.
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
        // One that said goodbye is gone at once; this process never is.
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
        // When one goes, the games of the others stay where they are.
        nodes.iter().for_each(|node| drop(node.update(all[..2].to_vec(), Instant::now())));
        for (game, &before) in games.iter().zip(&before) {
            assert!(before == 2 || nodes[before].looks_after(game));
        }
    }
}
