//! Sparring partners: five players like other people's programs, with other ideas than the strangers'.

use cardsharp_rules::intensity::{Action, BUFFALO, CALVES, Card, Intensity, Observation, ROUNDS, digit, suit_length};
use cardsharp_rules::{CardSet, Game as _, Observation as _, Style, blur, even_among_best, softmax};

pub(crate) fn sparring() -> Vec<Box<dyn Style<Intensity>>> {
    vec![Box::new(Coin), Box::new(Unloader), Box::new(Timid), Box::new(Spiteful), Box::new(Hunter)]
}

fn rank(card: Card) -> f32 {
    digit(card) as f32
}

fn herd() -> CardSet<Card> {
    BUFFALO.suit().cards()
}

fn load(card: Card) -> f32 {
    rank(card) + if card == BUFFALO { 30.0 } else { 0.0 } + if card > BUFFALO { 6.0 } else { 0.0 }
}

/// The usual way to follow: the highest card that does not win; else the lowest, or the highest in the last place.
fn duck(view: &Observation, card: Card, winning: Card) -> f32 {
    if card.suit() != winning.suit() {
        return 100.0 + load(card) + 3.0 * f32::from(card.points());
    }
    if card < winning {
        return 100.0 + load(card);
    }
    let cost = if card == BUFFALO { 50.0 } else { 0.0 };
    if view.table().round().len() == Intensity::SEATS - 1 { rank(card) - cost } else { -rank(card) - cost }
}

/// Ducks half of the time and otherwise plays at random.
#[derive(Clone, Copy, Debug, Default)]
struct Coin;

impl Style<Intensity> for Coin {
    fn name(&self) -> &'static str {
        "sparring-coin"
    }

    fn summary(&self) -> &'static str {
        "ducks, passes its heaviest cards and leads low half of the time, and else plays at random"
    }

    fn weigh(&self, view: &Observation, legal: &[Action], weights: &mut Vec<f32>) {
        even_among_best(legal, weights, |action| match action {
            Action::Pass(cards) => cards.iter().map(load).sum(),
            Action::Play(card) => view.table().winning().map_or(-load(card), |winning| duck(view, card, winning)),
        });
        blur(weights, 0.5);
    }
}

/// Plays high cards in the first rounds, while all seats follow suit, and ducks afterwards.
#[derive(Clone, Copy, Debug, Default)]
struct Unloader;

/// The number of first rounds taken to be harmless.
const HARMLESS: usize = ROUNDS / 4;

impl Style<Intensity> for Unloader {
    fn name(&self) -> &'static str {
        "sparring-unloader"
    }

    fn summary(&self) -> &'static str {
        "plays its high cards in the first two rounds, and ducks afterwards"
    }

    fn weigh(&self, view: &Observation, legal: &[Action], weights: &mut Vec<f32>) {
        let is_early = view.table().rounds() < HARMLESS;
        let is_plain = |card: Card| !CALVES.contains(card) && card < BUFFALO;
        even_among_best(legal, weights, |action| match (action, view.table().winning()) {
            (Action::Pass(cards), _) => cards.iter().map(load).sum(),
            (Action::Play(card), None) if is_early => {
                if is_plain(card) {
                    rank(card)
                } else {
                    -50.0
                }
            }
            (Action::Play(card), None) => -load(card),
            (Action::Play(card), Some(winning)) if is_early && card.suit() == winning.suit() && is_plain(card) => {
                200.0 + rank(card)
            }
            (Action::Play(card), Some(winning)) => duck(view, card, winning),
        });
    }
}

/// Avoids calves: it passes and throws them first, and leads low ones when allowed.
#[derive(Clone, Copy, Debug, Default)]
struct Timid;

impl Style<Intensity> for Timid {
    fn name(&self) -> &'static str {
        "sparring-timid"
    }

    fn summary(&self) -> &'static str {
        "wants no calves: passes and throws them before anything else, and ducks"
    }

    fn weigh(&self, view: &Observation, legal: &[Action], weights: &mut Vec<f32>) {
        let dread = |card: Card| load(card) + if CALVES.contains(card) { 8.0 } else { 0.0 };
        even_among_best(legal, weights, |action| match (action, view.table().winning()) {
            (Action::Pass(cards), _) => cards.iter().map(dread).sum(),
            (Action::Play(card), None) => {
                -rank(card) + if CALVES.contains(card) { 3.0 } else { 0.0 } - load(card) / 4.0
            }
            (Action::Play(card), Some(winning)) if card.suit() != winning.suit() => dread(card),
            (Action::Play(card), Some(winning)) => duck(view, card, winning),
        });
    }
}

