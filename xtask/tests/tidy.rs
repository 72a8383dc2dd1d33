//! What must not be in the tree: a layer that depends upwards, `unsafe` outside kernels, words a folder must not use,
//! files that grew too long, leftovers, data without an entry in the manifest.

use sha2::{Digest, Sha256};
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("xtask lies in the root").to_owned()
}

/// Every file of the repository with one of these extensions, except generated ones.
fn files(folder: &Path, extensions: &[&str]) -> Vec<PathBuf> {
    let mut found = Vec::new();
    let mut folders = vec![folder.to_owned()];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(&folder).into_iter().flatten().flatten() {
            let (path, name) = (entry.path(), entry.file_name().to_string_lossy().into_owned());
            let foreign = ["target", "node_modules", "dist", "local", "corpus", "artifacts", "__pycache__"];
            if path.is_dir() {
                if !name.starts_with('.') && !foreign.contains(&name.as_str()) {
                    folders.push(path);
                }
            } else if path.extension().is_some_and(|e| extensions.iter().any(|x| e == *x)) {
                found.push(path);
            }
        }
    }
    found.sort();
    found
}

fn read(path: &Path) -> String {
    fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// The layers of ARCHITECTURE.md: what each crate may build on.
#[test]
fn dependencies_point_one_way() {
    let may: BTreeMap<&str, &[&str]> = BTreeMap::from([
        ("kernels", &[][..]),
        ("games", &["kernels"]),
        ("words", &["games"]),
        ("records", &["games"]),
        ("net", &["kernels"]),
        ("engines", &["games", "kernels", "net"]),
        ("review", &["games", "engines", "words"]),
        ("lessons", &["games", "engines"]),
        ("train", &["games", "kernels", "net", "engines"]),
        ("protocols", &["games", "records"]),
        ("arena", &["games", "records", "protocols"]),
        ("table", &["games", "records", "engines", "review", "lessons", "arena"]),
        (
            "server",
            &["games", "records", "engines", "review", "lessons", "table", "protocols", "arena", "kernels"],
        ),
        ("python", &["games", "records", "engines", "review", "protocols", "arena", "kernels"]),
        ("wasm", &["games", "records", "engines", "review", "lessons", "table", "kernels"]),
    ]);
    for (name, allowed) in may {
        let manifest = root().join("crates").join(name).join("Cargo.toml");
        if !manifest.is_file() {
            continue;
        }
        let text = read(&manifest);
        let dependencies = text.split("[dependencies]").nth(1).unwrap_or("");
        let dependencies = dependencies.split("\n[").next().unwrap_or("");
        for line in dependencies.lines().filter_map(|line| line.strip_prefix("heibai-")) {
            let other = line.split(['.', ' ', '=']).next().unwrap_or("");
            // Words are above games and below every crate that shows text.
            let speaks = other == "words" && !["kernels", "games"].contains(&name);
            assert!(speaks || allowed.contains(&other), "crates/{name} must not depend on {other}");
        }
        if ["games", "kernels"].contains(&name) {
            let foreign = dependencies
                .lines()
                .find(|l| !l.trim().is_empty() && !l.starts_with("heibai-") && !l.starts_with('#'));
            assert_eq!(foreign, None, "crates/{name} has no outside dependencies");
        }
    }
}

/// A folder, and the words its sources must not use.
#[test]
fn folders_do_not_say_what_they_must_not_know() {
    let games = ["std::fs", "std::thread", "Instant", "SystemTime", "println!", "std::net", "fastrand"];
    let rules: &[(&str, &[&str])] = &[
        ("crates/games/src", &games),
        ("crates/engines/src/search", &["Othello", "Gomoku", "othello", "gomoku"]),
        ("crates/engines/src", &["println!", "eprintln!", "std::net"]),
        ("crates/lessons/src", &["std::fs", "std::net", "println!", "utoipa"]),
        ("crates/net/src", &["std::fs", "std::net", "println!"]),
        ("crates/records/src", &["std::fs", "std::net", "println!"]),
        ("crates/kernels/src", &["std::fs", "std::net", "println!"]),
    ];
    for (folder, words) in rules {
        for file in files(&root().join(folder), &["rs"]) {
            let text = read(&file);
            // Tests may do what the code may not.
            let code = text.split("#[cfg(test)]").next().unwrap_or("");
            for (number, line) in code.lines().enumerate() {
                let said = line.split("//").next().unwrap_or("");
                for word in *words {
                    assert!(!said.contains(word), "{}:{} says '{word}'", file.display(), number + 1);
                }
            }
        }
    }
}

/// Sentences are spelled in crates/words alone. Elsewhere Chinese is only read: what people type and what records
/// contain; and openings have their names beside their moves.
#[test]
fn words_are_spelled_in_one_crate() {
    let reads_chinese = [
        "crates/games/src/kind.rs",
        "crates/heibai/src/play/command.rs",
        "crates/records/src/sgf/result.rs",
        "crates/records/src/registry.rs",
        "crates/engines/src/gomoku/openings.rs",
        "crates/engines/src/othello/openings.rs",
    ];
    let is_chinese = |c: char| ('\u{4e00}'..='\u{9fff}').contains(&c);
    for file in files(&root().join("crates"), &["rs"]) {
        let path = file.strip_prefix(root()).expect("inside").to_string_lossy().replace('\\', "/");
        let tests = path.contains("/tests/") || path.ends_with("/tests.rs");
        if path.starts_with("crates/words/") || tests || reads_chinese.contains(&path.as_str()) {
            continue;
        }
        let text = read(&file);
        let code = text.split("#[cfg(test)]").next().and_then(|code| code.split("#[cfg(all(test").next());
        for (number, line) in code.unwrap_or("").lines().enumerate() {
            let code = line.split("//").next().unwrap_or("");
            assert!(!code.chars().any(is_chinese), "{path}:{}: a sentence outside crates/words", number + 1);
            let second = code.contains("enum Language") || code.contains("enum Lang ");
            assert!(!second, "{path}:{}: a second language type", number + 1);
            let english = path.starts_with("crates/heibai/src/")
                && ["bail!(\"", "anyhow!(\"", ".context(\""].iter().any(|word| code.contains(word));
            assert!(!english, "{path}:{}: a failure with English words only", number + 1);
        }
    }
}

#[test]
fn unsafe_lives_in_kernels() {
    for file in files(&root(), &["rs"]) {
        if file.starts_with(root().join("crates/kernels")) {
            continue;
        }
        for (number, line) in read(&file).lines().enumerate() {
            let code = line.split("//").next().unwrap_or("");
            let says = code.contains(concat!("unsafe", " {")) || code.contains(concat!("unsafe", " fn"));
            // A test's counting allocator has no safe form.
            let allocator =
                file.to_string_lossy().contains("/tests/") || file.to_string_lossy().contains("/benches/");
            assert!(!says || allocator, "{}:{}", file.display(), number + 1);
        }
    }
}

#[test]
fn files_stay_readable() {
    for file in files(&root(), &["rs", "ts", "tsx", "py"]) {
        let lines = read(&file).lines().count();
        assert!(lines <= 600, "{} has {lines} lines: is it one thing?", file.display());
    }
}

#[test]
fn every_source_says_what_it_is() {
    for file in files(&root().join("crates"), &["rs"]) {
        let text = read(&file);
        assert!(text.starts_with("//!"), "{} does not open with what it does", file.display());
    }
}

#[test]
fn no_leftovers() {
    let words = [
        concat!("TO", "DO"),
        concat!("FIX", "ME"),
        concat!("dbg", "!("),
        concat!("#[ig", "nore"),
        concat!("todo", "!("),
        concat!("unimpl", "emented!("),
        concat!(".sk", "ip("),
        concat!(".on", "ly("),
    ];
    for file in files(&root(), &["rs", "ts", "tsx", "py"]) {
        for (number, line) in read(&file).lines().enumerate() {
            for word in &words {
                // `iterator.skip(n)` is not a skipped test.
                let iterator =
                    word.ends_with("ip(") && file.extension().is_some_and(|e| e == "rs" || e == "py");
                assert!(iterator || !line.contains(word), "{}:{} says {word}", file.display(), number + 1);
            }
        }
    }
}

/// Everything that ships in data/ is in the manifest with its checksum, origin and licence.
#[test]
fn data_has_its_manifest() {
    let data = root().join("data");
    let manifest = fs::read_to_string(data.join("manifest.toml")).unwrap_or_default();
    let manifest: toml::Table = manifest.parse().expect("data/manifest.toml is TOML");
    let entries = manifest.get("file").and_then(toml::Value::as_array).cloned().unwrap_or_default();
    let named =
        |name: &str| entries.iter().find(|e| e.get("name").and_then(toml::Value::as_str) == Some(name));
    let mut shipped = Vec::new();
    let mut folders = vec![data.clone()];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(&folder).into_iter().flatten().flatten() {
            if entry.path().is_dir() {
                folders.push(entry.path());
            } else if entry.file_name() != "manifest.toml"
                && !entry.file_name().to_string_lossy().starts_with('.')
            {
                shipped.push(entry.path());
            }
        }
    }
    for file in shipped {
        let name = file.strip_prefix(&data).expect("inside data").to_string_lossy().replace('\\', "/");
        let entry = named(&name).unwrap_or_else(|| panic!("data/{name} is not in data/manifest.toml"));
        let says = |key: &str| entry.get(key).and_then(toml::Value::as_str).unwrap_or("").to_owned();
        let sum = format!("{:x}", Sha256::digest(fs::read(&file).expect("data files can be read")));
        assert_eq!(says("sha256"), sum, "data/{name} is not what the manifest says");
        for key in ["made", "licence"] {
            assert!(!says(key).is_empty(), "data/manifest.toml: {name} lacks '{key}'");
        }
    }
}

