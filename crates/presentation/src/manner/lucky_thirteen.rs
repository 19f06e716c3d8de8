//! Lucky Thirteen: a 13 kept, exchanged or broken, and discards without a 13.

use cardsharp_rules::lucky_thirteen::{Card, Discard, Observation, best_way, weight};

use super::habits::Habit;

/// Returns the value of the best 13 without this card.
fn left(view: &Observation, discard: Card) -> Option<i32> {
    let mut kept = view.hand().set();
    kept.remove(discard);
    best_way(view.table().sums(), [kept.nth(0), kept.nth(1)], view.table().public())
}

pub(super) const HABITS: &[Habit] = &[
    ("a 13 in hand, last round", "A 13 in hand, last round"),
    ("a 13 in hand", "A 13 in hand"),
    ("no 13, last round", "No 13, last round"),
    ("no 13 yet", "No 13 yet"),
    ("keeps its best 13", "Keeping your best 13"),
    ("keeps a lesser 13", "Keeping a lesser 13"),
    ("breaks its 13", "Breaking your 13"),
    ("throws its lightest card", "Throwing your lightest card"),
    ("throws its middle card", "Throwing your middle card"),
    ("throws its heaviest card", "Throwing your heaviest card"),
];

pub(crate) fn situation(view: &Observation) -> &'static str {
    let has_13 = view.hand().iter().any(|card| left(view, card).is_some());
    match (has_13, view.table().round()) {
        (true, 3) => "a 13 in hand, last round",
        (true, _) => "a 13 in hand",
        (false, 3) => "no 13, last round",
        (false, _) => "no 13 yet",
    }
}

pub(crate) fn manner(view: &Observation, Discard(card): Discard) -> &'static str {
    let cards = || view.hand().iter();
    match (left(view, card), cards().filter_map(|card| left(view, card)).max()) {
        (Some(kept), best) if Some(kept) == best => "keeps its best 13",
        (Some(_), _) => "keeps a lesser 13",
        (None, Some(_)) => "breaks its 13",
        (None, None) => match cards().filter(|&other| weight(other) < weight(card)).count() {
            0 => "throws its lightest card",
            1 => "throws its middle card",
            _ => "throws its heaviest card",
        },
    }
}
