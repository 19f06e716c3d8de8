//! `cardsharp play lucky-thirteen` from the outside: the real binary on real files.

use std::path::{Path, PathBuf};
use std::process::{Command, Output};

/// A folder of this test's own, gone when the test is.
struct Folder(PathBuf);

impl Folder {
    fn new(test: &str) -> Folder {
        let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("lucky-{test}-{}", std::process::id()));
        std::fs::create_dir_all(&path).unwrap();
        Folder(path)
    }

    fn file(&self, name: &str, text: impl AsRef<[u8]>) -> String {
        let path = self.0.join(name);
        std::fs::write(&path, text).unwrap();
        path.to_str().unwrap().to_owned()
    }

    fn path(&self, name: &str) -> String {
        self.0.join(name).to_str().unwrap().to_owned()
    }

    fn names(&self) -> Vec<String> {
        let entries = std::fs::read_dir(&self.0).unwrap();
        let mut names: Vec<String> = entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
        names.sort();
        names
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _nevermind = std::fs::remove_dir_all(&self.0);
    }
}

fn cardsharp(args: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_cardsharp")).args(args).output().unwrap()
}

fn play(properties: &str, more: &[&str]) -> Output {
    cardsharp(&[&["play", "lucky-thirteen", "--properties", properties], more].concat())
}

fn text(bytes: &[u8]) -> &str {
    std::str::from_utf8(bytes).unwrap()
}

fn golden(name: &str) -> String {
    format!("{}/../rules/data/lucky-thirteen/properties/{name}", env!("CARGO_MANIFEST_DIR"))
}

#[test]
fn the_golden_games_are_logged_to_the_letter() {
    let folder = Folder::new("golden");
    for game in ["game1", "game2", "game3"] {
        let expected = std::fs::read_to_string(golden(&format!("{game}.log"))).unwrap();
        let (log, record) = (folder.path("table.log"), folder.path("table.game"));
        let more = ["--sums", "flexible", "--log", log.as_str(), "--record", record.as_str()];
        let output = play(&golden(&format!("{game}.properties")), &more);
        assert_eq!((output.status.code(), text(&output.stdout), text(&output.stderr)), (Some(0), &*expected, ""));
        assert_eq!(std::fs::read_to_string(&log).unwrap(), expected);
        let record = std::fs::read_to_string(&record).unwrap();
        assert!(
            record.starts_with("cardsharp record 1\ngame lucky-thirteen\noption sums flexible\nseed 1\ndeal public "),
            "{record}"
        );
        assert_eq!(folder.names(), ["table.game", "table.log"]);
    }
}

#[test]
fn the_ace_is_1_by_face() {
    let output = play(&golden("game2.properties"), &[]);
    assert!(text(&output.stdout).ends_with("EndGame:9,38,19,76,\nWinners:3\n"), "{output:?}");
}

#[test]
fn json_says_the_same() {
    let output = play(&golden("game3.properties"), &["--sums", "flexible", "--json"]);
    let report: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(report["scores"], serde_json::json!([30, 45, 0, 0]));
    assert_eq!(report["winners"], serde_json::json!([1]));
    assert_eq!(report["players"], serde_json::json!(["basic", "basic", "basic", "basic"]));
    assert_eq!(report["log"].as_array().unwrap().len(), 6);
    assert_eq!((&report["game"], &report["sums"]), (&"lucky-thirteen".into(), &"flexible".into()));
}

#[test]
fn what_is_not_given_is_dealt_by_the_seed() {
    let folder = Folder::new("partial");
    let partial = "players.0=clever\nplayers.0.initialcards=1C\nplayers.0.cardsPlayed=3C-1C\n\
                   players.1=keep13\nplayers.2=random\nshared.initialcards=8H\nseed=5\n";
    let file = folder.file("partial.properties", partial);
    let first = play(&file, &[]);
    assert_eq!(first.status.code(), Some(0), "{first:?}");
    let kept = text(&first.stdout).split(',').next().unwrap();
    assert!(kept.starts_with("Round1:P0-") && kept.ends_with("-3C") && !kept.contains("-1C"), "{kept}");
    assert_eq!(text(&first.stdout).lines().count(), 6);
    assert_eq!(play(&file, &["--seed", "5"]).stdout, first.stdout);
    assert_ne!(play(&file, &["--seed", "6"]).stdout, first.stdout);
    // A file that says nothing is four random players on the deal that seed 1 names.
    let (empty, record) = (folder.file("empty.properties", ""), folder.path("empty.game"));
    assert_eq!(play(&empty, &["--record", &record]).stdout, play(&empty, &["--seed", "1"]).stdout);
    assert!(std::fs::read_to_string(record).unwrap().contains("\nseed 1\nseat 0 random\n"));
}

#[test]
fn any_player_spec_may_sit_at_the_table() {
    let folder = Folder::new("specs");
    let file = folder.file("specs.properties", "players.0=champion:nodes=20,worlds=10\nplayers.3=pimc:worlds=5\n");
    let first = play(&file, &["--seed", "4"]);
    assert_eq!(first.status.code(), Some(0), "{first:?}");
    assert_eq!(text(&first.stdout).lines().count(), 6);
    assert_eq!(first.stdout, play(&file, &["--seed", "4"]).stdout, "a budget in nodes is reproducible");
}

#[test]
fn java_syntax_is_understood() {
    let folder = Folder::new("java");
    let plain = std::fs::read_to_string(golden("game1.properties")).unwrap();
    let odd = plain
        .replace("players.0.initialcards=1H,2H", "players.0.initialcards : 1H, \\\n      2H")
        .replace("players.1=basic", "! odd\n  players.1 \\u0062asic")
        .replace('\n', "\r\n");
    let (plain, odd) = (golden("game1.properties"), folder.file("odd.properties", odd));
    let output = play(&odd, &[]);
    assert_eq!((output.status.code(), &output.stdout), (Some(0), &play(&plain, &[]).stdout));
}

