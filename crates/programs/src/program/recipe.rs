//! `bot.toml`: commands that build and start the program of a folder, in any language.
//!
//! ```toml
//! build = ["javac", "-d", "$OUT", "Main.java"]    # in the sandbox, as a compiler would run; may be left out
//! start = ["java", "-cp", "$OUT", "Main"]
//! ```
//!
//! Both run in the folder, which is read-only. `$OUT` is an empty folder for the build; only plain files outside
//! `$OUT/tmp` are copied from it. The words are untrusted: the first is a program on the path or in the folder; no
//! shell reads them.

use std::fs;
use std::io;
use std::path::{Component, Path, PathBuf};

use cardsharp_sandbox::{Command, Ending, Finished, FolderLimits, Limits, PlainFile, Sees, read_plain_folder};

use super::compile::{free_home, limits};
use super::folder::{self, Kept};
use super::workshop::Workshop;
use super::{Opening, Program, ProgramError, cache_folder, opening, tool};
use crate::Launch;

pub(super) const FILE: &str = "bot.toml";
const OUT: &str = "$OUT";
/// The most bytes of a build.
const MADE: FolderLimits = FolderLimits { entries: 2000, bytes: 128 << 20, depth: 16 };
/// The most output of a build.
const WORDS: usize = 1 << 20;
/// The memory that a build may use.
const MEMORY: u64 = 1 << 30;
/// The memory that a build may allocate.
const ASKED: u64 = 8 << 30;

#[derive(Debug, PartialEq, Eq)]
struct Recipe {
    build: Option<Vec<String>>,
    start: Vec<String>,
}

impl Recipe {
    fn read(text: &str) -> Result<Recipe, String> {
        let table: toml::Table = text.parse().map_err(|error: toml::de::Error| error.to_string())?;
        let (mut build, mut start) = (None, None);
        for (key, value) in &table {
            match key.as_str() {
                "build" => build = Some(words(value).map_err(|expected| format!("build: expected {expected}"))?),
                "start" => start = Some(words(value).map_err(|expected| format!("start: expected {expected}"))?),
                _ => return Err(format!("{key}: expected one of the keys build and start")),
            }
        }
        let start =
            start.ok_or("`start` is missing: the words that start the program, such as [\"node\", \"main.js\"]")?;
        Ok(Recipe { build, start })
    }
}

/// Parses the words of a command: a list of texts, or one text without quotes in it.
fn words(value: &toml::Value) -> Result<Vec<String>, &'static str> {
    const EXPECTED: &str = "a list of words, such as [\"node\", \"main.js\"]";
    let words: Vec<String> = match value {
        toml::Value::String(text) if !text.contains(['"', '\'']) => {
            text.split_whitespace().map(str::to_owned).collect()
        }
        toml::Value::Array(list) => {
            list.iter().map(|word| word.as_str().map(str::to_owned)).collect::<Option<_>>().ok_or(EXPECTED)?
        }
        _ => return Err(EXPECTED),
    };
    let is_fine = |word: &String| !word.is_empty() && word.len() <= 4096 && !word.contains(char::is_control);
    if words.is_empty() || words.len() > 256 || !words.iter().all(is_fine) { Err(EXPECTED) } else { Ok(words) }
}

/// Prepares the program of a folder with a `bot.toml`, and builds it if necessary.
pub(super) fn find(text: &str, launch: &Launch) -> Result<Program, ProgramError> {
    let cache = cache_folder();
    let kept = folder::keep(Path::new(text), &cache)?;
    let wrong = |reason: String| ProgramError::unfit(format!("{text}/{FILE}: {reason}"));
    let said = fs::read_to_string(kept.files.join(FILE)).map_err(|error| wrong(error.to_string()))?;
    let recipe = Recipe::read(&said).map_err(wrong)?;
    let built = match &recipe.build {
        Some(words) => Some(build(text, words, &kept, &cache, launch)?),
        None => None,
    };
    let (made, warnings) = built.unwrap_or_default();
    let command = command(&recipe.start, &kept, made.as_deref()).map_err(|reason| wrong(format!("start: {reason}")))?;
    let command = Command { sees: Sees::System, ..command };
    let program = Program::new(text, command, super::hash(&kept.content));
    Ok(Program { warnings, ..program })
}

/// Returns a command that runs in the folder. Its first word is a program in the folder, in `$OUT`, or on the path.
fn command(words: &[String], kept: &Kept, out: Option<&Path>) -> Result<Command, String> {
    let filled = |word: &String| match out {
        Some(out) => Ok(word.replace(OUT, &out.to_string_lossy())),
        None if word.contains(OUT) => Err(format!("there is no {OUT}, because nothing is built")),
        None => Ok(word.clone()),
    };
    let (first, rest) = words.split_first().ok_or("no words")?;
    let mut readable = vec![kept.files.clone()];
    readable.extend(out.map(Path::to_owned));
    let mut args = Vec::new();
    let program = if let Some(name) = first.strip_prefix(OUT) {
        let out = out.ok_or_else(|| format!("there is no {OUT}, because nothing is built"))?;
        in_folder(out, name.trim_start_matches('/'), first)?
    } else if first.contains('/') && !first.starts_with('/') {
        in_folder(&kept.files, first, first)?
    } else {
        let tool = tool::find(first)?;
        readable.extend(tool.readable);
        args.extend(tool.args);
        tool.program
    };
    args.extend(rest.iter().map(filled).collect::<Result<Vec<String>, String>>()?);
    Ok(Command { args, readable, folder: Some(kept.files.clone()), ..Command::new(program, Sees::Toolchain) })
}

