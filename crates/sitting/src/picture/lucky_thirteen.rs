//! Lucky Thirteen on the screen: public cards in the middle, discards in front of the seats.

use cardsharp_rules::lucky_thirteen::{
    Card, Discard, LuckyThirteen, Observation, Sums, Table, best_way, public_weight, weight,
};
use cardsharp_rules::{Game, Observation as _, Seat, Turn};

use super::Shown::{Back, Card as Shows, Sign};
use super::{
    Choice, Click, Count, Face, Heap, Introduction, Layout, Lesson, Picture, Piece, Place, Row, Strength, Tabled,
    french_codes, french_face,
};
use crate::analysis::{self, Analyst, Thought};
use crate::lesson::{self, Guide, Seen, Speech};
use crate::said::{Person, Said};
use crate::{manner, said, said_of, show};

fn face(card: Card) -> Face {
    worth(card, weight(card))
}

fn worth(card: Card, worth: i32) -> Face {
    french_face(card, (Said::verbatim(format!("={worth}")), said!("worth {worth}", worth)))
}

/// A card that lies open for everybody counts otherwise than in a hand.
fn public_face(card: Card) -> Face {
    worth(card, public_weight(card))
}

/// What these two private cards come to.
fn standing(table: &Table, kept: [Card; 2]) -> Said {
    match best_way(table.sums(), kept, table.public()) {
        Some(worth) => said!("a 13 worth {worth}", worth),
        None => said!("no 13, cards worth {worth}", worth = kept.into_iter().map(weight).sum::<i32>()),
    }
}

/// The table as it lies, whoever looks at it.
fn drawn(table: &Table, viewer: Option<Seat>) -> Picture {
    let places = Seat::all(LuckyThirteen::SEATS).map(|seat| {
        let shown = table.shown().map(|shown| shown[seat]);
        let is_own = Some(seat) == viewer;
        let laid = match shown {
            Some(hand) => Heap::new(if is_own { said!("you show") } else { said!("shows") }, hand.iter().map(face)),
            None => Heap::new(
                if is_own { said!("your discards") } else { said!("discards") },
                table.discards_of(seat).map(face),
            ),
        };
        let laid = if laid.cards.is_empty() { Heap::default() } else { laid };
        let score = match shown {
            Some(hand) => vec![Count::words(standing(table, [hand.nth(0), hand.nth(1)]))],
            None => Vec::new(),
        };
        let drawn = usize::from(table.turn() == Turn::Of(seat));
        Place { backs: if shown.is_some() { 0 } else { 2 + drawn }, score, laid, ..Place::default() }
    });
    Picture {
        headline: match table.shown() {
            Some(_) => said!("All cards are shown"),
            None => {
                let round = table.round() + 1;
                match table.sums() {
                    Sums::Face => said!("Round {round} of 4 · reach 13", round),
                    Sums::Flexible => {
                        said!("Round {round} of 4 · reach 13; an ace may count 0 or 1, J, Q and K 10 to 13", round)
                    }
                }
            }
        },
        places: places.collect(),
        middle: vec![Heap::new(said!("public cards ×2"), table.public().map(public_face))],
        ..Picture::default()
    }
}

/// The rules in pictures.
const LESSONS: &[Lesson] = &[
    Lesson {
        shown: &[Shows("5H"), Shows("9D")],
        caption: "Two public cards lie in the middle; everybody has two private ones.",
    },
    Lesson {
        shown: &[Shows("3C"), Shows("8S"), Sign("+"), Back, Sign("→"), Shows("3C")],
        caption: "Four rounds: draw a card, then discard one of your three, with a double click or Play.",
    },
    Lesson {
        shown: &[Shows("5S"), Sign("+"), Shows("8C"), Sign("= 13")],
        caption: "Reach 13 with both private cards …",
    },
    Lesson {
        shown: &[Shows("4S"), Sign("+"), Shows("9D"), Sign("= 13")],
        caption: "… with one private and one public card, or with all four.",
    },
    Lesson {
        shown: &[Shows("8H"), Sign("×3"), Shows("5C"), Sign("×1")],
        caption: "The only 13 scores 100. Of several the worthiest wins: spades count 4-fold, hearts 3, diamonds 2, clubs 1, public cards 2.",
    },
];

