//! Sentences as data until the rim: an English template and the parts that stand in its braces.
//!
//! What the house says to people is made by `said!` and stays a [`Said`] until somebody writes it down.
//! `Display` writes it in English, as the terminal, transcripts and Python do; [`Said::in_language`] looks the template
//! up in a file of messages, `messages/*.json`, which maps the English to the translation. Parts keep their names, so a
//! language may put them in any order. Names and cards are never translated, sentences within sentences are.

mod catalogue;
mod json;
mod rules;

use std::borrow::Cow;
use std::fmt;

use cardsharp_rules::french::FrenchCard;
use cardsharp_rules::{CardSet, hanamikoji, intensity};

pub use catalogue::{Language, messages};
pub use json::to_json;

/// Something said to people, in no language yet.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Said {
    template: Cow<'static, str>,
    parts: Vec<(&'static str, Part)>,
}

/// What stands in the braces of a template.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Part {
    /// The same in every language: a name or a card.
    Text(String),
    /// A number with a point before its decimals and nothing between its thousands, as programs write it.
    Number(String),
    /// Something that is said itself.
    Said(Said),
    /// Several things, with a sign between them.
    List(&'static str, Vec<Said>),
}

/// The template of what is the same in every language.
const VERBATIM: &str = "{text}";
/// The template of what has nothing between its parts but signs.
const LIST: &str = "{list}";

impl Said {
    /// A template with its parts, by `said!`.
    pub fn new(template: impl Into<Cow<'static, str>>, parts: Vec<(&'static str, Part)>) -> Said {
        Said { template: template.into(), parts }
    }

    /// Words without parts, which stand in a constant.
    pub fn constant(words: &'static str) -> Said {
        Said::new(words, Vec::new())
    }

    /// What is the same in every language: names, cards, and what programs wrote.
    pub fn verbatim(text: impl Into<String>) -> Said {
        let text = text.into();
        if text.is_empty() { Said::default() } else { Said::new(VERBATIM, vec![("text", Part::Text(text))]) }
    }

    /// A name at the beginning of a sentence.
    pub fn capitalised(name: &str) -> Said {
        let mut letters = name.chars();
        let first = letters.next().into_iter().flat_map(char::to_uppercase);
        Said::verbatim(first.chain(letters).collect::<String>())
    }

    /// Several things with a sign between them: " · ".
    pub fn joined(between: &'static str, said: Vec<Said>) -> Said {
        Said::new(LIST, vec![("list", Part::List(between, said))])
    }

    /// Whether nothing is said.
    pub fn is_empty(&self) -> bool {
        self.template.is_empty()
    }

    /// The same in a language; in English where it has no words for it.
    pub fn in_language(&self, language: Language) -> String {
        let mut text = String::new();
        self.write(language, &mut text).expect("writing to a string");
        text
    }

    fn write(&self, language: Language, out: &mut dyn fmt::Write) -> fmt::Result {
        let is_bracketed = language == Language::Bracketed && ![VERBATIM, LIST, ""].contains(&&*self.template);
        if is_bracketed {
            out.write_char('⟦')?;
        }
        let mut rest = language.message(&self.template);
        while let Some((before, after)) = rest.split_once('{') {
            let (name, after) = after.split_once('}').unwrap_or((after, ""));
            out.write_str(before)?;
            match self.parts.iter().find(|(known, _)| *known == name) {
                Some((_, part)) => part.write(language, out)?,
                None => write!(out, "{{{name}}}")?,
            }
            rest = after;
        }
        out.write_str(rest)?;
        if is_bracketed { out.write_char('⟧') } else { Ok(()) }
    }
}

impl Part {
    fn write(&self, language: Language, out: &mut dyn fmt::Write) -> fmt::Result {
        match self {
            Part::Text(text) if language == Language::Bracketed => write!(out, "‹{text}›"),
            Part::Text(text) => out.write_str(text),
            Part::Number(number) => out.write_str(&language.number(number)),
            Part::Said(said) => said.write(language, out),
            Part::List(between, list) => {
                for (place, said) in list.iter().enumerate() {
                    if place > 0 {
                        out.write_str(between)?;
                    }
                    said.write(language, out)?;
                }
                Ok(())
            }
        }
    }
}

impl fmt::Display for Said {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // Columns are padded as those of any text.
        f.pad(&self.in_language(Language::English))
    }
}