/// Every requirement has one row in docs/conformance.md, and every test it names exists.
#[test]
fn conformance_names_tests_that_exist() {
    let text = read(&root().join("docs/conformance.md"));
    let numbers = [("C", 11), ("O", 12), ("G", 6), ("M", 12), ("T", 6), ("P", 5)];
    for number in
        numbers.iter().flat_map(|(letter, count)| (1..=*count).map(move |n| format!("{letter}-{n}")))
    {
        let rows = text.lines().filter(|line| line.starts_with(&format!("| {number} |"))).count();
        assert_eq!(rows, 1, "docs/conformance.md: rows for {number}");
    }
    for (row, line) in text.lines().enumerate() {
        for named in
            line.split('`').skip(1).step_by(2).filter(|name| name.contains("tests/") || name.contains("::"))
        {
            let (file, function) = named.split_once("::").unwrap_or((named, ""));
            let path = root().join(file);
            assert!(path.is_file(), "docs/conformance.md:{}: no file {file}", row + 1);
            let said = |word: &str| read(&path).contains(&format!("{word} {function}"));
            let here = function.is_empty() || ["fn", "function", "def"].iter().any(|word| said(word));
            assert!(here, "docs/conformance.md:{}: {file} has no test {function}", row + 1);
        }
    }
}

