//! Players that think: beliefs about hidden cards, and search over them.
//!
//! Nothing here is ever handed a true state. A player sees an observation, samples states that
//! agree with it ([`Belief`]), weighs them by how well they explain what the others did, and
//! searches on ([`search`]).

mod belief;
mod budget;
mod objective;
mod player;
mod thoughtful;
mod tree;

pub use belief::{Belief, World};
pub use budget::{Budget, Clock};
pub use objective::Objective;
pub use player::{Player, StylePlayer};
pub use thoughtful::Thoughtful;
pub use tree::{Search, Valued, search};
