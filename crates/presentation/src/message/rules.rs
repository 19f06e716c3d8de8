//! Translations of the rules.

use super::Language;

type Documents = &'static [(&'static str, &'static str)];

macro_rules! documents {
    ($language:literal: $($game:literal)*) => {
        &[$(($game, include_str!(concat!("../../messages/rules/", $language, "/", $game, ".md")))),*]
    };
}

const GERMAN: Documents = documents!("de": "intensity" "hanamikoji" "indigo" "lucky-thirteen");
const FRENCH: Documents = documents!("fr": "intensity" "hanamikoji" "indigo" "lucky-thirteen");

impl Language {
    /// Returns the translated rules of a game; `None` if the game's own English text is the only one.
    pub fn rules(self, game: &str) -> Option<&'static str> {
        let documents = match self {
            Language::English | Language::Bracketed => return None,
            Language::German => GERMAN,
            Language::French => FRENCH,
        };
        documents.iter().find(|(name, _)| *name == game).map(|(_, text)| *text)
    }
}

#[cfg(test)]
mod tests {
    use cardsharp_rules::{AnyGame, Game, with_game};

    use super::*;

    /// Translations leave out the notation, which is for programs.
    const NOTATION: &str = "## How it is written";

    /// Returns the line marks and numbers of each section, which are equal in all languages.
    fn outline(text: &str) -> Vec<String> {
        let text = text.split(NOTATION).next().unwrap();
        let sections = text.split("\n## ").map(|section| {
            let marked = section.lines().filter(|line| line.trim_start().starts_with(['-', '|'])).count();
            let mut numbers: Vec<&str> =
                section.split(|letter: char| !letter.is_ascii_digit()).filter(|number| !number.is_empty()).collect();
            numbers.sort_unstable();
            format!("{marked} lines with marks, numbers {}", numbers.join(" "))
        });
        sections.collect()
    }

    #[test]
    fn the_rules_say_the_same_in_every_language() {
        fn check<G: Game>(_: &G) {
            for language in [Language::German, Language::French] {
                let told = language.rules(G::NAME).expect("a game of the house has rules in every language");
                assert_eq!(outline(told), outline(G::RULES), "{} in {language:?}", G::NAME);
                assert!(!told.contains(NOTATION));
            }
        }
        for game in AnyGame::all().iter().filter(|game| !game.is_teaching()) {
            with_game!(AnyGame, game, game => check(game));
        }
    }
}
