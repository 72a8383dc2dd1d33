//! The log on standard error: lines for people, or one JSON object per line. Spans carry the request's id, so every
//! line names its request. A line that cannot be written is dropped without further harm.

use serde_json::{Map, Value};
use std::fmt::Debug;
use std::io::{self, IsTerminal, Write};
use std::time::{SystemTime, UNIX_EPOCH};
use tracing::field::{Field, Visit};
use tracing::span::{Attributes, Id};
use tracing::{Event, Level, Subscriber};
use tracing_subscriber::filter::LevelFilter;
use tracing_subscriber::layer::{Context, Layer, SubscriberExt};
use tracing_subscriber::registry::LookupSpan;
use tracing_subscriber::util::SubscriberInitExt;

/// The format of the log.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum LogFormat {
    #[default]
    Text,
    /// One object per line.
    Json,
}

/// Starts the log, unless there is one. `HEIBAI_LOG` is error, warn (the default), info, debug or trace.
pub(crate) fn start(format: LogFormat) {
    let named = std::env::var("HEIBAI_LOG").ok().and_then(|name| name.parse().ok());
    let level = LevelFilter::from_level(named.unwrap_or(Level::WARN));
    let registry = tracing_subscriber::registry().with(level);
    let _ = match format {
        LogFormat::Text => {
            let lines = tracing_subscriber::fmt::layer().with_writer(|| Tolerant).log_internal_errors(false);
            let lines = lines.with_ansi(io::stderr().is_terminal());
            registry.with(lines).try_init()
        }
        LogFormat::Json => registry.with(JsonLines).try_init(),
    };
}

/// A standard error that never fails. The log's disk may be full too, and logging must not stop the server: if a
/// writer reported the error, the subscriber would print it, and printing to a full standard error panics.
struct Tolerant;

impl Write for Tolerant {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let _ = io::stderr().write_all(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

struct JsonLines;

/// The fields of a span, kept with it.
struct Fields(Map<String, Value>);

impl Visit for Fields {
    fn record_debug(&mut self, field: &Field, value: &dyn Debug) {
        self.0.insert(field.name().to_owned(), Value::from(format!("{value:?}")));
    }

    fn record_str(&mut self, field: &Field, value: &str) {
        self.0.insert(field.name().to_owned(), Value::from(value));
    }

    fn record_u64(&mut self, field: &Field, value: u64) {
        self.0.insert(field.name().to_owned(), Value::from(value));
    }

    fn record_i64(&mut self, field: &Field, value: i64) {
        self.0.insert(field.name().to_owned(), Value::from(value));
    }

    fn record_f64(&mut self, field: &Field, value: f64) {
        self.0.insert(field.name().to_owned(), Value::from(value));
    }
}

impl<S: Subscriber + for<'a> LookupSpan<'a>> Layer<S> for JsonLines {
    fn on_new_span(&self, attributes: &Attributes<'_>, id: &Id, context: Context<'_, S>) {
        let mut fields = Fields(Map::new());
        attributes.record(&mut fields);
        if let Some(span) = context.span(id) {
            span.extensions_mut().insert(fields);
        }
    }

    fn on_event(&self, event: &Event<'_>, context: Context<'_, S>) {
        let scope = context.event_scope(event).map(|scope| scope.from_root());
        let mut line = Fields(Map::new());
        for span in scope.into_iter().flatten() {
            if let Some(Fields(fields)) = span.extensions().get::<Fields>() {
                line.0.extend(fields.clone());
            }
        }
        event.record(&mut line);
        let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
        line.0.insert("time".to_owned(), Value::from(now.as_millis() as u64));
        line.0.insert("level".to_owned(), Value::from(event.metadata().level().as_str()));
        line.0.insert("target".to_owned(), Value::from(event.metadata().target()));
        let mut text = Value::from(line.0).to_string();
        text.push('\n');
        // Written in one piece, so that lines of several threads do not mix.
        let _ = io::stderr().write_all(text.as_bytes());
    }
}
