//! A position as labelled lines of text.

pub(crate) mod hanamikoji;
pub(crate) mod indigo;
pub(crate) mod intensity;
pub(crate) mod lucky_thirteen;

use std::fmt::Write;

use cardsharp_rules::{ObservationOf, Seat};

use crate::Present;
use crate::picture::{self, Heap, Laid, Look, Picture, Piece, Place};

/// A label and its text.
pub type Row = (String, String);

/// Returns a position as a seat sees it.
pub fn as_seen<G: Present>(state: &G::State, seat: Seat) -> String {
    use cardsharp_rules::State;
    let view = state.observe(seat);
    table(G::open(&view).into_iter().chain(G::own(&view)))
}

/// Returns a position with all hands open.
pub fn everything<G: Present>(state: &G::State) -> String {
    use cardsharp_rules::State;
    let views: Vec<ObservationOf<G>> = Seat::all(G::SEATS).map(|seat| state.observe(seat)).collect();
    let own = views.iter().enumerate().flat_map(|(seat, view)| {
        G::own(view).into_iter().map(move |(label, text)| (format!("seat {seat} {label}"), text))
    });
    table(G::open(&views[0]).into_iter().chain(own))
}

/// Aligns rows at their labels.
pub fn table(rows: impl IntoIterator<Item = Row>) -> String {
    let rows: Vec<Row> = rows.into_iter().collect();
    let width = rows.iter().map(|(label, _)| label.chars().count()).max().unwrap_or(0);
    rows.iter().fold(String::new(), |mut text, (label, words)| {
        writeln!(text, "     {label:<width$}  {words}").expect("writing to a string");
        text
    })
}

/// Creates a row.
pub fn row(label: impl Into<String>, text: impl std::fmt::Display) -> Row {
    (label.into(), text.to_string())
}

/// Describes a picture: the middle, the cards before the seats, the scores.
pub(crate) fn describe_picture(picture: &Picture) -> Vec<Row> {
    let labels = |cards: &[Laid]| cards.iter().map(|card| card.face.label.clone()).collect::<Vec<_>>().join(" ");
    let heap = |heap: &Heap| row(heap.label.to_string(), labels(&heap.cards));
    let place = |(seat, place): (usize, &Place)| {
        let laid = (!place.laid.cards.is_empty()).then(|| labels(&place.laid.cards));
        let said: Vec<String> = place.score.iter().map(ToString::to_string).chain(laid).collect();
        row(format!("seat {seat}"), said.join(", "))
    };
    let heaps = picture.middle.iter().map(heap);
    heaps.chain(picture.places.iter().enumerate().map(place)).filter(|(_, words)| !words.is_empty()).collect()
}

/// Describes the last row of a picture: the hand.
pub(crate) fn describe_hand(rows: &[picture::Row]) -> Vec<Row> {
    let faces = |piece: &Piece| match &piece.look {
        Look::Cards(faces) => faces.iter().map(|face| face.label.clone()).collect(),
        Look::Button(_) => Vec::new(),
    };
    let hand: Vec<String> = rows.last().map_or(&[][..], |hand| &hand.pieces).iter().flat_map(faces).collect();
    if hand.is_empty() { Vec::new() } else { vec![row("hand", hand.join(" "))] }
}
