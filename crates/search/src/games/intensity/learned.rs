//! An Intensity player with a network trained by self-play and on artificial players; see `learning/intensity`.

use std::sync::OnceLock;

use cardsharp_rules::intensity::{Action, Card, Intensity, Observation};
use cardsharp_rules::{CardSet, Game, Style};

use crate::net::Net;

pub(super) const CARDS: usize = 40;
const OTHERS: usize = 3;
/// The outputs: cards, the expected place, and the holder of each card.
const HEADS: [usize; 3] = [CARDS, 1, OTHERS * CARDS];
/// Pick sequences below this probability are cut off: a pass then takes a few forward passes instead of 56.
const UNLIKELY: f32 = 0.02;

fn net() -> &'static Net {
    static NET: OnceLock<Net> = OnceLock::new();
    let stored = include_bytes!("../../../data/intensity.net");
    NET.get_or_init(|| Net::read(stored, Intensity::FEATURES, &HEADS).expect("it is part of the program"))
}

/// Plays by the network.
#[derive(Clone, Copy, Debug)]
pub struct Learned {
    /// The softmax temperature: 1 as in training, near 0 always the best card.
    pub temperature: f32,
}

impl Learned {
    /// For play: the best card, mixed only between near equals.
    pub const FIRM: Learned = Learned { temperature: 0.05 };
    /// For search priors: as in training.
    pub const FREE: Learned = Learned { temperature: 1.0 };

    /// Returns the probability of picking each of these cards, by number from 0.
    fn pick(self, features: &[f32], cards: CardSet<Card>) -> [f32; CARDS] {
        let logits = net().forward(features);
        let best = cards.iter().map(|card| logits[number(card)]).fold(f32::NEG_INFINITY, f32::max);
        let mut likely = [0.0; CARDS];
        let mut sum = 0.0;
        for card in cards {
            let weight = ((logits[number(card)] - best) / self.temperature).exp();
            likely[number(card)] = weight;
            sum += weight;
        }
        likely.map(|weight| weight / sum)
    }

    /// Adds the probability of every pass that begins with these picks.
    fn pass(
        self,
        features: &mut [f32],
        rest: CardSet<Card>,
        picked: CardSet<Card>,
        so_far: f32,
        add: &mut impl FnMut(CardSet<Card>, f32),
    ) {
        if picked.len() == 3 {
            return add(picked, so_far);
        }
        let likely = self.pick(features, rest);
        let top = likely.iter().copied().fold(0.0, f32::max);
        for card in rest {
            let path = so_far * likely[number(card)];
            if path < UNLIKELY && likely[number(card)] < top {
                continue;
            }
            let (mut rest, mut picked) = (rest, picked);
            rest.remove(card);
            picked.insert(card);
            // As in training, a picked card moves from the hand to the passed cards.
            features[number(card)] = 0.0;
            features[CARDS + number(card)] = 1.0;
            self.pass(features, rest, picked, path, add);
            features[number(card)] = 1.0;
            features[CARDS + number(card)] = 0.0;
        }
    }
}

/// Returns the probability that each other seat, from the left on, holds each card; rules and hand sizes are ignored.
pub(super) fn owners(view: &Observation) -> [[f32; OTHERS]; CARDS] {
    let mut features = vec![0.0; Intensity::FEATURES];
    Intensity::encode(view, &mut features);
    let answers = net().forward(&features);
    let outputs = &answers[CARDS + 1..];
    std::array::from_fn(|card| {
        let logits: [f32; OTHERS] = std::array::from_fn(|other| outputs[other * CARDS + card]);
        let best = logits.into_iter().fold(f32::NEG_INFINITY, f32::max);
        let weights = logits.map(|logit| (logit - best).exp());
        weights.map(|weight| weight / weights.iter().sum::<f32>())
    })
}

/// A card's number from 0.
pub(super) fn number(card: Card) -> usize {
    usize::from(card.number()) - 10
}

impl Style<Intensity> for Learned {
    fn name(&self) -> &'static str {
        "learned"
    }

    fn summary(&self) -> &'static str {
        "what a network advises that learnt from itself and from many made-up players"
    }

    fn weigh(&self, view: &Observation, legal: &[Action], weights: &mut Vec<f32>) {
        let mut features = vec![0.0; Intensity::FEATURES];
        Intensity::encode(view, &mut features);
        weights.clear();
        if view.table().all_passed() {
            let cards = |action: &Action| if let Action::Play(card) = action { Some(*card) } else { None };
            let likely = self.pick(&features, legal.iter().filter_map(cards).collect());
            weights.extend(legal.iter().filter_map(cards).map(|card| likely[number(card)]));
            return;
        }
        weights.resize(legal.len(), 1e-6);
        self.pass(&mut features, view.hand(), CardSet::EMPTY, 1.0, &mut |pass, likely| {
            let place = legal.iter().position(|&action| action == Action::Pass(pass));
            weights[place.expect("every three cards of the hand may be passed")] += likely;
        });
        let sum: f32 = weights.iter().sum();
        for weight in weights {
            *weight /= sum;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::net::answers_as_stored;

    #[test]
    fn the_network_answers_as_its_learner_did() {
        let vectors = include_str!("../../../data/intensity.vectors");
        answers_as_stored(vectors, Intensity::FEATURES, |features| net().forward(&features));
    }
}
