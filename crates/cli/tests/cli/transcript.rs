//! Runs transcripts: Markdown files whose `console` blocks hold commands and their output.
//!
//! - A line `$ …` is a command for bash. Lines `> …` below it, and a here-document (`<<EOF`), belong to it.
//! - Its standard output follows, then standard error (`! …`), then the status if it is not 0 (`? 2`).
//! - `...` stands for any lines of standard output, `! ...` for any lines of standard error, `[..]` for any text within
//!   a line, `$PWD` for the folder of the transcript.
//! - A block that begins with ```` ```console if CONDITION ```` is skipped if bash finds the condition false.
//!
//! The commands of a file run in order in an empty folder with links to the top of the repository. `HOME` and the XDG
//! folders lie inside it; compiled programs are stored in the target folder. `cardsharp` and the programs of
//! `tests/tools` are on the path. With `CARDSHARP_BLESS=1` a file is rewritten where the output differs.

use std::collections::BTreeMap;
use std::fmt::Write;
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use crate::common::{Scratch, root};

/// Runs all commands of a transcript and returns their number; panics with a diff of each difference.
pub fn check(file: &Path) -> usize {
    let text = std::fs::read_to_string(file).unwrap_or_else(|error| panic!("{}: {error}", file.display()));
    let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
    let steps = parse(&lines);
    let count = steps.len();
    assert!(count > 0, "{} has no commands", file.display());
    let folder = file.parent().and_then(Path::file_name).unwrap_or_default().to_string_lossy();
    let scratch = Scratch::new(&format!("{folder}-{}", file.file_stem().unwrap().to_string_lossy()));
    link_repository(&scratch);
    let (mut changes, mut failures) = (Vec::new(), String::new());
    let mut conditions = BTreeMap::new();
    for Step { condition, command, expected } in steps {
        let is_met = |condition: &String| run(&scratch, &format!("{{ {condition}; }} > /dev/null 2>&1")).is_empty();
        if !condition.is_empty() && !*conditions.entry(condition).or_insert_with_key(is_met) {
            continue;
        }
        let actual = run(&scratch, &script(&lines[command.clone()]));
        let diff = compare(&lines[expected.clone()], &actual);
        if diff.iter().any(|(mark, _)| *mark != ' ') {
            writeln!(failures, "{}:{}: {}", file.display(), command.start + 1, lines[command.start]).unwrap();
            for (mark, line) in &diff {
                writeln!(failures, "{mark}{line}").unwrap();
            }
            changes.push((expected, diff));
        }
    }
    if std::env::var_os("CARDSHARP_BLESS").is_none() {
        assert!(failures.is_empty(), "`cargo xtask bless` renews what is expected\n{failures}");
    } else if !changes.is_empty() {
        for (expected, diff) in changes.into_iter().rev() {
            lines.splice(expected, diff.into_iter().filter(|(mark, _)| *mark != '-').map(|(_, line)| line));
        }
        std::fs::write(file, lines.join("\n") + "\n").unwrap();
    }
    count
}

/// A command: the condition of its block, its lines and the lines of its expected output.
struct Step {
    condition: String,
    command: Range<usize>,
    expected: Range<usize>,
}

/// Finds the commands of all `console` blocks.
fn parse(lines: &[String]) -> Vec<Step> {
    let mut steps: Vec<Step> = Vec::new();
    let (mut at, mut is_inside, mut condition) = (0, false, "");
    while at < lines.len() {
        let line = &lines[at];
        if let Some(fence) = line.strip_prefix("```") {
            is_inside = !is_inside && fence.starts_with("console");
            condition = fence.strip_prefix("console if ").unwrap_or_default();
        } else if is_inside && line.starts_with("$ ") {
            let start = at;
            loop {
                let word = lines[at].split_once("<<").map_or("", |(_, word)| word.trim_matches('\''));
                if word.starts_with(char::is_alphabetic) {
                    at +=
                        1 + lines[at + 1..].iter().position(|line| line == word).expect("an end of the here-document");
                }
                at += 1;
                if !lines[at].starts_with("> ") {
                    break;
                }
            }
            steps.push(Step { condition: condition.to_owned(), command: start..at, expected: at..at });
            continue;
        } else if is_inside {
            steps.last_mut().expect("a block begins with a command").expected.end = at + 1;
        }
        at += 1;
    }
    steps
}

