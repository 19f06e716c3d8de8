//! The results of every version of a program, stored between runs.
//!
//! One JSON file holds all programs. The key of a program is its path and its game, that of a version a hash of its
//! content. Versions are in the order in which they were first seen.

use std::path::{Path, PathBuf};

use cardsharp_matches::Participant;
use cardsharp_programs::Hosted;
use serde_json::{Map, Value, json};

use super::error::Usage;
use super::input::{COLLECTION, read_text};
use super::output::Staged;
use super::state::state_file;

/// The key that marks such a file; its value is the format's version.
const MARK: &str = "cardsharp versions";
/// The largest number of stored versions of a program.
const MOST: usize = 500;

/// The file of the results.
#[derive(Debug, clap::Args)]
pub(crate) struct Kept {
    /// The file with the results of every version of a program [default: versions.json in the state folder]
    #[arg(long, value_name = "FILE")]
    versions: Option<PathBuf>,
}

pub(crate) struct Versions {
    path: PathBuf,
    whole: Map<String, Value>,
    /// The game with its options, and the program's file.
    program: String,
    hash: String,
}

pub(crate) struct Version {
    /// In hexadecimal digits.
    pub(crate) hash: String,
    pub(crate) found: Value,
}

impl Versions {
    /// Reads a program's results. Returns `None` for house players and without a home folder. Fails on another format.
    pub(crate) fn of<G: Hosted>(
        participant: &Participant<G>,
        kept: &Kept,
        game: &G,
    ) -> Result<Option<Versions>, Usage> {
        let Some(program) = participant.bot().map(|bot| &bot.program) else { return Ok(None) };
        let Some(path) = kept.versions.clone().or_else(|| state_file("versions.json")) else { return Ok(None) };
        let file = std::fs::canonicalize(&program.label).unwrap_or_else(|_| PathBuf::from(&program.label));
        let options: Vec<String> =
            game.options().iter().map(|option| format!(" {}={}", option.key, option.value)).collect();
        let name = format!("{}{} {}", G::NAME, options.concat(), file.to_string_lossy());
        Ok(Some(Versions { whole: read(&path)?, path, program: name, hash: format!("{:016x}", program.hash) }))
    }

    /// Returns the versions with results of this kind, the oldest first.
    pub(crate) fn all(&self, what: &str) -> Vec<Version> {
        let versions = self.whole.get(&self.program).and_then(Value::as_array).into_iter().flatten();
        let version = |entry: &Value| {
            let found = entry.get(what)?.clone();
            Some(Version { hash: entry["hash"].as_str()?.to_owned(), found })
        };
        versions.filter_map(version).collect()
    }

    /// Returns the latest other version with results of this kind.
    pub(crate) fn last(&self, what: &str) -> Option<Version> {
        self.all(what).into_iter().rfind(|version| version.hash != self.hash)
    }

    pub(crate) fn keep(&mut self, what: &str, found: Value) -> anyhow::Result<()> {
        // Another run may have written since.
        self.whole = read(&self.path)?;
        self.whole.insert(MARK.to_owned(), json!(1));
        let versions = self.whole.entry(&self.program).or_insert_with(|| json!([]));
        let versions = versions.as_array_mut().expect("every program has a list");
        if let Some(entry) = versions.iter_mut().find(|entry| entry["hash"] == self.hash.as_str()) {
            entry[what] = found;
        } else {
            versions.push(json!({ "hash": self.hash, what: found }));
            let surplus = versions.len().saturating_sub(MOST);
            versions.drain(..surplus);
        }
        if let Some(folder) = self.path.parent().filter(|folder| !folder.as_os_str().is_empty()) {
            std::fs::create_dir_all(folder)
                .map_err(|error| Usage(format!("{}: cannot be made: {error}", folder.display())))?;
        }
        Staged::new(&self.path, &format!("{:#}\n", Value::Object(self.whole.clone())))?.put_in_place()
    }
}

fn read(path: &Path) -> Result<Map<String, Value>, Usage> {
    if !path.exists() {
        return Ok(Map::new());
    }
    let wrong = |reason: String| Usage(format!("{}: {reason}; --versions names another file", path.display()));
    let whole: Value =
        serde_json::from_str(&read_text(path, COLLECTION)?).map_err(|error| wrong(format!("is no JSON: {error}")))?;
    let Value::Object(whole) = whole else { return Err(wrong("is not a file of versions".to_owned())) };
    let is_entry = |entry: &Value| entry.is_object() && entry["hash"].is_string();
    let is_list = |list: &Value| list.as_array().is_some_and(|list| list.iter().all(is_entry));
    let is_fine = |(key, value): (&String, &Value)| if key == MARK { *value == json!(1) } else { is_list(value) };
    if !whole.contains_key(MARK) || !whole.iter().all(is_fine) {
        return Err(wrong("is not a file of versions".to_owned()));
    }
    Ok(whole)
}
