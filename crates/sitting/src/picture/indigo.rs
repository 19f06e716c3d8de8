//! Indigo on the screen: the pile in the middle with its top card last.

use cardsharp_rules::indigo::{Card, Indigo, Observation, POINT_CARDS, Play, Table};
use cardsharp_rules::{Game, Seat};

use super::{
    BLANK, Choice, Face, Heap, Laid, Picture, Piece, Place, Row, Tabled, count, french_codes, french_face, name,
};

fn face(card: Card) -> Face {
    french_face(card, if POINT_CARDS.contains(card) { "1 pt".to_owned() } else { String::new() })
}

/// The cards of the pile in the order they were played, the top last; and what the last play
/// captured, if it did: a set does not remember.
fn pile(table: &Table) -> (Vec<Card>, Option<usize>) {
    let (mut pile, mut top, mut captured) = (table.initial().to_vec(), Some(table.initial()[3]), None);
    for &card in table.plays() {
        pile.push(card);
        captured = None;
        let matches = |top: Card| top.suit() == card.suit() || top.rank() == card.rank();
        if top.is_some_and(matches) {
            captured = Some(pile.len());
            pile.clear();
            top = None;
        } else {
            top = Some(card);
        }
    }
    (pile, captured)
}

/// So many cards of the pile are drawn; the rest is counted.
const DRAWN: usize = 7;

fn heap(table: &Table, names: &[String]) -> Heap {
    let (cards, captured) = pile(table);
    match (cards.len(), captured) {
        (0, Some(captured)) => {
            let who = table.last_capturer().map_or("Nobody", |seat| name(names, seat));
            let last: Vec<Laid> = table
                .plays()
                .last()
                .map(|&card| Laid { dim: true, below: BLANK.to_owned(), ..face(card).into() })
                .into_iter()
                .collect();
            Heap { label: format!("{who} captured {} with this one", count(captured as i64, "card")), cards: last }
        }
        (0, None) => Heap::new("The table is empty", []),
        (all, _) => {
            let under = all.saturating_sub(DRAWN);
            let points = cards.iter().filter(|&&card| POINT_CARDS.contains(card)).count() as i64;
            let more = if under > 0 { format!(", {under} of them further down") } else { String::new() };
            let label = format!("pile of {}, worth {}{more}", count(all as i64, "card"), count(points, "point"));
            let mut heap = Heap::new(label, cards[under..].iter().map(|&card| face(card)));
            if let Some((top, rest)) = heap.cards.split_last_mut() {
                top.below.push_str("top");
                for card in rest {
                    card.dim = true;
                }
            }
            heap
        }
    }
}

impl Tabled for Indigo {
    const STRENGTHS: &'static [(&'static str, &'static str)] = &[
        ("gentle: plays anything", "random"),
        ("fair: captures when it can", "classic"),
        ("good: throws what is hard to match", "greedy"),
        ("strongest: thinks half a second a card", "champion:ms=500"),
    ];

    fn picture(view: &Observation, names: &[String]) -> Picture {
        let table = view.table();
        let last =
            table.last_capturer().map_or_else(String::new, |seat| format!(" · {} captured last", name(names, seat)));
        let places = Seat::all(Indigo::SEATS).map(|seat| {
            let cards = table.captured()[seat].len() as i64;
            Place {
                backs: table.hand_size(seat),
                score: format!("{}, {} captured", count(table.points(seat), "point"), count(cards, "card")),
                laid: Heap::default(),
            }
        });
        Picture {
            headline: format!("Deal {} of 4{last}", table.deal_number() + 1),
            places: places.collect(),
            middle: vec![heap(table, names)],
        }
    }

    /// Everything but the hands lies open.
    fn watched(view: &Observation, names: &[String]) -> Picture {
        Self::picture(view, names)
    }

    fn rows(view: &Observation) -> Vec<Row> {
        let pieces = view.hand().iter().map(|card| Piece::card(face(card), french_codes(card), Some(0)));
        vec![Row { label: String::new(), pieces: pieces.collect() }]
    }

    fn choose(view: &Observation, _names: &[String], chosen: &[usize]) -> Result<Choice<Play>, String> {
        let table = view.table();
        let Some(&piece) = chosen.last() else {
            let words = match table.top() {
                Some(top) => {
                    format!("Choose a card: a {} or another {} captures the pile.", top.suit().sign(), rank(top))
                }
                None => "Choose a card: the table is empty, so nothing can be captured.".to_owned(),
            };
            return Ok(Choice { words, action: None });
        };
        let card = view.hand().nth(piece as u32);
        let captures = table.capturing().contains(card);
        let then = if captures {
            format!("captures {}", count(table.pile().len() as i64 + 1, "card"))
        } else {
            "captures nothing".to_owned()
        };
        Ok(Choice { words: format!("Plays {card}, which {then}."), action: Some(Play(card)) })
    }

    fn deed(Play(card): Play) -> String {
        format!("played {card}")
    }

    fn cards(Play(card): Play) -> Vec<Face> {
        vec![face(card)]
    }

    fn result(returns: i32) -> String {
        count(returns, "point")
    }
}

/// The rank as it is printed.
fn rank(card: Card) -> String {
    card.to_string().trim_end_matches(card.suit().sign()).to_owned()
}
