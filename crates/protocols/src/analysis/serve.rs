//! Serves players over the JSON analysis protocol: many queries at once, answered as they finish.

use super::answer::{AnswerTo, Perspective, no_results};
use super::query::Query;
use super::queue::{Queue, QueuedTurn};
use crate::restrict;
use heibai_games::player::{Analysis, Fault, Wanted};
use heibai_games::{Kind, Limits, Move, Player, Position, Request};
use heibai_words::refusals;
use serde_json::{Map, Value, json};
use std::io::{self, Write};
use std::sync::mpsc::Receiver;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Instant;

/// Makes the player of one worker.
pub type Make<'a> = dyn Fn() -> Result<Box<dyn Player>, Fault> + Sync + 'a;

/// What the server needs to answer queries.
pub struct Service<'a> {
    /// The game.
    pub kind: Kind,
    /// Makes the players.
    pub make: &'a Make<'a>,
    /// The number of positions analysed in parallel.
    pub workers: usize,
    /// The default limits of a position.
    pub limits: Limits,
    /// The default perspective of values.
    pub perspective: Perspective,
    /// The answer to `query_version`.
    pub version: String,
    /// At the end of the input: answer at once with what is known, instead of finishing every query.
    pub hurry: bool,
}

/// The number of moves in the answer for a position.
const MOVES: usize = 32;

/// Answers until the input ends and every query is done.
pub fn serve(
    service: &Service<'_>,
    lines: &Receiver<String>,
    output: &mut (dyn Write + Send),
) -> io::Result<()> {
    let server = AnalysisServer {
        service,
        queue: Queue::default(),
        output: Mutex::new(Output { to: output, failed: None }),
        cleared: Mutex::new(0),
    };
    std::thread::scope(|scope| {
        for _ in 0..service.workers.max(1) {
            scope.spawn(|| server.work());
        }
        while let Ok(line) = lines.recv() {
            if !line.trim().is_empty() {
                server.receive(&line);
            }
            if server.is_closed() {
                break;
            }
        }
        if service.hurry || server.is_closed() {
            server.end_all(|_| true);
        }
        server.queue.close();
    });
    server.output.into_inner().unwrap_or_else(PoisonError::into_inner).failed.map_or(Ok(()), Err)
}

struct Output<'a> {
    to: &'a mut (dyn Write + Send),
    failed: Option<io::Error>,
}

struct AnalysisServer<'a> {
    service: &'a Service<'a>,
    queue: Queue,
    output: Mutex<Output<'a>>,
    /// The number of `clear_cache` actions so far.
    cleared: Mutex<u64>,
}

