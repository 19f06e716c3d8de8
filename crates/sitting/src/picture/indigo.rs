//! Indigo on the screen: the pile in the middle with its top card last.

use cardsharp_rules::indigo::{Card, Indigo, Observation, POINT_CARDS, Play, Table};
use cardsharp_rules::{Game, Seat};

use super::Shown::{Card as Shows, Sign};
use super::{
    BLANK, Choice, Count, Face, Heap, Introduction, Laid, Layout, Lesson, Picture, Piece, Place, Row, Strength, Tabled,
    count, french_codes, french_face, name,
};
use crate::analysis::{self, Analyst, Thought};
use crate::lesson::{self, Guide, Seen, Speech};
use crate::{manner, show};

fn face(card: Card) -> Face {
    let (note, spoken) = if POINT_CARDS.contains(card) { ("1 pt", "1 point") } else { ("", "") };
    french_face(card, (note.to_owned(), spoken.to_owned()))
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

/// The rules in pictures.
const LESSONS: &[Lesson] = &[
    Lesson {
        shown: &[Shows("5D"), Shows("JD"), Shows("KC"), Shows("5S")],
        caption: "Four cards lie open, the last on top. Six cards each; one card a turn.",
    },
    Lesson {
        shown: &[Shows("JS"), Sign("→"), Shows("5S")],
        caption: "Play the suit or the rank of the top card and the whole pile is yours.",
    },
    Lesson {
        shown: &[Shows("AC"), Shows("10D"), Shows("JH"), Shows("QS"), Shows("KC")],
        caption: "Captured aces, tens, jacks, queens and kings are a point each.",
    },
    Lesson {
        shown: &[Shows("8D"), Sign("→"), Shows("KC")],
        caption: "What matches nothing becomes the new top card, and a chance for the other.",
    },
    Lesson {
        shown: &[Shows("2S"), Shows("7H"), Shows("9C"), Sign("+3")],
        caption: "Four deals; then more captured cards bring 3 points more. Most of 23 points wins.",
    },
];

impl Tabled for Indigo {
    const STRENGTHS: &'static [Strength] = &[
        Strength { name: "gentle", habit: "plays anything", spec: "random" },
        Strength { name: "fair", habit: "captures when it can", spec: "classic" },
        Strength { name: "good", habit: "throws what is hard to match", spec: "greedy" },
        Strength { name: "strongest", habit: "thinks half a second a card", spec: "champion:ms=500" },
    ];
    const INTRODUCTION: Introduction = Introduction {
        pitch: "Match the top card and the whole pile is yours. Two seats.",
        cards: &["10H", "JS", "QH", "KD"],
        lessons: LESSONS,
        easy: "classic",
        person: None,
    };
    const LAYOUT: Layout = Layout::Pile;
    const GUIDE: Option<Guide> = Some(lesson::indigo::GUIDE);

    fn picture(view: &Observation, names: &[String]) -> Picture {
        let table = view.table();
        let last =
            table.last_capturer().map_or_else(String::new, |seat| format!(" · {} captured last", name(names, seat)));
        let places = Seat::all(Indigo::SEATS).map(|seat| {
            let cards = table.captured()[seat].len() as i64;
            Place {
                backs: table.hand_size(seat),
                score: vec![Count::of(table.points(seat), "point"), Count::of(cards, "card").and("captured")],
                ..Place::default()
            }
        });
        Picture {
            headline: format!("Deal {} of 4{last}", table.deal_number() + 1),
            places: places.collect(),
            middle: vec![heap(table, names)],
            captured_by: pile(table).1.and(table.last_capturer()),
            ..Picture::default()
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

    fn open(view: &Observation) -> Vec<show::Row> {
        show::indigo::open(view)
    }

    fn own(view: &Observation) -> Vec<show::Row> {
        show::indigo::own(view)
    }

    fn situation(view: &Observation) -> &'static str {
        manner::indigo::situation(view)
    }

    fn manner(view: &Observation, action: Play) -> &'static str {
        manner::indigo::manner(view, action)
    }

    fn teach(seen: &Seen<'_, Self>) -> Vec<Speech> {
        lesson::indigo::teach(seen)
    }

    fn think(analyst: &Analyst<Self>, view: &Observation, also: Option<Play>) -> Thought<Self> {
        analysis::think(analyst, view, also)
    }
}

/// The rank as it is printed.
fn rank(card: Card) -> String {
    card.to_string().trim_end_matches(card.suit().sign()).to_owned()
}
