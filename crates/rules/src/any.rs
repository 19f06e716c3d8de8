//! The games of the house in one enum, matched only at the rim where a person names one.

use std::fmt;
use std::str::FromStr;

use crate::hanamikoji::Hanamikoji;
use crate::indigo::Indigo;
use crate::intensity::Intensity;
use crate::lucky_thirteen::LuckyThirteen;
use crate::record::{Lines, split};
use crate::{Game, PackedError, ParseError, Record, RecordError};

/// The list of games: whatever is said of each is said here.
///
/// The first token is a dollar sign, for the macro that this one writes.
macro_rules! games {
    ($dollar:tt $($Game:ident),+) => {
        /// Any game, with its options.
        #[derive(Clone, Debug, PartialEq)]
        pub enum AnyGame {
            $(#[doc = stringify!($Game)] $Game($Game),)+
        }

        /// The record of any game.
        #[derive(Clone, Debug, PartialEq)]
        pub enum AnyRecord {
            $(#[doc = concat!("Of ", stringify!($Game))] $Game(Box<Record<$Game>>),)+
        }

        /// Runs the same code for whichever game it is: `with_game!(AnyGame, any, game => perft(game, …))`.
        ///
        /// Works for [`AnyGame`] and [`AnyRecord`] alike, whose variants have the same names.
        #[macro_export]
        macro_rules! with_game {
            ($dollar kind:ident, $dollar any:expr, $dollar game:ident => $dollar body:expr) => {
                match $dollar any {
                    $($crate::$dollar kind::$Game($dollar game) => $dollar body,)+
                }
            };
        }

        impl AnyGame {
            /// Every game of the house with its default options.
            pub fn all() -> Vec<AnyGame> {
                vec![$(AnyGame::$Game($Game::default())),+]
            }

            /// Reads a record of this game.
            fn parse_record(&self, text: &str) -> Result<AnyRecord, RecordError> {
                Ok(match self {
                    $(AnyGame::$Game(_) => AnyRecord::$Game(Box::new(Record::parse(text)?)),)+
                })
            }

            fn unpack_record(&self, names: Vec<String>, bytes: &[u8]) -> Result<AnyRecord, PackedError> {
                Ok(match self {
                    $(AnyGame::$Game(game) => AnyRecord::$Game(Box::new(Record::unpack(game.clone(), names, bytes)?)),)+
                })
            }
        }
    };
}

games!($ Intensity, Hanamikoji, Indigo, LuckyThirteen);

impl AnyGame {
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
        game.parse_record(text)
    }

    /// Unpacks a record of this game between these.
    ///
    /// # Errors
    /// If the bytes are not a packed record of the game.
    ///
    /// # Panics
    /// If there is not one name for every seat, none of them empty or of several lines.
    pub fn unpack(game: &AnyGame, names: Vec<String>, bytes: &[u8]) -> Result<AnyRecord, PackedError> {
        game.unpack_record(names, bytes)
    }

    /// Reads any number of records that follow one another in a file.
    ///
    /// # Errors
    /// Where the text is damaged, with the line of the file and the reason.
    pub fn parse_many(text: &str) -> Result<Vec<AnyRecord>, RecordError> {
        split(text)
            .into_iter()
            .map(|(before, record)| {
                AnyRecord::parse(record).map_err(|error| RecordError { line: before + error.line, ..error })
            })
            .collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Rng, Seed, State, Turn};

    /// A played game, as text.
    fn played(seed: u64) -> String {
        let names = vec!["Lulu".to_owned(), "Morgan".to_owned()];
        let mut record = Record::from_seed(Indigo, Seed(seed), names);
        let mut rng = Rng::new(Seed(seed));
        while record.state().turn() != Turn::Over {
            record.play(record.state().random_action(&mut rng)).unwrap();
        }
        record.to_string()
    }

    #[test]
    fn records_follow_one_another_in_a_file() {
        let texts = [played(1), played(2), played(3)];
        let read = AnyRecord::parse_many(&format!("# three games\n\n{}", texts.join("\n# the next\n"))).unwrap();
        let single: Vec<AnyRecord> = texts.iter().map(|text| AnyRecord::parse(text).unwrap()).collect();
        assert_eq!(read, single);
        assert_eq!(AnyRecord::parse_many("\n# nothing\n"), Ok(Vec::new()));
    }

    #[test]
    fn an_error_names_the_line_of_the_file() {
        let (first, second) = (played(1), played(2));
        let damaged = format!("{first}\n{}", second.replace("seed 2", "seed two"));
        let error = AnyRecord::parse_many(&damaged).unwrap_err();
        assert_eq!(error.line, first.lines().count() + 1 + 3);
        assert!(error.reason.contains("\"two\" is not a seed"), "{error}");
        let error = AnyRecord::parse_many(&format!("\nhello\n{first}")).unwrap_err();
        assert_eq!(error.line, 2);
    }
}