/// Removes `$` and `>` from the lines of a command; here-documents have neither.
fn script(lines: &[String]) -> String {
    let lines = lines.iter().map(|line| line.strip_prefix("$ ").or(line.strip_prefix("> ")).unwrap_or(line));
    lines.collect::<Vec<_>>().join("\n")
}

fn link_repository(scratch: &Scratch) {
    for name in ["Cargo.toml", "README.md", "crates", "docs", "examples"] {
        std::os::unix::fs::symlink(root().join(name), scratch.path(name)).unwrap();
    }
}

/// Runs a command; returns its output in the form of a transcript.
fn run(scratch: &Scratch, command: &str) -> Vec<String> {
    let binary = Path::new(env!("CARGO_BIN_EXE_cardsharp")).parent().unwrap();
    let tools = root().join("crates/cli/tests/tools");
    let (path, home) = (std::env::var_os("PATH").unwrap_or_default(), std::env::home_dir().unwrap_or_default());
    let folders = [binary.to_owned(), tools].into_iter().chain(std::env::split_paths(&path));
    // Rust's proxies look for their toolchain in the real home.
    let rustup = std::env::var_os("RUSTUP_HOME").map_or_else(|| home.join(".rustup"), PathBuf::from);
    let output = Command::new("bash")
        .args(["-c", &format!("set -o pipefail\n{command}")])
        .current_dir(scratch.path(""))
        .stdin(Stdio::null())
        .env("PATH", std::env::join_paths(folders).unwrap())
        .env("HOME", scratch.path("home"))
        .env("RUSTUP_HOME", rustup)
        .env("XDG_STATE_HOME", scratch.path("state"))
        .env("XDG_DATA_HOME", scratch.path("data"))
        .env("XDG_CACHE_HOME", env!("CARGO_TARGET_TMPDIR"))
        .env_remove("CC")
        .output()
        .expect("bash runs");
    let folder = PathBuf::from(scratch.path(""));
    let text =
        |bytes: &[u8]| String::from_utf8_lossy(bytes).replace(folder.to_str().unwrap().trim_end_matches('/'), "$PWD");
    let mut lines: Vec<String> = text(&output.stdout).lines().map(str::to_owned).collect();
    lines.extend(text(&output.stderr).lines().map(|line| format!("! {line}").trim_end().to_owned()));
    match output.status.code() {
        Some(0) => {}
        Some(status) => lines.push(format!("? {status}")),
        None => lines.push(format!("? {}", output.status)),
    }
    lines
}

