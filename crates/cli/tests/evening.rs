//! A new author's evening, in each of four languages: from `new` to a tournament, its report, `coach` and `ladder`, with
//! the words that are printed.

mod referee_tools;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use referee_tools::{Scratch, cardsharp};

const LANGUAGES: [&str; 4] = ["c", "python", "javascript", "rust"];
const GAMES: [&str; 4] = ["intensity", "hanamikoji", "indigo", "lucky-thirteen"];

/// What is needed to run a language's programs.
fn runtime(language: &str) -> &'static str {
    match language {
        "c" => "cc",
        "python" => "python3",
        "javascript" => "node",
        _ => "rustc",
    }
}

fn is_there(program: &str) -> bool {
    Command::new(program).arg("--version").output().is_ok_and(|output| output.status.success())
}

fn text(output: &Output) -> String {
    format!("{}{}", String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr))
}

/// What a command prints, which must end well and hold these words.
fn printed(words: &[&str], expected: &[&str]) -> String {
    let output = cardsharp(words);
    let said = text(&output);
    assert!(output.status.success(), "{words:?}: {said}");
    for expected in expected {
        assert!(said.contains(expected), "{words:?}: {expected:?} is not in\n{said}");
    }
    said
}

/// Where there is no Node.js, a program in JavaScript is refused with what is missing.
fn refused_for_want_of_its_runtime(game: &str, bot: &str, language: &str) {
    let output = cardsharp(&["check", game, bot]);
    let said = text(&output);
    let missing = format!("there is no program \"{}\" on the path", runtime(language));
    assert!(output.status.code() == Some(2) && said.contains(&missing), "{said}");
}

/// Writes a program to begin with; gives its folder.
fn begin(scratch: &Scratch, game: &str, language: &str) -> String {
    let bot = scratch.path(&format!("{game}-{language}"));
    let said = printed(
        &["new", game, "--lang", language, &bot],
        &["It plays legally, and the plan is yours: look for TODO.", "\nNext:\n", "is it fit to play?"],
    );
    assert!(said.contains(&format!("cardsharp check {game} {bot}")), "{said}");
    let sources = fs::read_dir(&bot).unwrap().flatten().map(|entry| fs::read_to_string(entry.path()).unwrap());
    let sources: Vec<String> = sources.collect();
    assert!(sources.iter().any(|source| source.contains("TODO")), "{bot}");
    assert!(!sources.iter().any(|source| source.contains("@NAME@") || source.contains("@TURN")), "{bot}");
    bot
}

/// Runs the tests that came with it, as `new` says they are run.
fn run_its_tests(scratch: &Scratch, game: &str, language: &str, bot: &str) {
    if game == "intensity" {
        printed(&["referee", game, bot, "--unit-tests"], &["All unit tests passed"]);
        return;
    }
    let tests = scratch.path("its-tests");
    let (words, said): (Vec<&str>, &str) = match language {
        "c" => (vec!["cc", "-Wall", "-Werror", "-o", &tests, "test_plan.c", "plan.c", "turn.c"], "All tests passed"),
        "python" => (vec!["python3", "test_plan.py"], "OK"),
        "javascript" => (vec!["node", "test.js"], "All tests passed"),
        _ => (vec!["rustc", "-D", "warnings", "--edition", "2021", "--test", "main.rs", "-o", &tests], "2 passed"),
    };
    let run = |words: &[&str]| {
        let output = Command::new(words[0]).args(&words[1..]).current_dir(bot).output().unwrap();
        assert!(output.status.success(), "{words:?}: {}", text(&output));
        text(&output)
    };
    let mut last = run(&words);
    if ["c", "rust"].contains(&language) {
        last = run(&[&tests]);
    }
    assert!(last.contains(said), "{bot}: {last}");
}

#[test]
fn every_starter_is_fit_to_play_before_anything_is_added() {
    let scratch = Scratch::new("starters");
    for game in GAMES {
        for language in LANGUAGES {
            let bot = begin(&scratch, game, language);
            if !is_there(runtime(language)) {
                refused_for_want_of_its_runtime(game, &bot, language);
                continue;
            }
            run_its_tests(&scratch, game, language, &bot);
            let said = printed(&["check", game, &bot, "--situations", "24"], &["Fit to play.", "nothing illegal"]);
            assert!(said.contains("Eager "), "{said}");
            assert!(!said.contains("warning"), "{said}");
        }
    }
}

/// The whole evening of one author.
fn evening(language: &str) {
    let scratch = Scratch::new(&format!("evening-{language}"));
    let game = "indigo";
    let bot = begin(&scratch, game, language);
    if !is_there(runtime(language)) {
        return refused_for_want_of_its_runtime(game, &bot, language);
    }
    run_its_tests(&scratch, game, language, &bot);
    printed(&["check", game, &bot, "--situations", "24"], &["\nFit to play.\n"]);
    // A game against the champion, with what the program said kept beside it.
    let (record, logs) = (scratch.path("game.record"), scratch.path("logs"));
    let words = ["referee", game, &bot, "champion:nodes=20", "-s", "7", "--record", &record, "--logs", &logs];
    printed(&words, &["Eager ", "Result", "Seed: 7"]);
    printed(&["replay", &record, "--logs", &logs], &["wrote | {\"action\"", " ms\n"]);
    // An idea that goes wrong is told with what was legal, and by which rule.
    break_its_plan(&bot);
    let output = cardsharp(&["check", game, &bot, "--situations", "24"]);
    let said = text(&output);
    assert_eq!(output.status.code(), Some(1), "{said}");
    for expected in ["illegal (dance)", "what was legal:", "| legal: play ", "| rule: any card of your hand", "Not fit"]
    {
        assert!(said.contains(expected), "{expected:?} is not in\n{said}");
    }
    printed(&["referee", game, &bot, "random", "-s", "7"], &["seat 0, legal: play ", "seat 0, rule: any card"]);
    mend_its_plan(&bot);
    // A tournament with friends, and its report.
    let db = scratch.path("evening.db");
    let words = ["tournament", game, &bot, "classic", "random", "--rounds", "2", "--seed", "1", "--db", &db];
    printed(&words, &["3 entrants", "Final standings", "Eager "]);
    printed(&["report", "--db", &db], &["Eager ", "classic"]);
    later(&scratch, game, &bot);
}

