//! Hanamikoji as a public tree.
//!
//! A seat's row is its hand, its secret and its burned cards ([`space`]); draws are private, so the
//! tree has no chance nodes. How likely two rows are together is worked out in [`joint`], what they
//! are worth at the end in [`showdown`], what can be done with a hand and where it leads in
//! `menu`, which positions are mirror images of each other in [`symmetry`]; `build` makes a
//! [`Tree`](crate::equilibrium::Tree) of it, and [`Subgame`] is what others need of all this. How any other way to
//! play fares in a tree, a [`Network`]'s for one, is found by asking it about every [`Decision`].

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
