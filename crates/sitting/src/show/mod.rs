//! How a position is shown to a person: a few lines, each with a label.

mod hanamikoji;
mod indigo;
mod intensity;
mod lucky_thirteen;

use std::fmt::Write;

use cardsharp_rules::{Game, ObservationOf, Seat};

/// A label and what stands beside it.
pub type Row = (String, String);

/// A game whose positions can be shown.
pub trait Show: Game {
    /// What lies open, the same for everyone.
    fn open(view: &ObservationOf<Self>) -> Vec<Row>;

    /// What only this seat sees.
    fn own(view: &ObservationOf<Self>) -> Vec<Row>;
}

/// A position as a seat sees it.
pub fn as_seen<G: Show>(state: &G::State, seat: Seat) -> String {
    use cardsharp_rules::State;
    let view = state.observe(seat);
    table(G::open(&view).into_iter().chain(G::own(&view)))
}

/// A position with all hands open.
pub fn everything<G: Show>(state: &G::State) -> String {
    use cardsharp_rules::State;
    let views: Vec<ObservationOf<G>> = Seat::all(G::SEATS).map(|seat| state.observe(seat)).collect();
    let own = views.iter().enumerate().flat_map(|(seat, view)| {
        G::own(view).into_iter().map(move |(label, text)| (format!("seat {seat} {label}"), text))
    });
    table(G::open(&views[0]).into_iter().chain(own))
}

/// Rows with their labels lined up.
pub fn table(rows: impl IntoIterator<Item = Row>) -> String {
    let rows: Vec<Row> = rows.into_iter().collect();
    let width = rows.iter().map(|(label, _)| label.chars().count()).max().unwrap_or(0);
    rows.iter().fold(String::new(), |mut text, (label, words)| {
        writeln!(text, "     {label:<width$}  {words}").expect("writing to a string");
        text
    })
}

/// A row.
pub fn row(label: impl Into<String>, text: impl std::fmt::Display) -> Row {
    (label.into(), text.to_string())
}
