//! `cardsharp study` and `cardsharp book`, run as a person runs them.

mod referee_tools;

use std::fs;
use std::process::{Command, Stdio};

use referee_tools::{Scratch, cardsharp};

fn run(words: &str) -> (Option<i32>, String, String) {
    let output = cardsharp(&words.split_whitespace().collect::<Vec<_>>());
    let text = |bytes| String::from_utf8(bytes).unwrap();
    (output.status.code(), text(output.stdout), text(output.stderr))
}

fn printed(words: &str) -> String {
    let (status, told, error) = run(words);
    assert_eq!(status, Some(0), "{words}: {error}");
    told
}

fn refused(words: &str) -> String {
    let (status, told, error) = run(words);
    assert_eq!((status, told.as_str()), (Some(2), ""), "{words}: {error}");
    error
}

/// A study's file without its head and its last line.
fn rows(path: &str) -> Vec<String> {
    let text = fs::read_to_string(path).unwrap();
    let lines: Vec<&str> = text.lines().collect();
    assert!(lines[lines.len() - 1].starts_with("end,"), "{text}");
    lines[9..lines.len() - 1].iter().map(|&line| line.to_owned()).collect()
}

#[test]
fn a_longer_study_begins_with_the_rows_of_a_shorter_one() {
    let scratch = Scratch::new("longer");
    let (short, long) = (scratch.path("short.csv"), scratch.path("long.csv"));
    for (game, player, part) in [
        ("indigo", "greedy", "games"),
        ("hanamikoji", "champion:nodes=20,worlds=5", "matches"),
        ("lucky-thirteen", "keep13", "games"),
    ] {
        let study = |deals: u64| format!("study {game} --part {part} --player {player} --deals {deals} --seed 7");
        let told = printed(&format!("{} --out {short}", study(3)));
        assert!(told.contains(&format!("remade by cardsharp {}\n", study(3))), "{told}");
        printed(&format!("{} --threads 3 --out {long}", study(6)));
        let (short, long) = (rows(&short), rows(&long));
        assert_eq!(long.len(), 2 * short.len(), "{game}");
        assert_eq!(long[..short.len()], short, "{game}");
    }
}

#[test]
fn a_study_that_was_killed_goes_on_to_the_same_file() {
    let scratch = Scratch::new("killed");
    let (whole, stopped) = (scratch.path("whole.csv"), scratch.path("stopped.csv"));
    let study = "study intensity --player careful --deals 400 --out";
    printed(&format!("{study} {whole}"));
    let mut child = Command::new(env!("CARGO_BIN_EXE_cardsharp"))
        .args(study.split(' '))
        .arg(&stopped)
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    // As soon as some rows are there; a quick machine may have finished by then, which is as well.
    let partial = format!("{stopped}.partial");
    while child.try_wait().unwrap().is_none() && fs::metadata(&partial).map_or(0, |file| file.len()) < 4_000 {
        std::thread::yield_now();
    }
    child.kill().unwrap();
    child.wait().unwrap();
    let is_done = fs::metadata(&stopped).is_ok();
    let other =
        refused_or_done(&format!("study intensity --player careful --deals 400 --seed 2 --out {stopped}"), is_done);
    assert!(is_done || other.contains("belongs to another study"), "{other}");
    let told = printed(&format!("{study} {stopped}"));
    assert!(is_done || told.contains("of them from before"), "{told}");
    assert_eq!(fs::read_to_string(&whole).unwrap(), fs::read_to_string(&stopped).unwrap());
    assert!(fs::metadata(&partial).is_err(), "nothing is left behind");
}

/// A study of something else must not go on in the rows of this one.
fn refused_or_done(words: &str, is_done: bool) -> String {
    if is_done { String::new() } else { refused(words) }
}

#[test]
fn what_cannot_be_studied_is_refused() {
    let scratch = Scratch::new("refused");
    let out = scratch.path("study.csv");
    for (words, reason) in [
        ("study indigo --part hands", "has no hands dealt on purpose"),
        ("study indigo --part songs", "expected games, hands, matches or openings"),
        ("study indigo --player nobody", "nobody"),
        ("study indigo --player champion:nodes=some", "some"),
        ("study indigo --deals 1", "--deals"),
        ("study chess", "chess"),
    ] {
        let error = refused(&format!("{words} --out {out}"));
        assert!(error.contains(reason), "{words}: {error}");
        assert!(fs::metadata(&out).is_err(), "{words}");
    }
    assert!(refused("study indigo").contains("--out"));
}

#[test]
fn a_book_is_written_from_studies_of_ones_own() {
    let scratch = Scratch::new("own");
    let [games, matches, html, markdown] =
        ["games.csv", "matches.csv", "book.html", "book.md"].map(|name| scratch.path(name));
    printed(&format!("study indigo --player greedy --deals 8 --out {games}"));
    printed(&format!("study indigo --part matches --player greedy --deals 8 --out {matches}"));
    let studies = format!("--games {games} --matches {matches}");
    assert_eq!(printed(&format!("book indigo {studies} --html {html} --markdown {markdown}")), "");
    let (page, text) = (fs::read_to_string(&html).unwrap(), fs::read_to_string(&markdown).unwrap());
    assert!(text.contains("8 games of `greedy` with itself"), "{text}");
    assert!(text.contains("cardsharp study indigo --part matches --player greedy --deals 8 --seed 1"), "{text}");
    // `champion` stands for the player that was studied: these two are then one and the same bout.
    let figures =
        |bout: &str| text.lines().find_map(|line| line.strip_prefix(bout)).unwrap_or_else(|| panic!("{text}"));
    assert_eq!(figures("| champion | greedy "), figures("| greedy | champion "));
    assert_eq!(printed(&format!("book indigo {studies}")), text);
    assert!(page.starts_with("<!DOCTYPE html>") && page.contains("8 games of <code>greedy</code> with itself"));
    for heading in text.lines().filter_map(|line| line.strip_prefix("## ")) {
        assert!(page.contains(&format!("<h2>{heading}</h2>")), "{heading}");
    }
    let both = refused(&format!("book indigo {studies} --html {html} --markdown {html}"));
    assert!(both.contains("name one file"), "{both}");
}

#[test]
fn a_damaged_study_is_named_with_its_line() {
    let scratch = Scratch::new("damaged");
    let (games, broken, html) = (scratch.path("games.csv"), scratch.path("broken.csv"), scratch.path("book.html"));
    printed(&format!("study indigo --player greedy --deals 4 --out {games}"));
    let text = fs::read_to_string(&games).unwrap();
    for (damaged, reason) in [
        (text.replace("\n2,", "\n2,99 "), "line 12: \"99\""),
        (text.replace("\nend,4", "\nend,5"), "line 14: \"end,5"),
        (text.replace("player greedy", "player "), "line 4"),
        (text.replace("game indigo", "game intensity"), "expected part games of indigo"),
        (text[..text.len() / 2].to_owned(), "line "),
        (String::new(), "line 1"),
    ] {
        fs::write(&broken, damaged).unwrap();
        let error = refused(&format!("book indigo --games {broken} --html {html}"));
        assert!(error.contains("broken.csv: ") && error.contains(reason), "{reason}: {error}");
        assert!(fs::metadata(&html).is_err(), "no page is better than a wrong one");
    }
    let (status, _, error) = run(&format!("book indigo --games {}", scratch.path("none.csv")));
    assert!(status == Some(2) && error.contains("none.csv: cannot be read"), "{error}");
}
