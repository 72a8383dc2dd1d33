//! The folder of a run: `about.json` says under which settings its games were played, so that a run goes on only as the
//! one that it was. Games of two runs in one log would make a table that nobody played.

use crate::failure::Context;
use heibai_words::{Text, commands as said, failures};
use serde_json::Value;
use std::path::Path;

/// Makes the folder if there is none, and claims it for a run with these settings. A folder of a run with other settings is
/// refused; `version` may change, and so may what `about` does not name.
pub fn claim(folder: &Path, about: &Value) -> anyhow::Result<()> {
    std::fs::create_dir_all(folder).told(|| failures::cannot_make(&folder.display().to_string()))?;
    let path = folder.join("about.json");
    if let Ok(text) = std::fs::read_to_string(&path) {
        let kept: Value = serde_json::from_str(&text).told(|| Text::same(path.display().to_string()))?;
        let mut keys = about.as_object().into_iter().flat_map(|about| about.keys());
        if let Some(key) = keys.find(|&key| key != "version" && kept[key] != about[key]) {
            let (was, now) = (kept[key].to_string(), about[key].to_string());
            return Err(said::other_run(&folder.display().to_string(), key, &was, &now).into());
        }
    }
    std::fs::write(&path, format!("{about:#}\n")).told(|| failures::cannot_write(&path.display().to_string()))
}
