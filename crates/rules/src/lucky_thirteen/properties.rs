//! The syntax of Java's `.properties` files: text to keys and values, each with its line.
//!
//! Comments (`#`, `!`), the separators `=`, `:` and blanks, lines continued by a backslash, and the escapes `\t \n \r
//! \f \uXXXX` are parsed as in Java. [`Setup`](super::Setup) interprets the keys. A duplicate key is refused; Java
//! would silently take the last one.

use std::collections::HashMap;
use std::error::Error;
use std::fmt;

const BLANKS: [char; 3] = [' ', '\t', '\u{c}'];

/// A key with its value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Property {
    /// The line on which it begins, counted from 1.
    pub line: usize,
    /// The key.
    pub key: String,
    /// The value.
    pub value: String,
}

impl Property {
    pub(super) fn error(&self, reason: impl Into<String>) -> PropertyError {
        PropertyError { line: self.line, key: self.key.clone(), reason: reason.into() }
    }
}

/// An error in a property file, with its place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PropertyError {
    /// The line on which the property begins, counted from 1.
    pub line: usize,
    /// Its key.
    pub key: String,
    /// The reason.
    pub reason: String,
}

impl fmt::Display for PropertyError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // A key is untrusted text: characters that would break the line are escaped.
        let key = self.key.escape_debug();
        write!(f, "{}: {key}: {}", self.line, self.reason)
    }
}

impl Error for PropertyError {}

/// Parses the properties in their order.
///
/// # Errors
/// If an escape is malformed or a key occurs twice.
pub fn parse_properties(text: &str) -> Result<Vec<Property>, PropertyError> {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text).replace("\r\n", "\n").replace('\r', "\n");
    let mut lines = text.split('\n').enumerate();
    let mut properties = Vec::<Property>::new();
    // A map, because an untrusted file may have thousands of keys.
    let mut first_lines = HashMap::<String, usize>::new();
    while let Some((index, line)) = lines.next() {
        let line = line.trim_start_matches(BLANKS);
        if line.is_empty() || line.starts_with(['#', '!']) {
            continue;
        }
        let mut logical = line.to_owned();
        while is_continued(&logical) {
            logical.pop();
            let Some((_, more)) = lines.next() else { break };
            logical.push_str(more.trim_start_matches(BLANKS));
        }
        let property = read(index + 1, &logical)?;
        if let Some(first) = first_lines.insert(property.key.clone(), property.line) {
            return Err(property.error(format!("given twice, first on line {first}")));
        }
        properties.push(property);
    }
    Ok(properties)
}

/// Whether the line ends with a backslash that is not itself escaped.
fn is_continued(line: &str) -> bool {
    let backslashes = line.len() - line.trim_end_matches('\\').len();
    backslashes % 2 == 1
}

fn read(line: usize, logical: &str) -> Result<Property, PropertyError> {
    let (raw_key, rest) = logical.split_at(key_end(logical));
    let rest = rest.trim_start_matches(BLANKS);
    let raw_value = rest.strip_prefix(['=', ':']).unwrap_or(rest).trim_start_matches(BLANKS);
    let unescape = |raw: &str| unescape(raw).map_err(|reason| PropertyError { line, key: raw_key.to_owned(), reason });
    Ok(Property { line, key: unescape(raw_key)?, value: unescape(raw_value)? })
}

/// The end of the key: the first separator that is not escaped.
fn key_end(logical: &str) -> usize {
    let mut escaped = false;
    for (place, letter) in logical.char_indices() {
        if !escaped && (letter == '=' || letter == ':' || BLANKS.contains(&letter)) {
            return place;
        }
        escaped = !escaped && letter == '\\';
    }
    logical.len()
}

fn unescape(raw: &str) -> Result<String, String> {
    let (mut text, mut letters) = (String::new(), raw.chars());
    while let Some(letter) = letters.next() {
        if letter != '\\' {
            text.push(letter);
            continue;
        }
        match letters.next() {
            Some('t') => text.push('\t'),
            Some('n') => text.push('\n'),
            Some('r') => text.push('\r'),
            Some('f') => text.push('\u{c}'),
            Some('u') => {
                let digits: String = letters.by_ref().take(4).collect();
                let hex = digits.len() == 4 && digits.chars().all(|digit| digit.is_ascii_hexdigit());
                let code = u32::from_str_radix(&digits, 16).ok().filter(|_| hex).and_then(char::from_u32);
                text.push(code.ok_or_else(|| {
                    format!("{:?} names no letter: expected \\u and four hex digits", format!("\\u{digits}"))
                })?);
            }
            Some(plain) => text.push(plain),
            None => {}
        }
    }
    Ok(text)
}
