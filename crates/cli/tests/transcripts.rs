//! Games at the terminal line by line, from the first word to the last.
//!
//! A transcript holds what was asked for, what was typed, and what came of it. `cargo xtask bless`
//! renews what came of it; look at the diff. A folder for saved games is written `STATE`.

mod play_tools;

use std::path::{Path, PathBuf};

use cardsharp_rules::AnyRecord;
use play_tools::{Home, text};

const TYPED: &str = "\n--- typed\n";

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/transcripts")
}

/// The command and what was typed.
fn read(name: &str) -> (Vec<String>, String) {
    let file = folder().join(format!("{name}.txt"));
    let transcript = std::fs::read_to_string(&file).unwrap_or_else(|error| panic!("{}: {error}", file.display()));
    let (command, rest) = transcript.split_once(TYPED).expect("a command, then what was typed");
    let typed = rest.split("--- status").next().expect("splitting leaves something");
    let words = command.strip_prefix("$ cardsharp play ").expect("a command");
    (words.split(' ').map(str::to_owned).collect(), typed.to_owned())
}

/// Plays what a transcript plays, and tells it as the transcript does.
fn play_again(name: &str) -> String {
    let (args, typed) = read(name);
    let home = Home::new(name);
    let words: Vec<&str> = args.iter().map(String::as_str).collect();
    let output = home.play(&words, typed.as_bytes());
    let (out, errors) = (text(&output.stdout), text(&output.stderr).replace(&home.path(""), "STATE/"));
    let status = output.status.code().unwrap();
    let end = if out.is_empty() || out.ends_with('\n') { "" } else { "\n" };
    format!(
        "$ cardsharp play {}{TYPED}{typed}--- status {status}\n--- out\n{out}{end}--- err\n{errors}",
        args.join(" ")
    )
}

#[test]
fn every_game_is_told_to_the_letter() {
    let mut names: Vec<String> = std::fs::read_dir(folder())
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .filter(|path| path.extension().is_some_and(|extension| extension == "txt"))
        .map(|path| path.file_stem().unwrap().to_str().unwrap().to_owned())
        .collect();
    names.sort();
    assert!(names.len() >= 12, "{names:?}");
    for name in names {
        let (told, file) = (play_again(&name), folder().join(format!("{name}.txt")));
        if std::env::var_os("CARDSHARP_BLESS").is_some() {
            std::fs::write(file, told).unwrap();
            continue;
        }
        let expected = std::fs::read_to_string(file).unwrap();
        assert!(told == expected, "{name} has changed: look at `cargo xtask bless` and its diff\n{told}");
    }
}

/// Left after any answer and taken up again, a game ends as it would have.
#[test]
fn a_game_left_and_resumed_is_the_same_game() {
    for name in ["indigo-first", "intensity", "hanamikoji", "lucky-thirteen", "lucky-thirteen-properties"] {
        let (args, typed) = read(name);
        let home = Home::new(&format!("resume-{name}"));
        let (save, record) = (home.path("game.sitting"), home.path("game.record"));
        let play = |more: &[&str], lines: &[&str]| {
            let args: Vec<&str> = args.iter().map(String::as_str).chain(more.iter().copied()).collect();
            home.play(&args, lines.concat().as_bytes())
        };
        let lines: Vec<&str> = typed.split_inclusive('\n').collect();
        assert_eq!(play(&["--record", &record], &lines).status.code(), Some(0), "{name}");
        let whole = std::fs::read_to_string(&record).unwrap();
        AnyRecord::parse(&whole).unwrap();
        assert!(whole.contains("\nresult "), "{name}");
        for cut in [6, (lines.len() / 2).max(6), lines.len() - 1] {
            let left = play(&["--save", &save], &lines[..cut]);
            assert_eq!(left.status.code(), Some(1), "{name}: {left:?}");
            assert!(text(&left.stderr).contains(&format!("--resume {save}` goes on with it")), "{name}: {left:?}");
            let rest = home.play(&["--resume", &save, "--record", &record], lines[cut..].concat().as_bytes());
            assert_eq!((rest.status.code(), text(&rest.stderr)), (Some(0), ""), "{name}: {rest:?}");
            assert_eq!(std::fs::read_to_string(&record).unwrap(), whole, "{name}, left after {cut} answers");
        }
        let over = home.play(&["--resume", &save], b"");
        assert_eq!(over.status.code(), Some(2), "{name}");
        assert!(text(&over.stderr).contains("this game is over"), "{over:?}");
    }
}
