//! `heibai match --compliance`: how well a foreign program keeps its protocol.

use crate::words::Lang;
use crate::{Answer, NO, YES};
use anyhow::bail;
use heibai_games::Kind;
use heibai_protocols::compliance::check;
use serde_json::json;
use std::time::Duration;

/// Prints each behaviour with `pass` or `FAIL` and the reason; the answer is no if one fails.
pub fn run(program: &str, kind: Option<Kind>, patience: Option<u64>, as_json: bool, lang: Lang) -> Answer {
    let Some((protocol, command)) = program.split_once(':') else {
        bail!("--compliance {program}: expected gtp:COMMAND, gomocup:COMMAND or nboard:COMMAND");
    };
    let patience = Duration::from_secs(patience.unwrap_or(20).max(1));
    let Some(checks) = check(protocol, command, kind, patience) else {
        bail!("--compliance {program}: '{protocol}' is no protocol, expected gtp, gomocup or nboard");
    };
    for check in &checks {
        let why = check.result.as_ref().err();
        if as_json {
            println!("{}", json!({"check": check.name, "pass": why.is_none(), "reason": why}));
        } else {
            match why {
                None => println!("pass  {}", check.name),
                Some(why) => println!("FAIL  {}: {why}", check.name),
            }
        }
    }
    let failed = checks.iter().filter(|check| check.result.is_err()).count();
    if !as_json {
        let (right, all) = (checks.len() - failed, checks.len());
        match lang {
            Lang::En => println!("{right} of {all} behaviours as the protocol asks"),
            Lang::Zh => println!("{all} 项行为中 {right} 项符合协议"),
        }
    }
    Ok(if failed == 0 { YES } else { NO })
}
