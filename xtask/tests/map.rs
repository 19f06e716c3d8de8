//! Checks that every path in the map of ARCHITECTURE.md exists.
//!
//! Paths are relative to the root: `{a,b}` stands for either, `*` for any part of one name, and `<game>` for every
//! game, whose folder has its name with `-` or `_`.

use std::path::Path;

use cardsharp_rules::AnyGame;

#[test]
fn every_path_of_the_map_is_there() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let text = std::fs::read_to_string(root.join("ARCHITECTURE.md")).unwrap();
    let map = text.split("\n## ").find(|part| part.starts_with("Map\n")).expect("there is a map");
    let paths = paths(map);
    assert!(paths.len() > 60, "only {} paths were found", paths.len());
    let missing = missing(&root, &paths);
    assert!(missing.is_empty(), "ARCHITECTURE.md's map names what is not there: {missing:#?}");
}

/// Returns the text between backticks in the first column.
fn paths(map: &str) -> Vec<String> {
    let cells = map.lines().filter_map(|line| line.strip_prefix('|')?.split('|').next());
    cells.flat_map(|cell| cell.split('`').skip(1).step_by(2)).map(str::to_owned).collect()
}

/// Returns the missing paths, with braces and games expanded.
fn missing(root: &Path, paths: &[String]) -> Vec<String> {
    let either = paths.iter().flat_map(|path| without_braces(path));
    let every_game = either.flat_map(|path| {
        let games = if path.contains("<game>") { AnyGame::all() } else { vec![AnyGame::all().remove(0)] };
        games.into_iter().map(move |game| path.replace("<game>", game.name())).collect::<Vec<_>>()
    });
    every_game.filter(|path| !is_there(root, path) && !is_there(root, &path.replace('-', "_"))).collect()
}

/// `a{b,c}d` as `abd` and `acd`.
fn without_braces(path: &str) -> Vec<String> {
    let Some((before, rest)) = path.split_once('{') else { return vec![path.to_owned()] };
    let (choices, after) = rest.split_once('}').unwrap_or_else(|| panic!("{path} has a brace that is not closed"));
    choices.split(',').flat_map(|choice| without_braces(&format!("{before}{choice}{after}"))).collect()
}

fn is_there(root: &Path, path: &str) -> bool {
    let Some((before, after)) = path.split_once('*') else { return root.join(path).exists() };
    let (folder, start) = before.rsplit_once('/').unwrap_or(("", before));
    let Ok(entries) = std::fs::read_dir(root.join(folder)) else { return false };
    let names = entries.filter_map(|entry| entry.ok()?.file_name().into_string().ok());
    names.into_iter().any(|name| name.strip_prefix(start).is_some_and(|rest| rest.ends_with(after)))
}

#[test]
fn only_missing_paths_are_named() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let missing = |map: &str| missing(root, &paths(map));
    let there =
        "| `src/{main,fuzz}.rs`, `src/dist/` | x |\n| `../crates/rules/src/<game>/` | `no.rs` |\n| `tests/m*.rs` | |";
    assert_eq!(missing(there), Vec::<String>::new());
    assert_eq!(missing("| `src/{main,mane}.rs`, `Cargo.toml` | |"), ["src/mane.rs"]);
    assert_eq!(missing("| `../crates/search/src/<game>/` | |").len(), AnyGame::all().len());
    assert_eq!(missing("| `tests/nothing*.rs` | |"), ["tests/nothing*.rs"]);
}
