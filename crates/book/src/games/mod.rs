//! What is particular to each game: what its book asks, and how it answers.

mod common;
pub mod hanamikoji;
mod indigo;
mod intensity;
mod lucky_thirteen;