/// `match` on the game appears only in `games/kind.rs` and in the registries.
#[test]
fn the_game_is_matched_in_the_registries() {
    let is_registry = |name: &str| {
        name.ends_with("/registry.rs") || ["games/src/kind.rs", "words/src/names.rs"].contains(&name)
    };
    let is_arm = |line: &str| {
        let code = line.split("//").next().unwrap_or("");
        let named = ["Kind::Othello", "Kind::Go", "Kind::Gomoku"];
        code.split_once("=>").is_some_and(|(pattern, _)| named.iter().any(|name| pattern.contains(name)))
    };
    let mut arms = Vec::new();
    for file in files(&root().join("crates"), &["rs"]) {
        let name =
            file.strip_prefix(root().join("crates")).expect("inside crates").to_string_lossy().into_owned();
        if !name.contains("/src/") || is_registry(&name) {
            continue;
        }
        let text = read(&file);
        let code = text.split("#[cfg(test)]").next().unwrap_or("");
        arms.extend(code.lines().filter(|line| is_arm(line)).map(|line| format!("{name}: {}", line.trim())));
    }
    assert!(arms.is_empty(), "arms on the game outside the registries:\n{}", arms.join("\n"));
}

/// Only the budget of a search divides the remaining time of a clock.
#[test]
fn the_budget_alone_divides_a_clock() {
    for file in files(&root().join("crates"), &["rs"]) {
        if file.ends_with("engines/src/search/budget.rs") || file.ends_with("games/src/clock.rs") {
            continue;
        }
        for (number, line) in read(&file).lines().enumerate() {
            let code = line.split("//").next().unwrap_or("");
            let divides =
                ["main /", "clock.main *", "increment *", "increment /"].iter().any(|d| code.contains(d));
            assert!(!divides, "{}:{} divides a clock", file.display(), number + 1);
        }
    }
}

