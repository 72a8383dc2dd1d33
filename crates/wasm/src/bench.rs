//! The engine module: a player thinks, stones are judged, moves are analysed. Long work is done in steps, so that the
//! host can handle other messages in between.

use crate::work::{Answered, StoredGame, Work};
use heibai_engines::data::{File, PlayerClass, files_of, needed};
use heibai_engines::judge::judge;
use heibai_engines::level::Level;
use heibai_engines::search::moment::Moment;
use heibai_engines::search::threads::lent_threads;
use heibai_engines::speed::Measure;
use heibai_games::counting::Counting;
use heibai_games::{Color, Kind, Player, Position, Rules};
use heibai_lessons::steps::lesson;
use heibai_review::EachMove;
use heibai_table::analysis::{AnalysisTask, News, ReviewTask, taught, threats_in};
use heibai_table::engine::{Question, ask, best_move, hint_question, judged, limits_of};
use heibai_table::error::{Answer, Code, ErrorBody, Fail};
use heibai_table::explore::{Continued, Explored};
use heibai_table::line::Line;
use heibai_table::message::{analyst, error_message};
use heibai_table::opponent::{Networks, Opponent};
use heibai_table::stored::restore;
use heibai_table::table::Table;
use heibai_table::view::to_json;
use heibai_table::wire::Side;
use heibai_table::{counting, laboratory, lessons, openings, problems};
use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};
use std::collections::HashMap;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

/// Players that are kept between questions.
const KEPT: usize = 4;

/// What the host asks of this module.
#[derive(Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Ask {
    /// A file of weights, whose bytes follow the line.
    Lend { path: String },
    /// Starts work: answered with the files it needs first, or with its first step.
    Work { job: u64, seed: u64, work: Work },
    /// The next step of unfinished work.
    Go { job: u64 },
    /// Drops work that is no longer wanted.
    Forget { job: u64 },
    /// Asks for the address of the flag that stops a search: whoever shares this memory sets it to 1, and to 0 before
    /// the next work.
    Flag {},
    /// Asks for files that were read before they were lent.
    Missed {},
}

/// Unfinished work.
enum Begun {
    Analysis {
        re: Option<u64>,
        task: Box<AnalysisTask>,
        player: Box<dyn Player>,
        began: Moment,
    },
    Review {
        re: Option<u64>,
        task: Box<ReviewTask>,
        player: EachMove,
    },
    /// A review of the last move, with its last message.
    Lesson {
        re: Option<u64>,
        task: Box<ReviewTask>,
        player: EachMove,
        last: Option<Value>,
    },
}

/// The module that does the work.
#[derive(Default)]
pub struct Bench {
    players: HashMap<String, Box<dyn Player>>,
    tasks: HashMap<u64, Begun>,
    stop: Arc<AtomicBool>,
}

/// The result of a step, and whether there is another.
type StepResult = (Option<Answered>, bool);

impl Bench {
    pub(crate) fn hear(&mut self, ask: Ask, body: &[u8]) -> Vec<Value> {
        match ask {
            Ask::Lend { path } => lend(&path, body),
            Ask::Work { job, seed, work } => {
                limit_threads(&work);
                let missing = missing(&work);
                match missing.is_empty() {
                    true => tell(job, self.begin(job, seed, work)),
                    false => vec![json!({ "needs": missing })],
                }
            }
            Ask::Go { job } => tell(job, self.step(job)),
            Ask::Forget { job } => vec![json!({ "forgot": self.tasks.remove(&job).is_some() })],
            Ask::Flag {} => vec![json!({ "flag": Arc::as_ptr(&self.stop).addr() })],
            Ask::Missed {} => vec![json!({ "missed": missed() })],
        }
    }

