//! The text format of a record, the same for all games.
//!
//! ```text
//! cardsharp record 1
//! game lucky-thirteen
//! option sums flexible
//! seed 7                       the seed of the deal and all random choices; absent if unknown
//! deal …                       the cards, if the seed does not determine them
//! seat 0 Lulu
//! seat 1 Morgan
//! seat 2 Amy
//! seat 3 Rat
//! 0 discard 2H                 the seat and its action
//! fault 1 illegal "99"         an invalid answer; the referee's choice follows
//! forfeit 1 crash "signal 11"  the same, and the seat has lost the game by it
//! follows 1 crash "signal 11"  the seat was not asked, because of an earlier fault
//! 1 discard 3D
//! result 100 -1 0 0            returns by seat, less the cost of faults; absent if unfinished
//! ```
//!
//! Blank lines and lines that begin with `#` are ignored. Parsing checks every action against the rules.

use std::error::Error;
use std::fmt;

use super::{Event, Fault, FaultKind, Record, is_name, seat_names};
use crate::{Game, ParseError, Seat, Seed, State, Turn};

const HEADER: &str = "cardsharp record 1";

/// The line at which a text stops being a record, and the reason.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RecordError {
    /// The line, counted from 1; one past the last if the text ends too soon.
    pub line: usize,
    /// The reason.
    pub reason: String,
}

impl fmt::Display for RecordError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}: {}", self.line, self.reason)
    }
}

impl Error for RecordError {}

impl<G: Game> Record<G> {
    /// Parses a record of this game and checks it against the rules.
    ///
    /// # Errors
    /// If the text is damaged, with the line and the reason.
    pub fn parse(text: &str) -> Result<Record<G>, RecordError> {
        let mut lines = Lines::new(text);
        lines.header()?;
        let (_, name) = lines.keyed("game")?;
        if name != G::NAME {
            return Err(lines.error(format!("this is a record of {name}, not of {}", G::NAME)));
        }
        let mut game = G::default();
        while let Some(option) = lines.next_if("option")? {
            let (key, value) = option.split_once(' ').unwrap_or((option, ""));
            game.set_option(key, value).map_err(|error| lines.error(error.to_string()))?;
        }
        let mut record = read_deal(game, &mut lines)?;
        for seat in Seat::all(G::SEATS) {
            let (_, rest) = lines.keyed("seat")?;
            let name = rest.strip_prefix(&format!("{seat} ")).map(str::trim).filter(|name| is_name(name));
            let name = name.ok_or_else(|| lines.error(format!("expected \"seat {seat}\" and a name")))?;
            name.clone_into(&mut record.names[seat.index()]);
        }
        while let Some(line) = lines.next_line() {
            if let Some(result) = line.strip_prefix("result") {
                record.check_result(result, &lines)?;
                return match lines.next_line() {
                    None => Ok(record),
                    Some(_) => Err(lines.error("nothing may follow the result".to_owned())),
                };
            }
            record.read_event(line, &lines)?;
        }
        if record.state.turn() == Turn::Over {
            return Err(lines.error("the game is over but the result is missing".to_owned()));
        }
        Ok(record)
    }

    fn read_event(&mut self, line: &str, lines: &Lines<'_>) -> Result<(), RecordError> {
        let (word, rest) = line.split_once(' ').unwrap_or((line, ""));
        if let Ok(kind) = word.parse() {
            let fault = read_fault(rest, kind).map_err(|error| lines.error(error.to_string()))?;
            if fault.seat.index() >= G::SEATS {
                return Err(lines.error(format!("there is no seat {} at this table", fault.seat)));
            }
            self.fault(fault);
            return Ok(());
        }
        let (seat, action) = line.split_once(' ').unwrap_or((line, ""));
        let seat: Seat = seat.parse().map_err(|_| {
            lines.error(format!("expected a seat and its action, \"fault …\" or \"result …\", found {line:?}"))
        })?;
        match self.state.turn() {
            Turn::Over => return Err(lines.error("the game is already over".to_owned())),
            Turn::Of(turn) if turn != seat => {
                return Err(lines.error(format!("it is the turn of seat {turn}, not of seat {seat}")));
            }
            Turn::Of(_) => {}
        }
        let action = action.trim().parse().map_err(|error: ParseError| lines.error(error.to_string()))?;
        self.play(action).map_err(|error| lines.error(error.to_string()))
    }

    fn check_result(&self, claimed: &str, lines: &Lines<'_>) -> Result<(), RecordError> {
        let Some(result) = self.result() else {
            return Err(lines.error("the game is not over yet".to_owned()));
        };
        let actual = crate::join(result.as_slice());
        if claimed.split_whitespace().collect::<Vec<_>>().join(" ") == actual {
            return Ok(());
        }
        Err(lines.error(format!("the result is {actual}, not{claimed}")))
    }
}

fn read_deal<G: Game>(game: G, lines: &mut Lines<'_>) -> Result<Record<G>, RecordError> {
    let names = seat_names::<G>();
    let seed = match lines.next_if("seed")? {
        None => None,
        Some(seed) => {
            let wrong = |_| lines.error(format!("{seed:?} is not a seed: expected a whole number"));
            Some(Seed(seed.parse().map_err(wrong)?))
        }
    };
    let Some(deal) = lines.next_if("deal")? else {
        if let Some(seed) = seed {
            return Ok(Record::from_seed(game, seed, names));
        }
        lines.next_line();
        return Err(lines.error("expected \"seed …\" or \"deal …\"".to_owned()));
    };
    let deal = deal.parse().map_err(|error: ParseError| lines.error(error.to_string()))?;
    let record = Record::from_deal(game, deal, names).map_err(|error| lines.error(error.to_string()))?;
    Ok(match seed {
        Some(seed) => record.with_seed(seed),
        None => record,
    })
}

