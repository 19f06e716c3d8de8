//! The interface that a search needs of a game.

use cardsharp_rules::{Random, Style};
use cardsharp_search::Searchable;

use super::rules::{Poker, Stakes};

impl<S: Stakes> Searchable for Poker<S> {
    const RANGE: (i32, i32) = S::RANGE;

    fn default_style(&self) -> Box<dyn Style<Self>> {
        Box::new(Random)
    }
}