    fn begin(&mut self, job: u64, seed: u64, work: Work) -> StepResult {
        let done = |answer: Answered| (Some(answer), false);
        match work {
            Work::Think { game, side } => done(self.think(&game, side, seed)),
            Work::Judge { game } => done(match table(&game) {
                Ok(table) => Answered::Event(judged(judge(table.game.position()))),
                Err(_) => Answered::Broken,
            }),
            Work::Hint { game } => done(match suggestion(&game, seed, &self.stop) {
                Ok(hint) => hint.into(),
                Err(_) => Answered::Broken,
            }),
            Work::Count { of } => done(response(count(&of))),
            Work::Try { set, id, moves } => {
                let tried = problems::find(&set, &id).and_then(|problem| problems::attempt(problem, &moves));
                done(response(tried))
            }
            Work::Help { set, id, moves, step } => {
                let told =
                    problems::find(&set, &id).and_then(|problem| problems::help(problem, &moves, step));
                done(response(told))
            }
            Work::Lesson { kind, id, moves } => done(response(lessons::attempt(kind.into(), &id, &moves))),
            Work::Openings { of } => done(response(openings::openings(&of))),
            Work::Explore { of, met, games } => done(response(explored(&of, &met, games))),
            Work::Laboratory { path, asked, .. } => done(match path.as_str() {
                "search" => response(read(asked).and_then(|asked| laboratory::trace(&asked))),
                "mcts" => response(read(asked).and_then(|asked| laboratory::grow(&asked))),
                _ => response(read(asked).and_then(|of| laboratory::judgements(&of))),
            }),
            Work::Measure { name } => done(response(measured(&name))),
            Work::Analyse { re, of, ms, player, lines } => {
                let task = analyst(player.as_deref(), &of, &Networks::new())
                    .and_then(|by| AnalysisTask::new(&of, ms, by, lines))
                    .and_then(|task| Ok((task.player().player(seed)?, task)));
                self.start(job, re, task, |re, (player, task)| {
                    let began = Moment::now();
                    Begun::Analysis { re, task: Box::new(task), player, began }
                })
            }
            Work::Review { re, of, ms_per_move, player } => {
                let task = analyst(player.as_deref(), &of, &Networks::new())
                    .and_then(|by| ReviewTask::new(&of, ms_per_move, by))
                    .and_then(|task| Ok((task.reviewer()?, task)));
                self.start(job, re, task, |re, (player, task)| Begun::Review {
                    re,
                    task: Box::new(task),
                    player,
                })
            }
            Work::Teach { re, of, ms_per_move, threats } => {
                let task = analyst(None, &of, &Networks::new())
                    .and_then(|by| ReviewTask::of_last_move(&of, ms_per_move, by))
                    .and_then(|task| Ok((task.reviewer()?, task)));
                match task {
                    Ok((_, task)) if threats => {
                        let told =
                            taught(task.game().moves().len(), None, threats_in(task.game().position()));
                        done(Answered::Message(numbered(re, told)))
                    }
                    task => self.start(job, re, task, |re, (player, task)| Begun::Lesson {
                        re,
                        task: Box::new(task),
                        player,
                        last: None,
                    }),
                }
            }
        }
    }

    fn start<T>(
        &mut self,
        job: u64,
        re: Option<u64>,
        made: Answer<T>,
        task: impl FnOnce(Option<u64>, T) -> Begun,
    ) -> StepResult {
        match made {
            Ok(made) => {
                self.tasks.insert(job, task(re, made));
                (None, true)
            }
            Err(fail) => (Some(refusal(re, &fail)), false),
        }
    }

    /// One slice of an analysis, or one judged move.
    fn step(&mut self, job: u64) -> StepResult {
        let stop = Arc::clone(&self.stop);
        match self.tasks.remove(&job) {
            None => (Some(Answered::Broken), false),
            Some(Begun::Analysis { re, mut task, player, began }) => {
                let (player, told) = task.look(&stop).ask(player);
                match told {
                    Err(fail) => (Some(refusal(re, &fail)), false),
                    Ok(found) => {
                        let (message, done) = task.report(re, found, began.elapsed(), false);
                        if !done {
                            self.tasks.insert(job, Begun::Analysis { re, task, player, began });
                        }
                        (Some(Answered::Message(message)), !done)
                    }
                }
            }
            Some(Begun::Review { re, mut task, mut player }) => {
                match next_news(&mut task, &mut player, &stop) {
                    Err(fail) => (Some(refusal(re, &fail)), false),
                    Ok(Next::Told(message)) => {
                        self.tasks.insert(job, Begun::Review { re, task, player });
                        (Some(Answered::Message(numbered(re, message))), true)
                    }
                    Ok(Next::Asked) => {
                        self.tasks.insert(job, Begun::Review { re, task, player });
                        (None, true)
                    }
                    Ok(Next::Done) => {
                        let end = task.finish().pop().unwrap_or_default();
                        (Some(Answered::Message(numbered(re, end))), false)
                    }
                }
            }
            Some(Begun::Lesson { re, mut task, mut player, mut last }) => {
                match next_news(&mut task, &mut player, &stop) {
                    Err(fail) => (Some(refusal(re, &fail)), false),
                    Ok(Next::Done) => {
                        let told = taught(task.game().moves().len(), last, Vec::new());
                        (Some(Answered::Message(numbered(re, told))), false)
                    }
                    Ok(next) => {
                        if let Next::Told(message) = next {
                            last = Some(message);
                        }
                        self.tasks.insert(job, Begun::Lesson { re, task, player, last });
                        (None, true)
                    }
                }
            }
        }
    }