/// Attacks the leaders: it throws points on a seat with no more penalties than its own, and otherwise keeps them.
#[derive(Clone, Copy, Debug, Default)]
struct Spiteful;

impl Spiteful {
    /// Whether the current winner of the round has no more penalty points than I have.
    fn hits_a_leader(view: &Observation) -> bool {
        let (table, penalties) = (view.table(), view.table().penalties());
        let place = table.winning().and_then(|winning| table.round().iter().position(|&card| card == winning));
        place.is_some_and(|place| penalties[table.leader().plus(place, Intensity::SEATS)] <= penalties[view.seat()])
    }
}

impl Style<Intensity> for Spiteful {
    fn name(&self) -> &'static str {
        "sparring-spiteful"
    }

    fn summary(&self) -> &'static str {
        "ducks, and throws points on seats with no more penalties than its own"
    }

    fn weigh(&self, view: &Observation, legal: &[Action], weights: &mut Vec<f32>) {
        let spite = if Spiteful::hits_a_leader(view) { 5.0 } else { -1.0 };
        softmax(legal, weights, |action| match (action, view.table().winning()) {
            (Action::Pass(cards), _) => cards.iter().map(load).sum(),
            (Action::Play(card), None) => -load(card) - 0.5 * suit_length(view.hand(), card) as f32,
            (Action::Play(card), Some(winning)) if card.suit() != winning.suit() => {
                load(card) + spite * f32::from(card.points())
            }
            (Action::Play(card), Some(winning)) => 2.0 * duck(view, card, winning),
        });
    }
}

/// Hunts the buffalo: it leads low forties until the buffalo is played, and keeps them when passing.
#[derive(Clone, Copy, Debug, Default)]
struct Hunter;

impl Style<Intensity> for Hunter {
    fn name(&self) -> &'static str {
        "sparring-hunter"
    }

    fn summary(&self) -> &'static str {
        "leads low forties until the buffalo has fallen, and ducks"
    }

    fn weigh(&self, view: &Observation, legal: &[Action], weights: &mut Vec<f32>) {
        let prey = view.unseen().contains(BUFFALO);
        even_among_best(legal, weights, |action| match (action, view.table().winning()) {
            (Action::Pass(cards), _) => {
                let low = |card: Card| if herd().contains(card) && card < BUFFALO { -10.0 } else { 0.0 };
                cards.iter().map(|card| load(card) + low(card)).sum()
            }
            (Action::Play(card), None) if prey && herd().contains(card) && card < BUFFALO => 50.0 + rank(card),
            (Action::Play(card), None) => -load(card),
            (Action::Play(card), Some(winning)) => duck(view, card, winning),
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{action_weights, choices};

    fn view(plays: &str, hand: &str) -> Observation {
        let text = format!("seat 0; passed 4; pass 37 38 39; received 34 36 48; plays {plays}; hand {hand}");
        text.parse().expect("a view")
    }

    #[test]
    fn the_hunter_leads_a_low_forty() {
        assert_eq!(choices(&Hunter, &view("-", "10 11 21 34 36 41 42 43 48 49")), ["play 43"]);
    }

    #[test]
    fn high_cards_are_unloaded_early_and_ducked_with_later() {
        assert_eq!(choices(&Unloader, &view("-", "10 19 21 34 36 41 42 43 48 49")), ["play 19"]);
    }

    #[test]
    fn the_timid_pass_calves() {
        let view: Observation = "seat 0; passed 0; pass -; received -; plays -; hand 10 11 12 13 14 29 33 34 35 48"
            .parse()
            .expect("a view");
        assert!(choices(&Timid, &view).iter().all(|pass| pass.contains("34") && pass.contains("35")));
    }

    #[test]
    fn spite_is_for_who_is_ahead() {
        // No seat has points yet, so all seats count as leaders.
        let view = view("16 13 19 12 24 26", "11 15 18 10 34 36 41 48 49");
        assert!(Spiteful::hits_a_leader(&view));
        let likely = action_weights(&Spiteful, &view).into_iter().max_by(|a, b| a.1.total_cmp(&b.1));
        assert!(likely.is_some_and(|(action, _)| ["play 48", "play 49", "play 36"].contains(&action.as_str())));
    }

    #[test]
    fn a_coin_rules_nothing_out() {
        let weighed = action_weights(&Coin, &view("16 13 19 12 24 26", "11 15 18 10 34 36 41 48 49"));
        assert!(weighed.iter().all(|(_, weight)| *weight > 0.0));
    }
}
