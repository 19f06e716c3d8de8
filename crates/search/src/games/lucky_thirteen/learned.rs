//! A Lucky Thirteen player with a network trained by self-play and on artificial players (`learning/lucky_thirteen`).

use std::sync::OnceLock;

use cardsharp_rules::lucky_thirteen::{Discard, LuckyThirteen, Observation};
use cardsharp_rules::{Game, Style};

use crate::net::{Net, likely};

/// The outputs: cards, and the expected share of the win.
const HEADS: [usize; 2] = [LuckyThirteen::ACTIONS, 1];
/// The softmax temperature: the best discard, mixed only between near equals. In training it was 1.
const TEMPERATURE: f32 = 0.05;

fn net() -> &'static Net {
    static NET: OnceLock<Net> = OnceLock::new();
    let stored = include_bytes!("../../../data/lucky_thirteen.net");
    NET.get_or_init(|| Net::read(stored, LuckyThirteen::FEATURES, &HEADS).expect("it is part of the program"))
}

#[derive(Clone, Copy, Debug)]
pub(super) struct Learned;

impl Style<LuckyThirteen> for Learned {
    fn name(&self) -> &'static str {
        "learned"
    }

    fn summary(&self) -> &'static str {
        "what a network advises that learnt from itself and from many made-up players"
    }

    fn weigh(&self, view: &Observation, legal: &[Discard], weights: &mut Vec<f32>) {
        let mut features = vec![0.0; LuckyThirteen::FEATURES];
        LuckyThirteen::encode(view, &mut features);
        let logits = net().forward(&features);
        *weights = likely(legal.iter().map(|&discard| logits[LuckyThirteen::action_index(discard)]), TEMPERATURE);
    }
}

#[cfg(test)]
mod tests {
    use cardsharp_rules::{Rng, Seat, Seed, State as _, Turn, outcome};

    use super::*;
    use crate::net::answers_as_stored;

    #[test]
    fn the_network_answers_as_its_learner_did() {
        let vectors = include_str!("../../../data/lucky_thirteen.vectors");
        answers_as_stored(vectors, LuckyThirteen::FEATURES, |features| net().forward(&features));
    }

    /// With inputs or actions in another order than in training, it would play at random and win a sixteenth here.
    #[test]
    fn it_wins_its_share_among_those_that_keep_a_13() {
        let (game, deals) = (LuckyThirteen::default(), 150);
        let mut won = 0.0;
        for deal in 0..deals {
            for me in Seat::all(LuckyThirteen::SEATS) {
                let mut state = game.start(&game.shuffle(Seed(deal))).expect("a deal");
                let mut rng = Rng::new(Seed(deal));
                while let Turn::Of(seat) = state.turn() {
                    let style: &dyn Style<LuckyThirteen> =
                        if seat == me { &Learned } else { &cardsharp_rules::lucky_thirteen::Keep13 };
                    state.play_unchecked(style.choose(&state.observe(seat), &mut rng));
                }
                won += outcome::win_shares(&state.returns().expect("the game is over"))[me];
            }
        }
        let share = won / (4 * deals) as f64;
        assert!(share > 0.2, "{share}");
    }
}
