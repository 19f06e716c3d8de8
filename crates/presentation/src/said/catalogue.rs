//! The languages, each but English from a file of messages.

use std::collections::BTreeMap;
use std::sync::LazyLock;

/// A language in which the house speaks.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Language {
    /// As it stands in the code.
    #[default]
    English,
    /// Deutsch.
    German,
    /// Français.
    French,
    /// English with every template in brackets and every text in others: nobody is offered it, but tests may ask for
    /// it over HTTP as the pseudo-language `qps`. What is outside of the brackets has slipped by.
    Bracketed,
}

type Messages = BTreeMap<String, String>;

static GERMAN: LazyLock<Messages> = LazyLock::new(|| read(include_str!("../../messages/de.json")));
static FRENCH: LazyLock<Messages> = LazyLock::new(|| read(include_str!("../../messages/fr.json")));

fn read(file: &str) -> Messages {
    serde_json::from_str(file).expect("a file of messages maps texts to texts, as a test makes sure")
}

/// English templates and their translations; none in English itself.
pub fn messages(language: Language) -> Option<&'static BTreeMap<String, String>> {
    match language {
        Language::English | Language::Bracketed => None,
        Language::German => Some(&GERMAN),
        Language::French => Some(&FRENCH),
    }
}

impl Language {
    /// Those that can be chosen.
    pub const ALL: [Language; 3] = [Language::English, Language::German, Language::French];

    /// What it is called on the wire: `de`.
    pub fn tag(self) -> &'static str {
        match self {
            Language::English => "en",
            Language::Bracketed => "qps",
            Language::German => "de",
            Language::French => "fr",
        }
    }

    /// The language of a tag, whatever its region: `de-AT`.
    pub fn of_tag(tag: &str) -> Option<Language> {
        let primary = tag.split('-').next().unwrap_or_default();
        Language::ALL
            .into_iter()
            .chain([Language::Bracketed])
            .find(|language| language.tag().eq_ignore_ascii_case(primary))
    }

    /// A template in this language, or as it is.
    pub(super) fn message(self, template: &str) -> &str {
        messages(self).and_then(|messages| messages.get(template)).map_or(template, String::as_str)
    }

    /// A number as it is written here: the sign before its decimals, and one between thousands from five digits on.
    /// The page does the same (`numeral` in `words.js`).
    pub(super) fn number(self, number: &str) -> String {
        let (between, before_decimals) = match self {
            Language::English | Language::Bracketed => (',', '.'),
            Language::German => ('.', ','),
            Language::French => ('\u{202f}', ','),
        };
        let (whole, decimals) =
            number.split_once('.').map_or((number, None), |(whole, decimals)| (whole, Some(decimals)));
        let digits = whole.trim_start_matches('-').len();
        let mut written = String::with_capacity(number.len() + 4);
        for (place, letter) in whole.chars().enumerate() {
            let left = whole.len() - place;
            if digits >= 5 && left % 3 == 0 && left < digits {
                written.push(between);
            }
            written.push(letter);
        }
        if let Some(decimals) = decimals {
            written.push(before_decimals);
            written.push_str(decimals);
        }
        written
    }
}
