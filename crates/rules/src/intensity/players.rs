//! The house players: random, and a careful one whose rules a person could follow.

use super::Observation;
use super::card::{BUFFALO, CALVES, Card, Suit};
use super::rules::{Action, Hand, Intensity, SEATS};
use crate::{House, Random, Style, even_among};

impl House for Intensity {
    fn styles(&self) -> Vec<Box<dyn Style<Intensity>>> {
        vec![Box::new(Random), Box::new(Careful)]
    }
}

/// Passes what is dangerous to keep, ducks under the winning card, throws its worst card when it
/// cannot follow, and leads where it is least likely to win points. The weights below were found
/// by playing variants against each other.
#[derive(Clone, Copy, Debug, Default)]
pub struct Careful;

impl Style<Intensity> for Careful {
    fn name(&self) -> &'static str {
        "careful"
    }

    fn summary(&self) -> &'static str {
        "passes danger on, ducks, gets rid of the buffalo and high calves, and leads low"
    }

    fn weigh(&self, view: &Observation, legal: &[Action], weights: &mut Vec<f32>) {
        let costs: Vec<f32> = legal.iter().map(|&action| cost(view, action)).collect();
        let least = costs.iter().copied().fold(f32::INFINITY, f32::min);
        let cheapest: Vec<bool> = costs.iter().map(|&cost| cost <= least).collect();
        let places: Vec<usize> = (0..legal.len()).collect();
        even_among(&places, weights, |place| cheapest[place]);
    }
}

/// How bad an action looks; only the order counts.
fn cost(view: &Observation, action: Action) -> f32 {
    let table = view.table();
    match (action, table.winning()) {
        (Action::Pass(cards), _) => Suit::ALL.into_iter().map(|suit| danger(view.hand() - cards, suit)).sum(),
        (Action::Play(card), None) => cost_of_leading(view, card),
        (Action::Play(card), Some(winning)) if card.suit() == winning.suit() => cost_of_following(view, card, winning),
        (Action::Play(card), Some(_)) => -relief(view, card),
    }
}

/// 0 to 9, the second digit.
fn rank(card: Card) -> f32 {
    f32::from(card.number() % 10)
}

/// How much the cards of one suit threaten to win rounds with points.
///
/// The lowest card is played in the suit's first round, and so on: a card is dangerous as far as
/// it is higher than what mostly wins that round. A void is the best of all.
fn danger(hand: Hand, suit: Suit) -> f32 {
    let cards = hand & suit.cards();
    let over = |(place, card)| (rank(card) - 0.5 - 2.5 * place as f32).max(0.0);
    let over: f32 = cards.iter().enumerate().map(over).sum();
    let below_buffalo = cards.iter().filter(|&card| card < BUFFALO).count() as f32;
    let above_buffalo = cards.iter().filter(|&card| card > BUFFALO).count() as f32;
    match suit.digit() {
        3 => 0.75 * over,
        4 if cards.contains(BUFFALO) => (8.0 - 4.0 * below_buffalo).max(0.0) + over,
        4 => above_buffalo * (8.0 - 3.0 * below_buffalo).max(0.0) + 0.3 * over,
        _ => over,
    }
}

/// Leading: how likely the card is to win the round, times what may then lie in it.
fn cost_of_leading(view: &Observation, card: Card) -> f32 {
    let suit = view.unseen() & card.suit().cards();
    let lower = suit.iter().filter(|&other| other < card).count() as f32;
    let higher = suit.len() as f32 - lower;
    // Others duck if they can: the more lower cards there are, the likelier this one wins.
    let win = if higher == 0.0 { 1.0 } else { lower / (lower + higher) };
    // The fewer cards of the suit are left, the likelier somebody throws points on it.
    let thrown = 4.0 / (1.0 + suit.len() as f32);
    let buffalo_out = view.unseen().contains(BUFFALO);
    let stake = match card.suit().digit() {
        _ if card == BUFFALO => 9.0,
        3 => 3.0,
        4 if buffalo_out => 1.0,
        _ => 0.7,
    };
    let herd = BUFFALO.suit().cards();
    let hunt = match (view.hand() & herd).last() {
        // With nothing above it in hand, low cards of its suit drive the buffalo out.
        Some(highest) if buffalo_out && highest < BUFFALO => -1.0,
        // With the buffalo in hand they are its guards.
        Some(_) if view.hand().contains(BUFFALO) => 1.0,
        _ => 0.0,
    };
    win * (stake + thrown) + if herd.contains(card) { hunt } else { 0.0 }
}

/// Following suit: the highest card where winning is cheap; else the highest that loses; if none
/// does, the highest when the round is won anyway, and the lowest while there is hope.
fn cost_of_following(view: &Observation, card: Card, winning: Card) -> f32 {
    if card == BUFFALO {
        // Under a higher card at the first chance, and never on top of the round by choice.
        return if card < winning { -200.0 } else { 100.0 };
    }
    let round = view.table().round();
    let is_last = round.len() == SEATS - 1;
    let is_clean = round.iter().all(|card| card.points() == 0);
    // With enough of the suit about, everybody still follows.
    let is_calm = !CALVES.contains(card) && (view.unseen() & card.suit().cards()).len() >= 6;
    let is_trap = card > BUFFALO && view.unseen().contains(BUFFALO);
    if is_clean && (is_last || is_calm && !is_trap) || card < winning {
        return -100.0 - rank(card);
    }
    if is_last { -rank(card) } else { rank(card) }
}

/// Not able to follow: how glad one is to be rid of a card.
fn relief(view: &Observation, card: Card) -> f32 {
    let before = danger(view.hand(), card.suit());
    let mut rest = view.hand();
    rest.remove(card);
    let gain = before - danger(rest, card.suit());
    match card {
        BUFFALO => 100.0,
        _ if CALVES.contains(card) => 6.0 + gain,
        _ => gain,
    }
}
