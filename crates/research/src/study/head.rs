//! The head of a study's file: part, player, deals and seed.

use std::error::Error;
use std::fmt;
use std::str::FromStr;

use cardsharp_rules::{Game, Seed};
use cardsharp_search::Spec;

use crate::Booked;

const FORMAT: &str = "cardsharp study 1";

/// The part of a book that a study is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Part {
    /// Games of the strong player with itself, every decision with its gap.
    Games,
    /// Hands dealt on purpose, the same number of games of each.
    Hands,
    /// The rule of thumb, the strong player and house players against one another.
    Matches,
    /// The same hands, begun with each kind of action in turn.
    Openings,
}

impl Part {
    /// All parts.
    pub const ALL: [Part; 4] = [Part::Games, Part::Hands, Part::Matches, Part::Openings];

    /// The part as typed.
    pub const fn name(self) -> &'static str {
        ["games", "hands", "matches", "openings"][self as usize]
    }

    const fn columns(self) -> &'static str {
        match self {
            Part::Games => "deal,decisions (choice:gap:noise:again),returns",
            Part::Hands => "hand,games,first actions,squares,returns",
            Part::Matches => "deal,bout,win shares,returns,points",
            Part::Openings => "hand,games,squares by first action,returns by first action,returns",
        }
    }
}

impl FromStr for Part {
    type Err = String;

    fn from_str(text: &str) -> Result<Part, String> {
        let found = Part::ALL.into_iter().find(|part| part.name() == text);
        found.ok_or_else(|| "expected games, hands, matches or openings".to_owned())
    }
}

/// The head of a study, from which the study can be remade.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Head {
    /// The part of the book.
    pub part: Part,
    /// The strong player.
    pub player: Spec,
    /// The number of deals, for each hand or bout.
    pub deals: u64,
    /// The seed of the deals and all random choices.
    pub seed: Seed,
}

impl Head {
    /// The number of rows in the study.
    pub fn rows<G: Booked>(&self) -> u64 {
        match self.part {
            Part::Games => self.deals,
            Part::Hands | Part::Openings => G::hands().len() as u64,
            Part::Matches => self.deals * G::BOUTS.len() as u64,
        }
    }

    /// The command that remakes the study.
    pub fn command<G: Game>(&self) -> String {
        let Head { part, player, deals, seed: Seed(seed) } = self;
        let name = G::NAME;
        format!("cardsharp study {name} --part {} --player {player} --deals {deals} --seed {seed}", part.name())
    }

    /// The header lines.
    pub fn to_text<G: Game>(&self) -> String {
        let Head { part, player, deals, seed: Seed(seed) } = self;
        format!(
            "{FORMAT}\ngame {}\npart {}\nplayer {player}\ndeals {deals}\nseed {seed}\nremade by {}\n\n{}\n",
            G::NAME,
            part.name(),
            self.command::<G>(),
            part.columns()
        )
    }

    pub(super) fn check<G: Booked>(&self, part: Part, rows: &Rows<'_>) -> Result<(), StudyError> {
        if (rows.game, self.part) != (G::NAME, part) {
            let (game, own) = (rows.game, self.part.name());
            let reason = format!("this is part {own} of {game}: expected part {} of {}", part.name(), G::NAME);
            return Err(StudyError::new(3, reason));
        }
        if rows.rows.len() as u64 != self.rows::<G>() {
            let reason = format!("there are {} rows: expected {}", rows.rows.len(), self.rows::<G>());
            return Err(StudyError::new(rows.rows.len() + 10, reason));
        }
        Ok(())
    }

    /// Parses the head and checks the number of rows against the last line.
    ///
    /// # Errors
    /// If the text is damaged or incomplete, with the line and the reason.
    pub fn parse(text: &str) -> Result<(Head, Rows<'_>), StudyError> {
        let lines: Vec<&str> = text.lines().collect();
        let keyed = |number: usize, key: &str| {
            let line = lines.get(number).copied().unwrap_or("");
            line.strip_prefix(key)
                .ok_or_else(|| StudyError::new(number + 1, format!("{line:?}: expected {key:?} and its value")))
        };
        keyed(0, FORMAT)?;
        let game = keyed(1, "game ")?;
        let wrong = |number: usize, reason: String| StudyError::new(number + 1, reason);
        let number = |line: usize, key: &str| {
            let value = keyed(line, key)?;
            value.parse::<u64>().map_err(|_| wrong(line, format!("{value:?}: expected a whole number")))
        };
        let head = Head {
            part: keyed(2, "part ")?.parse().map_err(|reason| wrong(2, reason))?,
            player: keyed(3, "player ")?.parse().map_err(|reason| wrong(3, format!("{reason}")))?,
            deals: number(4, "deals ")?,
            seed: Seed(number(5, "seed ")?),
        };
        if lines.get(7) != Some(&"") || lines.get(8) != Some(&head.part.columns()) {
            return Err(wrong(8, format!("expected an empty line and the columns {:?}", head.part.columns())));
        }
        let (Some(end), last) = (lines.get(9..).and_then(<[&str]>::last), lines.len() - 1) else {
            return Err(wrong(9, "there is nothing after the columns: expected rows and the line \"end\"".to_owned()));
        };
        let body: String = lines[..last].iter().flat_map(|line| [line, "\n"]).collect();
        let expected = super::end_line(&body);
        if *end != expected.trim_end() {
            return Err(wrong(last, format!("{end:?} does not sum up the rows: expected {:?}", expected.trim_end())));
        }
        Ok((head, Rows { game, rows: lines[9..last].to_vec() }))
    }
}

/// The rows of a file, in the order of their numbers.
#[derive(Debug)]
pub struct Rows<'a> {
    game: &'a str,
    rows: Vec<&'a str>,
}

impl<'a> Rows<'a> {
    /// Parses each row with `read`; errors get the line number.
    pub(super) fn read<T>(&self, read: impl Fn(&'a str) -> Result<T, String>) -> Result<Vec<T>, StudyError> {
        let rows = self.rows.iter().enumerate();
        rows.map(|(number, row)| read(row).map_err(|reason| StudyError::new(number + 10, reason))).collect()
    }
}

pub(super) fn columns<const N: usize>(row: &str) -> Result<[&str; N], String> {
    let columns: Vec<&str> = row.split(',').collect();
    columns.try_into().map_err(|columns: Vec<&str>| format!("{row:?} has {} columns: expected {N}", columns.len()))
}

pub(super) fn number<T: FromStr>(text: &str) -> Result<T, String> {
    text.parse().map_err(|_| format!("{text:?}: expected a number"))
}

/// The reason why a file is not a study.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StudyError {
    /// The line, from 1.
    pub line: usize,
    /// The reason.
    pub reason: String,
}

impl StudyError {
    fn new(line: usize, reason: String) -> StudyError {
        StudyError { line, reason }
    }
}

impl fmt::Display for StudyError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}: {}", self.line, self.reason)
    }
}

impl Error for StudyError {}
