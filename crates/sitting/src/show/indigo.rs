use cardsharp_rules::Seat;
use cardsharp_rules::indigo::Observation;

use super::{Row, row};

/// What lies open.
pub(crate) fn open(view: &Observation) -> Vec<Row> {
    let table = view.table();
    let pile = match table.top() {
        Some(top) => format!("{} cards, {top} on top", table.pile().len()),
        None => "empty".to_owned(),
    };
    let captured = |seat: Seat| format!("{} cards, {} points", table.captured()[seat].len(), table.points(seat));
    vec![
        row("deal", format!("{} of 4", table.deal_number() + 1)),
        row("table", pile),
        row("captured", format!("seat 0 {} · seat 1 {}", captured(Seat::new(0)), captured(Seat::new(1)))),
    ]
}

/// What only this seat sees.
pub(crate) fn own(view: &Observation) -> Vec<Row> {
    vec![row("hand", view.hand())]
}
