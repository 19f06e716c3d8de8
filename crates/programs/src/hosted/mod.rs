//! What a game must provide so that bot programs can play it.

mod hanamikoji;
mod indigo;
mod intensity;
mod lucky_thirteen;

use cardsharp_rules::{ObservationOf, Seed};
use cardsharp_search::Thoughtful;
use serde_json::Value;

use crate::check::Kind;
use crate::{Agent, Bot};

/// A game that bot programs can play.
pub trait Hosted: Thoughtful {
    /// Whether the game has a protocol of its own, older than the line protocol.
    const HAS_ORIGINAL: bool = false;

    /// The parts of a view as JSON, for programs that do not read its notation; empty by default.
    fn details(_view: &ObservationOf<Self>) -> Value {
        Value::Object(serde_json::Map::new())
    }

    /// The rule by which an action is legal in this view, in a sentence.
    fn rule(_view: &ObservationOf<Self>) -> &'static str {
        "one of the legal actions is chosen"
    }

    /// The kinds of situations a program should know, the rarest first: a view may be of several.
    fn kinds() -> Vec<Kind<Self>> {
        vec![("any decision", |_| true)]
    }

    /// Views that random games do not find.
    fn rare_views(&self, _seed: Seed) -> Vec<ObservationOf<Self>> {
        Vec::new()
    }

    /// Seats a bot that speaks the game's own protocol, if there is one.
    fn original_agent(_bot: &Bot) -> Option<Box<dyn Agent<Self> + '_>> {
        None
    }
}

/// Formats each thing.
fn texts(things: impl IntoIterator<Item = impl ToString>) -> Vec<String> {
    things.into_iter().map(|thing| thing.to_string()).collect()
}

macro_rules! host {
    ($($game:ty),*) => { $(impl Hosted for $game {})* };
}
cardsharp_rules::teaching_games!(host);