/// Aligns expected and actual lines: ` ` in both, `-` only expected, `+` only actual.
///
/// A changed line costs less than a missing and a new one, so that `...` does not swallow it.
fn compare(expected: &[String], actual: &[String]) -> Vec<(char, String)> {
    let (rows, columns) = (expected.len(), actual.len());
    let skips = |pattern: &str, line: &str| is_any(pattern) && is_same_stream(pattern, line);
    // The lowest cost from each pair of lines to the end.
    let mut costs = vec![vec![0_usize; columns + 1]; rows + 1];
    for row in (0..=rows).rev() {
        for column in (0..=columns).rev() {
            let new = |costs: &[Vec<usize>]| costs[row][column + 1] + 2;
            let missing = |costs: &[Vec<usize>], pattern| costs[row + 1][column] + if is_any(pattern) { 0 } else { 2 };
            costs[row][column] = match (expected.get(row), actual.get(column)) {
                (None, None) => 0,
                (None, Some(_)) => new(&costs),
                (Some(pattern), None) => missing(&costs, pattern),
                (Some(pattern), Some(line)) => {
                    let both = costs[row + 1][column + 1] + usize::from(!fits(pattern, line));
                    let beside = if skips(pattern, line) { costs[row][column + 1] } else { new(&costs) };
                    both.min(beside).min(missing(&costs, pattern))
                }
            };
        }
    }
    let (mut row, mut column, mut diff) = (0, 0, Vec::new());
    while row < rows || column < columns {
        let cost = costs[row][column];
        match (expected.get(row), actual.get(column)) {
            (Some(pattern), Some(line)) if costs[row + 1][column + 1] + usize::from(!fits(pattern, line)) == cost => {
                if fits(pattern, line) {
                    diff.push((' ', pattern.clone()));
                } else {
                    diff.extend([('-', pattern.clone()), ('+', line.clone())]);
                }
                (row, column) = (row + 1, column + 1);
            }
            (Some(pattern), Some(line)) if skips(pattern, line) && costs[row][column + 1] == cost => column += 1,
            (Some(pattern), _) if is_any(pattern) && costs[row + 1][column] == cost => {
                diff.push((' ', pattern.clone()));
                row += 1;
            }
            (Some(pattern), _) if !is_any(pattern) && costs[row + 1][column] + 2 == cost => {
                diff.push(('-', pattern.clone()));
                row += 1;
            }
            (_, line) => {
                diff.push(('+', line.expect("one of the two goes on").clone()));
                column += 1;
            }
        }
    }
    diff
}

fn is_any(pattern: &str) -> bool {
    pattern == "..." || pattern == "! ..."
}

fn is_same_stream(pattern: &str, line: &str) -> bool {
    pattern.starts_with('!') == line.starts_with('!') && !line.starts_with("? ")
}

/// Returns whether a line matches a pattern, in which `[..]` stands for any text.
fn fits(pattern: &str, line: &str) -> bool {
    let Some((first, rest)) = pattern.split_once("[..]") else { return pattern == line };
    let Some(mut left) = line.strip_prefix(first) else { return false };
    let mut parts = rest.split("[..]").peekable();
    while let Some(part) = parts.next() {
        if parts.peek().is_none() {
            return left.ends_with(part);
        }
        let Some(place) = left.find(part) else { return false };
        left = &left[place + part.len()..];
    }
    unreachable!("the last part returns")
}

#[test]
fn wildcards_stand_for_lines_and_for_text_within_one() {
    let same = |expected: &str, actual: &str| {
        let lines = |text: &str| text.lines().map(str::to_owned).collect::<Vec<_>>();
        compare(&lines(expected), &lines(actual)).iter().all(|(mark, _)| *mark == ' ')
    };
    assert!(same("a\n...\nb", "a\nx\ny\nb") && same("a\n...\nb", "a\nb") && same("a\n...", "a\nx") && same("", ""));
    assert!(same("[..] ms, [..] MiB", "5 ms, 7 MiB") && same("...\nb\n! ...\n? 1", "a\nb\n! x\n? 1"));
    assert!(!same("a", "a\nb") && !same("a\n...\nb", "a\nx\nb\nc") && !same("a\n...\nb", "x\nb") && !same("a", ""));
    assert!(!same("a\n...", "a\n! x") && !same("a\n...", "a\n? 1") && !same("a\n! ...", "a\n? 1"));
    assert!(!same("a[..]a", "a") && !same("[..] ms", "5 s") && !same("a", "b"));
}

#[test]
fn bless_keeps_the_wildcards_that_still_match() {
    let lines = |text: &str| text.lines().map(str::to_owned).collect::<Vec<_>>();
    let blessed = |expected: &str, actual: &str| -> Vec<String> {
        let diff = compare(&lines(expected), &lines(actual)).into_iter();
        diff.filter(|(mark, _)| *mark != '-').map(|(_, line)| line).collect()
    };
    assert_eq!(blessed("a\n[..] ms\n...\nc", "b\n5 ms\nx\ny\nc"), ["b", "[..] ms", "...", "c"]);
    assert_eq!(blessed("", "a\n? 1"), ["a", "? 1"]);
}
