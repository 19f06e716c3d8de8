//! ARCHITECTURE.md describes every crate and names only places that exist.

use std::path::Path;

/// Returns the sections about crates, each with the crate's name.
fn sections(text: &str) -> Vec<(&str, &str)> {
    let parts = text.split("\n## `crates/").skip(1);
    parts.map(|part| part.split_once('`').expect("a heading closes its name")).collect()
}

/// Returns the paths between backticks: those with a slash or a file ending.
fn paths(text: &str) -> Vec<&str> {
    let quoted = text.split('`').skip(1).step_by(2);
    let is_path = |word: &&str| {
        !word.contains([' ', '<', '('])
            && (word.contains('/') || Path::new(word).extension().is_some_and(|end| end == "rs"))
    };
    quoted.filter(is_path).collect()
}

/// Returns the paths of a section that do not exist in the repository, the crate or its sources.
fn missing(root: &Path, name: &str, section: &str) -> Vec<String> {
    let folders = [root.to_owned(), root.join("crates").join(name), root.join("crates").join(name).join("src")];
    let is_missing = |path: &&str| !folders.iter().any(|folder| folder.join(path).exists());
    paths(section).into_iter().filter(is_missing).map(|path| format!("{name}: {path}")).collect()
}

#[test]
fn every_crate_has_a_section_and_every_path_exists() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let text = std::fs::read_to_string(root.join("ARCHITECTURE.md")).unwrap();
    let sections = sections(&text);
    let mut named: Vec<&str> = sections.iter().map(|(name, _)| *name).collect();
    named.sort_unstable();
    let crates = std::fs::read_dir(root.join("crates")).unwrap().map(|entry| entry.unwrap().file_name());
    let mut crates: Vec<String> = crates.map(|name| name.into_string().unwrap()).collect();
    crates.sort_unstable();
    assert_eq!(named, crates);
    let before = missing(&root, "rules", text.split("\n## `crates/").next().unwrap());
    let missing = sections.iter().flat_map(|(name, section)| missing(&root, name, section));
    assert_eq!(before.into_iter().chain(missing).collect::<Vec<_>>(), Vec::<String>::new());
    assert!(text.split_whitespace().count() <= 2500, "the map has at most 2,500 words");
}

#[test]
fn a_path_that_does_not_exist_is_found() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let text = "\n## `crates/rules`: x\n`game.rs`, `record/`, `no.rs`, `Game`, `docs/guide/`, `docs/none/`";
    let found = sections(text).iter().flat_map(|(name, section)| missing(&root, name, section)).collect::<Vec<_>>();
    assert_eq!(found, ["rules: no.rs", "rules: docs/none/"]);
}
