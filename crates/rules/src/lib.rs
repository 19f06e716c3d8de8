//! The rules of four card games with hidden cards: Intensity, Hanamikoji, Indigo and Lucky Thirteen.
//!
//! Pure: nothing here reads a file, a clock or global randomness, and nothing prints. Each game has the same files:
//!
//! | file | contents |
//! |---|---|
//! | `rules.md` | the rules in prose, shown by `cardsharp rules` and in these docs |
//! | `rules.rs` | deal, state, legal actions, returns |
//! | `observation.rs` | a seat's view, and a sampler of the hidden cards |
//! | `notation.rs` | how cards, actions, deals and observations are written and parsed |
//! | `encoding.rs` | observations and actions as numbers, for learners |
//! | `players.rs` | the house players |
//! | `tests.rs` | corner cases, named after the rule they test |
//!
//! # Example
//!
//! ```
//! use cardsharp_rules::{Game, Observation, Rng, Seed, State, Turn, indigo::Indigo};
//!
//! let mut state = Indigo.start(&Indigo.shuffle(Seed(7)))?; // a seed always gives the same deal
//! let mut rng = Rng::new(Seed(1));
//! while let Turn::Of(seat) = state.turn() {
//!     let view = state.observe(seat); // only what the seat knows
//!     let imagined = view.sample_state(&mut rng); // a state that looks the same from there
//!     assert_eq!(imagined.observe(seat), view);
//!     state.play(imagined.random_action(&mut rng))?; // so what is legal there is legal here
//! }
//! let returns = state.returns().expect("the game is over");
//! assert_eq!(returns.as_slice().iter().sum::<i32>(), 23); // all points of Indigo
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

#[macro_use]
mod any;
mod card;
mod chance;
mod encoding;
mod error;
pub mod french;
#[macro_use]
mod game;
pub mod hanamikoji;
pub mod indigo;
pub mod intensity;
pub mod kuhn;
pub mod laws;
pub mod lucky_thirteen;
mod notation;
mod observation;
pub mod outcome;
mod perft;
mod record;
mod seat;
mod style;

pub use card::{Card, CardSet, Cards, join, parse_cards};
pub use chance::{Rng, Seed};
pub use encoding::Features;
pub use error::{IllegalAction, InvalidDeal, ParseError};
pub use game::{Action, ActionOf, Game, GameOption, ObservationOf, State, Turn};
pub use notation::{Fields, read_word};
pub use observation::{Observation, Sampler};
pub use perft::{perft, random_position};
pub use record::{Event, Fault, FaultKind, PackedError, Record, RecordError, Verdict, is_name, seat_names};
pub use seat::{BySeat, MAX_SEATS, Rotation, Seat};
pub use style::{Random, Style, blur, draw, even_among, even_among_best, softmax};

// The list of games. Each is named only here; a teaching game stands behind the feature.
games!($ intensity::Intensity, hanamikoji::Hanamikoji, indigo::Indigo, lucky_thirteen::LuckyThirteen; teaching: kuhn::Kuhn);
