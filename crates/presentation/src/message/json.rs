//! Messages as JSON. A message has no language, and JSON needs one: it is that of the document.

use std::cell::Cell;

use serde::{Serialize, Serializer};

use super::{Language, Message};

thread_local! {
    /// The language of the document that this thread is writing.
    static LANGUAGE: Cell<Language> = const { Cell::new(Language::English) };
}

/// Returns a value as JSON text, its messages in a language.
///
/// ```
/// use cardsharp_presentation::{Language, message};
///
/// let json = message::to_json(&[message!("The game is over.")], Language::German);
/// assert_eq!(json.unwrap(), r#"["Das Spiel ist vorbei."]"#);
/// ```
///
/// # Errors
/// As [`serde_json::to_string`].
pub fn to_json<T: Serialize + ?Sized>(value: &T, language: Language) -> serde_json::Result<String> {
    let before = LANGUAGE.replace(language);
    let text = serde_json::to_string(value);
    LANGUAGE.set(before);
    text
}

impl Serialize for Message {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(&self.in_language(LANGUAGE.get()))
    }
}

#[cfg(feature = "api")]
impl utoipa::PartialSchema for Message {
    fn schema() -> utoipa::openapi::RefOr<utoipa::openapi::Schema> {
        String::schema()
    }
}

#[cfg(feature = "api")]
impl utoipa::ToSchema for Message {}
