//! Hanamikoji as a public tree.
//!
//! A seat's row is its hand, its secret and its burned cards ([`space`]); draws are private, so the tree has no chance
//! nodes. [`joint`] computes the probability of two rows together, [`showdown`] their values at the end, `menu` the
//! actions of a hand and the rows after them, [`symmetry`] the mirror images among positions. `build` makes a
//! [`Tree`](crate::equilibrium::Tree) from these, and [`Subgame`] is the interface for other modules. To measure any
//! other policy in a tree, such as a [`Network`]'s, query it at every [`Decision`].

mod build;
mod cursor;
mod encoding;
mod future;
pub mod joint;
mod menu;
mod network;
mod play;
mod policy;
mod public;
pub mod showdown;
pub mod space;
mod subgame;
pub mod symmetry;
mod variant;

pub use build::TooLarge;
pub use cursor::Cursor;
pub use encoding::features;
pub use future::Future;
pub(crate) use network::INPUTS;
pub use network::Network;
pub use play::{NotTheDeck, Play};
pub use policy::{Decision, Row};
pub use public::Public;
pub use space::{Situation, Space};
pub use subgame::Subgame;
pub use variant::{InvalidVariant, Variant};
