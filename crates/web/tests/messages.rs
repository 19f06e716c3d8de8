//! The message files have every message of the page's modules, with the same variable parts, and no others.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

fn modules() -> Vec<(PathBuf, String)> {
    fn collect(folder: &Path, found: &mut Vec<(PathBuf, String)>) {
        for entry in std::fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                collect(&path, found);
            } else if path.extension().is_some_and(|ending| ending == "js") {
                let text = std::fs::read_to_string(&path).unwrap();
                found.push((path, text));
            }
        }
    }
    let mut found = Vec::new();
    collect(&Path::new(env!("CARGO_MANIFEST_DIR")).join("page"), &mut found);
    found.sort();
    found
}

/// Returns the rest of a module after each call of `t(`.
fn calls(text: &str) -> impl Iterator<Item = &str> {
    text.match_indices("t(").filter_map(|(at, call)| {
        let before = text[..at].chars().next_back().unwrap_or(' ');
        let is_name = before.is_alphanumeric() || "_$.".contains(before);
        (!is_name).then(|| text[at + call.len()..].trim_start())
    })
}

/// Returns the string literal at the beginning of a text.
fn literal(text: &str) -> Option<String> {
    let mut letters = text.strip_prefix('"')?.char_indices();
    let mut is_escaped = false;
    let end = letters.find(|&(_, letter)| {
        let ends = letter == '"' && !is_escaped;
        is_escaped = letter == '\\' && !is_escaped;
        ends
    })?;
    serde_json::from_str(&text[..end.0 + 2]).ok()
}

/// Returns the variable parts of a message.
fn parts(message: &str) -> BTreeSet<&str> {
    message.split('{').skip(1).filter_map(|rest| rest.split_once('}')).map(|(name, _)| name).collect()
}

fn messages(language: &str) -> BTreeMap<String, String> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("page/messages/{language}.json"));
    serde_json::from_str(&std::fs::read_to_string(path).unwrap()).unwrap()
}

#[test]
fn every_language_has_every_message_and_no_other() {
    let mut said = BTreeSet::new();
    for (path, text) in modules() {
        for call in calls(&text) {
            let is_definition = path.ends_with("language.js") && call.starts_with("english");
            let message = literal(call);
            assert!(message.is_some() || is_definition, "{}: t({:.60}", path.display(), call);
            said.extend(message);
        }
    }
    assert!(said.len() > 200, "only {} messages were found", said.len());
    for language in ["de", "fr"] {
        let known = messages(language);
        let missing: Vec<&String> = said.iter().filter(|message| !known.contains_key(*message)).collect();
        let stale: Vec<&String> = known.keys().filter(|message| !said.contains(*message)).collect();
        assert_eq!((missing, stale), (Vec::new(), Vec::new()), "{language}.json: missing, and said nowhere");
        for (english, message) in &known {
            assert_eq!(parts(english), parts(message), "{language}.json: {english:?}");
            assert!(!message.trim().is_empty(), "{language}.json: {english:?}");
        }
    }
}

/// Finds visible texts without `t`: children and attributes. Names of programs and commands are never translated.
#[test]
fn every_visible_text_is_a_message() {
    const ATTRIBUTES: [&str; 4] = ["\"aria-label\": ", "title: ", "placeholder: ", "textContent = "];
    const SAME_EVERYWHERE: [&str; 1] = ["cardsharp serve --db tournament.db"];
    let is_prose = |text: &str| {
        let mut words = text.split_whitespace();
        words.clone().count() > 1 && words.all(|word| word.chars().any(char::is_alphabetic))
            || text.chars().next().is_some_and(char::is_uppercase) && text.chars().count() > 2
    };
    for (path, text) in modules() {
        let mut before = "";
        for (number, line) in text.lines().enumerate() {
            // A long sentence stands on its own line below `t(`.
            let is_said = before.trim_end().ends_with("t(");
            before = line;
            let children = line.match_indices("}, \"").map(|(at, _)| at + 3);
            let read_out =
                ATTRIBUTES.iter().flat_map(|name| line.match_indices(name).map(|(at, name)| at + name.len()));
            let alone = (!is_said && line.trim_start().starts_with('"')).then(|| line.len() - line.trim_start().len());
            for at in children.chain(read_out).chain(alone) {
                let Some(found) = literal(&line[at..]).filter(|found| is_prose(found)) else { continue };
                let is_drawing = found.starts_with('M') && found.contains(|sign: char| sign.is_ascii_digit());
                let is_key = line[at + found.len() + 2..].starts_with(':');
                let is_known = is_drawing || is_key || SAME_EVERYWHERE.contains(&found.as_str());
                assert!(is_known, "{}:{}: {found:?} is not said by t()", path.display(), number + 1);
            }
        }
    }
}

/// Numbers that users read are formatted by `numeral`; coordinates of drawings are not.
#[test]
fn numbers_are_written_in_the_readers_language() {
    const DRAWINGS: [&str; 4] = ["points-chart.js", "evaluation-curve.js", "arrows.js", "results-chart.js"];
    let mut numerals = 0;
    for (path, text) in modules() {
        let is_drawing = DRAWINGS.iter().any(|name| path.ends_with(name));
        for (number, line) in text.lines().enumerate() {
            let is_past = line.contains(".toFixed(") && !is_drawing
                || line.contains(".toLocaleString(") && !line.contains(".toLocaleString(language()");
            assert!(!is_past, "{}:{}: {line}", path.display(), number + 1);
            numerals += line.matches("numeral(").count();
        }
    }
    assert!(numerals > 10, "only {numerals} were found");
}
