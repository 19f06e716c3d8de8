//! What a game must say before programs of strangers can sit down to it.

mod hanamikoji;
mod indigo;
mod intensity;
mod lucky_thirteen;

use cardsharp_rules::ObservationOf;
use cardsharp_search::Thoughtful;
use serde_json::Value;

use crate::programs::Program;
use crate::table::{Launch, Seated, Terms};

/// A game that programs of strangers can sit down to.
pub trait Hosted: Thoughtful {
    /// Whether there is a protocol of its own, older than ours.
    const HAS_ORIGINAL: bool = false;

    /// What a seat sees, taken apart for programs that would rather not read our notation.
    fn details(view: &ObservationOf<Self>) -> Value;

    /// Seats a program that speaks the game's own protocol, if there is one.
    fn seat_original<'a>(_program: &'a Program, _launch: Launch, _terms: Terms) -> Option<Box<dyn Seated<Self> + 'a>> {
        None
    }
}

/// Things as the texts they are written as.
fn texts(things: impl IntoIterator<Item = impl ToString>) -> Vec<String> {
    things.into_iter().map(|thing| thing.to_string()).collect()
}
