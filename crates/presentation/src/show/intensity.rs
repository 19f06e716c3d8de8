use cardsharp_rules::intensity::Observation;
use cardsharp_rules::{Observation as _, join};

use super::{Row, row};

pub(crate) fn open(view: &Observation) -> Vec<Row> {
    let table = view.table();
    if !table.all_passed() {
        return vec![row("passing", format!("{} of 4 have passed", table.passed()))];
    }
    let penalties = table.penalties();
    let penalties = penalties.iter().map(|(seat, points)| format!("seat {seat} {points}"));
    let round: Vec<String> = table
        .round()
        .iter()
        .enumerate()
        .map(|(place, card)| format!("{card} (seat {})", table.leader().plus(place, 4)))
        .collect();
    let lead = format!("seat {} leads", table.leader());
    vec![
        row("round", format!("{} of 10", (table.rounds() + 1).min(10))),
        row("played", if round.is_empty() { lead } else { round.join("  ") }),
        row("calves", if table.calves_broken() { "may be led" } else { "may not be led yet" }),
        row("penalties", penalties.collect::<Vec<_>>().join(" · ")),
    ]
}

pub(crate) fn own(view: &Observation) -> Vec<Row> {
    let mut rows = vec![row("hand", view.hand())];
    if !view.pass().is_empty() {
        rows.push(row("passed", view.pass()));
    }
    if view.table().all_passed() {
        let from = view.seat().plus(3, 4);
        rows.push(row("received", format!("{} from seat {from}", join(view.received().iter()))));
    }
    rows
}
