//! What a registry requires of published crates: fields, versions, and files of their own.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::Command;
use toml::{Table, Value};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("xtask lies in the root").to_owned()
}

fn manifest(folder: &Path) -> Table {
    let path = folder.join("Cargo.toml");
    let text = std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    text.parse().unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// The published crates: folder name and manifest.
fn published() -> BTreeMap<String, Table> {
    let crates = std::fs::read_dir(root().join("crates")).expect("crates/ is there").flatten();
    let all = crates.map(|entry| (entry.file_name().to_string_lossy().into_owned(), manifest(&entry.path())));
    all.filter(|(_, manifest)| manifest["package"].get("publish") != Some(&Value::Boolean(false))).collect()
}

#[test]
fn published_crates_have_what_a_registry_asks_for() {
    let workspace = manifest(&root());
    let version = &workspace["workspace"]["package"]["version"];
    let published = published();
    assert!(published.contains_key("games") && published.contains_key("records"), "{:?}", published.keys());
    for (name, manifest) in &published {
        let package = manifest["package"].as_table().expect("a table");
        for field in ["description", "license", "repository", "readme", "keywords", "categories", "include"] {
            assert!(package.contains_key(field), "crates/{name}/Cargo.toml lacks '{field}'");
        }
        let dependencies = manifest["dependencies"].as_table().expect("a table");
        for other in dependencies.keys().filter_map(|key| key.strip_prefix("heibai-")) {
            assert!(published.contains_key(other), "crates/{name} needs {other}, which is not published");
            let said = &workspace["workspace"]["dependencies"][&format!("heibai-{other}")];
            assert_eq!(said.get("version"), Some(version), "the version of {other}");
        }
    }
}

/// A package contains its sources and describes itself; nothing is included from outside it.
#[test]
fn published_crates_hold_their_own_files() {
    for name in published().keys() {
        let output = Command::new(env!("CARGO"))
            .args(["package", "--list", "--offline", "--allow-dirty", "--package", &format!("heibai-{name}")])
            .current_dir(root())
            .output()
            .expect("cargo runs");
        assert!(output.status.success(), "{name}: {}", String::from_utf8_lossy(&output.stderr));
        let list = String::from_utf8(output.stdout).expect("UTF-8").replace('\\', "/");
        let made = ["Cargo.toml", "Cargo.toml.orig", "Cargo.lock", ".cargo_vcs_info.json"];
        for file in list.lines().filter(|file| !made.contains(file)) {
            let own = file == "README.md" || file.starts_with("src/") || file.starts_with("examples/");
            assert!(own, "{name} would ship {file}");
        }
        assert!(list.contains("README.md") && list.contains("src/lib.rs"), "{name}: {list}");
        for file in list.lines().filter(|file| file.ends_with(".rs")) {
            let text =
                std::fs::read_to_string(root().join("crates").join(name).join(file)).expect("a source");
            let outside = text.lines().find(|line| line.contains("include_") && line.contains("../.."));
            assert_eq!(outside, None, "{name}/{file} includes a file of another folder");
        }
    }
}
