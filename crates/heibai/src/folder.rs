//! The folder of a run. `about.json` holds the settings of its games, so that a run is only resumed with the same
//! settings; mixed games would give a meaningless table.

use crate::failure::Context;
use heibai_words::{Text, commands as said, failures};
use serde_json::Value;
use std::path::Path;

/// Creates the folder if needed and claims it for a run with these settings. A folder of a run with other settings is
/// refused; `version` may change, and so may anything that `about` does not contain.
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
