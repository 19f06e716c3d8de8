//! Sparring partners: five players like other people's programs, with other ideas than the strangers'.

use cardsharp_rules::hanamikoji::{Action, Cards, Geisha, Hanamikoji, Kind, Observation, Shown, Sides};
use cardsharp_rules::{Style, even_among_best, softmax};

pub(crate) fn sparring() -> Vec<Box<dyn Style<Hanamikoji>>> {
    vec![Box::new(Magpie), Box::new(Mirror), Box::new(Twins), Box::new(Trusting), Box::new(Racer)]
}

/// The number of cards of one type: mine, theirs, in hand and unseen.
fn counts(sides: Sides, card: Geisha) -> [f32; 4] {
    [sides.mine, sides.theirs, sides.hand, sides.unseen].map(|cards| cards.count(card) as f32)
}

/// The lead in cards, weighed by their points, without regard to cards still to come.
fn plain_lead(sides: Sides) -> f32 {
    let each = |card: Geisha| {
        let [mine, theirs, hand, _] = counts(sides, card);
        (mine - theirs + 0.3 * hand).clamp(-1.5, 1.5) * card.value() as f32
    };
    Geisha::ALL.into_iter().map(each).sum()
}

/// Takes and hides valuable cards and gives away cheap ones, without counting leads.
#[derive(Clone, Copy, Debug, Default)]
struct Magpie;

impl Style<Hanamikoji> for Magpie {
    fn name(&self) -> &'static str {
        "sparring-magpie"
    }

    fn summary(&self) -> &'static str {
        "takes and hides the most valuable card, and gives away the cheapest"
    }

    fn weigh(&self, _view: &Observation, legal: &[Action], weights: &mut Vec<f32>) {
        let points = |cards: Cards| cards.iter().map(|card| card.value() as f32).sum::<f32>();
        even_among_best(legal, weights, |action| match action {
            Action::Take(cards) => points(cards),
            Action::Secret(card) => 20.0 + card.value() as f32,
            Action::Burn(cards) | Action::Gift(cards) => 20.0 - points(cards),
            Action::Compete(pairs) => {
                let [low, high] = pairs.both().map(points);
                10.0 - (low - high).abs()
            }
        });
    }
}

/// Repeats the other seat's kind of action if it still can.
#[derive(Clone, Copy, Debug, Default)]
struct Mirror;

impl Style<Hanamikoji> for Mirror {
    fn name(&self) -> &'static str {
        "sparring-mirror"
    }

    fn summary(&self) -> &'static str {
        "uses the action that the other seat used last, by plain leads"
    }

    fn weigh(&self, view: &Observation, legal: &[Action], weights: &mut Vec<f32>) {
        let sides = Sides::of(view);
        let last = view.table().shown().last().copied().map_or(Kind::Gift, Shown::kind);
        even_among_best(legal, weights, |action| {
            let alike = if action.kind() == Some(last) { 100.0 } else { 0.0 };
            alike + sides.worst(view, action, plain_lead)
        });
    }
}

/// Makes offers with little choice, such as three equal cards or the same pair twice; burns and hides single cards.
#[derive(Clone, Copy, Debug, Default)]
struct Twins;

impl Style<Hanamikoji> for Twins {
    fn name(&self) -> &'static str {
        "sparring-twins"
    }

    fn summary(&self) -> &'static str {
        "makes offers with little choice, and hides and burns single cards"
    }

    fn weigh(&self, view: &Observation, legal: &[Action], weights: &mut Vec<f32>) {
        let sides = Sides::of(view);
        let company = |cards: Cards| cards.iter().map(|card| sides.hand.count(card) as f32 - 1.0).sum::<f32>();
        even_among_best(legal, weights, |action| {
            let mut choices = 0.0;
            sides.each_outcome(view, action, |_| choices += 1.0);
            let liking = match action {
                Action::Gift(_) => 5.0 * (2.0 - choices),
                Action::Compete(_) => 3.0 * (1.5 - choices),
                Action::Secret(_) | Action::Burn(_) => -company(action.cards()),
                Action::Take(_) => 0.0,
            };
            liking + sides.worst(view, action, plain_lead)
        });
    }
}

