//! The rules of four card games with hidden cards: Intensity, Hanamikoji, Indigo and Lucky
//! Thirteen.
//!
//! Pure: nothing here reads a file, a clock or global randomness, and nothing prints. Each game
//! has the same rooms:
//!
//! | file | what is in it |
//! |---|---|
//! | `rules.md` | the rules in prose, shown by `cardsharp rules` and in these docs |
//! | `rules.rs` | deal, state, legal actions, returns |
//! | `observation.rs` | what a seat knows, and sampling the rest |
//! | `notation.rs` | how cards, actions, deals and observations are written and read |
//! | `encoding.rs` | observations and actions as numbers, for learners |
//! | `players.rs` | the house players |
//! | `tests.rs` | corner cases, named after the rule they pin |

mod any;
mod card;
mod chance;
mod encoding;
mod error;
pub mod french;
mod game;
pub mod hanamikoji;
pub mod indigo;
pub mod intensity;
pub mod laws;
pub mod lucky_thirteen;
mod notation;
mod observation;
pub mod outcome;
mod perft;
mod record;
mod seat;
mod style;

pub use any::{AnyGame, AnyRecord};
pub use card::{Card, CardSet, Cards, join, parse_cards};
pub use chance::{Rng, Seed};
pub use encoding::{Encoding, Features};
pub use error::{IllegalAction, InvalidDeal, ParseError};
pub use game::{Action, ActionOf, Game, GameOption, ObservationOf, State, Turn};
pub use notation::Fields;
pub use observation::{Observation, Rewind, Sampler};
pub use perft::{perft, random_position};
pub use record::{Event, Fault, PackedError, Record, RecordError, Verdict, is_name};
pub use seat::{BySeat, MAX_SEATS, Rotation, Seat};
pub use style::{House, Random, Style, draw, even_among};