impl<G: Game> fmt::Display for Record<G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{HEADER}\ngame {}", G::NAME)?;
        for option in self.game.options() {
            writeln!(f, "option {} {}", option.key, option.value)?;
        }
        if let Some(Seed(seed)) = self.seed {
            writeln!(f, "seed {seed}")?;
        }
        if self.laid_out {
            writeln!(f, "deal {}", self.deal)?;
        }
        for (seat, name) in self.names.iter().enumerate() {
            writeln!(f, "seat {seat} {name}")?;
        }
        for event in &self.events {
            match event {
                Event::Action(seat, action) => writeln!(f, "{seat} {action}")?,
                Event::Fault(fault) => {
                    writeln!(f, "{} {} {} {}", fault.kind, fault.seat, fault.verdict, quote(&fault.answer))?;
                }
            }
        }
        if let Some(result) = self.result() {
            writeln!(f, "result {}", crate::join(result.as_slice()))?;
        }
        Ok(())
    }
}

fn read_fault(text: &str, kind: FaultKind) -> Result<Fault, ParseError> {
    let mut words = text.splitn(3, ' ');
    let mut word = || words.next().unwrap_or("");
    let (seat, verdict, answer) = (word().parse()?, word().parse()?, word());
    let answer = unquote(answer).ok_or_else(|| {
        ParseError::new("quoted answer", answer, "text between \" with \\\", \\\\ and \\u{…} escapes")
    })?;
    Ok(Fault { seat, verdict, answer, kind })
}

fn quote(text: &str) -> String {
    let mut quoted = String::from("\"");
    for letter in text.chars() {
        match letter {
            '"' | '\\' => quoted.extend(['\\', letter]),
            control if control.is_control() => quoted.extend(control.escape_unicode()),
            plain => quoted.push(plain),
        }
    }
    quoted.push('"');
    quoted
}

fn unquote(quoted: &str) -> Option<String> {
    let inner = quoted.trim().strip_prefix('"')?.strip_suffix('"')?;
    let (mut text, mut letters) = (String::new(), inner.chars());
    while let Some(letter) = letters.next() {
        if letter != '\\' {
            // A bare quotation mark would end the text early.
            text.push((letter != '"').then_some(letter)?);
            continue;
        }
        match letters.next()? {
            escaped @ ('"' | '\\') => text.push(escaped),
            'u' => {
                let (code, rest) = letters.as_str().strip_prefix('{')?.split_once('}')?;
                text.push(char::from_u32(u32::from_str_radix(code, 16).ok()?)?);
                letters = rest.chars();
            }
            _ => return None,
        }
    }
    Some(text)
}

/// Splits a text of several records where they begin; each part has the number of lines before it.
pub(crate) fn split(text: &str) -> Vec<(usize, &str)> {
    let means_something = |part: &str| Lines::new(part).rest.peek().is_some();
    let (mut parts, mut begin, mut offset) = (Vec::new(), (0, 0), 0);
    for (line, content) in text.split_inclusive('\n').enumerate() {
        // Text before the first header is a part of its own, which parsing refuses with its line.
        if content.trim() == HEADER && means_something(&text[begin.1..offset]) {
            parts.push((begin.0, &text[begin.1..offset]));
            begin = (line, offset);
        }
        offset += content.len();
    }
    if means_something(&text[begin.1..]) {
        parts.push((begin.0, &text[begin.1..]));
    }
    parts
}

/// The significant lines of a record, with their numbers.
pub(crate) struct Lines<'a> {
    rest: std::iter::Peekable<std::vec::IntoIter<(usize, &'a str)>>,
    line: usize,
    end: usize,
}

impl<'a> Lines<'a> {
    pub(crate) fn new(text: &'a str) -> Lines<'a> {
        let lines: Vec<(usize, &str)> = text
            .lines()
            .enumerate()
            .map(|(index, line)| (index + 1, line.trim()))
            .filter(|(_, line)| !line.is_empty() && !line.starts_with('#'))
            .collect();
        Lines { rest: lines.into_iter().peekable(), line: 1, end: text.lines().count() + 1 }
    }

    pub(crate) fn error(&self, reason: String) -> RecordError {
        RecordError { line: self.line, reason }
    }

    fn next_line(&mut self) -> Option<&'a str> {
        let next = self.rest.next();
        self.line = next.map_or(self.end, |(line, _)| line);
        next.map(|(_, text)| text)
    }

    pub(crate) fn header(&mut self) -> Result<(), RecordError> {
        match self.next_line() {
            Some(HEADER) => Ok(()),
            _ => Err(self.error(format!("a record begins with {HEADER:?}"))),
        }
    }

    /// The next line, which must begin with this word: its number and the rest of it.
    pub(crate) fn keyed(&mut self, key: &str) -> Result<(usize, &'a str), RecordError> {
        match self.next_line().and_then(|line| line.strip_prefix(key)?.strip_prefix(' ')) {
            Some(rest) => Ok((self.line, rest.trim())),
            None => Err(self.error(format!("expected \"{key} …\""))),
        }
    }

    /// The rest of the next line if it begins with this word.
    fn next_if(&mut self, key: &str) -> Result<Option<&'a str>, RecordError> {
        match self.rest.peek() {
            Some((_, line)) if line.split(' ').next() == Some(key) => self.keyed(key).map(|(_, rest)| Some(rest)),
            _ => Ok(None),
        }
    }
}