impl Tabled for LuckyThirteen {
    const STRENGTHS: &'static [Strength] = &[
        Strength { name: "gentle (Random)", habit: "discards anything", spec: "random" },
        Strength { name: "fair (Basic)", habit: "keeps the most valuable cards", spec: "basic" },
        Strength { name: "good", habit: "keeps the best 13 it has", spec: "keep13" },
        Strength { name: "strong (Clever)", habit: "counts cards", spec: "clever" },
        Strength { name: "strongest", habit: "thinks half a second a turn", spec: "champion:ms=500" },
    ];
    const INTRODUCTION: Introduction = Introduction {
        pitch: "Draw, discard, and end with cards that add up to 13. Four seats.",
        cards: &["5H", "8C", "AS"],
        lessons: LESSONS,
        easy: "basic",
        person: Some("Human"),
    };
    const LAYOUT: Layout = Layout::Discards;
    const GUIDE: Option<Guide> = Some(lesson::lucky_thirteen::GUIDE);
    /// A single click only chooses, as in the game this is after: its discard is a double click.
    const CLICK: Click = Click::Chooses;

    fn picture(view: &Observation, _names: &[String]) -> Picture {
        drawn(view.table(), Some(view.seat()))
    }

    fn watched(view: &Observation, _names: &[String]) -> Picture {
        drawn(view.table(), None)
    }

    fn rows(view: &Observation) -> Vec<Row> {
        // In one's turn the newest card is the one just drawn.
        let newest = (view.turn() == Turn::Of(view.seat())).then(|| view.hand().iter().last()).flatten();
        let label = newest.map_or_else(Said::default, |card| said!("you drew {card}", card));
        let pieces = view.hand().iter().map(|card| Piece::card(face(card), french_codes(card), Some(0)));
        vec![Row { label, pieces: pieces.collect() }]
    }

    fn choose(view: &Observation, _names: &[String], chosen: &[usize]) -> Result<Choice<Discard>, Said> {
        let Some(&piece) = chosen.last() else {
            return Ok(Choice { words: said!("Choose the card to discard; two stay with you."), action: None });
        };
        let cards: Vec<Card> = view.hand().iter().collect();
        let card = cards[piece];
        let kept: Vec<Card> = cards.into_iter().filter(|&other| other != card).collect();
        let standing = standing(view.table(), [kept[0], kept[1]]);
        let (one, other) = (kept[0], kept[1]);
        let words = said!("Discards {card} and keeps {one} {other}: {standing}.", card, one, other, standing);
        Ok(Choice { words, action: Some(Discard(card)) })
    }

    fn deed(Discard(card): Discard, by: Person<'_>) -> Said {
        said_of!(by, "You discarded {card}", "{name} discarded {card}", card)
    }

    fn order(Discard(card): Discard) -> Said {
        said!("Discard {card}", card)
    }

    fn cards(Discard(card): Discard) -> Vec<Face> {
        vec![face(card)]
    }

    fn open(view: &Observation) -> Vec<show::Row> {
        show::lucky_thirteen::open(view)
    }

    fn own(view: &Observation) -> Vec<show::Row> {
        show::lucky_thirteen::own(view)
    }

    fn situation(view: &Observation) -> &'static str {
        manner::lucky_thirteen::situation(view)
    }

    fn manner(view: &Observation, action: Discard) -> &'static str {
        manner::lucky_thirteen::manner(view, action)
    }

    fn teach(seen: &Seen<'_, Self>) -> Vec<Speech> {
        lesson::lucky_thirteen::teach(seen)
    }

    fn think(analyst: &Analyst<Self>, view: &Observation, also: Option<Discard>) -> Thought<Self> {
        analysis::think(analyst, view, also)
    }
}

#[cfg(test)]
mod tests {
    use cardsharp_rules::State as _;

    use super::*;

    #[test]
    fn a_public_card_counts_twice_whatever_its_suit_and_a_private_one_by_its_suit() {
        let deal = "public 8H 13C; hands 8S 1C / 8D 2C / 8C 3C / 4C 5C; \
                    pile 6C 7C 9C 10C 11C 12C 1D 2D 3D 4D 5D 6D 7D 9D 10D 11D 12D 13D 1H 2H 3H 4H 5H 6H 7H 9H 10H \
                    11H 12H 13H 1S 2S 3S 4S 5S 6S 7S 9S 10S 11S 12S 13S";
        let state = LuckyThirteen::default().start(&deal.parse().unwrap()).unwrap();
        let view = state.observe(Seat::FIRST);
        let notes = |heap: &Heap| heap.cards.iter().map(|laid| laid.face.note.to_string()).collect::<Vec<_>>();
        for picture in [LuckyThirteen::picture(&view, &[]), LuckyThirteen::watched(&view, &[])] {
            assert_eq!(notes(&picture.middle[0]), ["=16", "=26"], "{}", picture.middle[0].label);
        }
        let hand = LuckyThirteen::rows(&view).pop().unwrap();
        let faces = hand.pieces.into_iter().filter_map(|piece| match piece.look {
            super::super::Look::Cards(cards) => Some(format!("{} {}", cards[0].code, cards[0].note)),
            super::super::Look::Button(_) => None,
        });
        assert_eq!(faces.collect::<Vec<_>>(), ["8S =32", "AC =1", "6C =6"]);
    }
}
