//! Intensity on the screen: the round in front of the seats, penalty points beside the names.

use cardsharp_rules::intensity::{Action, BUFFALO, CALVES, Card, Intensity, Observation, Table, legal_plays};
use cardsharp_rules::{CardSet, Game, Observation as _, Seat, join};

use super::{Choice, Face, Heap, Ink, Laid, Picture, Piece, Place, Row, Tabled, count, name};

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
        0 => String::new(),
        1 => "calf".to_owned(),
        points => format!("+{points}"),
    };
    Face { code: card.to_string(), label: format!("{card}{sign}"), note, ink }
}

/// The cards of the round that is played, or of the last one until somebody leads again: who led
/// it, and whether it is over.
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

/// How far the game is, and what the right neighbour gave, if that is known and still news.
fn headline(table: &Table, names: &[String], received: Option<String>) -> String {
    if !table.all_passed() {
        return "Everybody gives three cards to the left".to_owned();
    }
    let round = (table.rounds() + 1).min(10);
    let calves = if table.calves_broken() { "calves may be led" } else { "calves may not be led yet" };
    let (_, cards, is_over) = shown_round(table);
    if is_over {
        let points: i64 = cards.iter().map(|card| i64::from(card.points())).sum();
        let took = if points == 0 { "no points".to_owned() } else { count(points, "point") };
        return format!("Round {} of 10: {} took it, {took}", table.rounds(), name(names, table.leader()));
    }
    if let Some(received) = received {
        return format!("Round 1 of 10 · {received}");
    }
    format!("Round {round} of 10 · {calves}")
}

/// Until one has played oneself, what came from the right is news.
fn received(view: &Observation, names: &[String]) -> Option<String> {
    let table = view.table();
    let is_news = table.all_passed() && table.rounds() == 0 && table.hand_size(view.seat()) == 10;
    let right = name(names, view.seat().plus(SEATS - 1, SEATS));
    is_news.then(|| format!("{right} gave you {}", join(view.received().iter())))
}

/// The table as it lies, whoever looks at it; `received` is what only a seat knows.
fn drawn(table: &Table, viewer: Option<Seat>, names: &[String], received: Option<String>) -> Picture {
    let (leader, cards, is_over) = shown_round(table);
    let penalties = table.penalties();
    let places = Seat::all(SEATS).map(|seat| {
        let place = (seat.index() + SEATS - leader.index()) % SEATS;
        let card = cards.get(place).map(|&card| Laid { dim: is_over, ..face(card).into() });
        let label = match (card.is_some(), place, Some(seat) == viewer) {
            (false, _, _) => "",
            (true, 0, false) => "led",
            (true, 0, true) => "you led",
            (true, _, false) => "played",
            (true, _, true) => "you played",
        };
        Place {
            backs: table.hand_size(seat),
            score: count(penalties[seat], "penalty point"),
            laid: Heap { label: label.to_owned(), cards: card.into_iter().collect() },
        }
    });
    Picture { headline: headline(table, names, received), places: places.collect(), middle: Vec::new() }
}

impl Tabled for Intensity {
    const STRENGTHS: &'static [(&'static str, &'static str)] = &[
        ("gentle: plays anything the rules allow", "random"),
        ("fair: ducks and gets rid of danger", "careful"),
        ("strong: a network that learnt the game", "learned"),
        ("strongest: thinks half a second a card", "champion:ms=500"),
    ];

    fn picture(view: &Observation, names: &[String]) -> Picture {
        drawn(view.table(), Some(view.seat()), names, received(view, names))
    }

    fn watched(view: &Observation, names: &[String]) -> Picture {
        drawn(view.table(), None, names, None)
    }

    fn rows(view: &Observation) -> Vec<Row> {
        let group = view.table().all_passed().then_some(0);
        let pieces = view.hand().iter().map(|card| Piece::card(face(card), vec![card.to_string()], group));
        vec![Row { label: String::new(), pieces: pieces.collect() }]
    }

    fn choose(view: &Observation, names: &[String], chosen: &[usize]) -> Result<Choice<Action>, String> {
        let cards: Vec<Card> = chosen.iter().map(|&piece| view.hand().nth(piece as u32)).collect();
        if !view.table().all_passed() {
            return choose_pass(view, names, &cards);
        }
        let Some(&card) = cards.last() else {
            let words = match view.table().led() {
                None => "You lead: choose a card.".to_owned(),
                Some(led) => format!("{led} was led: choose a card."),
            };
            return Ok(Choice { words, action: None });
        };
        let legal = legal_plays(view.table(), view.hand());
        if legal.contains(card) {
            return Ok(Choice { words: format!("Plays {card}."), action: Some(Action::Play(card)) });
        }
        Err(match view.table().led() {
            Some(led) => {
                format!("Follow suit: {led} was led, and you have {legal}.")
            }
            None => "A calf may not be led before one was played in an earlier round.".to_owned(),
        })
    }

    fn deed(action: Action) -> String {
        match action {
            Action::Pass(cards) => format!("gave {cards} to the left"),
            Action::Play(card) if card == BUFFALO => format!("played {card}, the buffalo"),
            Action::Play(card) if CALVES.contains(card) => format!("played {card}, a calf"),
            Action::Play(card) => format!("played {card}"),
        }
    }

    fn hidden_deed(_action: Action) -> String {
        "gave three cards to the left".to_owned()
    }

    fn cards(action: Action) -> Vec<Face> {
        match action {
            Action::Pass(cards) => cards.iter().map(face).collect(),
            Action::Play(card) => vec![face(card)],
        }
    }

    fn result(returns: i32) -> String {
        count(-returns, "penalty point")
    }
}

fn choose_pass(view: &Observation, names: &[String], cards: &[Card]) -> Result<Choice<Action>, String> {
    let left = name(names, view.seat().plus(1, SEATS));
    if cards.len() > PASS {
        return Err("Three cards are chosen already: put one back first.".to_owned());
    }
    if cards.len() < PASS {
        let words = match cards.len() {
            0 => format!("Choose three cards to give to {left}, on your left."),
            chosen => format!("Choose {} more for {left}.", PASS - chosen),
        };
        return Ok(Choice { words, action: None });
    }
    let cards: CardSet<Card> = cards.iter().copied().collect();
    Ok(Choice { words: format!("Gives {cards} to {left}."), action: Some(Action::Pass(cards)) })
}
