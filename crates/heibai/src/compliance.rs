//! `heibai match --compliance`: how well a foreign program follows its protocol.

use crate::{Answer, NO, YES};
use heibai_games::Kind;
use heibai_protocols::compliance::check;
use heibai_words::{Language, commands as said, reports};
use serde_json::json;
use std::time::Duration;

/// Prints `pass` or `FAIL` with a reason for each behaviour; answers no if one fails.
pub fn run(
    program: &str,
    kind: Option<Kind>,
    patience: Option<u64>,
    as_json: bool,
    lang: Language,
) -> Answer {
    let Some((protocol, command)) = program.split_once(':') else {
        return Err(reports::bad_compliance(program).into());
    };
    let patience = Duration::from_secs(patience.unwrap_or(20).max(1));
    let Some(checks) = check(protocol, command, kind, patience) else {
        return Err(reports::bad_compliance(program).into());
    };
    for check in &checks {
        let why = check.result.as_ref().err();
        if as_json {
            println!(
                "{}",
                json!({"check": check.name.en, "pass": why.is_none(), "reason": why.map(|why| &why.en)})
            );
        } else {
            match why {
                None => println!("{}", said::passes(check.name.clone()).get(lang)),
                Some(why) => println!("{}", said::fails(check.name.clone(), why.clone()).get(lang)),
            }
        }
    }
    let failed = checks.iter().filter(|check| check.result.is_err()).count();
    if !as_json {
        let (right, all) = (checks.len() - failed, checks.len());
        println!("{}", said::behaviours(right, all).get(lang));
    }
    Ok(if failed == 0 { YES } else { NO })
}
