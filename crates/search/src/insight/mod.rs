//! What is particular to each game when a position is explained: where its cards can hide, and
//! the figures by which a person judges an action. Kept apart from `games/`, which is about
//! playing well.

mod hanamikoji;
mod indigo;
mod intensity;
mod lucky_thirteen;
