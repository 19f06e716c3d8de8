//! The translations hold every message in the sources with the same parts, and no other.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use cardsharp_presentation::manner::habits;
use cardsharp_presentation::message::{Language, messages};
use cardsharp_presentation::{Message, Present};
use cardsharp_rules::{AnyGame, Rng, Seat, Seed, State as _, Turn, with_game};

const FOLDERS: [&str; 4] = ["presentation/src", "coach/src", "session/src", "web/src"];

fn crates() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

/// Reads the sources below a folder, without tests.
fn sources(folder: &Path, found: &mut Vec<String>) {
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() && path.file_name().is_some_and(|name| name != "tests") {
            sources(&path, found);
        } else if path.extension().is_some_and(|end| end == "rs") && !path.ends_with("tests.rs") {
            let text = std::fs::read_to_string(&path).unwrap();
            // Tests and examples in comments need no translation.
            let text = text.split("#[cfg(test)]\nmod tests {").next().unwrap().to_owned();
            found.push(
                text.lines()
                    .filter(|line| !line.trim_start().starts_with("//"))
                    .fold(String::new(), |all, line| all + line + "\n"),
            );
        }
    }
}

/// Parses the string literal at the start of a text. Returns its value and the rest.
fn literal(text: &str) -> Option<(String, &str)> {
    let mut letters = text.strip_prefix('"')?.char_indices();
    let mut found = String::new();
    while let Some((at, letter)) = letters.next() {
        match letter {
            '"' => return Some((found, &text[at + 2..])),
            '\\' => match letters.next()?.1 {
                'n' => found.push('\n'),
                // A line continuation.
                '\n' => {
                    let rest = &text[at + 3..];
                    let blanks = rest.len() - rest.trim_start().len();
                    letters.by_ref().take(blanks).for_each(drop);
                }
                other => found.push(other),
            },
            letter => found.push(letter),
        }
    }
    None
}

/// Collects the first literals after `opening`: a macro's brace or a function's parenthesis.
fn templates(text: &str, opening: &str, found: &mut BTreeSet<String>) {
    for part in text.split(opening).skip(1) {
        let mut rest = part.trim_start();
        // The person precedes the templates; a code precedes the words of an error.
        if !rest.starts_with('"') {
            let mut depth = 0;
            let end = rest.find(|letter: char| {
                depth += i32::from("([{".contains(letter)) - i32::from(")]}".contains(letter));
                letter == ',' && depth == 0 || depth < 0
            });
            rest = end.map_or("", |end| rest[end..].trim_start_matches(',').trim_start());
        }
        while let Some((template, after)) = literal(rest) {
            found.insert(template);
            rest = after.trim_start().trim_start_matches(',').trim_start();
        }
    }
}

/// Collects the messages that games define as constants.
fn constants<G: Present>(game: &G, found: &mut BTreeSet<String>) {
    let mut say = |words: &str| found.insert(words.to_owned());
    for strength in G::STRENGTHS {
        say(strength.name);
        say(strength.habit);
    }
    say(G::INTRODUCTION.pitch);
    say(G::VALUES);
    say(G::COUNTED.0);
    say(G::COUNTED.1);
    for lesson in G::INTRODUCTION.lessons {
        say(lesson.caption);
    }
    for figure in G::FIGURES {
        say(figure.words);
    }
    for seed in 0..20 {
        let (mut state, mut rng) = (game.start(&game.shuffle(Seed(seed))).unwrap(), Rng::new(Seed(seed)));
        while let Turn::Of(seat) = state.turn() {
            for place in G::hiding_places(&state.observe(seat)) {
                say(&place.in_words(|_| "{name}".to_owned()));
                if place.hand_of().is_none() {
                    say(&place.name(|_: Seat| String::new()));
                }
            }
            state.play_unchecked(state.random_action(&mut rng));
        }
    }
}

fn all_messages() -> BTreeSet<String> {
    let (mut files, mut found) = (Vec::new(), BTreeSet::new());
    for folder in FOLDERS {
        sources(&crates().join(folder), &mut files);
    }
    assert!(files.len() > 60, "only {} files", files.len());
    for file in &files {
        for opening in ["message!(", "message_of!(", "Refusal::new(", "Noun("] {
            templates(file, opening, &mut found);
        }
    }
    for game in AnyGame::all() {
        with_game!(AnyGame, &game, game => constants(game, &mut found));
    }
    macro_rules! taught {
        ($($game:ty),*) => { $(constants(&<$game>::default(), &mut found);)* };
    }
    cardsharp_rules::teaching_games!(taught);
    found.extend(habits().map(|(_, words)| words.to_owned()));
    found
}

fn parts(template: &str) -> BTreeSet<&str> {
    template.split('{').skip(1).map(|part| part.split('}').next().unwrap()).collect()
}

#[test]
fn every_template_is_in_every_file_of_messages_and_none_is_stale() {
    let said = all_messages();
    assert!(
        said.len() > 250 && said.contains("You played {card}") && said.contains("{name} played {card}"),
        "{said:?}"
    );
    for language in [Language::German, Language::French] {
        let known: BTreeSet<String> = messages(language).unwrap().keys().cloned().collect();
        let missing: Vec<&String> = said.difference(&known).collect();
        let stale: Vec<&String> = known.difference(&said).collect();
        assert!(missing.is_empty() && stale.is_empty(), "{language:?}: missing {missing:#?}, stale {stale:#?}");
    }
}

#[test]
fn a_translation_has_the_parts_of_its_template_and_says_something_else() {
    for language in [Language::German, Language::French] {
        let messages = messages(language).unwrap();
        for (english, translated) in messages {
            assert_eq!(parts(english), parts(translated), "{english:?}: {translated:?}");
            assert_eq!(english.is_empty(), translated.trim().is_empty(), "{english:?}");
        }
        let same = messages.iter().filter(|(english, translated)| english == translated).count();
        assert!(same * 10 < messages.len(), "{same} of {} are not translated into {language:?}", messages.len());
    }
}

#[test]
fn a_file_of_messages_is_sorted_and_has_a_message_a_line() {
    for language in [Language::German, Language::French] {
        let path = crates().join(format!("presentation/messages/{}.json", language.tag()));
        let file = std::fs::read_to_string(&path).unwrap();
        let sorted: BTreeMap<String, String> = serde_json::from_str(&file).unwrap();
        assert_eq!(file, serde_json::to_string_pretty(&sorted).unwrap() + "\n", "{}", path.display());
    }
}

/// The check above can fail.
#[test]
fn templates_are_found_in_any_layout() {
    let text = r#"message!("one {a}", a); message_of!(person(names, [1, 2]), "you",
        "{name} two", b = c("no")); Refusal::new(Code::Busy, "three \
            lines"); message!(x); message!(
            "four \"quoted\"",
        )"#;
    let mut found = BTreeSet::new();
    for opening in ["message!(", "message_of!(", "Refusal::new("] {
        templates(text, opening, &mut found);
    }
    let expected = ["four \"quoted\"", "one {a}", "three lines", "you", "{name} two"].map(str::to_owned);
    assert_eq!(found.into_iter().collect::<Vec<_>>(), expected);
    assert_eq!(Message::constant("The game is over.").in_language(Language::German), "Das Spiel ist vorbei.");
}
