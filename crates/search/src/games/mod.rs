//! What is particular to each game: models of its players, and where to stop thinking.

mod hanamikoji;
pub mod indigo;
pub mod intensity;
mod kuhn;
mod lucky_thirteen;
