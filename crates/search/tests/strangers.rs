//! Strangers measure the house; so nobody of the house may know them. This reads the sources.

use std::fs;
use std::path::{Path, PathBuf};

use cardsharp_rules::{AnyGame, Game, with_game};
use cardsharp_search::exploit::Target;
use cardsharp_search::{Thoughtful, roster, seat_player, unlisted};

/// Where a game says who its strangers are.
const RULES: [&str; 4] = [
    "crates/rules/src/hanamikoji/rules.rs",
    "crates/rules/src/indigo/rules.rs",
    "crates/rules/src/intensity/rules.rs",
    "crates/rules/src/lucky_thirteen/rules.rs",
];

/// Whoever has one of these words has its hand on a stranger, and only these files may: they hand on whom somebody
/// named, and know no stranger from any other.
const DOORS: [(&str, &[&str]); 5] = [
    (".strangers(", &["crates/search/src/roster.rs"]),
    ("::strangers", &RULES),
    ("strangers::", &RULES),
    ("unlisted(", &["crates/search/src/roster.rs", "crates/referee/src/guests.rs", "crates/web/src/game/about.rs"]),
    ("style_named(", &["crates/search/src/exploit/target.rs", "crates/cli/src/commands/beliefs.rs"]),
];

/// Where no source of the house lies: what is built, and what only checks.
const PASSED_OVER: [&str; 5] = ["target", "tests", "tests.rs", "benches", "node_modules"];
const SOURCES: [&str; 7] = ["rs", "py", "js", "toml", "csv", "json", "txt"];

/// Files by their path in the repository.
type Texts = Vec<(String, String)>;

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// Every source of the house by its path, the strangers' own among them.
fn sources(folder: &Path, found: &mut Texts) {
    for entry in fs::read_dir(folder).expect("a folder of the repository").map(|entry| entry.expect("an entry")) {
        let (path, name) = (entry.path(), entry.file_name().to_string_lossy().into_owned());
        if PASSED_OVER.contains(&name.as_str()) || name.starts_with('.') {
            continue;
        }
        if path.is_dir() {
            sources(&path, found);
        } else if path.extension().is_some_and(|extension| SOURCES.iter().any(|source| extension == *source)) {
            let text = fs::read_to_string(&path).expect("a source is text");
            let path =
                path.strip_prefix(root()).expect("a file of the repository").to_string_lossy().replace('\\', "/");
            found.push((path, text));
        }
    }
}

/// The strangers' own files, and everybody else's.
fn divided() -> (Texts, Texts) {
    let mut found = Vec::new();
    for folder in ["crates", "learning", "xtask", "examples", "fuzz"] {
        sources(&root().join(folder), &mut found);
    }
    found.into_iter().partition(|(path, _)| path.contains("/strangers"))
}

/// What strangers are called: how they are seated, and the types behind that.
fn names(own: &[(String, String)]) -> Vec<String> {
    let types = own.iter().flat_map(|(_, text)| text.lines()).filter_map(|line| {
        let name = line.trim().strip_prefix("impl Style<")?.split_once("> for ")?.1;
        Some(name.trim_end_matches(" {").to_owned())
    });
    let seated = AnyGame::all().into_iter().flat_map(|game| {
        with_game!(AnyGame, &game, game => game.strangers().iter().map(|style| style.name().to_owned()).collect::<Vec<_>>())
    });
    types.chain(seated).collect()
}

/// Whether a text has a word, and not only as a part of another.
fn has_word(text: &str, word: &str) -> bool {
    let is_letter = |letter: char| letter.is_alphanumeric() || letter == '_';
    text.match_indices(word)
        .any(|(at, _)| !text[..at].ends_with(is_letter) && !text[at + word.len()..].starts_with(is_letter))
}

/// What in a source has its hand on a stranger.
fn guilt(path: &str, text: &str, names: &[String]) -> Vec<String> {
    let doors = DOORS.iter().filter(|(word, allowed)| text.contains(word) && !allowed.contains(&path));
    let named = names.iter().filter(|name| has_word(text, name));
    let words = doors.map(|(word, _)| *word).chain(named.map(String::as_str));
    words.map(|word| format!("{path} has {word:?}")).collect()
}

#[test]
fn nobody_of_the_house_knows_a_stranger() {
    let (own, others) = divided();
    let names = names(&own);
    assert!(others.len() > 400 && names.len() >= 12, "{} sources, {names:?}", others.len());
    // Whoever learns has most to gain from knowing them, and no compiler reads it.
    for path in ["seating.py", "train.py", "hanamikoji/styles.py", "hanamikoji/game.py", "intensity/styles.py"] {
        assert!(others.iter().any(|(name, _)| *name == format!("learning/{path}")), "learning/{path} is read");
    }
    let guilty: Vec<String> = others.iter().flat_map(|(path, text)| guilt(path, text, &names)).collect();
    assert!(guilty.is_empty(), "strangers are for measuring only:\n{}", guilty.join("\n"));
}

#[test]
fn who_knew_one_would_be_found() {
    let names = names(&divided().0);
    for text in [
        "Model::follows(SlotCounter, 0.2)",
        "let rivals = [\"greedy\", \"stranger-counter\"];",
        "models.extend(game.strangers().into_iter().map(follow));",
        "use crate::hanamikoji::strangers::counter;",
        "for offer in unlisted(game) {",
    ] {
        assert!(!guilt("crates/search/src/belief.rs", text, &names).is_empty(), "{text}");
    }
    for text in ["for kind, share in game.strangers.items():", "// where strangers name players", "SlotCounters"] {
        assert_eq!(guilt("learning/seating.py", text, &names), Vec::<String>::new());
    }
}

#[test]
fn every_door_that_is_allowed_is_used() {
    let (_, others) = divided();
    for (word, allowed) in DOORS {
        for path in allowed {
            let source = others.iter().find(|(name, _)| name == path);
            assert!(source.is_some_and(|(_, text)| text.contains(word)), "{path} needs no leave for {word:?}");
        }
    }
}

#[test]
fn they_are_seated_by_name_and_not_listed() {
    fn check<G: Thoughtful>(game: &G) {
        let listed: Vec<&str> = roster(game).iter().map(|offer| offer.name).collect();
        for (family, styles) in [("stranger-", game.strangers()), ("sparring-", game.sparring())] {
            for style in styles {
                let (name, spec) = (style.name(), style.name().parse().expect("a spec"));
                assert!(name.starts_with(family) && !listed.contains(&name), "{name}");
                assert!(seat_player(game, &spec).is_ok(), "{name}");
                assert!(Target::new(game, &spec).is_ok_and(|target| target.is_open_book()), "{name}");
            }
        }
        let mut names: Vec<&str> = unlisted(game).iter().map(|offer| offer.name).collect();
        names.sort_unstable();
        names.dedup();
        assert_eq!(names.len(), unlisted(game).len());
    }
    for game in AnyGame::all() {
        with_game!(AnyGame, &game, game => check(game));
    }
}

#[test]
fn who_asks_for_them_is_told_their_names_and_nobody_else() {
    use cardsharp_rules::hanamikoji::Hanamikoji;
    let refused = |text: &str| {
        let spec = text.parse().expect("a spec");
        seat_player(&Hanamikoji, &spec).err().expect("nobody").to_string()
    };
    let told = refused("stranger-?");
    assert!(Hanamikoji.strangers().iter().all(|style| told.contains(style.name())), "{told}");
    assert!(refused("sparring-rcaer").contains("sparring-racer"));
    assert!(!refused("wise").contains("stranger"));
    assert!(refused("stranger-counter:ms=5").contains("stranger-counter has no settings"));
}
