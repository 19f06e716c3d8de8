//! Messages for people: an English template with named parts, translated when it is written.
//!
//! `message!` creates a [`Message`]. `Display` writes English, for the terminal, transcripts and Python.
//! [`Message::in_language`] looks up the template in `messages/*.json`. Parts have names, so a translation may reorder
//! them. Names and cards are never translated; nested messages are.

mod catalogue;
mod json;
mod rules;

use std::borrow::Cow;
use std::fmt;

use cardsharp_rules::french::FrenchCard;
use cardsharp_rules::{CardSet, hanamikoji, intensity};

pub use catalogue::{Language, messages};
pub use json::to_json;

/// A message in no language yet.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Message {
    template: Cow<'static, str>,
    parts: Vec<(&'static str, Part)>,
}

/// A part of a message.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Part {
    /// A text that is never translated: a name or a card.
    Text(String),
    /// A number with a decimal point and no separators between thousands.
    Number(String),
    /// A nested message.
    Message(Message),
    /// Messages joined by a separator.
    List(&'static str, Vec<Message>),
}

/// The template of a text that is never translated.
const VERBATIM: &str = "{text}";
const LIST: &str = "{list}";

impl Message {
    /// Creates a message; use `message!`.
    pub fn new(template: impl Into<Cow<'static, str>>, parts: Vec<(&'static str, Part)>) -> Message {
        Message { template: template.into(), parts }
    }

    /// Creates a message without parts from a constant.
    pub fn constant(words: &'static str) -> Message {
        Message::new(words, Vec::new())
    }

    /// Creates a message that is never translated: names, cards, output of programs.
    pub fn verbatim(text: impl Into<String>) -> Message {
        let text = text.into();
        if text.is_empty() { Message::default() } else { Message::new(VERBATIM, vec![("text", Part::Text(text))]) }
    }

    /// Creates a message of a name that begins a sentence.
    pub fn capitalised(name: &str) -> Message {
        let mut letters = name.chars();
        let first = letters.next().into_iter().flat_map(char::to_uppercase);
        Message::verbatim(first.chain(letters).collect::<String>())
    }

    /// Joins messages with a separator such as " · ".
    pub fn joined(between: &'static str, said: Vec<Message>) -> Message {
        Message::new(LIST, vec![("list", Part::List(between, said))])
    }

    /// Returns true if the message is empty.
    pub fn is_empty(&self) -> bool {
        self.template.is_empty()
    }

    /// Writes the message in a language; in English where a translation is missing.
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
            Part::Message(said) => said.write(language, out),
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

impl fmt::Display for Message {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // `pad` keeps columns aligned.
        f.pad(&self.in_language(Language::English))
    }
}

/// A text that is never translated.
impl From<String> for Message {
    fn from(text: String) -> Message {
        Message::verbatim(text)
    }
}

/// A constant, translated as any template.
impl From<&'static str> for Message {
    fn from(words: &'static str) -> Message {
        Message::constant(words)
    }
}

impl From<Message> for Part {
    fn from(said: Message) -> Part {
        Part::Message(said)
    }
}

impl From<&Message> for Part {
    fn from(said: &Message) -> Part {
        Part::Message(said.clone())
    }
}

/// Creates a number with this many decimals.
pub fn decimal(number: f64, decimals: usize) -> Part {
    Part::Number(format!("{number:.decimals$}"))
}

macro_rules! as_text {
    ($($kind:ty),*) => {
        $(impl From<$kind> for Part {
            fn from(text: $kind) -> Part {
                Part::Text(text.to_string())
            }
        })*
    };
}

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

/// Creates a message from an English template and its parts by name.
///
/// ```
/// use cardsharp_presentation::{Language, message};
///
/// let (name, cards) = ("Ada", 3);
/// let said = message!("{name} holds {cards} cards.", name, cards);
/// assert_eq!(said.to_string(), "Ada holds 3 cards.");
/// assert_eq!(message!("The game is over.").in_language(Language::German), "Das Spiel ist vorbei.");
/// ```
///
/// The template must be a literal, so that a test can find it in the translations.
#[macro_export]
macro_rules! message {
    (@part $name:ident) => { $crate::message::Part::from($name) };
    (@part $name:ident $value:expr) => { $crate::message::Part::from($value) };
    ($template:literal $(, $name:ident $(= $value:expr)?)* $(,)?) => {
        $crate::message::Message::new($template, vec![$((stringify!($name), $crate::message!(@part $name $($value)?))),*])
    };
}

/// Creates a message about an action of a person: in the second person for the reader, else with the `{name}`.
///
/// ```
/// use cardsharp_presentation::message::Person;
/// use cardsharp_presentation::message_of;
///
/// let card = 47;
/// let played = |who| message_of!(who, "You played {card}", "{name} played {card}", card).to_string();
/// assert_eq!(played(Person::You), "You played 47");
/// assert_eq!(played(Person::Named("Ada")), "Ada played 47");
/// ```
#[macro_export]
macro_rules! message_of {
    ($who:expr, $you:literal, $name:literal $(, $part:ident $(= $value:expr)?)* $(,)?) => {
        match $who {
            $crate::message::Person::You => $crate::message!($you $(, $part $(= $value)?)*),
            $crate::message::Person::Named(name) => $crate::message!($name, name $(, $part $(= $value)?)*),
        }
    };
}

/// The person a message is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Person<'a> {
    /// The reader.
    You,
    /// Another player.
    Named(&'a str),
}

/// Returns the words outside all brackets and each untranslated text inside. A sentence among them is no message.
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
