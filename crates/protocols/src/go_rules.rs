//! The rule sets of Go in protocols: by name, or as KataGo's JSON object.

use heibai_games::go::{KoRule, RuleSet};
use serde_json::{Map, Value, json};

/// Known rule sets that we do not have.
const OTHERS: [&str; 4] = ["aga-button", "stone-scoring", "ancient-area", "ancient-territory"];

/// The rule set of a name or of an object, whose missing fields match anything; `None` if we have no such rule set.
pub(crate) fn read(value: &Value) -> Result<Option<RuleSet>, String> {
    match value {
        Value::String(name) => by_name(name),
        Value::Object(parts) => Ok(RuleSet::ALL.into_iter().find(|&set| has_parts(set, parts))),
        _ => Err("must be the name of a rule set or an object".to_owned()),
    }
}

fn by_name(name: &str) -> Result<Option<RuleSet>, String> {
    let plain = name.trim().to_ascii_lowercase().replace(['_', ' '], "-");
    match plain.as_str() {
        "chinese-ogs" | "chinese-kgs" => Ok(Some(RuleSet::Chinese)),
        "bga" | "french" => Ok(Some(RuleSet::Aga)),
        other if OTHERS.contains(&other) => Ok(None),
        other => match RuleSet::from_name(other) {
            Some(set) => Ok(Some(set)),
            None => Err(format!("no rule set is called '{name}'")),
        },
    }
}

fn has_parts(set: RuleSet, parts: &Map<String, Value>) -> bool {
    let own = write(set);
    let counts = ["ko", "scoring", "tax", "suicide", "hasButton"];
    counts.into_iter().all(|key| match (parts.get(key), &own[key]) {
        (Some(Value::String(asked)), Value::String(own)) => asked.eq_ignore_ascii_case(own),
        (Some(asked), own) => asked == own,
        (None, _) => true,
    })
}

/// A rule set as KataGo's JSON object.
pub(crate) fn write(set: RuleSet) -> Value {
    let (scoring, tax) = if set.counts_territory() { ("TERRITORY", "SEKI") } else { ("AREA", "NONE") };
    let ko = match set.ko() {
        KoRule::Positional => "POSITIONAL",
        KoRule::Situational => "SITUATIONAL",
        KoRule::Simple => "SIMPLE",
    };
    json!({
        "friendlyPassOk": true, "hasButton": false, "ko": ko, "scoring": scoring, "suicide": set.allows_suicide(),
        "tax": tax, "whiteHandicapBonus": if set == RuleSet::Aga { "N-1" } else { "0" },
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rules_are_read_as_they_are_written() {
        for set in RuleSet::ALL {
            // Korean rules are written as Japanese ones are.
            let same = if set == RuleSet::Korean { RuleSet::Japanese } else { set };
            assert_eq!(read(&write(set)), Ok(Some(same)), "{set:?}");
            assert_eq!(read(&set.name().into()), Ok(Some(set)));
        }
    }

    #[test]
    fn names_of_other_programs() {
        let named = |name: &str| read(&name.into());
        assert_eq!(named("Tromp_Taylor"), Ok(Some(RuleSet::TrompTaylor)));
        assert_eq!(named("bga"), Ok(Some(RuleSet::Aga)));
        assert_eq!(named("stone-scoring"), Ok(None));
        assert!(named("nonsense").is_err() && read(&json!(3)).is_err());
        let partly = json!({"ko": "simple", "scoring": "territory"});
        assert_eq!(read(&partly), Ok(Some(RuleSet::Japanese)));
        assert_eq!(read(&json!({"scoring": "TERRITORY", "suicide": true})), Ok(None));
    }
}
