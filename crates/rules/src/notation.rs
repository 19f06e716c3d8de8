//! The common format of deals and observations: `key words; key words; …`.

use std::str::FromStr;

use crate::ParseError;

/// The fields of such a text, read one after another.
pub struct Fields<'a> {
    what: &'static str,
    text: &'a str,
    rest: std::str::Split<'a, char>,
}

impl<'a> Fields<'a> {
    /// Begins to parse a `what`.
    pub fn new(what: &'static str, text: &'a str) -> Fields<'a> {
        Fields { what, text, rest: text.split(';') }
    }

    /// The words of the next field, which must have this key.
    ///
    /// # Errors
    /// If the next field has another key or there is none.
    pub fn words(&mut self, key: &str) -> Result<&'a str, ParseError> {
        let field = self.rest.next().map(str::trim);
        let words = field.and_then(|field| field.strip_prefix(key)).filter(|words| words.starts_with(' '));
        words
            .map(str::trim)
            .ok_or_else(|| self.error(format!("\"{key} …\" instead of {:?}", field.unwrap_or("the end"))))
    }

    /// The next field, which must have this key, parsed as a `T`.
    ///
    /// # Errors
    /// If the field is missing or is not a `T`.
    pub fn take<T: FromStr<Err = ParseError>>(&mut self, key: &str) -> Result<T, ParseError> {
        self.words(key)?.parse()
    }

    /// The next field, which must have this key, parsed as a list separated by blanks; `-` for none.
    ///
    /// # Errors
    /// If the field is missing or one of its words is not a `T`.
    pub fn list<T: FromStr<Err = ParseError>>(&mut self, key: &str) -> Result<Vec<T>, ParseError> {
        crate::parse_cards(self.words(key)?)
    }

    /// Checks that no field is left.
    ///
    /// # Errors
    /// If one is left.
    pub fn end(mut self) -> Result<(), ParseError> {
        match self.rest.next() {
            None => Ok(()),
            Some(more) => Err(self.error(format!("nothing after the last field instead of {:?}", more.trim()))),
        }
    }

    /// An error: the text does not match `expected`.
    pub fn error(&self, expected: impl Into<String>) -> ParseError {
        ParseError::new(self.what, self.text, expected)
    }
}

/// Implements writing and parsing of an enum by one word for each value.
///
/// ```
/// use cardsharp_rules::words;
///
/// #[derive(Clone, Copy, Debug, PartialEq)]
/// enum Suit {
///     Red,
///     Black,
/// }
/// words!(Suit, "suit", Red: "red", Black: "black");
///
/// assert_eq!(Suit::Red.to_string(), "red");
/// assert_eq!("black".parse(), Ok(Suit::Black));
/// let error = "blue".parse::<Suit>().unwrap_err();
/// assert_eq!(error.to_string(), "\"blue\" is not a suit: expected red or black");
/// ```
#[macro_export]
macro_rules! words {
    ($type:ident, $what:literal, $($value:ident: $word:literal),+ $(,)?) => {
        impl $type {
            const WORDS: &'static [($type, &'static str)] = &[$(($type::$value, $word)),+];
        }

        impl ::std::fmt::Display for $type {
            fn fmt(&self, f: &mut ::std::fmt::Formatter<'_>) -> ::std::fmt::Result {
                let (_, word) = $type::WORDS.iter().find(|(value, _)| value == self).expect("every value has a word");
                f.write_str(word)
            }
        }

        impl ::std::str::FromStr for $type {
            type Err = $crate::ParseError;

            fn from_str(text: &str) -> Result<$type, $crate::ParseError> {
                $crate::read_word($what, text, $type::WORDS)
            }
        }
    };
}

/// Parses a word as the value it stands for; [`words!`] uses it.
///
/// # Errors
/// If it is none of the words.
pub fn read_word<T: Copy>(what: &'static str, text: &str, words: &[(T, &str)]) -> Result<T, ParseError> {
    let known = words.iter().find(|(_, word)| *word == text);
    known.map(|(value, _)| *value).ok_or_else(|| {
        let words: Vec<&str> = words.iter().map(|(_, word)| *word).collect();
        let (last, others) = words.split_last().expect("there are words");
        ParseError::new(what, text, format!("{} or {last}", others.join(", ")))
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Seat;

    #[test]
    fn fields_are_taken_in_order() {
        let mut fields = Fields::new("view", "seat 1; others 2 3; none -");
        assert_eq!(fields.take("seat"), Ok(Seat::new(1)));
        assert_eq!(fields.list("others"), Ok(vec![Seat::new(2), Seat::new(3)]));
        assert_eq!(fields.list::<Seat>("none"), Ok(vec![]));
        assert_eq!(fields.end(), Ok(()));
    }

    #[test]
    fn a_missing_or_surplus_field_is_named() {
        let error = Fields::new("view", "chair 1").take::<Seat>("seat").unwrap_err();
        assert_eq!(error.to_string(), "\"chair 1\" is not a view: expected \"seat …\" instead of \"chair 1\"");
        let mut fields = Fields::new("view", "seat 1; hat");
        fields.take::<Seat>("seat").unwrap();
        assert!(fields.end().unwrap_err().to_string().contains("instead of \"hat\""));
    }
}
