//! Players that think: beliefs about hidden cards, and search over them.
//!
//! Nothing here is ever handed a true state. A player sees an observation, samples states that
//! agree with it ([`Belief`]), weighs them by how well they explain what the others did, and
//! tries what comes of each action ([`search`], [`pimc`]).

mod belief;
mod budget;
mod games;
mod objective;
mod pimc;
mod player;
mod roster;
mod spec;
mod thoughtful;
mod tree;

pub use belief::{Belief, MAX_MODELS, ModelWeights, World};
pub use budget::{Budget, Clock};
pub use games::indigo;
pub use objective::Objective;
pub use pimc::{Pimc, pimc};
pub use player::{Oracle, PimcPlayer, Player, Searcher, StylePlayer, Valued};
pub use roster::{Offer, roster, seat_player};
pub use spec::{Spec, SpecError};
pub use thoughtful::{Model, Thoughtful};
pub use tree::{Search, search};
