//! The text form of a session: the players, then the record.
//!
//! ```text
//! cardsharp sitting 2
//! player 0 human
//! player 1 champion:nodes=500
//! forced 0 discard 2H          a fixed turn of this seat, in order from its first
//! cardsharp record 1
//! …                            as in any record; its seed gives all random numbers
//! ```
//!
//! Version 1 had a line `luck …` with a seed of its own. It is used only where the deal was entered by hand.

use std::fmt;

use cardsharp_rules::{ActionOf, AnyRecord, Game, ParseError, Record, RecordError, Seat, Seed};
use cardsharp_search::{Searchable, Spec, SpecError};

use crate::Session;

const HEADER: &str = "cardsharp sitting 2";
const OLDER: &str = "cardsharp sitting 1";
const RECORD: &str = "cardsharp record 1";

impl<G: Game> fmt::Display for Session<G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{HEADER}")?;
        for (seat, spec) in self.specs.iter().enumerate() {
            writeln!(f, "player {seat} {spec}")?;
        }
        for seat in Seat::all(G::SEATS) {
            for action in self.table.opening(seat) {
                writeln!(f, "forced {seat} {action}")?;
            }
        }
        write!(f, "{}", self.record())
    }
}

/// A parsed session without its players.
#[derive(Debug)]
pub struct Saved {
    /// The seed of version 1.
    luck: Option<Seed>,
    /// Each spec with its line.
    specs: Vec<(usize, Spec)>,
    forced: Vec<(usize, Seat, String)>,
    /// The game so far.
    pub record: AnyRecord,
}

impl Saved {
    /// Parses a session.
    ///
    /// # Errors
    /// If the text is damaged, with the line.
    pub fn parse(text: &str) -> Result<Saved, RecordError> {
        let before = text.lines().take_while(|line| line.trim() != RECORD).count();
        let mut lines = text.lines().take(before).enumerate().map(|(index, line)| (index + 1, line.trim()));
        let is_older = match lines.next() {
            Some((_, HEADER)) => false,
            Some((_, OLDER)) => true,
            _ => return Err(RecordError { line: 1, reason: format!("a saved game begins with {HEADER:?}") }),
        };
        let (mut luck, mut specs, mut forced) = (None, Vec::new(), Vec::new());
        for (line, content) in lines.filter(|(_, line)| !line.is_empty() && !line.starts_with('#')) {
            let error = |reason: String| RecordError { line, reason };
            let (key, rest) = content.split_once(' ').unwrap_or((content, ""));
            match key {
                "luck" if is_older && luck.is_none() => {
                    luck = Some(Seed(rest.parse().map_err(|_| error(format!("{rest:?} is not a number")))?));
                }
                "player" => {
                    let (seat, spec) = rest.split_once(' ').unwrap_or((rest, ""));
                    if seat != specs.len().to_string() {
                        return Err(error(format!("expected \"player {}\" and who that is", specs.len())));
                    }
                    specs.push((line, spec.parse().map_err(|wrong: SpecError| error(wrong.to_string()))?));
                }
                "forced" => {
                    let (seat, action) = rest.split_once(' ').unwrap_or((rest, ""));
                    let seat = seat.parse().map_err(|wrong: ParseError| error(wrong.to_string()))?;
                    forced.push((line, seat, action.to_owned()));
                }
                _ => return Err(error(format!("expected \"player …\" or {RECORD:?}, found {content:?}"))),
            }
        }
        // Blank lines keep the line numbers of errors.
        let rest: Vec<&str> = text.lines().skip(before).collect();
        let record = AnyRecord::parse(&format!("{}{}", "\n".repeat(before), rest.join("\n")))?;
        Ok(Saved { luck, specs, forced, record })
    }

    /// Replaces the player at a seat.
    pub fn seat(&mut self, seat: usize, spec: Spec) {
        if let Some((_, sitter)) = self.specs.get_mut(seat) {
            *sitter = spec;
        }
    }

    /// Creates the session.
    ///
    /// # Errors
    /// If a player is unknown or a fixed turn is invalid, with the line.
    pub fn sit_down<G: Searchable>(&self, record: &Record<G>) -> Result<Session<G>, RecordError> {
        if self.specs.len() != G::SEATS {
            let reason = format!("{} has {} seats, but {} players are named", G::TITLE, G::SEATS, self.specs.len());
            return Err(RecordError { line: self.specs.last().map_or(1, |(line, _)| *line), reason });
        }
        let mut forced: Vec<Vec<ActionOf<G>>> = vec![Vec::new(); G::SEATS];
        for (line, seat, action) in &self.forced {
            let error = |reason: String| RecordError { line: *line, reason };
            let turns = forced.get_mut(seat.index()).ok_or_else(|| error(format!("there is no seat {seat}")))?;
            turns.push(action.parse().map_err(|wrong: ParseError| error(wrong.to_string()))?);
        }
        let record = match (record.seed(), self.luck) {
            (None, Some(luck)) => record.clone().with_seed(luck),
            _ => record.clone(),
        };
        let specs = self.specs.iter().map(|(_, spec)| spec.clone()).collect();
        Session::new(record, specs, forced)
            .map_err(|(seat, wrong)| RecordError { line: self.specs[seat.index()].0, reason: wrong.to_string() })
    }
}