    /// Asks the engine of a side; the player is kept for its next move in the same game.
    fn think(&mut self, game: &StoredGame, side: Side, seed: u64) -> Answered {
        let Ok(table) = table(game) else { return Answered::Broken };
        let side = Color::from(side);
        let name = table.seat(side).name().to_owned();
        let key = format!("{} {side} {name}", game.id);
        let fresh = || Opponent::read(&name, table.game.position().kind(), &Networks::new())?.player(seed);
        let Ok(mut player) = self.players.remove(&key).map_or_else(fresh, Ok) else {
            return Answered::Broken;
        };
        let event = ask(&table.game, side, &mut *player, &limits_of(&table, &name), &self.stop);
        if self.players.len() >= KEPT {
            self.players.clear();
        }
        self.players.insert(key, player);
        Answered::Event(event)
    }
}

/// The result of one step of a review.
enum Next {
    Told(Value),
    Asked,
    Done,
}

/// Reports the next judged move, or asks the next question.
fn next_news(task: &mut ReviewTask, player: &mut EachMove, stop: &Arc<AtomicBool>) -> Answer<Next> {
    if let Some(news) = task.news() {
        return Ok(Next::Told(match news {
            News::Message(message) => message,
            News::Mistake(mistake) => task.explained(&mistake.explain()),
        }));
    }
    let Some((question, wanted)) = task.question(stop) else { return Ok(Next::Done) };
    task.answer(question.analyze(player, wanted).map_err(Fail::internal)?);
    Ok(Next::Asked)
}

/// A message with the number of its question.
fn numbered(re: Option<u64>, mut message: Value) -> String {
    message["re"] = json!(re);
    to_json(&message)
}

fn tell(job: u64, (answer, more): StepResult) -> Vec<Value> {
    vec![json!({ "job": job, "answer": answer, "more": more })]
}

fn table(game: &StoredGame) -> Result<Table, String> {
    restore(&game.id, game.created, &game.setup, &game.events, &Networks::new())
}

fn suggestion(game: &StoredGame, seed: u64, stop: &Arc<AtomicBool>) -> Answer<heibai_table::wire::Hint> {
    let table = table(game).map_err(Fail::internal)?;
    best_move(&Question { stop: Arc::clone(stop), ..hint_question(&table) }, seed)
}

fn count(of: &Line) -> Answer<heibai_table::wire::CountingView> {
    let game = of.play()?;
    let position = game.position();
    let counting = game.is_counting().then(|| Counting::new(position, judge(position))).flatten();
    Ok(counting::view(&position.rules(), &counting.ok_or(Code::NotCounting)?))
}

/// What the records and the book say of a position.
fn explored(of: &Line, met: &[(i64, i64, i64)], games: Value) -> Answer<Value> {
    let met: Vec<_> = met.iter().map(|&(next, result, count)| Continued { next, result, count }).collect();
    let mut told = json!(Explored::new(of.play()?.position(), &met, Vec::new()));
    told["games"] = games;
    Ok(told)
}

fn read<T: DeserializeOwned>(asked: Value) -> Answer<T> {
    serde_json::from_value(asked)
        .map_err(|e| Fail::because(Code::BadRequest, heibai_words::server::unreadable(&e.to_string())))
}

fn response<T: serde::Serialize>(answer: Answer<T>) -> Answered {
    match answer {
        Ok(body) => Answered::Response(200, to_json(&body)),
        Err(error) => Answered::Response(error.code.status(), to_json(&ErrorBody { error })),
    }
}

