//! Lucky Thirteen on the screen: public cards in the middle, discards in front of the seats.

use cardsharp_rules::lucky_thirteen::{Card, Discard, LuckyThirteen, Observation, Table, best_way, weight};
use cardsharp_rules::{Game, Observation as _, Seat, Turn};

use super::{Choice, Face, Heap, Picture, Piece, Place, Row, Tabled, count, french_codes, french_face};

fn face(card: Card) -> Face {
    french_face(card, format!("={}", weight(card)))
}

/// What these two private cards come to.
fn standing(table: &Table, kept: [Card; 2]) -> String {
    match best_way(table.sums(), kept, table.public()) {
        Some(worth) => format!("a 13 worth {worth}"),
        None => format!("no 13, cards worth {}", kept.into_iter().map(weight).sum::<i32>()),
    }
}

/// The table as it lies, whoever looks at it.
fn drawn(table: &Table, viewer: Option<Seat>) -> Picture {
    let places = Seat::all(LuckyThirteen::SEATS).map(|seat| {
        let shown = table.shown().map(|shown| shown[seat]);
        let laid = match shown {
            Some(hand) => Heap::new(if Some(seat) == viewer { "you show" } else { "shows" }, hand.iter().map(face)),
            None => Heap::new(
                if Some(seat) == viewer { "your discards" } else { "discards" },
                table.discards_of(seat).map(face),
            ),
        };
        let laid = if laid.cards.is_empty() { Heap::default() } else { laid };
        let score = match shown {
            Some(hand) => standing(table, [hand.nth(0), hand.nth(1)]),
            None => String::new(),
        };
        let drawn = usize::from(table.turn() == Turn::Of(seat));
        Place { backs: if shown.is_some() { 0 } else { 2 + drawn }, score, laid }
    });
    Picture {
        headline: match table.shown() {
            Some(_) => "All cards are shown".to_owned(),
            None => format!("Round {} of 4 · reach 13, sums {}", table.round() + 1, table.sums().name()),
        },
        places: places.collect(),
        middle: vec![Heap::new("public cards", table.public().map(face))],
    }
}

impl Tabled for LuckyThirteen {
    const STRENGTHS: &'static [(&'static str, &'static str)] = &[
        ("gentle: discards anything", "random"),
        ("fair: keeps the most valuable cards", "basic"),
        ("good: keeps the best 13 it has", "keep13"),
        ("strong: counts cards", "clever"),
        ("strongest: thinks half a second a turn", "champion:ms=500"),
    ];

    fn picture(view: &Observation, _names: &[String]) -> Picture {
        drawn(view.table(), Some(view.seat()))
    }

    fn watched(view: &Observation, _names: &[String]) -> Picture {
        drawn(view.table(), None)
    }

    fn rows(view: &Observation) -> Vec<Row> {
        // In one's turn the newest card is the one just drawn.
        let newest = (view.turn() == Turn::Of(view.seat())).then(|| view.hand().iter().last()).flatten();
        let label = newest.map_or_else(String::new, |card| format!("you drew {card}"));
        let pieces = view.hand().iter().map(|card| Piece::card(face(card), french_codes(card), Some(0)));
        vec![Row { label, pieces: pieces.collect() }]
    }

    fn choose(view: &Observation, _names: &[String], chosen: &[usize]) -> Result<Choice<Discard>, String> {
        let Some(&piece) = chosen.last() else {
            return Ok(Choice { words: "Choose the card to discard; two stay with you.".to_owned(), action: None });
        };
        let cards: Vec<Card> = view.hand().iter().collect();
        let card = cards[piece];
        let kept: Vec<Card> = cards.into_iter().filter(|&other| other != card).collect();
        let words = format!(
            "Discards {card} and keeps {} {}: {}.",
            kept[0],
            kept[1],
            standing(view.table(), [kept[0], kept[1]])
        );
        Ok(Choice { words, action: Some(Discard(card)) })
    }

    fn deed(Discard(card): Discard) -> String {
        format!("discarded {card}")
    }

    fn cards(Discard(card): Discard) -> Vec<Face> {
        vec![face(card)]
    }

    fn result(returns: i32) -> String {
        count(returns, "point")
    }
}
