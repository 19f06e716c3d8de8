//! Many games of one kind, stepped in one call on all cores, in the caller's own buffers.
//!
//! `lane` has one game and how it goes on, `lanes` all of them and how they are shared out among threads, `buffers`
//! where what is told of them is written. A game's seed follows from the seed of all, its place and its number there:
//! so everything is the same on any number of threads.

mod buffers;
mod env;
mod lane;
mod lanes;

pub(crate) use env::VectorEnv;