fn refusal(re: Option<u64>, fail: &Fail) -> Answered {
    Answered::Message(error_message(re, fail).to_string())
}

/// The files that work needs and that are missing.
fn missing(work: &Work) -> Vec<&'static str> {
    let best = Level::Best.name();
    let of_line = |of: &Line, player: Option<&str>| {
        of.start().map_or(&[][..], |start| needed(&start.rules(), player.unwrap_or(best)))
    };
    let of_game = |game: &StoredGame, player: &dyn Fn(&Table) -> String| {
        table(game).map_or(&[][..], |table| needed(&table.game.start().rules(), &player(&table)))
    };
    let files = match work {
        Work::Think { game, side } => of_game(game, &|table| table.seat((*side).into()).name().to_owned()),
        Work::Hint { game } => of_game(game, &|_| best.to_owned()),
        Work::Judge { .. } | Work::Count { .. } => &[File::GoMedium][..],
        Work::Analyse { of, player, .. } | Work::Review { of, player, .. } => of_line(of, player.as_deref()),
        Work::Teach { of, .. } => of_line(of, None),
        Work::Openings { of } | Work::Explore { of, .. } => {
            let is_book = of.start().is_ok_and(|start| start.kind() == Kind::Othello && start.size() == 8);
            if is_book { &[File::OthelloBook][..] } else { &[] }
        }
        Work::Laboratory { of, .. } => of.start().map_or(&[][..], |start| in_laboratory(&start.rules())),
        Work::Lesson { kind, id, .. } => {
            lesson((*kind).into(), id).map_or(&[][..], |lesson| of_lesson(&lesson.board().rules()))
        }
        Work::Try { set, id, .. } | Work::Help { set, id, .. } => {
            problems::find(set, id).map_or(&[][..], |problem| of_lesson(&problem.start().rules()))
        }
        Work::Measure { name } => Measure::named(name).map_or(&[][..], Measure::files),
    };
    files.iter().filter(|file| !file.is_here()).map(|file| file.path()).collect()
}

/// Evaluations read the same files as players; Go's network is the one that the page shows.
fn in_laboratory(rules: &Rules) -> &'static [File] {
    files_of(rules, PlayerClass::Laboratory)
}

/// Lessons are judged by proofs.
fn of_lesson(rules: &Rules) -> &'static [File] {
    files_of(rules, PlayerClass::Other)
}

/// Runs on all lent threads.
fn measured(name: &str) -> Answer<Value> {
    let threads = lent_threads().unwrap_or(1);
    let told = Measure::named(name).and_then(|measure| measure.run(threads)).ok_or(Code::NotFound)?;
    let (work, helped, result) = (told.work, told.helped, told.result);
    Ok(json!({ "work": work, "helped": helped, "result": result, "seconds": told.seconds }))
}

/// Reviews of a game must be repeatable, so they use one thread; in Go the native program uses several for them too.
#[cfg(target_family = "wasm")]
fn limit_threads(work: &Work) {
    let is_alone =
        matches!(work, Work::Review { of, .. } | Work::Teach { of, .. } if Kind::from(of.kind) != Kind::Go);
    heibai_engines::search::threads::limit_lent_threads(if is_alone { 1 } else { usize::MAX });
}

/// A native program has its own threads.
#[cfg(not(target_family = "wasm"))]
fn limit_threads(_: &Work) {}

#[cfg(target_family = "wasm")]
fn lend(path: &str, body: &[u8]) -> Vec<Value> {
    let file = File::ALL.into_iter().find(|file| file.path() == path);
    file.inspect(|file| file.lend(body.to_vec()));
    vec![json!({ "lent": file.is_some() })]
}

/// All files are compiled in.
#[cfg(not(target_family = "wasm"))]
fn lend(path: &str, _: &[u8]) -> Vec<Value> {
    vec![json!({ "lent": File::ALL.into_iter().any(|file| file.path() == path) })]
}

#[cfg(target_family = "wasm")]
fn missed() -> Vec<&'static str> {
    File::ALL.into_iter().filter(|file| file.was_missed()).map(File::path).collect()
}

#[cfg(not(target_family = "wasm"))]
fn missed() -> Vec<&'static str> {
    Vec::new()
}
