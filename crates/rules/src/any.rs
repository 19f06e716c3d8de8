//! The games of the house in one enum, matched only at the rim where a person names one.

use std::fmt;
use std::str::FromStr;

use crate::indigo::Indigo;
use crate::intensity::Intensity;
use crate::lucky_thirteen::LuckyThirteen;
use crate::record::Lines;
use crate::{Game, ParseError, Record, RecordError};

/// Any game, with its options.
#[derive(Clone, Debug, PartialEq)]
pub enum AnyGame {
    /// Intensity.
    Intensity(Intensity),
    /// Indigo.
    Indigo(Indigo),
    /// Lucky Thirteen.
    LuckyThirteen(LuckyThirteen),
}

/// The record of any game.
#[derive(Clone, Debug, PartialEq)]
pub enum AnyRecord {
    /// Of Intensity.
    Intensity(Box<Record<Intensity>>),
    /// Of Indigo.
    Indigo(Box<Record<Indigo>>),
    /// Of Lucky Thirteen.
    LuckyThirteen(Box<Record<LuckyThirteen>>),
}

/// Runs the same code for whichever game it is: `with_game!(any, game => perft(game, …))`.
///
/// Works for [`AnyGame`] and [`AnyRecord`] alike, whose variants have the same names.
#[macro_export]
macro_rules! with_game {
    ($kind:ident, $any:expr, $game:ident => $body:expr) => {
        match $any {
            $crate::$kind::Intensity($game) => $body,
            $crate::$kind::Indigo($game) => $body,
            $crate::$kind::LuckyThirteen($game) => $body,
        }
    };
}

impl AnyGame {
    /// Every game of the house with its default options.
    pub fn all() -> Vec<AnyGame> {
        vec![AnyGame::Intensity(Intensity), AnyGame::Indigo(Indigo), AnyGame::LuckyThirteen(LuckyThirteen::default())]
    }

    /// The game's name as typed.
    pub fn name(&self) -> &'static str {
        fn name<G: Game>(_: &G) -> &'static str {
            G::NAME
        }
        with_game!(AnyGame, self, game => name(game))
    }
}

impl fmt::Display for AnyGame {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for AnyGame {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<AnyGame, ParseError> {
        let games = AnyGame::all();
        let names: Vec<&str> = games.iter().map(AnyGame::name).collect();
        games
            .iter()
            .find(|game| game.name() == text)
            .cloned()
            .ok_or_else(|| ParseError::new("game", text, format!("one of {}", names.join(", "))))
    }
}

impl AnyRecord {
    /// Reads a record of whichever game it names.
    ///
    /// # Errors
    /// Where the text is damaged, with the line and the reason.
    pub fn parse(text: &str) -> Result<AnyRecord, RecordError> {
        let mut lines = Lines::new(text);
        lines.header()?;
        let (line, name) = lines.keyed("game")?;
        let game: AnyGame =
            name.parse().map_err(|error: ParseError| RecordError { line, reason: error.to_string() })?;
        Ok(match game {
            AnyGame::Intensity(_) => AnyRecord::Intensity(Box::new(Record::parse(text)?)),
            AnyGame::Indigo(_) => AnyRecord::Indigo(Box::new(Record::parse(text)?)),
            AnyGame::LuckyThirteen(_) => AnyRecord::LuckyThirteen(Box::new(Record::parse(text)?)),
        })
    }
}
