//! Players that think: beliefs about hidden cards, and search over them.
//!
//! No code here receives a true state. A player sees an observation, samples states that agree with it ([`Belief`]),
//! weighs them by how well they explain the other seats' choices, and evaluates each action ([`search`], [`pimc()`]).
//! Its thoughts can be shown: where the cards may be ([`Holdings`]) and how an action turns out ([`outlook()`]).
//!
//! # Example
//!
//! ```
//! use cardsharp_rules::{Game, Rng, Seat, Seed, State, indigo::Indigo};
//! use cardsharp_search::{Considered, seat_player};
//!
//! let view = Indigo.start(&Indigo.shuffle(Seed(7)))?.observe(Seat::FIRST);
//! let champion = seat_player(&Indigo, &"champion:nodes=300".parse()?)?;
//! let action = champion.choose(&view, &mut Rng::new(Seed(1)));
//!
//! // The same random numbers give the same values.
//! let Considered::Values(values) = champion.consider(&view, &mut Rng::new(Seed(1))) else { panic!("it has values") };
//! assert_eq!(values[0].action, action);
//! for valued in &values {
//!     println!("{} wins {:.2} ± {:.2}, tried {} times", valued.action, valued.value, valued.error, valued.visits);
//! }
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod belief;
mod budget;
pub mod equilibrium;
mod games;
mod keys;
mod memory;
mod net;
mod node;
mod objective;
mod oracle;
mod outlook;
mod pimc;
mod player;
mod roster;
mod saved;
mod spec;
mod thoughtful;
pub mod threads;
mod tree;
mod whereabouts;

pub use belief::{Belief, MAX_MODELS, ModelWeights, SURPRISE, World};
pub use budget::{Budget, Clock};
pub use games::{hanamikoji, indigo, intensity};
pub use memory::{Memory, SeenGame};
pub use net::InvalidNet;
pub use objective::Objective;
pub use oracle::{OpenCards, Oracle};
pub use outlook::{Figure, Outlook, Unit, outlook};
pub use pimc::{Pimc, pimc};
pub use player::{Considered, PimcPlayer, Player, Searcher, StylePlayer, Valued, only_action};
pub use roster::{CHAMPION, HUMAN, Offer, check_sitter, roster, search_settings, seat_player};
pub use saved::{SavedNet, SavedNetError};
pub use spec::{NET, Spec, SpecError};
pub use thoughtful::{Model, Searchable, house_values};
pub use tree::{Search, search, search_in};
pub use whereabouts::{Cell, Fact, HidingPlace, Holdings, Kind, by_number};

/// Compiles and runs the Rust of the guide.
#[cfg(doctest)]
#[doc = include_str!("../../../docs/guide/research.md")]
struct Guide;
