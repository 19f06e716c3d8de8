//! The picture of Intensity: the round in front of the seats, penalty points beside the names.

use cardsharp_rules::intensity::{Action, BUFFALO, CALVES, Card, Intensity, Observation, Table, legal_plays};
use cardsharp_rules::{CardSet, Game, Observation as _, Seat};

use super::Shown::{Back, Card as Shows, Sign};
use super::{
    Choice, Count, Face, Heap, Ink, Introduction, Laid, Layout, Lesson, Noun, Picture, Piece, Place, Present, Row,
    Strength, count, name, people, person,
};
use crate::analysis::{self, Analyst, Thought};
use crate::lesson::{self, Guide, Seen, Speech};
use crate::message::{Message, Person};
use crate::{manner, message, message_of, show};

const SEATS: usize = Intensity::SEATS;
const PASS: usize = 3;

fn face(card: Card) -> Face {
    let ink = match card.suit().digit() {
        _ if card == BUFFALO => Ink::Alarm,
        1 => Ink::Cyan,
        2 => Ink::Green,
        3 => Ink::Yellow,
        _ => Ink::Magenta,
    };
    let sign = match card.points() {
        0 => "",
        1 => "•",
        _ => "◆",
    };
    let note = match card.points() {
        0 => Message::default(),
        1 => message!("calf"),
        points => Message::verbatim(format!("+{points}")),
    };
    Face { code: card.to_string(), label: format!("{card}{sign}"), note, spoken: Message::default(), ink }
}

/// Returns the seat that gets this seat's passed cards.
fn left_of(seat: Seat) -> Seat {
    seat.plus(1, SEATS)
}

/// Returns leader and cards of the current round and false, or until the next lead those of the last round and true.
fn shown_round(table: &Table) -> (Seat, Vec<Card>, bool) {
    if !table.round().is_empty() || table.rounds() == 0 {
        return (table.leader(), table.round().to_vec(), false);
    }
    let mut leader = table.leader();
    let mut number = 0;
    table.replay(|_, seat, _| {
        if number == table.plays().len() - SEATS {
            leader = seat;
        }
        number += 1;
    });
    (leader, table.plays()[table.plays().len() - SEATS..].to_vec(), true)
}

fn worth(cards: &[Card]) -> Message {
    match cards.iter().map(|card| i64::from(card.points())).sum() {
        0 => message!("no penalty points"),
        points => count(points, Intensity::COUNTED),
    }
}

/// Explains the result: the fewest points, and who took the buffalo.
fn why(table: &Table, names: &[String], reader: Option<Seat>) -> Option<Message> {
    if table.plays().len() < SEATS * 10 {
        return None;
    }
    let penalties = table.penalties();
    let fewest = Seat::all(SEATS).map(|seat| penalties[seat]).min()?;
    let winners: Vec<Seat> = Seat::all(SEATS).filter(|&seat| penalties[seat] == fewest).collect();
    let points = count(fewest, Intensity::COUNTED);
    let first = if let [winner] = winners[..] {
        message_of!(
            person(names, winner, reader),
            "You have the fewest: {points}.",
            "{name} has the fewest: {points}.",
            points
        )
    } else {
        message!("The win is shared with {points} each: {names}.", points, names = people(names, &winners, reader))
    };
    let buffalo = message_of!(
        person(names, taker_of(table, BUFFALO)?, reader),
        "You took the buffalo: 7 penalty points.",
        "{name} took the buffalo: 7 penalty points."
    );
    Some(Message::joined(" ", vec![first, buffalo]))
}

fn taker_of(table: &Table, card: Card) -> Option<Seat> {
    let round = table.plays().iter().position(|&played| played == card)? / SEATS;
    // The taker of a round leads the next.
    let mut leader = (round + 1 == table.rounds()).then_some(table.leader());
    let mut number = 0;
    table.replay(|_, seat, _| {
        if number == (round + 1) * SEATS {
            leader = Some(seat);
        }
        number += 1;
    });
    leader
}

/// Describes the progress of the game, and the cards received from the right while they are news.
fn headline(table: &Table, names: &[String], viewer: Option<Seat>, received: Option<Message>) -> Message {
    if !table.all_passed() {
        return message!("Everybody gives three cards to the left");
    }
    let (_, cards, is_over) = shown_round(table);
    if is_over {
        let took = worth(&cards);
        let (round, who) = (table.rounds(), person(names, table.leader(), viewer));
        return message_of!(
            who,
            "Round {round} of 10: you took it, {took}",
            "Round {round} of 10: {name} took it, {took}",
            round,
            took
        );
    }
    if let Some(received) = received {
        return message!("Round 1 of 10 · {received}", received);
    }
    let round = (table.rounds() + 1).min(10);
    if table.calves_broken() {
        message!("Round {round} of 10 · calves may be led", round)
    } else {
        message!("Round {round} of 10 · calves may not be led yet", round)
    }
}