/// Returns the path of a program in this folder, never outside it.
fn in_folder(folder: &Path, name: &str, shown: &str) -> Result<PathBuf, String> {
    let stays = |part: Component<'_>| matches!(part, Component::Normal(_) | Component::CurDir);
    let path = folder.join(name);
    if name.is_empty() || !Path::new(name).components().all(stays) || !path.is_file() {
        return Err(format!("there is no {shown}"));
    }
    match opening(&path) {
        Ok(Opening::Machine | Opening::Script(_)) => Ok(path),
        _ => Err(format!("{shown} is neither a compiled program nor a script that begins with #!")),
    }
}

/// Builds the program, unless this folder was built before; returns its folder and the output.
fn build(
    text: &str,
    words: &[String],
    kept: &Kept,
    cache: &Path,
    launch: &Launch,
) -> Result<(Option<PathBuf>, String), ProgramError> {
    let wrong = |reason: String| ProgramError::unfit(format!("{text}/{FILE}: build: {reason}"));
    let unwritable = |error: io::Error| {
        ProgramError::new(format!("{}: cannot keep the program of {text}: {error}", cache.display()))
    };
    let workshop = Workshop::new(cache).map_err(unwritable)?;
    let mut command = command(words, kept, Some(&workshop.scratch)).map_err(wrong)?;
    // A different compiler makes a different program.
    let tool = fs::metadata(&command.program)
        .and_then(|file| file.modified())
        .map_or(0, |time| time.duration_since(std::time::UNIX_EPOCH).map_or(0, |since| since.as_secs()));
    let head = format!("built by {} of {tool}: {words:?}\n", command.program.display());
    let content = [head.into_bytes(), kept.content.clone()].concat();
    let home = free_home(cache, &content);
    let said =
        || fs::read(home.join("said")).map(|said| String::from_utf8_lossy(&said).into_owned()).unwrap_or_default();
    if home.exists() {
        return Ok((Some(home.join("made")), said()));
    }
    command.scratch = Some(workshop.scratch.clone());
    let limits = Limits { memory: u64::MAX, data: ASKED, resident: MEMORY, scratch: 2 * MADE.bytes, ..limits(WORDS) };
    let finished = launch.run(&command, b"", &limits);
    let finished = finished.map_err(|stop| ProgramError::new(format!("{text} cannot be built: {stop}")))?;
    if !finished.ending.is_success() {
        return Err(not_built(text, &finished));
    }
    let is_wanted = |name: &Path| name != Path::new("tmp");
    let made = read_plain_folder(&workshop.scratch, MADE, &is_wanted)
        .map_err(|error| wrong(format!("what it made {error}")))?;
    let keep = |ours: &Path| keep(&made, &finished, ours);
    workshop.put_in_place(&content, &home, keep).map_err(unwritable)?;
    Ok((Some(home.join("made")), said()))
}

fn keep(made: &[PlainFile], finished: &Finished, ours: &Path) -> io::Result<()> {
    // The sandbox forbids changing permissions, even for linkers, so executables are recognised by their first bytes.
    let is_program = |file: &PlainFile| [&b"\x7fELF"[..], b"#!"].iter().any(|start| file.content.starts_with(start));
    let made: Vec<PlainFile> =
        made.iter().map(|file| PlainFile { is_executable: is_program(file), ..file.clone() }).collect();
    folder::write(&made, &ours.join("made"))?;
    fs::write(ours.join("said"), &finished.stderr)
}

fn not_built(text: &str, finished: &Finished) -> ProgramError {
    let why = match finished.ending {
        Ending::CpuTime | Ending::WallClock | Ending::Idle => "it takes too long: 10 s are allowed, 20 s by the clock",
        Ending::Memory => "it needs more than 1 GiB of memory",
        Ending::Flood => "it writes too much: 256 MiB of files are allowed, and 1 MiB of messages",
        Ending::Exited(_) | Ending::Signalled(_) => {
            let said = [&finished.stderr[..], &finished.stdout[..]].map(String::from_utf8_lossy).concat();
            return ProgramError::from_output(&format!("{text} cannot be built: its build {}", finished.ending), &said);
        }
    };
    ProgramError::unfit(format!("{text} cannot be built: {why}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_recipe_says_how_to_build_and_how_to_start() {
        let list = |words: &[&str]| words.iter().map(|&word| word.to_owned()).collect::<Vec<_>>();
        let read =
            Recipe::read("build = \"javac -d $OUT Main.java\"\nstart = [\"java\", \"-cp\", \"$OUT\", \"Main\"]\n");
        let (build, start) =
            (Some(list(&["javac", "-d", "$OUT", "Main.java"])), list(&["java", "-cp", "$OUT", "Main"]));
        assert_eq!(read, Ok(Recipe { build, start }));
    }

    #[test]
    fn what_is_no_recipe_is_refused_with_what_was_expected() {
        let wrong = |text: &str| Recipe::read(text).unwrap_err();
        assert!(wrong("build = [\"make\"]").contains("`start` is missing"));
        assert!(wrong("start = 7").contains("start: expected a list of words"));
        assert!(wrong("start = []").contains("start: expected a list of words"));
        assert!(wrong("start = [\"a\\u0000b\"]").contains("start: expected a list of words"));
        assert!(wrong("start = \"sh -c 'rm -rf /'\"").contains("start: expected a list of words"));
        assert!(wrong("run = [\"a\"]").contains("run: expected one of the keys"));
        assert!(wrong("start = [").contains("TOML parse error"));
    }
}
