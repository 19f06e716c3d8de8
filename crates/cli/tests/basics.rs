//! The everyday commands through the real binary: what they print, and how they refuse.

use std::path::PathBuf;
use std::process::{Command, Output};

use cardsharp_rules::{AnyGame, AnyRecord, with_game};

fn root() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn cardsharp(args: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_cardsharp")).args(args).current_dir(root()).output().unwrap()
}

/// What a command prints that must succeed.
fn printed(args: &[&str]) -> String {
    let output = cardsharp(args);
    assert!(output.status.success(), "{args:?}: {}", String::from_utf8_lossy(&output.stderr));
    assert!(output.stderr.is_empty(), "{args:?} is not quiet: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap()
}

/// The message of a command that must be refused as wrongly used, printing nothing.
fn refused(args: &[&str]) -> String {
    let output = cardsharp(args);
    assert_eq!(output.status.code(), Some(2), "{args:?}");
    assert!(output.stdout.is_empty(), "{args:?}");
    String::from_utf8(output.stderr).unwrap()
}

fn json(args: &[&str]) -> serde_json::Value {
    serde_json::from_str(&printed(&[args, &["--json"]].concat())).unwrap()
}

fn record_of(game: &str) -> String {
    format!("examples/records/{game}.record")
}

/// A file with this text, gone when it is dropped.
struct Scratch(PathBuf);

impl Scratch {
    fn new(name: &str, text: &[u8]) -> Scratch {
        let path = std::env::temp_dir().join(format!("cardsharp-{}-{name}", std::process::id()));
        std::fs::write(&path, text).unwrap();
        Scratch(path)
    }

    fn path(&self) -> &str {
        self.0.to_str().unwrap()
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        std::fs::remove_file(&self.0).unwrap();
    }
}

#[test]
fn every_game_is_listed_with_its_rules() {
    let games = json(&["games"]);
    let listed: Vec<&str> =
        games["games"].as_array().unwrap().iter().map(|game| game["name"].as_str().unwrap()).collect();
    let names: Vec<&str> = AnyGame::all().iter().map(AnyGame::name).collect();
    assert_eq!(listed, names);
    for name in names {
        assert!(printed(&["games"]).contains(&format!("{name} — ")));
        let rules = printed(&["rules", name]);
        assert!(rules.starts_with("# ") && rules.contains("## Play"), "{name}: {rules}");
    }
}

#[test]
fn deals_and_node_counts_are_those_of_the_rules() {
    assert_eq!(json(&["perft", "indigo", "--seed", "2", "--depth", "6"])["nodes"], 14_400);
    for game in AnyGame::all() {
        let deal = printed(&["deal", game.name(), "--seed", "42"]);
        assert_eq!(json(&["deal", game.name(), "--seed", "42"])["deal"], deal.trim_end());
    }
    let flexible = ["deal", "lucky-thirteen", "--option", "sums=flexible"];
    assert_eq!(printed(&flexible), printed(&["deal", "lucky-thirteen"]), "the option does not touch the cards");
}

#[test]
fn a_replay_shows_a_seat_nothing_that_is_hidden_from_it() {
    let open = printed(&["replay", &record_of("intensity")]);
    let seen = printed(&["replay", &record_of("intensity"), "--seat", "1"]);
    // The passes of the others are made unseen; one's own is told.
    assert_eq!(open.matches("unseen").count(), 0);
    assert_eq!(seen.matches(": pass, unseen").count(), 3);
    assert_eq!(seen.matches("(seat 1): pass ").count(), 1);
    assert!(open.contains("seat 0 hand") && !seen.contains("seat 0 hand"));
    assert!(open.contains("seed ") && !seen.contains("seed "), "a seed names every card");

    let seen = printed(&["replay", &record_of("hanamikoji"), "--seat", "0"]);
    let hidden = seen.matches("(seat 1): secret, unseen").count() + seen.matches("(seat 1): burn, unseen").count();
    assert_eq!(hidden, 2);
}

#[test]
fn a_replay_tells_every_game_to_its_end() {
    for game in AnyGame::all() {
        let text = printed(&["replay", &record_of(game.name())]);
        assert!(text.contains("the game is over") && text.contains("\nResult\n"), "{game}");
        let steps = json(&["replay", &record_of(game.name()), "--seat", "0"]);
        let record = AnyRecord::parse(&std::fs::read_to_string(root().join(record_of(game.name()))).unwrap()).unwrap();
        let actions = with_game!(AnyRecord, &record, record => record.actions().count());
        assert_eq!(steps["steps"].as_array().unwrap().len(), actions + 1, "{game}");
        let first = printed(&["replay", &record_of(game.name()), "--at", "1"]);
        assert!(
            first.contains("\n  1  ") && !first.contains("\n  2  ") && !first.contains("Result"),
            "{game}: {first}"
        );
    }
}

#[test]
fn a_damaged_record_is_refused_where_it_is_damaged() {
    let text = std::fs::read_to_string(root().join(record_of("indigo"))).unwrap();
    AnyRecord::parse(&text).unwrap();
    let damage = |name: &str, from: &str, to: &str, expected: &str| {
        assert!(text.contains(from), "{from}");
        let file = Scratch::new(name, text.replacen(from, to, 1).as_bytes());
        let message = refused(&["replay", file.path()]);
        assert!(message.contains(expected) && message.contains(file.path()), "{message}");
    };
    damage("header", "cardsharp record 1", "cardsharp record 9", "line 1: a record begins with");
    damage("game", "game indigo", "game tarot", "line 2: \"tarot\" is not a game");
    damage("seed", "seed ", "seed x", "line 3: ");
    damage("seat", "seat 1 ", "seat 7 ", "line 5: expected \"seat 1\"");
    damage("turn", "\n0 play", "\n1 play", "line 6: it is the turn of seat 0");
    damage("result", "result ", "result 9", "the result is");
    let binary = Scratch::new("binary", b"cardsharp record 1\n\xff\xfe\n");
    assert!(refused(&["replay", binary.path()]).contains("line 2: this is not UTF-8 text"));
    let empty = Scratch::new("empty", b"");
    assert!(refused(&["replay", empty.path()]).contains("line 1: a record begins with"));
}

#[test]
fn what_is_wrongly_asked_is_refused_by_name() {
    assert!(refused(&["rules", "tarot"]).contains("\"tarot\" is not a game: expected one of intensity"));
    assert!(refused(&["deal", "indigo", "--seed", "x"]).contains("invalid digit"));
    assert!(refused(&["deal", "indigo", "--option", "sums=face"]).contains("Indigo has no options"));
    assert!(refused(&["deal", "lucky-thirteen", "--option", "sums=fast"]).contains("\"fast\""));
    assert!(refused(&["perft", "indigo"]).contains("--depth"));
    assert!(refused(&["bench", "playouts", "--seconds", "0"]).contains("from 0.01 to 3600"));
    assert!(refused(&["bench", "playouts", "--threads", "0"]).contains("from 1 to 1024"));
    assert!(refused(&["replay", "no-such-file"]).contains("no-such-file: cannot be read: No such file"));
    assert!(refused(&["replay", &record_of("indigo"), "--seat", "2"]).contains("has seats 0 to 1"));
    assert!(refused(&["replay", &record_of("indigo"), "--at", "99"]).contains("steps 0 to 48"));
    assert!(refused(&["shuffle"]).contains("unrecognized subcommand"));
}

#[test]
fn the_benchmark_counts_what_it_plays() {
    let report = json(&["bench", "playouts", "--seconds", "0.01", "--threads", "2"]);
    let results = report["results"].as_array().unwrap();
    assert_eq!(results.len(), AnyGame::all().len());
    // Forty cards after four passes; eight actions and a reply to each of the four offers; 48 and 16 cards.
    let lengths = [("intensity", 44, 40), ("hanamikoji", 12, 12), ("indigo", 48, 48), ("lucky-thirteen", 16, 16)];
    for (result, (game, actions, card_plays)) in results.iter().zip(lengths) {
        let games = result["games"].as_u64().unwrap();
        assert!(games > 0 && result["game"] == game && result["threads"] == 2, "{result}");
        assert_eq!(result["actions"], games * actions);
        assert_eq!(result["card_plays"], games * card_plays);
    }
}

#[test]
fn every_command_has_an_example_in_its_help() {
    let top = printed(&["--help"]);
    assert!(top.contains("Examples:"));
    for command in ["games", "rules", "deal", "perft", "play", "replay", "match", "exploit"] {
        let help = printed(&[command, "--help"]);
        assert!(help.contains("Example") && help.contains(&format!("cardsharp {command}")), "{help}");
    }
    assert!(printed(&["bench", "playouts", "--help"]).contains("cardsharp bench playouts"));
}

#[test]
fn both_protocols_are_in_the_binary() {
    let printed = |args: &[&str]| String::from_utf8(cardsharp(args).stdout).unwrap();
    let original = printed(&["protocol", "original"]);
    assert!(
        original.starts_with("# The original protocol of Intensity\n") && original.contains("## `2`: a card to play")
    );
    let lines = printed(&["protocol", "lines"]);
    assert!(lines.starts_with("# The line protocol, version 1\n"));
    assert_eq!(printed(&["protocol"]), lines);
    assert_eq!(cardsharp(&["protocol", "smoke"]).status.code(), Some(2));
}