/// A bad file is refused with status 2, its name, the line, the key and the reason; no game is
/// played and no log is written.
fn check_refused(folder: &Folder, properties: &str, line_and_key: &str, reason: &str) {
    let (file, log) = (folder.file("bad.properties", properties), folder.path("bad.log"));
    let output = play(&file, &["--log", &log]);
    let error = text(&output.stderr);
    assert_eq!((output.status.code(), text(&output.stdout)), (Some(2), ""), "{properties}: {error}");
    let start = format!("cardsharp: {file}:{line_and_key}: ");
    assert!(error.starts_with(&start) && error.contains(reason), "{properties}: {error}");
    assert_eq!(error.lines().count(), 1, "{error}");
    assert!(!Path::new(&log).exists(), "{properties}");
}

#[test]
fn bad_properties_are_refused_by_file_line_and_key() {
    let folder = Folder::new("bad");
    let refused = |properties: &str, line_and_key: &str, reason: &str| {
        check_refused(&folder, properties, line_and_key, reason);
    };
    refused("shared.initialcards=8H\nplayers.1.initialcards=8H", "2: players.1.initialcards", "8H is named twice");
    refused("\nplayers.0.cardsPlayed=3C-2C", "2: players.0.cardsPlayed", "turn 1 discards 2C, not in hand: 3C");
    refused("players.0.initialcards=1C,2C,3C", "1: players.0.initialcards", "3 cards where 2 are dealt");
    refused("players.0.cardsPlayed=1C-1C,2C-2C,3C-3C,4C-4C,5C-5C", "1: players.0.cardsPlayed", "5 turns where 4");
    refused("# who\nplayers.2=wise", "2: players.2", "there is no player \"wise\" for lucky-thirteen");
    refused("players.2=wise", "1: players.2", "expected one of human, random, basic, keep13, thumb, clever");
    refused("players.2=Humam", "1: players.2", "did you mean \"human\"?");
    refused("players.3=Human\nisAuto=true", "1: players.3", "isAuto=true leaves no place for a human");
    refused("players.2=pimc:world=5", "1: players.2", "did you mean \"worlds\"?");
    refused("players.4=basic", "1: players.4", "unknown key");
    refused("colour=red", "1: colour", "unknown key");
    refused("seed=1\nseed=1", "2: seed", "given twice, first on line 1");
    refused("seed=-1", "1: seed", "is not a seed");
    refused("isAuto=perhaps", "1: isAuto", "neither true nor false");
    refused("thinkingTime=soon", "1: thinkingTime", "is not a time");
    refused("shared.initialcards=8X", "1: shared.initialcards", "\"8X\" is not a card");
    refused("shared.initialcards=8H,,9H", "1: shared.initialcards", "\"\" is not a card");
    refused("players.0.cardsPlayed=3C", "1: players.0.cardsPlayed", "is not a turn");
    refused("players.1=\\u12", "1: players.1", "four hex digits");
    refused("a\\nb=1", "1: a\\nb", "unknown key");
    refused("players.3=human\nisAuto=true", "1: players.3", "isAuto=true leaves no place for a human");
}

#[test]
fn files_that_cannot_be_read_are_named() {
    let folder = Folder::new("unreadable");
    let latin = folder.file("latin.properties", b"# caf\xe9\n");
    for (file, reason) in [
        (folder.path("none.properties"), "cannot be read"),
        (folder.path(""), "cannot be read"),
        (latin, "line 1: this is not UTF-8 text"),
    ] {
        let output = play(&file, &[]);
        let expected = format!("cardsharp: {file}: {reason}");
        assert_eq!(output.status.code(), Some(2), "{output:?}");
        assert!(text(&output.stderr).starts_with(&expected), "{output:?}");
    }
}

#[test]
fn files_that_cannot_be_written_are_named_and_nothing_is_lost() {
    let folder = Folder::new("unwritable");
    let (file, log) = (folder.file("a.properties", ""), folder.file("a.log", "precious"));
    let nowhere = folder.path("none/a.game");
    let output = play(&file, &["--log", &log, "--record", &nowhere]);
    assert_eq!((output.status.code(), text(&output.stdout)), (Some(1), ""));
    assert!(text(&output.stderr).starts_with(&format!("cardsharp: {nowhere}: cannot be written: ")), "{output:?}");
    assert_eq!(std::fs::read_to_string(&log).unwrap(), "precious");
    let output = play(&file, &["--log", &folder.path("")]);
    assert_eq!(output.status.code(), Some(1), "{output:?}");
    assert_eq!(folder.names(), ["a.log", "a.properties"]);
    let same = play(&file, &["--log", &file]);
    assert_eq!(same.status.code(), Some(2));
    assert!(text(&same.stderr).contains("--log and --properties are the same file"), "{same:?}");
    assert_eq!(std::fs::read_to_string(&file).unwrap(), "");
}

#[test]
fn wrong_arguments_are_refused_with_status_2() {
    let file = golden("game1.properties");
    let other = cardsharp(&["play", "indigo", "--properties", &file]);
    assert_eq!(other.status.code(), Some(2));
    assert!(text(&other.stderr).contains("indigo has no property files"), "{other:?}");
    assert_eq!(play(&file, &["--sums", "odd"]).status.code(), Some(2));
    assert_eq!(play(&file, &["--seats", "basic,basic,basic,basic"]).status.code(), Some(2));
}

#[test]
fn help_has_an_example_that_runs() {
    let output = cardsharp(&["play", "--help"]);
    assert!(text(&output.stdout).contains("  cardsharp play lucky-thirteen --properties table.properties"));
}
