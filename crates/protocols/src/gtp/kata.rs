//! Commands of KataGo and GoGui: the rules as JSON, and the processor time.

use crate::go_rules;
use heibai_games::go::RuleSet;
use heibai_games::{AnyPosition, Position, Rules};
use serde_json::Value;

/// The rules as KataGo's JSON object.
pub fn rules(position: &AnyPosition) -> Result<String, String> {
    match position.rules() {
        Rules::Go(rules) => Ok(go_rules::write(rules.set()).to_string()),
        _ => Err("only Go has these rules".to_owned()),
    }
}

/// The rule set of an argument, by name or as JSON.
pub(crate) fn asked_rules(text: &str) -> Result<RuleSet, String> {
    let value = serde_json::from_str(text).unwrap_or_else(|_| Value::String(text.trim().to_owned()));
    let known = RuleSet::NAMES.join(", ");
    go_rules::read(&value)?.ok_or_else(|| format!("unsupported rules: expected {known}"))
}

/// The processor time of this process, in seconds.
pub(crate) fn cpu_time() -> Result<String, String> {
    #[cfg(unix)]
    {
        let time = rustix::time::clock_gettime(rustix::time::ClockId::ProcessCPUTime);
        Ok(format!("{:.3}", time.tv_sec as f64 + time.tv_nsec as f64 / 1e9))
    }
    #[cfg(not(unix))]
    Err("the system does not say".to_owned())
}
