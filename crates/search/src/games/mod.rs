//! What is particular to each game: models of its players, and where to stop thinking.

mod hanamikoji;
pub mod indigo;
mod intensity;
mod intensity_champion;
mod intensity_learned;
mod intensity_passes;
mod intensity_plain;
mod lucky_thirteen;
