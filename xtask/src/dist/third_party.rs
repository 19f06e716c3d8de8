//! The crates linked into the binary, and the licences that must be included.

use std::collections::{BTreeMap, BTreeSet};
use std::env;
use std::fmt::Write;
use std::fs;
use std::path::Path;
use std::process::Command;

use anyhow::Context;
use serde_json::Value;

use super::output;

/// The beginnings of names of files with licences and notices.
const NOTICES: [&str; 6] = ["license", "licence", "copying", "copyright", "notice", "unlicense"];

/// Returns a page with every crate in the binary, its licence, and the texts, each once.
pub(crate) fn notices(metadata: &Value) -> anyhow::Result<String> {
    let linked = linked_crates()?;
    let mut table = String::new();
    let mut texts: BTreeMap<String, Vec<String>> = BTreeMap::new();
    let packages = metadata["packages"].as_array().context("`cargo metadata` lists no packages")?;
    // Our own crates have no source.
    for package in packages.iter().filter(|package| !package["source"].is_null()) {
        let text = |key: &str| package[key].as_str().unwrap_or("?");
        let crate_ = format!("{} {}", text("name"), text("version"));
        if !linked.contains(&crate_) {
            continue;
        }
        let folder = Path::new(text("manifest_path")).parent().context("a manifest lies somewhere")?;
        let found = texts_of(folder)?;
        let files: Vec<&str> = found.iter().map(|(file, _)| file.as_str()).collect();
        let files = if files.is_empty() { "none in its package".to_owned() } else { files.join(", ") };
        writeln!(table, "| {crate_} | {} | {files} |", text("license")).expect("writing to a string");
        for (file, text) in found {
            texts.entry(text).or_default().push(format!("{crate_}: {file}"));
        }
    }
    let mut page = format!(
        "# What is in the binary\n\n\
         cardsharp itself is under MIT or Apache-2.0, as you like (`LICENSE-MIT`, `LICENSE-APACHE`). Linked into the\n\
         binary are Rust's standard library (MIT or Apache-2.0, by the Rust Project Developers), SQLite, which is in\n\
         the public domain, and these crates; their texts follow.\n\n\
         | crate | licence | texts |\n|---|---|---|\n{table}"
    );
    for (text, crates) in texts {
        let bar = if text.contains("```") { "~~~~" } else { "```" };
        write!(page, "\n## {}\n\n{bar}text\n{text}\n{bar}\n", crates.join("; ")).expect("writing to a string");
    }
    Ok(page)
}

/// Returns the crates whose code is in the binary, as `name version`: no macros, build scripts or test tools.
fn linked_crates() -> anyhow::Result<BTreeSet<String>> {
    let cargo = env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let mut tree = Command::new(cargo);
    tree.args(["tree", "--locked", "--package", "cardsharp", "--edges", "normal,no-proc-macro"]);
    let listed = output(tree.args(["--prefix", "none", "--format", "{p}"]))?;
    let named = |line: &str| {
        let (name, rest) = line.split_once(" v")?;
        Some(format!("{name} {}", rest.split_whitespace().next()?))
    };
    Ok(listed.lines().filter_map(named).collect())
}

/// Returns the notices in a folder, by name. Texts that differ only in line ends are equal.
fn texts_of(folder: &Path) -> anyhow::Result<Vec<(String, String)>> {
    let mut found = Vec::new();
    for file in fs::read_dir(folder).with_context(|| folder.display().to_string())? {
        let file = file?;
        let name = file.file_name().to_string_lossy().into_owned();
        let is_notice = NOTICES.iter().any(|notice| name.to_lowercase().starts_with(notice));
        if is_notice && file.file_type()?.is_file() {
            let text = fs::read_to_string(file.path()).with_context(|| file.path().display().to_string())?;
            let lines: Vec<&str> = text.trim_matches('\n').lines().map(str::trim_end).collect();
            found.push((name, lines.join("\n")));
        }
    }
    found.sort();
    Ok(found)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_binarys_crates_are_named_with_their_licences_and_texts() {
        let _turn = crate::PROGRAM_LOCK.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        let page = notices(&super::super::metadata().unwrap()).unwrap();
        let rows: Vec<&str> = page.lines().filter(|line| line.starts_with("| ")).collect();
        let row = |name: &str| rows.iter().find(|row| row.starts_with(&format!("| {name} "))).copied();
        for (name, licence) in [("clap_complete", "Apache"), ("rusqlite", "MIT"), ("tokio", "MIT"), ("landlock", "MIT")]
        {
            assert!(row(name).is_some_and(|row| row.contains(licence)), "{name}: {rows:?}");
        }
        // Neither our own crates, nor those used only for building or testing.
        for name in ["cardsharp-rules", "clap_derive", "cc", "insta", "proptest"] {
            assert_eq!(row(name), None);
        }
        assert!(page.matches("Permission is hereby granted").count() > 10, "{}", page.len());
        let unnamed: Vec<&&str> = rows.iter().filter(|row| row.contains("| ? |")).collect();
        assert!(unnamed.is_empty(), "{unnamed:?}");
    }

    #[test]
    fn the_same_text_is_there_once() {
        let folder = env::temp_dir().join(format!("xtask-notices-{}", std::process::id()));
        fs::create_dir_all(&folder).unwrap();
        for (file, text) in [("LICENSE-MIT", "may  \r\nuse\r\n"), ("COPYING", "\nmay\nuse"), ("lib.rs", "code")] {
            fs::write(folder.join(file), text).unwrap();
        }
        let found = texts_of(&folder);
        fs::remove_dir_all(&folder).unwrap();
        let text = "may\nuse".to_owned();
        assert_eq!(found.unwrap(), [("COPYING".to_owned(), text.clone()), ("LICENSE-MIT".to_owned(), text)]);
    }
}
