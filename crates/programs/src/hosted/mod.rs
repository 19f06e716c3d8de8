//! What a game must provide so that bot programs can play it.

mod hanamikoji;
mod indigo;
mod intensity;
mod lucky_thirteen;

use cardsharp_rules::{ObservationOf, Seed};
use cardsharp_search::Searchable;
use serde_json::Value;

use crate::check::Kind;
use crate::{Agent, Bot};

/// A game that bot programs can play.
pub trait Hosted: Searchable {
    /// Whether the game has its own protocol, older than the line protocol.
    const HAS_ORIGINAL: bool = false;

    /// Returns the parts of a view as JSON, for programs that do not parse its notation; empty by default.
    fn details(_view: &ObservationOf<Self>) -> Value {
        Value::Object(serde_json::Map::new())
    }

    /// Returns the rule for legal actions in this view, in a sentence.
    fn rule(_view: &ObservationOf<Self>) -> &'static str {
        "one of the legal actions is chosen"
    }

    /// Returns the kinds of situations to check, the rarest first: a view may be of several.
    fn kinds() -> Vec<Kind<Self>> {
        vec![("any decision", |_| true)]
    }

    /// Returns views that random games do not reach.
    fn rare_views(&self, _seed: Seed) -> Vec<ObservationOf<Self>> {
        Vec::new()
    }

    /// Creates the agent of a bot that speaks the game's own protocol, if there is one.
    fn original_agent(_bot: &Bot) -> Option<Box<dyn Agent<Self> + '_>> {
        None
    }
}

fn texts(things: impl IntoIterator<Item = impl ToString>) -> Vec<String> {
    things.into_iter().map(|thing| thing.to_string()).collect()
}

macro_rules! host {
    ($($game:ty),*) => { $(impl Hosted for $game {})* };
}
cardsharp_rules::teaching_games!(host);
