//! Indigo: captures taken or let go, and what is thrown where nothing can be captured.

use cardsharp_rules::indigo::{Observation, POINT_CARDS, Play, matching};

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
