//! The picture of Indigo: the pile in the middle with its top card last.

use cardsharp_rules::indigo::{Card, Indigo, Observation, POINT_CARDS, Play, Table};
use cardsharp_rules::{Game, Observation as _, Seat, Turn};

use super::Shown::{Card as Shows, Sign};
use super::{
    BLANK, CARDS, Choice, Count, Face, Heap, Introduction, Laid, Layout, Lesson, Noun, POINTS, Picture, Piece, Place,
    Present, Row, Strength, count, french_codes, french_face, person,
};
use crate::analysis::{self, Analyst, Thought};
use crate::lesson::{self, Guide, Seen, Speech};
use crate::message::{Message, Person};
use crate::{manner, message, message_of, show};

fn face(card: Card) -> Face {
    let is_point = POINT_CARDS.contains(card);
    french_face(card, if is_point { (message!("1 pt"), message!("1 point")) } else { Default::default() })
}

/// Returns the pile in the order of play, top last, which the table does not keep, and the last play's capture, if any.
fn pile(table: &Table) -> (Vec<Card>, Option<Vec<Card>>) {
    let (mut pile, mut top, mut captured) = (table.initial().to_vec(), Some(table.initial()[3]), None);
    for &card in table.plays() {
        pile.push(card);
        captured = None;
        let matches = |top: Card| top.suit() == card.suit() || top.rank() == card.rank();
        if top.is_some_and(matches) {
            captured = Some(std::mem::take(&mut pile));
            top = None;
        } else {
            top = Some(card);
        }
    }
    (pile, captured)
}

fn worth(cards: &[Card]) -> Message {
    count(cards.iter().filter(|&&card| POINT_CARDS.contains(card)).count() as i64, POINTS)
}

/// Explains the result: the score, and the bonus for most cards.
fn why(table: &Table, names: &[String], reader: Option<Seat>) -> Option<Message> {
    if table.turn() != Turn::Over {
        return None;
    }
    let second = Seat::FIRST.other();
    let cards = |seat: Seat| table.captured()[seat].len();
    let richer = if cards(second) > cards(Seat::FIRST) { second } else { Seat::FIRST };
    let points = |seat: Seat| table.points(seat) + if seat == richer { BONUS } else { 0 };
    let winner = if points(second) > points(Seat::FIRST) { second } else { Seat::FIRST };
    let (won, lost, who) = (points(winner), points(winner.other()), person(names, winner, reader));
    let score = message_of!(who, "You win {won} : {lost}.", "{name} wins {won} : {lost}.", won, lost);
    let (more, fewer, who) = (cards(richer), cards(richer.other()), person(names, richer, reader));
    let bonus = if more == fewer {
        message_of!(
            who,
            "Both captured {more} cards: the 3 points for most cards are yours, who played first.",
            "Both captured {more} cards: the 3 points for most cards go to {name}, who played first.",
            more
        )
    } else {
        message_of!(
            who,
            "You captured more cards, {more} : {fewer}, and have 3 points for it.",
            "{name} captured more cards, {more} : {fewer}, and has 3 points for it.",
            more,
            fewer
        )
    };
    Some(Message::joined(" ", vec![score, bonus]))
}

/// The points for most cards.
const BONUS: i32 = 3;

/// The number of cards drawn of the pile; the rest is counted.
const DRAWN: usize = 7;

fn heap(table: &Table, names: &[String], reader: Option<Seat>) -> Heap {
    let (cards, captured) = pile(table);
    match (cards.len(), captured) {
        (0, Some(captured)) => {
            let points = worth(&captured);
            let last: Vec<Laid> = table
                .plays()
                .last()
                .map(|&card| Laid { dim: true, below: Message::verbatim(BLANK), ..face(card).into() })
                .into_iter()
                .collect();
            let cards = count(captured.len() as i64, CARDS);
            let label = table.last_capturer().map_or_else(Message::default, |seat| {
                let who = person(names, seat, reader);
                message_of!(
                    who,
                    "You captured {cards} with this one: {points}",
                    "{name} captured {cards} with this one: {points}",
                    cards,
                    points
                )
            });
            Heap { label, cards: last }
        }
        (0, None) => Heap::new(message!("The table is empty"), []),
        (all, _) => {
            let under = all.saturating_sub(DRAWN);
            let (all, points) = (count(all as i64, CARDS), worth(&cards));
            let label = match under {
                0 => message!("pile of {all}, worth {points}", all, points),
                _ => message!("pile of {all}, worth {points}, {under} of them further down", all, points, under),
            };
            let mut heap = Heap::new(label, cards[under..].iter().map(|&card| face(card)));
            if let Some((top, rest)) = heap.cards.split_last_mut() {
                top.below = message!("top");
                for card in rest {
                    card.dim = true;
                }
            }
            heap
        }
    }
}