/// A public type has a distinct name: one that three crates use says nothing where it is read.
#[test]
fn public_types_have_names_of_their_own() {
    // Each crate's `registry.rs` has its `Registry` by design.
    const SHARED: [&str; 1] = ["Registry"];
    let mut crates: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    for file in files(&root().join("crates"), &["rs"]) {
        let path = file
            .strip_prefix(root().join("crates"))
            .expect("inside crates")
            .to_string_lossy()
            .replace('\\', "/");
        let Some((name, _)) = path.split_once("/src/") else { continue };
        for line in read(&file).lines() {
            let Some(rest) = line.trim_start().strip_prefix("pub ") else { continue };
            let kinds = ["struct ", "enum ", "trait ", "type ", "union "];
            let Some(rest) = kinds.iter().find_map(|kind| rest.strip_prefix(kind)) else { continue };
            let end = rest.find(|c: char| !c.is_alphanumeric()).unwrap_or(rest.len());
            crates.entry(rest[..end].to_owned()).or_default().insert(name.to_owned());
        }
    }
    let shared: Vec<_> =
        crates.iter().filter(|(name, users)| users.len() > 2 && !SHARED.contains(&name.as_str())).collect();
    assert!(shared.is_empty(), "public types of one name in more than two crates: {shared:?}");
    assert!(crates.len() > 100, "only {} public types found", crates.len());
}

/// What may run in a browser reads the clock in one place, where the host can lend another.
#[test]
fn one_file_reads_the_system_clock() {
    for crate_ in
        ["kernels", "games", "words", "records", "net", "engines", "review", "lessons", "table", "wasm"]
    {
        for file in files(&root().join("crates").join(crate_).join("src"), &["rs"]) {
            if file.ends_with("engines/src/search/moment.rs") {
                continue;
            }
            let text = read(&file);
            // Tests may do what the code may not.
            let code = text.split("#[cfg(test)]").next().unwrap_or("");
            for (number, line) in code.lines().enumerate() {
                let said = line.split("//").next().unwrap_or("");
                for word in ["Instant", "SystemTime", "thread::sleep"] {
                    assert!(!said.contains(word), "{}:{} says '{word}'", file.display(), number + 1);
                }
            }
        }
    }
}

/// Prose has at most 120 characters per line, so that changes can be reviewed. Tables, code and pictures may be
/// wider.
#[test]
fn documents_have_short_lines() {
    for file in files(&root(), &["md"]) {
        let mut fenced = false;
        for (number, line) in read(&file).lines().enumerate() {
            fenced ^= line.trim_start().starts_with("```");
            let free = fenced || ["|", "<", "![", "    "].iter().any(|start| line.starts_with(start));
            if free || line.chars().count() <= 120 {
                continue;
            }
            // Code in the text is not broken.
            let start = line.trim_start().trim_start_matches("- ");
            let can_break = start.split('`').step_by(2).any(|prose| prose.trim().contains([' ', '。', '，']));
            assert!(!can_break, "{}:{}: {} characters", file.display(), number + 1, line.chars().count());
        }
    }
}

/// Third-party libraries come from crates.io, with a checksum, and are on a reviewed list: add a new one there with
/// its licence.
#[test]
fn libraries_of_others_are_on_the_list() {
    const FREE: [&str; 12] = [
        "MIT",
        "Apache-2.0",
        "BSD-2-Clause",
        "BSD-3-Clause",
        "BSL-1.0",
        "0BSD",
        "ISC",
        "Unicode-3.0",
        "Unicode-DFS-2016",
        "Unlicense",
        "WTFPL",
        "Zlib",
    ];
    let list = read(&root().join("xtask/tests/dependencies.txt"));
    let listed: BTreeMap<&str, &str> =
        list.lines().filter(|line| !line.starts_with('#')).filter_map(|line| line.split_once(": ")).collect();
    // One of several licences is enough, and a part of a work may have its own.
    for (name, licence) in &listed {
        let free = licence.split(" | ").all(|licence| {
            let mut words = licence.split([' ', '(', ')']);
            words.any(|word| FREE.contains(&word))
        });
        assert!(free, "{name} is under {licence}");
    }
    let lock: toml::Table = read(&root().join("Cargo.lock")).parse().expect("TOML");
    let mut found = BTreeSet::new();
    for package in lock["package"].as_array().expect("packages") {
        let Some(source) = package.get("source").and_then(toml::Value::as_str) else { continue };
        let name = package["name"].as_str().expect("a name");
        assert_eq!(source, "registry+https://github.com/rust-lang/crates.io-index", "{name}");
        assert!(package.get("checksum").is_some(), "{name} has no checksum");
        assert!(listed.contains_key(name), "add '{name}: LICENCE' to xtask/tests/dependencies.txt");
        found.insert(name);
    }
    let gone: Vec<_> = listed.keys().filter(|name| !found.contains(**name)).collect();
    assert!(gone.is_empty(), "no longer used, take them off the list: {gone:?}");
}
