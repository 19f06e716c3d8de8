//! All games in one enum. Code matches on it only where a user names a game.

use std::fmt;
use std::str::FromStr;

use crate::record::{Lines, split};
use crate::{AnyGame, AnyRecord, PackedError, ParseError, RecordError};

/// Writes the enums, `with_game!` and `teaching_games!` from the list of games in `lib.rs`. The first token is a dollar
/// sign, for the macros that this macro writes.
macro_rules! games {
    ($dollar:tt $($room:ident::$Game:ident),+; teaching: $($lesson:ident::$Taught:ident),* $(,)?) => {
        $(use $room::$Game;)+
        $(#[cfg(feature = "teaching")] use $lesson::$Taught;)*

        /// Any game, with its options.
        #[derive(Clone, Debug, PartialEq)]
        pub enum AnyGame {
            $(#[doc = stringify!($Game)] $Game($Game),)+
            $(#[cfg(feature = "teaching")] #[doc = stringify!($Taught)] $Taught($Taught),)*
        }

        /// The record of any game.
        #[derive(Clone, Debug, PartialEq)]
        pub enum AnyRecord {
            $(#[doc = concat!("Of ", stringify!($Game))] $Game(Box<Record<$Game>>),)+
            $(#[cfg(feature = "teaching")] #[doc = concat!("Of ", stringify!($Taught))] $Taught(Box<Record<$Taught>>),)*
        }

        /// Something that every game has one of: a session, say.
        pub trait Family {
            /// That of one game.
            type Of<G: Game>;
        }

        /// The member of a [`Family`] for any game; `with_game!(AnyOf, any, one => …)` matches it.
        pub enum AnyOf<F: Family> {
            $(#[doc = concat!("Of ", stringify!($Game))] $Game(F::Of<$Game>),)+
            $(#[cfg(feature = "teaching")] #[doc = concat!("Of ", stringify!($Taught))] $Taught(F::Of<$Taught>),)*
        }

        /// A game of the house, which [`AnyOf`] knows.
        pub trait Known: Game {
            /// Wraps the member for this game.
            fn any<F: Family>(one: F::Of<Self>) -> AnyOf<F>;
        }

        $(
            impl Known for $Game {
                fn any<F: Family>(one: F::Of<$Game>) -> AnyOf<F> {
                    AnyOf::$Game(one)
                }
            }

            impl From<$Game> for AnyGame {
                fn from(game: $Game) -> AnyGame {
                    AnyGame::$Game(game)
                }
            }

            impl From<Record<$Game>> for AnyRecord {
                fn from(record: Record<$Game>) -> AnyRecord {
                    AnyRecord::$Game(Box::new(record))
                }
            }
        )+
        $(
            #[cfg(feature = "teaching")]
            impl Known for $Taught {
                fn any<F: Family>(one: F::Of<$Taught>) -> AnyOf<F> {
                    AnyOf::$Taught(one)
                }
            }

            #[cfg(feature = "teaching")]
            impl From<$Taught> for AnyGame {
                fn from(game: $Taught) -> AnyGame {
                    AnyGame::$Taught(game)
                }
            }

            #[cfg(feature = "teaching")]
            impl From<Record<$Taught>> for AnyRecord {
                fn from(record: Record<$Taught>) -> AnyRecord {
                    AnyRecord::$Taught(Box::new(record))
                }
            }
        )*

        // Defined twice: a macro expands in the calling crate, where this crate's features cannot be tested.

/// Runs the same code for any [`AnyGame`], [`AnyRecord`] or [`AnyOf`]: `with_game!(AnyGame, any, game => perft(game, …))`.
        #[cfg(not(feature = "teaching"))]
        #[macro_export]
        macro_rules! with_game {
            ($dollar kind:ident, $dollar any:expr, $dollar game:ident => $dollar body:expr) => {
                match $dollar any {
                    $($crate::$dollar kind::$Game($dollar game) => $dollar body,)+
                }
            };
        }

/// Runs the same code for any [`AnyGame`], [`AnyRecord`] or [`AnyOf`]: `with_game!(AnyGame, any, game => perft(game, …))`.
        #[cfg(feature = "teaching")]
        #[macro_export]
        macro_rules! with_game {
            ($dollar kind:ident, $dollar any:expr, $dollar game:ident => $dollar body:expr) => {
                match $dollar any {
                    $($crate::$dollar kind::$Game($dollar game) => $dollar body,)+
                    $($crate::$dollar kind::$Taught($dollar game) => $dollar body,)*
                }
            };
        }

        /// Passes the teaching games to a macro, so that a crate implements its traits for all of them in one line.
        #[macro_export]
        macro_rules! teaching_games {
            ($dollar for_all:ident) => {
                $dollar for_all!($($crate::$lesson::$Taught),*);
            };
        }

        impl AnyGame {
            /// All games with their default options.
            pub fn all() -> Vec<AnyGame> {
                let games = [$(AnyGame::$Game($Game::default())),+];
                #[cfg(feature = "teaching")]
                let games = games.into_iter().chain([$(AnyGame::$Taught($Taught::default())),*]);
                games.into_iter().collect()
            }

            /// The game's name as typed.
            pub fn name(&self) -> &'static str {
                match self {
                    $(AnyGame::$Game(_) => $Game::NAME,)+
                    $(#[cfg(feature = "teaching")] AnyGame::$Taught(_) => $Taught::NAME,)*
                }
            }

            /// The number of seats.
            pub fn seats(&self) -> usize {
                match self {
                    $(AnyGame::$Game(_) => $Game::SEATS,)+
                    $(#[cfg(feature = "teaching")] AnyGame::$Taught(_) => $Taught::SEATS,)*
                }
            }

            /// Whether the game only teaches how a game is made. Such a game has no texts beyond its rules.
            pub fn is_teaching(&self) -> bool {
                match self {
                    $(AnyGame::$Game(_) => false,)+
                    $(#[cfg(feature = "teaching")] AnyGame::$Taught(_) => true,)*
                }
            }

            pub(crate) fn parse_record(&self, text: &str) -> Result<AnyRecord, RecordError> {
                Ok(match self {
                    $(AnyGame::$Game(_) => AnyRecord::$Game(Box::new(Record::parse(text)?)),)+
                    $(#[cfg(feature = "teaching")]
                    AnyGame::$Taught(_) => AnyRecord::$Taught(Box::new(Record::parse(text)?)),)*
                })
            }

            pub(crate) fn unpack_record(&self, names: Vec<String>, bytes: &[u8]) -> Result<AnyRecord, PackedError> {
                Ok(match self {
                    $(AnyGame::$Game(game) => AnyRecord::$Game(Box::new(Record::unpack(game.clone(), names, bytes)?)),)+
                    $(#[cfg(feature = "teaching")]
                    AnyGame::$Taught(game) => AnyRecord::$Taught(Box::new(Record::unpack(game.clone(), names, bytes)?)),)*
                })
            }
        }
    };
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
    /// Parses a record of the game that it names.
    ///
    /// # Errors
    /// If the text is damaged, with the line and the reason.
    pub fn parse(text: &str) -> Result<AnyRecord, RecordError> {
        let mut lines = Lines::new(text);
        lines.header()?;
        let (line, name) = lines.keyed("game")?;
        let game: AnyGame =
            name.parse().map_err(|error: ParseError| RecordError { line, reason: error.to_string() })?;
        game.parse_record(text)
    }

    /// Unpacks a record of this game between players of these names. Panics if the names are not one for every seat, or
    /// one is empty or has several lines.
    ///
    /// # Errors
    /// If the bytes are not a packed record of the game.
    pub fn unpack(game: &AnyGame, names: Vec<String>, bytes: &[u8]) -> Result<AnyRecord, PackedError> {
        game.unpack_record(names, bytes)
    }

    /// Parses any number of records that follow one another in a file.
    ///
    /// # Errors
    /// If the text is damaged, with the line of the file and the reason.
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
    use crate::indigo::Indigo;
    use crate::{Record, Rng, Seed, State, Turn};

    fn random_record(seed: u64) -> String {
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
        let texts = [random_record(1), random_record(2), random_record(3)];
        let read = AnyRecord::parse_many(&format!("# three games\n\n{}", texts.join("\n# the next\n"))).unwrap();
        let single: Vec<AnyRecord> = texts.iter().map(|text| AnyRecord::parse(text).unwrap()).collect();
        assert_eq!(read, single);
        assert_eq!(AnyRecord::parse_many("\n# nothing\n"), Ok(Vec::new()));
    }

    #[test]
    fn an_error_names_the_line_of_the_file() {
        let (first, second) = (random_record(1), random_record(2));
        let damaged = format!("{first}\n{}", second.replace("seed 2", "seed two"));
        let error = AnyRecord::parse_many(&damaged).unwrap_err();
        assert_eq!(error.line, first.lines().count() + 1 + 3);
        assert!(error.reason.contains("\"two\" is not a seed"), "{error}");
        let error = AnyRecord::parse_many(&format!("\nhello\n{first}")).unwrap_err();
        assert_eq!(error.line, 2);
    }
}
