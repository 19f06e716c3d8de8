//! Indigo: captures made or declined, and discards where no capture is possible.

use cardsharp_rules::indigo::{Observation, POINT_CARDS, Play, matching};

use super::habits::Habit;

pub(super) const HABITS: &[Habit] = &[
    ("nothing on the table", "Nothing on the table"),
    ("not able to capture", "Not able to capture"),
    ("able to capture", "Able to capture"),
    ("captures with a point card", "Capturing with a point card"),
    ("captures with a plain card", "Capturing with a plain card"),
    ("lets a capture go", "Letting a capture go"),
    ("throws a point card", "Throwing a point card"),
    ("throws a plain card it could match itself", "Throwing a plain card you could match yourself"),
    ("throws a plain card it has no match for", "Throwing a plain card you have no match for"),
];

pub(crate) fn situation(view: &Observation) -> &'static str {
    let table = view.table();
    match () {
        () if table.top().is_none() => "nothing on the table",
        () if (view.hand() & table.capturing()).is_empty() => "not able to capture",
        () => "able to capture",
    }
}

pub(crate) fn manner(view: &Observation, Play(card): Play) -> &'static str {
    let (table, hand) = (view.table(), view.hand());
    let is_point = POINT_CARDS.contains(card);
    let mut others = hand;
    others.remove(card);
    match () {
        () if table.capturing().contains(card) && is_point => "captures with a point card",
        () if table.capturing().contains(card) => "captures with a plain card",
        () if !(hand & table.capturing()).is_empty() => "lets a capture go",
        () if is_point => "throws a point card",
        () if !(others & matching(card)).is_empty() => "throws a plain card it could match itself",
        () => "throws a plain card it has no match for",
    }
}
