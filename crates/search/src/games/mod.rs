//! What is particular to each game: models of its players, and where to stop thinking.

mod indigo;
mod intensity;
mod intensity_plain;
mod lucky_thirteen;