fn draw(table: &Table, names: &[String], reader: Option<Seat>) -> Picture {
    let places = Seat::all(Indigo::SEATS).map(|seat| {
        let cards = table.captured()[seat].len() as i64;
        Place {
            backs: table.hand_size(seat),
            score: vec![
                Count::of(table.points(seat), POINTS),
                Count::of(cards, Noun("card captured", "cards captured")),
            ],
            ..Place::default()
        }
    });
    let deal = table.deal_number() + 1;
    let headline = match table.last_capturer().map(|seat| person(names, seat, reader)) {
        None => message!("Deal {deal} of 4", deal),
        Some(who) => {
            message_of!(who, "Deal {deal} of 4 · you captured last", "Deal {deal} of 4 · {name} captured last", deal)
        }
    };
    Picture {
        headline,
        places: places.collect(),
        middle: vec![heap(table, names, reader)],
        captured_by: pile(table).1.and(table.last_capturer()),
        ..Picture::default()
    }
}

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

impl Present for Indigo {
    const STRENGTHS: &'static [Strength] = &[
        Strength { name: "Beginner", habit: "plays anything", spec: "random" },
        Strength { name: "Easy", habit: "captures when it can", spec: "classic" },
        Strength { name: "Good", habit: "throws what is hard to match", spec: "greedy" },
        Strength { name: "Strongest", habit: "thinks half a second a card", spec: "champion:ms=500" },
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
        draw(view.table(), names, Some(view.seat()))
    }

    /// Everything except the hands is public.
    fn watched(view: &Observation, names: &[String]) -> Picture {
        draw(view.table(), names, None)
    }

    fn rows(view: &Observation) -> Vec<Row> {
        let pieces = view.hand().iter().map(|card| Piece::card(face(card), french_codes(card), Some(0)));
        vec![Row { label: Message::default(), pieces: pieces.collect() }]
    }

    fn choose(view: &Observation, _names: &[String], chosen: &[usize]) -> Result<Choice<Play>, Message> {
        let table = view.table();
        let Some(&piece) = chosen.last() else {
            let words = match table.top() {
                Some(top) => {
                    let (suit, rank) = (top.suit().sign().to_string(), rank(top));
                    message!("Choose a card: a {suit} or another {rank} captures the pile.", suit, rank)
                }
                None => message!("Choose a card: there is no pile now, so nothing can be captured."),
            };
            return Ok(Choice { words, action: None });
        };
        let card = view.hand().nth(piece as u32);
        let words = if table.capturing().contains(card) {
            let cards = count(table.pile().len() as i64 + 1, CARDS);
            message!("Plays {card}, which captures {cards}.", card, cards)
        } else {
            message!("Plays {card}, which captures nothing.", card)
        };
        Ok(Choice { words, action: Some(Play(card)) })
    }

    fn deed(Play(card): Play, by: Person<'_>) -> Message {
        message_of!(by, "You played {card}", "{name} played {card}", card)
    }

    fn order(Play(card): Play) -> Message {
        message!("Play {card}", card)
    }

    fn cards(Play(card): Play) -> Vec<Face> {
        vec![face(card)]
    }

    fn brought(view: &Observation, names: &[String], reader: Option<Seat>) -> Option<Message> {
        let table = view.table();
        let (left, captured) = pile(table);
        let taker = person(names, table.last_capturer().unwrap_or(Seat::FIRST), reader);
        if let Some(captured) = captured {
            let (cards, points) = (count(captured.len() as i64, CARDS), worth(&captured));
            return Some(message_of!(
                taker,
                "You capture {cards}: {points}",
                "{name} captures {cards}: {points}",
                cards,
                points
            ));
        }
        // At the end the last capturer gets the rest of the pile.
        if table.turn() != Turn::Over || left.is_empty() {
            return None;
        }
        let (cards, points) = (count(left.len() as i64, CARDS), worth(&left));
        Some(message_of!(
            taker,
            "What is left goes to you, who captured last: {cards}, {points}",
            "What is left goes to {name}, who captured last: {cards}, {points}",
            cards,
            points
        ))
    }

    fn why(view: &Observation, names: &[String], reader: Option<Seat>) -> Option<Message> {
        why(view.table(), names, reader)
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

fn rank(card: Card) -> String {
    card.to_string().trim_end_matches(card.suit().sign()).to_owned()
}
