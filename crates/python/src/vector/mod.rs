//! Many games of one kind, stepped in one call on all cores, in the caller's own buffers.
//!
//! `lane` plays consecutive games at one place, `lanes` divides the places among threads, `buffers` holds the outputs.
//! A game's seed follows from the environment's seed, its place and its number there, on any number of threads.

mod buffers;
mod env;
mod lane;
mod lanes;

pub(crate) use env::VectorEnv;