impl AnalysisServer<'_> {
    fn say(&self, value: &Value) {
        let mut output = self.output.lock().unwrap_or_else(PoisonError::into_inner);
        if let Err(error) = writeln!(output.to, "{value}").and_then(|()| output.to.flush()) {
            output.failed.get_or_insert(error);
        }
    }

    /// Whether the output is closed.
    fn is_closed(&self) -> bool {
        self.output.lock().unwrap_or_else(PoisonError::into_inner).failed.is_some()
    }

    fn receive(&self, line: &str) {
        let map = match serde_json::from_str(line) {
            Ok(Value::Object(map)) => map,
            Ok(_) => return self.say(&json!({"error": "a query must be a JSON object on one line"})),
            Err(error) => return self.say(&json!({"error": format!("could not parse JSON: {error}")})),
        };
        let Some(id) = map.get("id").and_then(Value::as_str) else {
            return self.say(&json!({"error": "is missing or is no string", "field": "id"}));
        };
        match map.get("action") {
            Some(action) => self.act(id, action, &map),
            None => match Query::read(id, &map, self.service.kind) {
                Ok(query) => {
                    for warning in &query.warnings {
                        self.say(&json!({"warning": warning.reason, "field": warning.field, "id": id}));
                    }
                    self.queue.add(&Arc::new(query));
                }
                Err(why) => self.say(&json!({"error": why.reason, "field": why.field, "id": id})),
            },
        }
    }

    /// Performs an action; the answer repeats the query with the result added.
    fn act(&self, id: &str, action: &Value, map: &Map<String, Value>) {
        let mut echo = map.clone();
        let wrong = |field: &str, why: &str| self.say(&json!({"error": why, "field": field, "id": id}));
        match action.as_str().unwrap_or("") {
            "query_version" => {
                echo.insert("version".to_owned(), json!(self.service.version));
                echo.insert("git_hash".to_owned(), json!("<omitted>"));
            }
            "query_models" => {
                let name =
                    (self.service.make)().map_or_else(|fault| fault.to_string(), |player| player.name());
                echo.insert("models".to_owned(), json!([{"name": name, "internalName": name}]));
            }
            "clear_cache" => *self.cleared.lock().unwrap_or_else(PoisonError::into_inner) += 1,
            word @ ("terminate" | "terminate_all") => {
                let ended = map.get("terminateId").and_then(Value::as_str);
                if word == "terminate" && ended.is_none() {
                    return wrong("terminateId", "is missing or is no string");
                }
                let turns: Option<Vec<u64>> = match map.get("turnNumbers") {
                    None => None,
                    Some(list) => {
                        match list.as_array().and_then(|list| list.iter().map(Value::as_u64).collect()) {
                            Some(turns) => Some(turns),
                            None => return wrong("turnNumbers", "must be a list of turns"),
                        }
                    }
                };
                self.say(&Value::Object(echo));
                return self.end_all(|task| {
                    (word == "terminate_all" || Some(task.query.id.as_str()) == ended)
                        && turns.as_ref().is_none_or(|turns| turns.contains(&(task.turn as u64)))
                });
            }
            _ => {
                let known = "query_version, query_models, clear_cache, terminate or terminate_all";
                return wrong("action", &format!("expected {known}"));
            }
        }
        self.say(&Value::Object(echo));
    }

    fn end_all(&self, chosen: impl Fn(&QueuedTurn) -> bool) {
        for task in self.queue.end(chosen) {
            self.say(&no_results(&task.query.id, task.turn));
        }
    }

    fn work(&self) {
        let mut player = None;
        let mut cleared = 0;
        while let Some(task) = self.queue.next() {
            let now = *self.cleared.lock().unwrap_or_else(PoisonError::into_inner);
            if std::mem::replace(&mut cleared, now) != now {
                player = None;
            }
            let said = match player.take().map_or_else(|| (self.service.make)(), Ok) {
                Ok(mut made) => {
                    let said = self.analyze(&task, &mut *made);
                    player = Some(made);
                    said
                }
                Err(fault) => Err(fault),
            };
            self.queue.done(&task);
            match said {
                Ok(value) => self.say(&value),
                Err(fault) => {
                    // A player in an unknown state is not used again.
                    player = None;
                    self.say(
                        &json!({"error": fault.to_string(), "id": task.query.id, "turnNumber": task.turn}),
                    );
                }
            }
        }
    }

    fn analyze(&self, task: &QueuedTurn, player: &mut dyn Player) -> Result<Value, Fault> {
        let options = &task.query.options;
        let perspective = options.perspective.unwrap_or(self.service.perspective);
        let place = AnswerTo { id: &task.query.id, turn: task.turn, options, perspective, after: &[] };
        let (start, moves, position) = task.query.game.at(task.turn);
        if position.outcome().is_some() {
            return Ok(place.tell_end(&position));
        }
        player.new_game(&start.rules(), position.turn())?;
        let mut limits = match (options.visits, options.time) {
            (None, None) => self.service.limits.clone(),
            (nodes, move_time) => Limits { nodes, move_time, ..Limits::default() },
        };
        limits.only =
            restrict::left(&position, &options.restrictions).map_err(|why| refusals::unable(&why))?;
        let request = Request { start, moves, position: &position, limits: &limits, stop: &task.stop };
        let wanted =
            Wanted { moves: if options.policy { usize::MAX } else { MOVES }, ownership: options.ownership };
        let mut last = Instant::now();
        let found = player.analyze(&request, wanted, &mut |analysis| {
            if options.report_every.is_some_and(|every| last.elapsed() >= every) {
                last = Instant::now();
                self.say(&place.tell(&position, analysis, true));
            }
        })?;
        let is_kept = |only: &Vec<Move>| found.candidates.iter().all(|told| only.contains(&told.mv));
        if !limits.only.as_ref().is_none_or(is_kept) {
            return Err(refusals::not_kept_to().into());
        }
        if !options.moves_ownership {
            return Ok(place.tell(&position, &found, false));
        }
        let after = ownership_after(player, &request, &found)?;
        Ok(AnswerTo { after: &after, ..place }.tell(&position, &found, false))
    }
}

/// The ownership after each visited move, by an analysis of one node of the position after it.
fn ownership_after(
    player: &mut dyn Player,
    request: &Request<'_>,
    found: &Analysis,
) -> Result<Vec<(Move, Vec<f32>)>, Fault> {
    let limits = Limits { nodes: Some(1), ..Limits::default() };
    let wanted = Wanted { moves: 1, ownership: true };
    let mut after = Vec::new();
    for candidate in found.candidates.iter().filter(|candidate| candidate.nodes > 0) {
        let mut position = request.position.clone();
        position.play_unchecked(candidate.mv, &mut ());
        if position.outcome().is_some() {
            continue;
        }
        let moves: Vec<Move> = request.moves.iter().copied().chain([candidate.mv]).collect();
        let next = Request { moves: &moves, position: &position, limits: &limits, ..*request };
        if let Some(ownership) = player.analyze(&next, wanted, &mut |_| {})?.ownership {
            after.push((candidate.mv, ownership));
        }
    }
    Ok(after)
}
