//! The tournament to play, from the command line, a file or the database.

use std::path::{Path, PathBuf};

use anyhow::Context;
use cardsharp_programs::is_program as is_program_folder;
use cardsharp_rules::AnyGame;
use cardsharp_tournament::Format;

use super::Tournament;
use crate::shared::{SETUP, Usage, read_text};

/// The tournament that the arguments describe.
#[derive(Debug)]
pub(super) struct Announced {
    pub(super) game: AnyGame,
    pub(super) options: Vec<String>,
    /// Programs and specs; folders are replaced by their programs.
    pub(super) sources: Vec<String>,
    pub(super) format: Format,
    pub(super) rounds: u64,
    /// 0 for a single game.
    pub(super) deals: u64,
    pub(super) seed: u64,
}

/// The settings that were typed or that a file contains.
#[derive(Debug, Default)]
pub(super) struct Typed {
    pub(super) game: Option<String>,
    pub(super) entrants: Vec<String>,
    pub(super) options: Vec<String>,
    pub(super) format: Option<Format>,
    pub(super) rounds: Option<u64>,
    pub(super) deals: Option<u64>,
    pub(super) seed: Option<u64>,
}

impl Announced {
    /// Returns the settings, with defaults for those that are missing.
    pub(super) fn from_args(args: &Tournament) -> anyhow::Result<Announced> {
        let said = Typed::from_args(args)?;
        let first = args.game.clone().unwrap_or_default();
        let name = said.game.with_context(|| Usage(format!("{first}: `game` is missing")))?;
        let game: AnyGame = name.parse().map_err(|error| Usage(format!("{error}")))?;
        let game = crate::shared::with_options(game, &said.options)?;
        if said.entrants.is_empty() {
            return Err(Usage("nobody takes part: name programs, folders of programs or players".to_owned()).into());
        }
        let format = said.format.unwrap_or(Format::Swiss);
        Ok(Announced {
            game,
            options: said.options,
            sources: said.entrants,
            format,
            rounds: said.rounds.unwrap_or(format.usual_rounds()),
            deals: said.deals.unwrap_or(0),
            seed: crate::shared::seed(said.seed)?.0,
        })
    }
}

/// Whether the first argument is a file rather than a game.
fn is_file(text: &str) -> bool {
    Path::new(text).extension().is_some_and(|kind| kind == "toml")
}

/// Returns the C files, executables and program folders in a folder, sorted by name.
fn programs_in(folder: &str) -> Result<Vec<String>, Usage> {
    use std::os::unix::fs::PermissionsExt;
    let failed = |error: std::io::Error| Usage(format!("{folder}: {error}"));
    let mut programs = Vec::new();
    for entry in std::fs::read_dir(folder).map_err(failed)? {
        let path = entry.map_err(failed)?.path();
        let Ok(metadata) = std::fs::metadata(&path) else { continue };
        let is_hidden = path.file_name().is_some_and(|name| name.as_encoded_bytes().starts_with(b"."));
        let is_program = path.extension().is_some_and(|kind| kind == "c") || metadata.permissions().mode() & 0o111 != 0;
        let is_entrant = if metadata.is_dir() { is_program_folder(&path) } else { metadata.is_file() && is_program };
        if is_entrant && !is_hidden {
            let text = path.to_str().ok_or_else(|| Usage(format!("{}: the name is not UTF-8", path.display())))?;
            programs.push(text.to_owned());
        }
    }
    programs.sort();
    if programs.is_empty() {
        return Err(Usage(format!("{folder}: there is no C file, no executable and no program folder in this folder")));
    }
    Ok(programs)
}

impl Typed {
    /// Returns the typed settings, and the file's for the others. Folders are replaced by their programs.
    pub(super) fn from_args(args: &Tournament) -> anyhow::Result<Typed> {
        let mut said = match &args.game {
            Some(file) if is_file(file) => Typed::read(Path::new(file))?,
            game => Typed { game: game.clone(), ..Typed::default() },
        };
        if !args.options.given.is_empty() {
            said.options.clone_from(&args.options.given);
        }
        if !args.entrants.is_empty() {
            said.entrants.clone_from(&args.entrants);
        }
        let mut sources = Vec::new();
        for text in said.entrants {
            let path = Path::new(&text);
            let is_many = path.is_dir() && !is_program_folder(path);
            if is_many { sources.extend(programs_in(&text)?) } else { sources.push(text) }
        }
        let (format, rounds, deals, seed) = (args.format, args.rounds, args.deals, args.seed);
        Ok(Typed {
            entrants: sources,
            format: format.or(said.format),
            rounds: rounds.or(said.rounds),
            deals: deals.or(said.deals),
            seed: seed.or(said.seed),
            ..said
        })
    }

    fn read(path: &Path) -> Result<Typed, Usage> {
        let wrong = |reason: String| Usage(format!("{}: {reason}", path.display()));
        let text = read_text(path, SETUP)?;
        let table: toml::Table = text.parse().map_err(|error: toml::de::Error| wrong(error.to_string()))?;
        let mut said = Typed::default();
        for (key, value) in &table {
            said.set(key, value, path).map_err(|expected| wrong(format!("{key}: expected {expected}")))?;
        }
        Ok(said)
    }

    /// Sets a key, or returns the expected value.
    fn set(&mut self, key: &str, value: &toml::Value, file: &Path) -> Result<(), String> {
        const KEYS: &str = "one of the keys game, entrants, options, format, rounds, deals, seed";
        let text = || value.as_str().map(str::to_owned).ok_or("a text in quotes".to_owned());
        let texts = || {
            let texts =
                value.as_array().and_then(|list| list.iter().map(|item| item.as_str().map(str::to_owned)).collect());
            texts.ok_or_else(|| "a list of texts".to_owned())
        };
        let number = |least: u64, most: u64| {
            let number = value.as_integer().and_then(|number| u64::try_from(number).ok());
            let fits = number.filter(|number| (least..=most).contains(number));
            fits.ok_or(format!("a number from {least} to {most}"))
        };
        match key {
            "game" => self.game = Some(text()?),
            "entrants" => {
                let entrants: Vec<String> = texts()?;
                self.entrants = entrants.iter().map(|entrant| beside(file, entrant)).collect();
            }
            "options" => self.options = texts()?,
            "format" => self.format = Some(text()?.parse().map_err(|_| "swiss, round-robin or gauntlet".to_owned())?),
            "rounds" => self.rounds = Some(number(1, 1_000_000)?),
            "deals" => self.deals = Some(number(1, 1_000_000)?),
            // TOML integers have 63 bits, random seeds 64, so a seed may be quoted.
            "seed" => {
                let quoted = value.as_str().and_then(|text| text.parse().ok());
                let number =
                    || number(0, i64::MAX.cast_unsigned()).map_err(|words| format!("{words}, or any in quotes"));
                self.seed = Some(quoted.map_or_else(number, Ok)?);
            }
            _ => return Err(KEYS.to_owned()),
        }
        Ok(())
    }
}

/// Returns the path relative to the file's folder if it exists, else the text, which may be a player's name.
fn beside(file: &Path, text: &str) -> String {
    if let Some(network) = text.strip_prefix("net:") {
        return format!("net:{}", beside(file, network));
    }
    let path: PathBuf = file.parent().unwrap_or(Path::new("")).join(text);
    let found = path.exists().then(|| path.to_str().map(str::to_owned)).flatten();
    match found {
        // A path with a slash is never taken for a player.
        Some(path) if path.contains('/') => path,
        Some(path) => format!("./{path}"),
        None => text.to_owned(),
    }
}