/// Names the cards received from the right, until this seat has played its first card.
fn describe_received(view: &Observation, names: &[String]) -> Option<Message> {
    let table = view.table();
    let is_news = table.all_passed() && table.rounds() == 0 && table.hand_size(view.seat()) == 10;
    let (name, cards) = (name(names, view.seat().plus(SEATS - 1, SEATS)), view.received());
    is_news.then(|| message!("{name} gave you {cards}", name, cards))
}

/// Returns the picture. `received` is known to one seat only.
fn draw(table: &Table, viewer: Option<Seat>, names: &[String], received: Option<Message>) -> Picture {
    let (leader, cards, is_over) = shown_round(table);
    let penalties = table.penalties();
    let places = Seat::all(SEATS).map(|seat| {
        let place = (seat.index() + SEATS - leader.index()) % SEATS;
        let card = cards.get(place).map(|&card| Laid { dim: is_over, ..face(card).into() });
        let label = match (card.is_some(), place, Some(seat) == viewer) {
            (false, _, _) => Message::default(),
            (true, 0, false) => message!("led"),
            (true, 0, true) => message!("you led"),
            (true, _, false) => message!("played"),
            (true, _, true) => message!("you played"),
        };
        Place {
            backs: table.hand_size(seat),
            score: vec![Count::of(penalties[seat], Intensity::COUNTED)],
            passes_to: Some(left_of(seat)),
            laid: Heap { label, cards: card.into_iter().collect() },
            ..Place::default()
        }
    });
    Picture {
        headline: headline(table, names, viewer, received),
        places: places.collect(),
        trick_over: is_over,
        ..Picture::default()
    }
}

const LESSONS: &[Lesson] = &[
    Lesson {
        shown: &[Shows("13"), Shows("26"), Shows("34"), Shows("41")],
        caption: "Four herds of ten cards: sheep 10–19, goats 20–29, calves 30–39, oxen 40–49. The first digit is the suit.",
    },
    Lesson {
        shown: &[Shows("47"), Shows("49"), Shows("39"), Sign("→"), Back, Back, Back],
        caption: "Ten cards each. First give three of them to your left, before you see what comes from the right.",
    },
    Lesson {
        shown: &[Shows("22"), Shows("25"), Shows("28"), Shows("36")],
        caption: "Follow the herd that was led if you can. The highest card of it wins the round: here the 28, with a calf.",
    },
    Lesson {
        shown: &[Shows("30"), Shows("35"), Shows("39"), Sign("+1"), Shows("47"), Sign("+7")],
        caption: "Whoever wins a round takes 1 penalty point for every calf in it, 7 for the buffalo. The fewest win.",
    },
    Lesson {
        shown: &[Shows("33"), Sign("✗")],
        caption: "No calf may be led until one was played in an earlier round, unless you have nothing else.",
    },
];

