//! The API over real HTTP, against a house in this process.

mod client;
mod listening;
mod playing;
mod refusals;
mod restart;
