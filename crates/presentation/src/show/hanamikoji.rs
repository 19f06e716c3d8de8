use cardsharp_rules::Seat;
use cardsharp_rules::hanamikoji::{Kind, Observation, Offer};

use super::{Row, row};

pub(crate) fn open(view: &Observation) -> Vec<Row> {
    let table = view.table();
    let each = |text: &dyn Fn(Seat) -> String| format!("seat 0 {} · seat 1 {}", text(Seat::new(0)), text(Seat::new(1)));
    let placed = each(&|seat| table.placed()[seat].to_string());
    let left = each(&|seat| {
        let left = Kind::ALL.into_iter().filter(|&kind| !table.has_used(seat, kind)).map(name);
        cardsharp_rules::join(left)
    });
    let mut rows = vec![row("placed", placed), row("actions left", left)];
    match table.offer() {
        Some(Offer::Gift(cards)) => rows.push(row("offered", format!("gift {cards}"))),
        Some(Offer::Competition(pairs)) => rows.push(row("offered", format!("compete {pairs}"))),
        None => {}
    }
    rows
}

pub(crate) fn own(view: &Observation) -> Vec<Row> {
    let mut rows = vec![row("hand", view.hand())];
    if let Some(secret) = view.own().secret() {
        rows.push(row("secret", secret));
    }
    if !view.own().burned().is_empty() {
        rows.push(row("burned", view.own().burned()));
    }
    rows
}

fn name(kind: Kind) -> &'static str {
    match kind {
        Kind::Secret => "secret",
        Kind::Burn => "burn",
        Kind::Gift => "gift",
        Kind::Competition => "compete",
    }
}
