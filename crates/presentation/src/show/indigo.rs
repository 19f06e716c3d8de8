use cardsharp_rules::Seat;
use cardsharp_rules::indigo::Observation;

use super::{Row, row};

pub(crate) fn open(view: &Observation) -> Vec<Row> {
    let table = view.table();
    let many = |count: usize, what: &str| format!("{count} {what}{}", if count == 1 { "" } else { "s" });
    let pile = match table.top() {
        Some(top) => format!("{}, {top} on top", many(table.pile().len(), "card")),
        None => "empty".to_owned(),
    };
    let captured = |seat: Seat| {
        let points = table.points(seat).unsigned_abs() as usize;
        format!("{}, {}", many(table.captured()[seat].len(), "card"), many(points, "point"))
    };
    vec![
        row("deal", format!("{} of 4", table.deal_number() + 1)),
        row("table", pile),
        row("captured", format!("seat 0 {} · seat 1 {}", captured(Seat::new(0)), captured(Seat::new(1)))),
    ]
}

pub(crate) fn own(view: &Observation) -> Vec<Row> {
    vec![row("hand", view.hand())]
}