impl Present for Intensity {
    const STRENGTHS: &'static [Strength] = &[
        Strength { name: "Beginner", habit: "plays anything the rules allow", spec: "random" },
        Strength { name: "Easy", habit: "ducks and gets rid of danger", spec: "careful" },
        Strength { name: "Strong", habit: "a network that learnt the game", spec: "learned" },
        Strength { name: "Strongest", habit: "thinks half a second a card", spec: "champion:ms=500" },
    ];
    const INTRODUCTION: Introduction = Introduction {
        pitch: "Dodge the calves and the buffalo: take as few points as you can. Four seats.",
        cards: &["18", "26", "33", "47"],
        lessons: LESSONS,
        easy: "careful",
        person: None,
    };
    const COUNTED: Noun = Noun("penalty point", "penalty points");
    const LAYOUT: Layout = Layout::Trick;
    const GUIDE: Option<Guide> = Some(lesson::intensity::GUIDE);

    fn picture(view: &Observation, names: &[String]) -> Picture {
        draw(view.table(), Some(view.seat()), names, describe_received(view, names))
    }

    fn watched(view: &Observation, names: &[String]) -> Picture {
        draw(view.table(), None, names, None)
    }

    fn rows(view: &Observation) -> Vec<Row> {
        let group = view.table().all_passed().then_some(0);
        let pieces = view.hand().iter().map(|card| Piece::card(face(card), vec![card.to_string()], group));
        vec![Row { label: Message::default(), pieces: pieces.collect() }]
    }

    fn choose(view: &Observation, names: &[String], chosen: &[usize]) -> Result<Choice<Action>, Message> {
        let cards: Vec<Card> = chosen.iter().map(|&piece| view.hand().nth(piece as u32)).collect();
        if !view.table().all_passed() {
            return choose_pass(view, names, &cards);
        }
        let Some(&card) = cards.last() else {
            let words = match view.table().led() {
                None => message!("You lead: choose a card."),
                Some(led) => message!("{led} was led: choose a card.", led),
            };
            return Ok(Choice { words, action: None });
        };
        let legal = legal_plays(view.table(), view.hand());
        if legal.contains(card) {
            return Ok(Choice { words: message!("Plays {card}.", card), action: Some(Action::Play(card)) });
        }
        Err(match view.table().led() {
            Some(led) => message!("Follow suit: {led} was led. Same first digit: {legal}.", led, legal),
            None => message!("A calf may not be led before one was played in an earlier round."),
        })
    }

    fn deed(action: Action, by: Person<'_>) -> Message {
        match action {
            Action::Pass(cards) => {
                message_of!(by, "You gave {cards} to the left", "{name} gave {cards} to the left", cards)
            }
            Action::Play(card) if card == BUFFALO => {
                message_of!(by, "You played {card}, the buffalo", "{name} played {card}, the buffalo", card)
            }
            Action::Play(card) if CALVES.contains(card) => {
                message_of!(by, "You played {card}, a calf", "{name} played {card}, a calf", card)
            }
            Action::Play(card) => message_of!(by, "You played {card}", "{name} played {card}", card),
        }
    }

    fn hidden_deed(_action: Action, by: Person<'_>) -> Message {
        message_of!(by, "You gave three cards to the left", "{name} gave three cards to the left")
    }

    fn order(action: Action) -> Message {
        match action {
            Action::Pass(cards) => message!("Give {cards}", cards),
            Action::Play(card) => message!("Play {card}", card),
        }
    }

    fn cards(action: Action) -> Vec<Face> {
        match action {
            Action::Pass(cards) => cards.iter().map(face).collect(),
            Action::Play(card) => vec![face(card)],
        }
    }

    fn brought(view: &Observation, names: &[String], reader: Option<Seat>) -> Option<Message> {
        let (leader, cards, is_over) = shown_round(view.table());
        let taker = view.table().leader();
        let card = *cards.get((taker.index() + SEATS - leader.index()) % SEATS).filter(|_| is_over)?;
        let points = worth(&cards);
        Some(message_of!(
            person(names, taker, reader),
            "You take the round with {card}: {points}",
            "{name} takes the round with {card}: {points}",
            card,
            points
        ))
    }

    fn why(view: &Observation, names: &[String], reader: Option<Seat>) -> Option<Message> {
        why(view.table(), names, reader)
    }

    fn open(view: &Observation) -> Vec<show::Row> {
        show::intensity::open(view)
    }

    fn own(view: &Observation) -> Vec<show::Row> {
        show::intensity::own(view)
    }

    fn situation(view: &Observation) -> &'static str {
        manner::intensity::situation(view)
    }

    fn manner(view: &Observation, action: Action) -> &'static str {
        manner::intensity::manner(view, action)
    }

    fn teach(seen: &Seen<'_, Self>) -> Vec<Speech> {
        lesson::intensity::teach(seen)
    }

    fn think(analyst: &Analyst<Self>, view: &Observation, also: Option<Action>) -> Thought<Self> {
        analysis::think(analyst, view, also)
    }
}

fn choose_pass(view: &Observation, names: &[String], cards: &[Card]) -> Result<Choice<Action>, Message> {
    let left = name(names, left_of(view.seat()));
    if cards.len() > PASS {
        return Err(message!("Three cards are chosen already: put one back first."));
    }
    if cards.len() < PASS {
        let words = match cards.len() {
            0 => message!("Choose three cards to give to {left}, on your left.", left),
            chosen => message!("Choose {more} more for {left}.", more = PASS - chosen, left),
        };
        return Ok(Choice { words, action: None });
    }
    let cards: CardSet<Card> = cards.iter().copied().collect();
    Ok(Choice { words: message!("Gives {cards} to {left}.", cards, left), action: Some(Action::Pass(cards)) })
}
