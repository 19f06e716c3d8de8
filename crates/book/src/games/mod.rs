//! What is particular to each game: what its book asks, and how it answers.

pub mod hanamikoji;
mod common;
mod indigo;
mod intensity;
mod lucky_thirteen;
