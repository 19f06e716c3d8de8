//! The house players: random, and a greedy one that a person could follow.

use super::actions::Action;
use super::cards::{Cards, Geisha};
use super::rules::Hanamikoji;
use super::sides::Sides;
use super::{Observation, Thumb};
use crate::style::even_among_best;
use crate::{Random, Style};

pub(super) fn styles() -> Vec<Box<dyn Style<Hanamikoji>>> {
    vec![Box::new(Random), Box::new(Greedy), Box::new(Thumb)]
}

/// Looks one action ahead. It counts for every type how far it leads or trails and how many cards can still change
/// that, and expects the other seat to make the worst answer.
#[derive(Clone, Copy, Debug, Default)]
pub struct Greedy;

impl Style<Hanamikoji> for Greedy {
    fn name(&self) -> &'static str {
        "greedy"
    }

    fn summary(&self) -> &'static str {
        "leads where it can, offers what it can best afford to lose, takes what counts most"
    }

    fn weigh(&self, view: &Observation, legal: &[Action], weights: &mut Vec<f32>) {
        let sides = Sides::of(view);
        even_among_best(legal, weights, |action| sides.worst(view, action, worth));
    }
}

/// The sum over all types of their points times how surely each is ours, from −1 to 1.
fn worth(sides: Sides) -> f32 {
    Geisha::ALL.into_iter().map(|card| card.value() as f32 * hold(sides, card)).sum()
}

/// How surely a type is ours: the lead, reduced a little by the unseen cards, and worth less the more cards may still
/// come. The two numbers are the best of a few dozen tried against the random player.
fn hold(sides: Sides, card: Geisha) -> f32 {
    let count = |cards: Cards| cards.count(card) as f32;
    let lead = count(sides.mine) - count(sides.theirs) - 0.2 * count(sides.unseen);
    let open = count(sides.hand) + count(sides.unseen);
    lead / (lead * lead + open + 0.3).sqrt()
}