/// Names and other texts that are the same in every language.
impl From<String> for Said {
    fn from(text: String) -> Said {
        Said::verbatim(text)
    }
}

/// Words of a constant, which are looked up as any template.
impl From<&'static str> for Said {
    fn from(words: &'static str) -> Said {
        Said::constant(words)
    }
}

impl From<Said> for Part {
    fn from(said: Said) -> Part {
        Part::Said(said)
    }
}

impl From<&Said> for Part {
    fn from(said: &Said) -> Part {
        Part::Said(said.clone())
    }
}

/// A number with so many decimals.
pub fn decimal(number: f64, decimals: usize) -> Part {
    Part::Number(format!("{number:.decimals$}"))
}

/// What is written as it is everywhere.
macro_rules! as_text {
    ($($kind:ty),*) => {
        $(impl From<$kind> for Part {
            fn from(text: $kind) -> Part {
                Part::Text(text.to_string())
            }
        })*
    };
}

/// Whole numbers.
macro_rules! as_number {
    ($($kind:ty),*) => {
        $(impl From<$kind> for Part {
            fn from(number: $kind) -> Part {
                Part::Number(number.to_string())
            }
        })*
    };
}

as_number!(i32, i64, u8, u32, u64, usize);
as_text!(String, &String, &str, FrenchCard, hanamikoji::Geisha, hanamikoji::Cards);
as_text!(intensity::Card, CardSet<intensity::Card>, CardSet<FrenchCard>);

/// Says something: a template in English, and its parts by their names.
///
/// ```
/// use cardsharp_sitting::{Language, said};
///
/// let (name, cards) = ("Ada", 3);
/// let said = said!("{name} holds {cards} cards.", name, cards);
/// assert_eq!(said.to_string(), "Ada holds 3 cards.");
/// assert_eq!(said!("The game is over.").in_language(Language::German), "Das Spiel ist vorbei.");
/// ```
///
/// The template is a literal, so that a test can find it in the files of messages.
#[macro_export]
macro_rules! said {
    (@part $name:ident) => { $crate::said::Part::from($name) };
    (@part $name:ident $value:expr) => { $crate::said::Part::from($value) };
    ($template:literal $(, $name:ident $(= $value:expr)?)* $(,)?) => {
        $crate::said::Said::new($template, vec![$((stringify!($name), $crate::said!(@part $name $($value)?))),*])
    };
}

/// Says something that somebody does: in the second person where the reader is meant, else by name, which both
/// templates may use as `{name}`.
///
/// ```
/// use cardsharp_sitting::said::Person;
/// use cardsharp_sitting::said_of;
///
/// let card = 47;
/// let played = |who| said_of!(who, "You played {card}", "{name} played {card}", card).to_string();
/// assert_eq!(played(Person::You), "You played 47");
/// assert_eq!(played(Person::Named("Ada")), "Ada played 47");
/// ```
#[macro_export]
macro_rules! said_of {
    ($who:expr, $you:literal, $name:literal $(, $part:ident $(= $value:expr)?)* $(,)?) => {
        match $who {
            $crate::said::Person::You => $crate::said!($you $(, $part $(= $value)?)*),
            $crate::said::Person::Named(name) => $crate::said!($name, name $(, $part $(= $value)?)*),
        }
    };
}

/// Who did something, to the reader.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Person<'a> {
    /// The reader.
    You,
    /// Somebody else.
    Named(&'a str),
}

/// What is left of a text in the bracketed language outside of brackets, and each part that stands in it as it is: a
/// sentence left there was not made to be translated.
pub fn outside_brackets(text: &str) -> (String, Vec<String>) {
    let (mut depth, mut rest, mut quoted, mut verbatim) = (0, String::new(), None, Vec::new());
    for letter in text.chars() {
        match (letter, &mut quoted) {
            ('‹', None) => quoted = Some(String::new()),
            ('›', Some(_)) => verbatim.extend(quoted.take()),
            (letter, Some(quoted)) => quoted.push(letter),
            ('⟦', None) => depth += 1,
            ('⟧', None) => depth -= 1,
            (letter, None) if depth == 0 => rest.push(letter),
            _ => {}
        }
    }
    (rest, verbatim)
}

#[cfg(test)]
mod tests;
