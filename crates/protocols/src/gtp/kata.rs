//! Commands that boards know from KataGo, KGS and GoGui: the rules as JSON, and the time of the processor.

use crate::analysis::query::is_our_rule_set;
use heibai_games::{AnyPosition, Kind};
use serde_json::{Value, json};

/// The rules of Go as KataGo writes them.
pub fn rules(position: &AnyPosition) -> Result<String, String> {
    if position.kind() != Kind::Go {
        return Err("only Go has these rules".to_owned());
    }
    let rules = json!({
        "friendlyPassOk": true, "hasButton": false, "ko": "POSITIONAL", "scoring": "AREA", "suicide": false,
        "tax": "NONE", "whiteHandicapBonus": "0",
    });
    Ok(rules.to_string())
}

/// Takes rules, by name or as JSON, that are ours; there are no others.
pub(crate) fn set_rules(kind: Kind, text: &str) -> Result<(), String> {
    let value = serde_json::from_str(text).unwrap_or_else(|_| Value::String(text.trim().to_owned()));
    match is_our_rule_set(&value) {
        Ok(true) if kind == Kind::Go => Ok(()),
        Ok(_) => Err("unsupported rules: expected chinese".to_owned()),
        Err(why) => Err(why),
    }
}

/// Seconds that this program has used of the processors.
pub(crate) fn cpu_time() -> Result<String, String> {
    #[cfg(unix)]
    {
        let time = rustix::time::clock_gettime(rustix::time::ClockId::ProcessCPUTime);
        Ok(format!("{:.3}", time.tv_sec as f64 + time.tv_nsec as f64 / 1e9))
    }
    #[cfg(not(unix))]
    Err("the system does not say".to_owned())
}