/// Expects the other seat to answer an offer at random.
#[derive(Clone, Copy, Debug, Default)]
struct Trusting;

impl Style<Hanamikoji> for Trusting {
    fn name(&self) -> &'static str {
        "sparring-trusting"
    }

    fn summary(&self) -> &'static str {
        "weighs leads against the cards to come, and expects a random answer to its offers"
    }

    fn weigh(&self, view: &Observation, legal: &[Action], weights: &mut Vec<f32>) {
        let sides = Sides::of(view);
        let worth = |sides: Sides| -> f32 {
            let each = |card: Geisha| {
                let [mine, theirs, hand, unseen] = counts(sides, card);
                card.value() as f32 * (mine - theirs - 0.2 * unseen + 0.2 * hand) / (4.0 + hand + unseen)
            };
            Geisha::ALL.into_iter().map(each).sum()
        };
        even_among_best(legal, weights, |action| {
            let (mut sum, mut outcomes) = (0.0, 0.0);
            sides.each_outcome(view, action, |sides| {
                sum += worth(sides);
                outcomes += 1.0;
            });
            sum / outcomes
        });
    }
}

/// Plays for eleven points: a logistic chance for every type, and from their mean and spread the chance to reach eleven
/// first. It usually, but not always, takes the best action.
#[derive(Clone, Copy, Debug, Default)]
struct Racer;

const KEENNESS: f32 = 80.0;

impl Style<Hanamikoji> for Racer {
    fn name(&self) -> &'static str {
        "sparring-racer"
    }

    fn summary(&self) -> &'static str {
        "plays for eleven points by rough chances, better actions more often"
    }

    fn weigh(&self, view: &Observation, legal: &[Action], weights: &mut Vec<f32>) {
        let sides = Sides::of(view);
        softmax(legal, weights, |action| KEENNESS * sides.worst(view, action, ahead));
    }
}

/// The chance to reach eleven points, less that of the other seat.
fn ahead(sides: Sides) -> f32 {
    let (mut mine, mut theirs, mut spread) = (0.0, 0.0, 1.0);
    for card in Geisha::ALL {
        let [on_mine, on_theirs, hand, unseen] = counts(sides, card);
        let open = hand + unseen;
        let lead = on_mine - on_theirs + 0.15 * hand - 0.15 * unseen;
        let win = logistic(2.2 * (lead - 0.35) / (0.25 + open).sqrt());
        let lose = logistic(2.2 * (-lead - 0.35) / (0.25 + open).sqrt());
        let points = card.value() as f32;
        mine += points * win;
        theirs += points * lose;
        spread += points * points * win * (1.0 - win);
    }
    let there = |points: f32| logistic(1.7 * (points - 10.5) / spread.sqrt());
    there(mine) - there(theirs)
}

fn logistic(x: f32) -> f32 {
    1.0 / (1.0 + (-x).exp())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{action_weights, choices, view};

    const DEAL: &str = "removed A; hands BCCEGG / BEFFFG; pile EFGDAGDD";

    #[test]
    fn the_magpie_hides_the_dearest_card() {
        assert_eq!(choices(&Magpie, &view(&Hanamikoji, DEAL, &[])), ["secret G"]);
    }

    #[test]
    fn the_mirror_does_as_was_done() {
        let view = view(&Hanamikoji, DEAL, &["burn BC"]);
        assert!(choices(&Mirror, &view).iter().all(|action| action.starts_with("burn")));
    }

    #[test]
    fn twins_give_three_alike() {
        let view = view(&Hanamikoji, DEAL, &["burn BC"]);
        assert_eq!(choices(&Twins, &view), ["gift FFF"]);
    }

    #[test]
    fn who_trusts_offers_more_than_who_expects_the_worst() {
        let view = view(&Hanamikoji, DEAL, &[]);
        assert!(choices(&Trusting, &view).iter().all(|action| !action.starts_with("burn")));
    }

    #[test]
    fn the_racer_rules_nothing_out() {
        let weighed = action_weights(&Racer, &view(&Hanamikoji, DEAL, &["gift BGG"]));
        assert!(weighed.iter().all(|(_, weight)| *weight > 0.0));
        assert!(weighed.iter().any(|(action, weight)| action == "take G" && *weight > 0.5));
    }
}
