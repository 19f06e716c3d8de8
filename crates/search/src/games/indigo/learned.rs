//! An Indigo player with a network trained on the champion's searches; see `learning/indigo`.

use std::sync::OnceLock;

use cardsharp_rules::Style;
use cardsharp_rules::indigo::{Indigo, Observation, Play};
use cardsharp_rules::{Card as _, Game};

use super::exact;
use super::position::Position;
use crate::net::{Net, likely};

const CARDS: usize = 52;
/// The outputs: cards, and the expected result.
const HEADS: [usize; 2] = [CARDS, 1];
/// The last of the four deals, counted from 0.
const LAST: usize = 3;
/// Low: only nearly equal cards are mixed.
const TEMPERATURE: f32 = 0.1;

fn net() -> &'static Net {
    static NET: OnceLock<Net> = OnceLock::new();
    let stored = include_bytes!("../../../data/indigo.net");
    NET.get_or_init(|| Net::read(stored, Indigo::FEATURES, &HEADS).expect("it is part of the program"))
}

/// Plays by the network; in the last deal, where nothing is hidden, by exact search.
#[derive(Clone, Copy, Debug)]
pub struct Learned;

impl Style<Indigo> for Learned {
    fn name(&self) -> &'static str {
        "learned"
    }

    fn summary(&self) -> &'static str {
        "what a network advises that learnt from the champion's thoughts; without a fault in the last deal"
    }

    fn weigh(&self, view: &Observation, legal: &[Play], weights: &mut Vec<f32>) {
        weights.clear();
        if view.table().deal_number() == LAST {
            let (best, _) = exact::best_card(&Position::from_view(view, view.unseen()));
            weights.extend(legal.iter().map(|&Play(card)| f32::from(u8::from(card == best))));
            return;
        }
        let mut features = vec![0.0; Indigo::FEATURES];
        Indigo::encode(view, &mut features);
        let logits = net().forward(&features);
        *weights = likely(legal.iter().map(|&Play(card)| logits[usize::from(card.index())]), TEMPERATURE);
    }
}

#[cfg(test)]
mod tests {
    use cardsharp_rules::{Rng, Seed, State as _, Turn};

    use super::*;
    use crate::net::answers_as_stored;

    #[test]
    fn the_network_answers_as_its_learner_did() {
        let vectors = include_str!("../../../data/indigo.vectors");
        answers_as_stored(vectors, Indigo::FEATURES, |features| net().forward(&features));
    }

    #[test]
    fn it_knows_what_it_likes_and_does_not_err_at_the_end() {
        let mut firm = 0;
        for seed in 0..40 {
            let state = cardsharp_rules::random_position(&Indigo, Seed(seed), (seed % 46) as u32);
            let Turn::Of(seat) = state.turn() else { continue };
            let (view, mut legal, mut weights) = (state.observe(seat), Vec::new(), Vec::new());
            state.legal_actions(&mut legal);
            Learned.weigh(&view, &legal, &mut weights);
            assert!((weights.iter().sum::<f32>() - 1.0).abs() < 1e-4, "{view}: {weights:?}");
            firm += usize::from(weights.iter().any(|&weight| weight > 0.9));
            if view.table().deal_number() == LAST {
                let Play(card) = Learned.choose(&view, &mut Rng::new(Seed(seed)));
                let position = Position::from_state(&state);
                assert_eq!(card, exact::best_card(&position).0, "{view}");
            }
        }
        assert!(firm > 20, "only {firm} choices are clear");
    }
}
