//! What is particular to each game: models of its players, and where to stop thinking.

pub mod indigo;