/// What comes after the tournament: being coached, and the ladder.
fn later(scratch: &Scratch, game: &str, bot: &str) {
    let (versions, page) = (scratch.path("versions.json"), scratch.path("coach.html"));
    let eyes = ["--player", "champion:nodes=40,worlds=20", "--versions", &versions];
    let words = ["coach", game, bot, "--games", "6", "--checks", "2", "--html", &page];
    printed(&[&words[..], &eyes].concat(), &["6 games against", "what costs most", "By situation", "most instructive"]);
    assert!(fs::read_to_string(&page).unwrap().contains("<svg"), "positions are drawn");
    let words = ["ladder", game, bot, "--deals", "16"];
    printed(&[&words[..], &eyes].concat(), &["champion ", "gentle ", "Indigo, seed 1"]);
    // The same words once more: the version is known by its content.
    let kept = fs::read_to_string(&versions).unwrap();
    assert!(kept.contains(bot), "{kept}");
}

/// The file with the plan.
fn plan(bot: &str) -> PathBuf {
    let names = ["plan.c", "plan.py", "plan.js", "plan.rs"];
    names.iter().map(|name| Path::new(bot).join(name)).find(|path| path.exists()).expect("a plan")
}

/// Lets the program answer with something that is no action of the game.
fn break_its_plan(bot: &str) {
    let main = plan(bot).with_file_name(plan(bot).file_name().unwrap().to_str().unwrap().replace("plan", "main"));
    let text = fs::read_to_string(&main).unwrap();
    fs::write(main.with_extension("kept"), &text).unwrap();
    let broken = [
        ("turn.legal[choose(&turn)]", "\"dance\""),
        ("choose(message[\"details\"], message[\"legal\"])", "\"dance\""),
        ("choose(message.details, message.legal)", "\"dance\""),
        ("plan::choose(&line, &texts(&line, \"legal\"))", "\"dance\""),
    ];
    let (from, to) = broken.into_iter().find(|(from, _)| text.contains(from)).expect("where it answers");
    fs::write(main, text.replace(from, to)).unwrap();
}

fn mend_its_plan(bot: &str) {
    let main = plan(bot).with_file_name(plan(bot).file_name().unwrap().to_str().unwrap().replace("plan", "main"));
    fs::rename(main.with_extension("kept"), main).unwrap();
}

#[test]
fn an_evening_in_c() {
    evening("c");
}

#[test]
fn an_evening_in_python() {
    evening("python");
}

#[test]
fn an_evening_in_javascript() {
    evening("javascript");
}

#[test]
fn an_evening_in_rust() {
    evening("rust");
}

#[test]
fn nothing_is_overwritten_and_what_is_unknown_is_named() {
    let scratch = Scratch::new("new");
    let bot = begin(&scratch, "indigo", "c");
    referee_tools::refused(&format!("new indigo --lang c {bot}"), 2, "is not empty: name a new folder");
    referee_tools::refused(&format!("new indigo --lang c {bot}/main.c"), 2, "is no folder: name a new one");
    referee_tools::refused("new indigo --lang cobol", 2, "invalid value 'cobol'");
    referee_tools::refused("new whist --lang c", 2, "whist");
    let folder = scratch.path("as-json");
    let said = printed(&["new", "lucky-thirteen", "--lang", "python", &folder, "--json"], &[]);
    let report: serde_json::Value = serde_json::from_str(&said).unwrap();
    assert_eq!(report["files"], serde_json::json!(["plan.py", "test_plan.py", "main.py"]));
    assert!(report["next"][1].as_str().unwrap().starts_with("cardsharp check lucky-thirteen "), "{report}");
}

#[test]
fn who_does_not_flush_is_told_so_soon() {
    let scratch = Scratch::new("flush");
    let bot = begin(&scratch, "indigo", "python");
    let main = Path::new(&bot).join("main.py");
    let text_of = fs::read_to_string(&main).unwrap();
    fs::write(&main, text_of.replace(", flush=True", "")).unwrap();
    let output = cardsharp(&["check", "indigo", &bot]);
    let said = text(&output);
    assert_eq!(output.status.code(), Some(1), "{said}");
    assert!(said.contains("timeout (no hello within two seconds: did you flush?)"), "{said}");
}

#[test]
fn a_check_ends_at_its_own_time_limit() {
    let scratch = Scratch::new("limit");
    let bot = begin(&scratch, "indigo", "python");
    let plan = plan(&bot);
    let slow = fs::read_to_string(&plan).unwrap().replace("    top = ", "    import time; time.sleep(0.2)\n    top = ");
    fs::write(&plan, slow).unwrap();
    let output = cardsharp(&["check", "indigo", &bot, "--situations", "100000", "--limit", "2"]);
    let said = text(&output);
    assert!(said.contains("stopped after 2 s, with ") && said.contains(" of about 100000 situations"), "{said}");
    let output = cardsharp(&["check", "indigo", &bot, "--situations", "100000", "--limit", "2", "--json"]);
    let report: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!((&report["cut_short"], &report["faults"]), (&true.into(), &serde_json::json!({})), "{report}");
}
