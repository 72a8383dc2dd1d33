//! `heibai bench wasm`: the same workloads in this program and in the browser's engines run by Node; both on one
//! thread, in processor time. `cargo xtask wasm` builds them; `--file` names another build.

use super::{Figure, Setting, Stopwatch};
use anyhow::Context;
use heibai_engines::data::File;
use heibai_engines::speed::{Measure, Measured};
use heibai_words::measurements;
use serde::Deserialize;
use std::path::{Path, PathBuf};
use std::process::Command;

const SCRIPT: &str = include_str!("measure.mjs");
const HOST: &str = include_str!("../../../../web/src/local/host.mjs");
const ENGINES: &str = "target/wasm/engines.wasm";

/// The result of the core, as Node reports it.
#[derive(Deserialize)]
struct Told {
    name: String,
    work: u64,
    result: i64,
    seconds: f64,
}

pub fn run(setting: &Setting) -> anyhow::Result<Vec<Figure>> {
    let core = setting.file.clone().unwrap_or_else(|| PathBuf::from(ENGINES));
    if !core.is_file() {
        return Err(measurements::no_core(&core.display().to_string()).into());
    }
    let all =
        Measure::ALL.into_iter().filter(|measure| !setting.quick || !matches!(measure, Measure::Ffo(41..)));
    let all: Vec<Measure> = all.collect();
    let told = in_node(&core, &all)?;
    let (mut figures, mut solving) = (Vec::new(), [0.0; 2]);
    for measure in &all {
        let name = measure.name();
        let there = told.iter().find(|told| told.name == name).with_context(|| name.clone())?;
        let (here, seconds) = natively(*measure)?;
        if (here.work, here.result) != (there.work, there.result) {
            let told = |work, result| format!("{work}, {result}");
            let (here, there) = (told(here.work, here.result), told(there.work, there.result));
            return Err(measurements::core_differs(&name, &here, &there).into());
        }
        if let Measure::Ffo(_) = measure {
            solving[0] += seconds;
            solving[1] += there.seconds;
        }
        let mut figure = |what: &str, value, unit| {
            figures.push(Figure { name: format!("{name} {what}"), value, unit, more_is_better: false });
        };
        figure("here", seconds, "CPU s");
        figure("in WebAssembly", there.seconds, "CPU s");
        figure("ratio", there.seconds / seconds, "times");
    }
    let name = "ffo together ratio".to_owned();
    figures.push(Figure { name, value: solving[1] / solving[0], unit: "times", more_is_better: false });
    Ok(figures)
}

/// The second run counts, as in Node: the first one loads the data.
fn natively(measure: Measure) -> anyhow::Result<(Measured, f64)> {
    measure.run(1);
    let watch = Stopwatch::start();
    let measured = measure.run(1).with_context(|| measure.name())?;
    Ok((measured, watch.cpu_seconds()))
}

fn in_node(core: &Path, all: &[Measure]) -> anyhow::Result<Vec<Told>> {
    let folder = std::env::temp_dir().join(format!("heibai-bench-{}", std::process::id()));
    let written = write_files(&folder, all).and_then(|script| {
        let names = all.iter().map(|measure| measure.name());
        Ok(Command::new("node").arg(script).arg(core).arg(&folder).args(names).output()?)
    });
    let _ = std::fs::remove_dir_all(&folder);
    let output = written.map_err(|error| measurements::core_failed(&error.to_string()))?;
    if !output.status.success() {
        return Err(measurements::core_failed(&String::from_utf8_lossy(&output.stderr)).into());
    }
    let lines = String::from_utf8(output.stdout)?;
    lines.lines().map(|line| serde_json::from_str(line).with_context(|| line.to_owned())).collect()
}

/// Writes the script and the weights where Node finds them.
fn write_files(folder: &Path, all: &[Measure]) -> anyhow::Result<PathBuf> {
    for file in all.iter().flat_map(|measure| measure.files()) {
        let path = folder.join(File::path(*file));
        std::fs::create_dir_all(path.parent().unwrap_or(folder))?;
        std::fs::write(path, file.bytes())?;
    }
    let script = folder.join("measure.mjs");
    std::fs::write(&script, SCRIPT)?;
    std::fs::write(folder.join("host.mjs"), HOST)?;
    Ok(script)
}
