//! The languages. Each but English has a file of translations.

use std::collections::BTreeMap;
use std::sync::LazyLock;

/// A language of messages.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Language {
    /// The language of the templates.
    #[default]
    English,
    /// Deutsch.
    German,
    /// Français.
    French,
    /// English with every template in brackets and every text in other brackets. It is not offered; tests request it
    /// over HTTP as the pseudo-language `qps`. Words outside the brackets bypassed the messages.
    Bracketed,
}

type Messages = BTreeMap<String, String>;

static GERMAN: LazyLock<Messages> = LazyLock::new(|| read(include_str!("../../messages/de.json")));
static FRENCH: LazyLock<Messages> = LazyLock::new(|| read(include_str!("../../messages/fr.json")));

fn read(file: &str) -> Messages {
    serde_json::from_str(file).expect("a file of messages maps texts to texts, as a test makes sure")
}

/// Returns the English templates with their translations; `None` for English.
pub fn messages(language: Language) -> Option<&'static BTreeMap<String, String>> {
    match language {
        Language::English | Language::Bracketed => None,
        Language::German => Some(&GERMAN),
        Language::French => Some(&FRENCH),
    }
}

impl Language {
    /// The languages on offer.
    pub const ALL: [Language; 3] = [Language::English, Language::German, Language::French];

    /// Returns the language tag: `de`.
    pub fn tag(self) -> &'static str {
        match self {
            Language::English => "en",
            Language::Bracketed => "qps",
            Language::German => "de",
            Language::French => "fr",
        }
    }

    /// Returns the language of a tag with any region: `de-AT`.
    pub fn of_tag(tag: &str) -> Option<Language> {
        let primary = tag.split('-').next().unwrap_or_default();
        Language::ALL
            .into_iter()
            .chain([Language::Bracketed])
            .find(|language| language.tag().eq_ignore_ascii_case(primary))
    }

    /// Returns the translation of a template, or the template itself.
    pub(super) fn message(self, template: &str) -> &str {
        messages(self).and_then(|messages| messages.get(template)).map_or(template, String::as_str)
    }

    /// Formats a number: decimal sign, and separators from five digits on, as `numeral` in `shell/language.js`.
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
