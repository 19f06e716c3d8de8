//! Lines that a person types.

use std::io::{BufRead, ErrorKind};

/// The length in bytes of the longest accepted line.
const LONGEST: usize = 1000;

#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Heard {
    /// A line without surrounding blanks.
    Line(String),
    /// The error for a line that is too long or not text.
    Nonsense(&'static str),
    /// The reason why the input has ended.
    End(String),
}

/// Reads a line from standard input.
pub(crate) fn listen() -> Heard {
    read_line_from(&mut std::io::stdin().lock())
}

fn read_line_from(input: &mut impl BufRead) -> Heard {
    let (mut line, mut length) = (Vec::new(), 0);
    loop {
        let buffer = match input.fill_buf() {
            Ok(buffer) => buffer,
            Err(error) if error.kind() == ErrorKind::Interrupted => continue,
            Err(error) => return Heard::End(format!("the input cannot be read ({error})")),
        };
        let end = buffer.iter().position(|&byte| byte == b'\n');
        let part = &buffer[..end.unwrap_or(buffer.len())];
        if part.is_empty() && end.is_none() && length == 0 {
            return Heard::End("the input ended".to_owned());
        }
        let is_last = end.is_some() || part.is_empty();
        length += part.len();
        line.extend(part.iter().take(LONGEST - line.len()));
        let used = part.len() + usize::from(end.is_some());
        input.consume(used);
        if is_last {
            break;
        }
    }
    if length > LONGEST {
        return Heard::Nonsense("That line is too long to be an answer.");
    }
    match String::from_utf8(line) {
        // A terminal may send control characters that the person did not mean.
        Ok(text) if text.trim().contains(char::is_control) => Heard::Nonsense("That line is not text."),
        Ok(text) => Heard::Line(text.trim().to_owned()),
        Err(_) => Heard::Nonsense("That line is not text."),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_of_any_kind_are_read_one_by_one() {
        let long = "x".repeat(100_000);
        let text = [b" one \r\n\ntwo\tthree\n\xff\xfe\n".as_slice(), long.as_bytes(), b"\nlast"].concat();
        let mut input = std::io::BufReader::with_capacity(7, text.as_slice());
        let mut hear = || read_line_from(&mut input);
        assert_eq!(hear(), Heard::Line("one".to_owned()));
        assert_eq!(hear(), Heard::Line(String::new()));
        assert_eq!(hear(), Heard::Nonsense("That line is not text."));
        assert_eq!(hear(), Heard::Nonsense("That line is not text."));
        assert_eq!(hear(), Heard::Nonsense("That line is too long to be an answer."));
        assert_eq!(hear(), Heard::Line("last".to_owned()));
        assert_eq!(hear(), Heard::End("the input ended".to_owned()));
        assert_eq!(hear(), Heard::End("the input ended".to_owned()));
    }
}
