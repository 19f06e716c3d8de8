use cardsharp_rules::Seat;
use cardsharp_rules::join;
use cardsharp_rules::lucky_thirteen::{Card, Observation};

use super::{Row, row};

pub(crate) fn open(view: &Observation) -> Vec<Row> {
    let table = view.table();
    let discards = Seat::all(4).map(|seat| format!("seat {seat} {}", codes(table.discards_of(seat))));
    vec![
        row("round", format!("{} of 4", (table.round() + 1).min(4))),
        row("public", codes(table.public())),
        row("discards", discards.collect::<Vec<_>>().join(" · ")),
    ]
}

pub(crate) fn own(view: &Observation) -> Vec<Row> {
    vec![row("hand", codes(view.hand().iter()))]
}

fn codes(cards: impl IntoIterator<Item = Card>) -> String {
    join(cards.into_iter().map(Card::code))
}
