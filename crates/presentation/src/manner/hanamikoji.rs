//! Hanamikoji: which action with which cards, and the choice from an offer.

use cardsharp_rules::Observation as _;
use cardsharp_rules::hanamikoji::{Action, Cards, Geisha, Kind, Observation, Offer};

use super::habits::Habit;

/// The least value of a dear type: two of the seven.
const DEAR: usize = 4;

pub(super) const HABITS: &[Habit] = &[
    ("choosing from a gift", "Choosing from a gift"),
    ("choosing from a competition", "Choosing from a competition"),
    ("the first action", "Your first action"),
    ("the second action", "Your second action"),
    ("the third action", "Your third action"),
    ("the last action", "Your last action"),
    ("hides a card of a pair", "Hiding a card of a pair"),
    ("hides a dear card", "Hiding a card worth 4 or 5"),
    ("hides a cheap card", "Hiding a card worth 2 or 3"),
    ("burns a pair", "Burning a pair"),
    ("burns a dear card", "Burning a card worth 4 or 5"),
    ("burns two cheap cards", "Burning two cards worth 2 or 3"),
    ("gives a pair among dear cards", "Giving a pair, with a card worth 4 or 5"),
    ("gives a pair among cheap cards", "Giving a pair, all worth 2 or 3"),
    ("gives three types, a dear one among them", "Giving three types, one worth 4 or 5"),
    ("gives three cheap types", "Giving three types worth 2 or 3"),
    ("competes with the same cards on both sides", "Competing with the same cards on both sides"),
    ("competes with a pair against a pair", "Competing with a pair against a pair"),
    ("competes with a pair against two types", "Competing with a pair against two types"),
    ("competes with mixed cards", "Competing with mixed cards"),
    ("takes what is worth most", "Taking what is worth most"),
    ("takes what is worth less", "Taking what is worth less"),
];

pub(crate) fn situation(view: &Observation) -> &'static str {
    let (table, me) = (view.table(), view.seat());
    match table.offer() {
        Some(Offer::Gift(_)) => "choosing from a gift",
        Some(Offer::Competition(_)) => "choosing from a competition",
        None => match Kind::ALL.iter().filter(|&&kind| table.has_used(me, kind)).count() {
            0 => "the first action",
            1 => "the second action",
            2 => "the third action",
            _ => "the last action",
        },
    }
}

fn points(cards: Cards) -> usize {
    cards.iter().map(Geisha::value).sum()
}

fn has_dear(cards: Cards) -> bool {
    cards.iter().any(|card| card.value() >= DEAR)
}

fn has_pair(cards: Cards) -> bool {
    cards.iter().any(|card| cards.count(card) > 1)
}

pub(crate) fn manner(view: &Observation, action: Action) -> &'static str {
    let hand = view.hand();
    match action {
        Action::Secret(card) if hand.count(card) > 1 => "hides a card of a pair",
        Action::Secret(card) if card.value() >= DEAR => "hides a dear card",
        Action::Secret(_) => "hides a cheap card",
        Action::Burn(cards) if has_pair(cards) => "burns a pair",
        Action::Burn(cards) if has_dear(cards) => "burns a dear card",
        Action::Burn(_) => "burns two cheap cards",
        Action::Gift(cards) if has_pair(cards) && has_dear(cards) => "gives a pair among dear cards",
        Action::Gift(cards) if has_pair(cards) => "gives a pair among cheap cards",
        Action::Gift(cards) if has_dear(cards) => "gives three types, a dear one among them",
        Action::Gift(_) => "gives three cheap types",
        Action::Compete(pairs) => {
            let [one, other] = pairs.both();
            match [one, other].into_iter().filter(|&pair| has_pair(pair)).count() {
                _ if one == other => "competes with the same cards on both sides",
                2 => "competes with a pair against a pair",
                1 => "competes with a pair against two types",
                _ => "competes with mixed cards",
            }
        }
        Action::Take(taken) => {
            let choices = view.table().offer().into_iter().flat_map(Offer::choices);
            let most = choices.map(points).max().unwrap_or(0);
            if points(taken) == most { "takes what is worth most" } else { "takes what is worth less" }
        }
    }
}
