//! Every text of a view is in the viewer's language. The test language puts brackets around every template: outside of
//! them stand only names, numbers and cards. In German and French no English sentence is left.

use cardsharp_presentation::Language;
use cardsharp_presentation::message::outside_brackets;
use serde_json::Value;

use super::*;

/// The fields that hold text for people.
const SPOKEN: [&str; 13] = [
    "headline",
    "label",
    "explanation",
    "note",
    "spoken",
    "below",
    "prompt",
    "reason",
    "words",
    "brought",
    "why",
    "strength",
    "habit",
];

fn collect_texts(value: &Value, found: &mut Vec<String>) {
    match value {
        Value::Object(fields) => {
            for (name, value) in fields {
                // A card's label is printed on the card and not translated; neither is a face.
                let is_printed = name == "label" && fields.contains_key("code");
                match value {
                    Value::String(text) if SPOKEN.contains(&name.as_str()) && !is_printed => found.push(text.clone()),
                    _ => collect_texts(value, found),
                }
            }
        }
        Value::Array(values) => values.iter().for_each(|value| collect_texts(value, found)),
        _ => {}
    }
}

/// Whether a text has only names, numbers and cards: no other word of three letters.
fn is_the_same_everywhere(text: &str, names: &[&str]) -> bool {
    let is_cards = |word: &str| word.chars().all(|letter| ('A'..='G').contains(&letter));
    let mut words = text.split(|letter: char| !letter.is_alphabetic());
    words.all(|word| word.len() < 3 || names.contains(&word) || is_cards(word))
}

/// Plays a random game, and shows every viewer's table at every step.
fn each_view<G: Present + Hosted + Known>(seed: u64, look: &mut dyn FnMut(&WebTable, Eyes)) {
    let game = G::default();
    let (deal, mut rng) = (game.shuffle(Seed(seed)), Rng::new(Seed(seed)));
    let (mut state, mut actions) = (game.start(&deal).unwrap(), Vec::new());
    loop {
        let table = table::<G>(&deal, &actions).unwrap();
        Seat::all(G::SEATS).map(Some).chain([None]).for_each(|eyes| look(&table, eyes));
        if state.turn() == Turn::Over {
            return;
        }
        let action = state.random_action(&mut rng);
        actions.push(action);
        state.play_unchecked(action);
    }
}

fn every_game(look: &mut dyn FnMut(&WebTable, Eyes)) {
    for seed in 1..4 {
        each_view::<Intensity>(seed, look);
        each_view::<Hanamikoji>(seed, look);
        each_view::<Indigo>(seed, look);
        each_view::<LuckyThirteen>(seed, look);
    }
}

fn spoken_texts(table: &WebTable, eyes: Eyes, language: Language) -> Vec<String> {
    let view = serde_json::from_str(&json_in(language, table, eyes)).unwrap();
    let mut found = Vec::new();
    collect_texts(&view, &mut found);
    found.retain(|text| !text.is_empty());
    found
}

#[test]
fn views_have_only_templates_names_numbers_and_cards() {
    let names = ["Ann", "Bob", "Cleo", "Dan"];
    let mut texts = 0;
    every_game(&mut |table, eyes| {
        for text in spoken_texts(table, eyes, Language::Bracketed) {
            let (rest, verbatim) = outside_brackets(&text);
            assert!(is_the_same_everywhere(&rest, &names), "{rest:?} is in no template: {text}");
            for part in &verbatim {
                assert!(is_the_same_everywhere(part, &names), "{part:?} is translated nowhere: {text}");
            }
            texts += 1;
        }
    });
    assert!(texts > 10_000, "{texts} texts prove little");
}

/// Checks that the test above can fail.
#[test]
fn untranslated_text_is_found() {
    let left = |text: &str| outside_brackets(text).0;
    assert!(!is_the_same_everywhere(&left("Hello ⟦you ‹47›⟧"), &[]));
    assert!(is_the_same_everywhere(&left("⟦you ⟦there⟧⟧ · 12"), &[]));
    assert!(!is_the_same_everywhere("played 47", &["Ann"]) && is_the_same_everywhere("10♥ AFG 3", &["Ann"]));
}

#[test]
fn a_german_or_french_view_has_no_english_sentence() {
    for language in [Language::German, Language::French] {
        let mut differ = 0;
        every_game(&mut |table, eyes| {
            let (here, there) = (spoken_texts(table, eyes, language), spoken_texts(table, eyes, Language::English));
            assert_eq!(here.len(), there.len());
            for (here, english) in here.iter().zip(&there) {
                // Two or more words are a phrase to translate; shorter texts may be the same in every language.
                let words =
                    english.split(' ').filter(|word| word.chars().filter(|letter| letter.is_alphabetic()).count() > 2);
                let is_plain = words.filter(|word| !["Ann", "Bob", "Cleo", "Dan"].contains(word)).count() < 2;
                assert!(is_plain || here != english, "{language:?}: {here:?}");
                differ += usize::from(here != english);
            }
        });
        assert!(differ > 10_000, "{differ} texts prove little");
    }
}
