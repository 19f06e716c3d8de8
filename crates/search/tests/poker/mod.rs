//! Limit poker for two, small enough to enumerate card by card. Its stakes are [`kuhn`] and [`leduc`].
//!
//! Each seat antes one chip and is dealt one card. A betting round ends when the chips are even. Before the second
//! round a shared card is turned up. A seat may fold to a bet, call or check at any time, and raise while the round has
//! raises left. A pair with the open card beats a higher card. Cards are not shown at the end.
#![allow(dead_code, reason = "a test sits down to one of the two games")]

pub mod best_response;
pub mod kuhn;
pub mod leduc;
mod notation;
pub mod rules;
mod seats;
pub mod trial;

use cardsharp_rules::{ObservationOf, Style, even_among};

use rules::{Move, Poker, Stakes};

/// Never folds, never raises.
#[derive(Clone, Copy)]
pub struct Caller;

impl<S: Stakes> Style<Poker<S>> for Caller {
    fn name(&self) -> &'static str {
        "caller"
    }

    fn summary(&self) -> &'static str {
        "checks and calls, whatever it holds"
    }

    fn weigh(&self, _view: &ObservationOf<Poker<S>>, legal: &[Move], weights: &mut Vec<f32>) {
        even_among(legal, weights, |action| action == Move::Call);
    }
}

/// Raises with good cards and folds bad ones, so that its choices reveal its card.
#[derive(Clone, Copy)]
pub struct Honest;

impl<S: Stakes> Style<Poker<S>> for Honest {
    fn name(&self) -> &'static str {
        "honest"
    }

    fn summary(&self) -> &'static str {
        "the better its card, the more it raises and the less it folds"
    }

    fn weigh(&self, view: &ObservationOf<Poker<S>>, legal: &[Move], weights: &mut Vec<f32>) {
        let paired = view.open().is_some_and(|open| open.rank() == view.card().rank());
        let strength = if paired { 1.0 } else { f32::from(view.card().rank() - 11) / 2.0 };
        let fold = if legal.contains(&Move::Fold) { 0.6 * (1.0 - strength) } else { 0.0 };
        let raise = if legal.contains(&Move::Raise) { (0.1 + 0.7 * strength) * (1.0 - fold) } else { 0.0 };
        weights.clear();
        weights.extend(legal.iter().map(|action| match action {
            Move::Fold => fold,
            Move::Call => 1.0 - fold - raise,
            Move::Raise => raise,
        }));
    }
}
