//! A hundred people against Hell on 19x19: how long they wait, and what a simulation of the queue predicts.

use super::server::{ServerProcess, less, milliseconds};
use super::{Figure, Setting};
use heibai_server::load::crowd::{Crowd, QueueModel, watch_crowd};
use heibai_words::measurements as said;
use std::time::Duration;

/// How long a person thinks.
const PAUSE: Duration = Duration::from_secs(10);

pub fn run(setting: &Setting) -> anyhow::Result<Vec<Figure>> {
    let people = setting.games.unwrap_or(if setting.quick { 4 } else { 100 });
    let time = Duration::from_secs(setting.seconds.unwrap_or(if setting.quick { 6 } else { 240 }));
    let pause = if setting.quick { Duration::from_millis(500) } else { PAUSE };
    let level = if setting.quick { "beginner" } else { "hell" };
    let server = ServerProcess::start()?;
    let crowd = Crowd { address: server.address, people, level: level.to_owned(), pause, time };
    let before = server.cpu_seconds();
    let report = watch_crowd(&crowd).map_err(|e| said::server_wrong(&e.to_string()))?;
    let busy = server.cpu_seconds().zip(before).map_or(0.0, |(after, before)| after - before);
    let model = QueueModel { people, cores: report.threads, pause, work: report.mean_work };
    let foretold = model.simulate(time, 1);
    let (measured, foretold_ms) = (milliseconds(&report.waits, 0.5), milliseconds(&foretold, 0.5));
    Ok(vec![
        less("an answer's time", report.mean_work.as_secs_f64() * 1000.0, "ms"),
        less("an answer's time on a core", 1000.0 * busy / report.answers as f64, "ms"),
        less("wait for an answer, median", measured, "ms"),
        less("wait for an answer, 90th percentile", milliseconds(&report.waits, 0.9), "ms"),
        less("wait for an answer, median of the simulation", foretold_ms, "ms"),
        less("simulation against measurement", foretold_ms / measured.max(1e-9), "times"),
    ])
}
