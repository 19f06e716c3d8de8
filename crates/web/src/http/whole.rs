//! Whole numbers in requests.

use std::fmt;

use serde::de::{Error, Unexpected, Visitor};
use serde::{Deserialize, Deserializer};
use utoipa::openapi::{RefOr, Schema};
use utoipa::{PartialSchema, ToSchema};

/// A whole number in any notation: in JSON, 19.0 is 19.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Whole(pub(crate) u64);

impl Whole {
    /// Returns the number as an index; larger numbers saturate.
    pub(crate) fn index(self) -> usize {
        usize::try_from(self.0).unwrap_or(usize::MAX)
    }

    /// Deserializes a number of at most 32 bits.
    pub(crate) fn small<'de, D: Deserializer<'de>>(deserializer: D) -> Result<u32, D::Error> {
        let Whole(number) = Whole::deserialize(deserializer)?;
        u32::try_from(number).map_err(|_| D::Error::invalid_value(Unexpected::Unsigned(number), &"a smaller number"))
    }

    /// Deserializes a number from the text of a query.
    pub(crate) fn from_text<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<Whole>, D::Error> {
        let text = String::deserialize(deserializer)?;
        let number = match text.parse() {
            Ok(number) => AnyNumber.visit_u64(number),
            Err(_) => text.parse().map_err(D::Error::custom).and_then(|number| AnyNumber.visit_f64(number)),
        };
        number.map(Some).map_err(|_: D::Error| D::Error::invalid_value(Unexpected::Str(&text), &AnyNumber))
    }
}

impl<'de> Deserialize<'de> for Whole {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Whole, D::Error> {
        deserializer.deserialize_any(AnyNumber)
    }
}

impl PartialSchema for Whole {
    fn schema() -> RefOr<Schema> {
        u64::schema()
    }
}

impl ToSchema for Whole {}

struct AnyNumber;

impl Visitor<'_> for AnyNumber {
    type Value = Whole;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a whole number")
    }

    fn visit_u64<E: Error>(self, number: u64) -> Result<Whole, E> {
        Ok(Whole(number))
    }

    fn visit_f64<E: Error>(self, number: f64) -> Result<Whole, E> {
        // 2^64 is the first that does not fit.
        if number.fract() == 0.0 && (0.0..18_446_744_073_709_551_616.0).contains(&number) {
            return Ok(Whole(number as u64));
        }
        Err(E::invalid_value(Unexpected::Float(number), &self))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn whole_numbers_are_read_in_any_notation() {
        let read = |text: &str| serde_json::from_str(text).ok().map(|Whole(number)| number);
        for (text, number) in [
            ("19", 19),
            ("19.0", 19),
            ("1.9e1", 19),
            ("18446744073709551615", u64::MAX),
            ("-0.0", 0),
            ("4226912808504630.0", 4_226_912_808_504_630),
        ] {
            assert_eq!(read(text), Some(number), "{text}");
        }
        for text in ["19.5", "-1", "-1.0", "18446744073709551616", "1e300", "null", "true", "[]", "\"19\""] {
            assert_eq!(read(text), None, "{text}");
        }
    }
}
