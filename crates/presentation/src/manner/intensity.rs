//! Intensity: passing, leading, following, and discarding when unable to follow.

use cardsharp_rules::CardSet;
use cardsharp_rules::intensity::{Action, BUFFALO, CALVES, Card, Observation, Suit, legal_plays};

use super::habits::Habit;

/// Returns the cards above the buffalo. A player who holds one may have to take it.
fn above_the_buffalo() -> CardSet<Card> {
    BUFFALO.suit().cards().iter().filter(|&card| card > BUFFALO).collect()
}

fn is_high(card: Card) -> bool {
    card.number() % 10 >= 5
}

pub(super) const HABITS: &[Habit] = &[
    ("passing", "Passing cards on"),
    ("leading", "Leading"),
    ("unable to follow", "Unable to follow"),
    ("following", "Following"),
    ("passes the buffalo on", "Passing the buffalo on"),
    ("keeps the buffalo", "Keeping the buffalo when passing"),
    ("passes the 48 or the 49 on", "Passing the 48 or the 49 on"),
    ("keeps the 48 or the 49", "Keeping the 48 or the 49 when passing"),
    ("empties a suit by passing", "Emptying a suit by passing"),
    ("passes high calves on", "Passing high calves on"),
    ("passes other cards on", "Passing other cards on"),
    ("leads the buffalo", "Leading the buffalo"),
    ("leads a high calf", "Leading a high calf"),
    ("leads a low calf", "Leading a low calf"),
    ("leads over the buffalo while it is out", "Leading the 48 or the 49 while the buffalo is out"),
    ("leads high", "Leading high"),
    ("leads low", "Leading low"),
    ("slips the buffalo under a higher card", "Slipping the buffalo under a higher card"),
    ("takes the round with the buffalo", "Taking the round with the buffalo"),
    ("ducks", "Ducking"),
    ("takes a round without points, last to play", "Taking a round without points, last to play"),
    ("takes points though it could duck", "Taking points though you could duck"),
    ("goes over though it could duck", "Going over though you could duck"),
    ("goes over, unable to duck", "Going over, unable to duck"),
    ("throws the buffalo away", "Throwing the buffalo away"),
    ("holds on to the buffalo", "Holding on to the buffalo"),
    ("throws the 48 or the 49 away", "Throwing the 48 or the 49 away"),
    ("throws a high calf away", "Throwing a high calf away"),
    ("throws a low calf away", "Throwing a low calf away"),
    ("throws a harmless card away", "Throwing a harmless card away"),
];

pub(crate) fn situation(view: &Observation) -> &'static str {
    let table = view.table();
    match table.led() {
        _ if !table.all_passed() => "passing",
        None => "leading",
        Some(led) if (view.hand() & led.suit().cards()).is_empty() => "unable to follow",
        Some(_) => "following",
    }
}

pub(crate) fn manner(view: &Observation, action: Action) -> &'static str {
    match action {
        Action::Pass(cards) => passing(view.hand(), cards),
        Action::Play(card) => match view.table().winning() {
            None => leading(view, card),
            Some(winning) if winning.suit() == card.suit() => following(view, card, winning),
            Some(_) => throwing(view.hand(), card),
        },
    }
}

fn passing(hand: CardSet<Card>, cards: CardSet<Card>) -> &'static str {
    let high_calves: CardSet<Card> = CALVES.iter().filter(|&card| is_high(card)).collect();
    let empties = |suit: &Suit| !(cards & suit.cards()).is_empty() && ((hand - cards) & suit.cards()).is_empty();
    match () {
        () if cards.contains(BUFFALO) => "passes the buffalo on",
        () if hand.contains(BUFFALO) => "keeps the buffalo",
        () if !(cards & above_the_buffalo()).is_empty() => "passes the 48 or the 49 on",
        () if !(hand & above_the_buffalo()).is_empty() => "keeps the 48 or the 49",
        () if Suit::ALL.iter().any(empties) => "empties a suit by passing",
        () if !(cards & high_calves).is_empty() => "passes high calves on",
        () => "passes other cards on",
    }
}

fn leading(view: &Observation, card: Card) -> &'static str {
    match () {
        () if card == BUFFALO => "leads the buffalo",
        () if CALVES.contains(card) && is_high(card) => "leads a high calf",
        () if CALVES.contains(card) => "leads a low calf",
        () if above_the_buffalo().contains(card) && view.unseen().contains(BUFFALO) => {
            "leads over the buffalo while it is out"
        }
        () if is_high(card) => "leads high",
        () => "leads low",
    }
}

fn following(view: &Observation, card: Card, winning: Card) -> &'static str {
    let table = view.table();
    let is_last = table.round().len() == 3;
    let has_points = table.round().iter().any(|card| card.points() > 0);
    let could_duck = legal_plays(table, view.hand()).iter().any(|card| card < winning);
    match () {
        () if card == BUFFALO && card < winning => "slips the buffalo under a higher card",
        () if card == BUFFALO => "takes the round with the buffalo",
        () if card < winning => "ducks",
        () if is_last && !has_points => "takes a round without points, last to play",
        () if could_duck && has_points => "takes points though it could duck",
        () if could_duck => "goes over though it could duck",
        () => "goes over, unable to duck",
    }
}

fn throwing(hand: CardSet<Card>, card: Card) -> &'static str {
    match () {
        () if card == BUFFALO => "throws the buffalo away",
        () if hand.contains(BUFFALO) => "holds on to the buffalo",
        () if above_the_buffalo().contains(card) => "throws the 48 or the 49 away",
        () if CALVES.contains(card) && is_high(card) => "throws a high calf away",
        () if CALVES.contains(card) => "throws a low calf away",
        () => "throws a harmless card away",
    }
}
