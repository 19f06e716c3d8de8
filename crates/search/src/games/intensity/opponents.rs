//! Models of the other players: habits, and the prior over them.

use cardsharp_rules::Style;
use cardsharp_rules::intensity::{Action, Intensity, Observation, TrickView, legal_plays};

use super::habits::{HABITS, Habit, HabitWeights, KNOWN, habits, known_to_pass, known_to_play};
use crate::{MAX_MODELS, ModelWeights};

pub(super) type OpponentWeights = [f64; HABITS];

/// The prior over the other players, tuned in `benchmarks/beliefs.md`.
#[derive(Clone, Copy, Debug)]
pub(super) struct Priors {
    known: [f64; KNOWN],
    /// The total probability of the fitted habits.
    fitted: f64,
    /// The probability that all three others share a habit: friends play alike, and programs are tested in threes.
    pub(super) alike: f64,
    /// The weight of the network's card locations for all but random and careful habits: it knows more kinds of player.
    heeds_network: f64,
}

pub(super) const USUAL: Priors = Priors { known: [0.21, 0.27, 0.1], fitted: 0.42, alike: 0.5, heeds_network: 0.4 };

/// For strong players, unless their choices show otherwise.
pub(super) const STRONG: Priors = Priors { known: [0.002, 0.96, 0.02], fitted: 0.018, alike: 0.0, heeds_network: 0.0 };

impl Priors {
    /// Returns the prior of each habit; the fitted ones by their shares.
    pub(super) fn opponents(&self) -> OpponentWeights {
        let shares = &habits().shares;
        let all: f64 = shares.iter().sum();
        let mut opponents = [0.0; HABITS];
        opponents[..KNOWN].copy_from_slice(&self.known);
        opponents[KNOWN..].iter_mut().zip(shares).for_each(|(one, share)| *one = self.fitted * share / all);
        opponents
    }

    pub(super) fn heeds_network(&self) -> OpponentWeights {
        let mut heeds = [self.heeds_network; HABITS];
        for sure in [Habit::RANDOM, Habit::CAREFUL] {
            heeds[sure.place()] = 0.0;
        }
        heeds
    }

    pub(super) fn ask_network(&self) -> bool {
        self.heeds_network > 0.0
    }
}

/// An opponent in the public belief: the given habits, and one for all fitted ones.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Opponent {
    /// Any legal card.
    Random,
    /// The policy of the built-in careful player.
    Careful,
    /// An unknown sensible player: careful half of the time.
    Loose,
    /// Any other player: a mixture of the fitted habits at every decision.
    Other,
}

impl Opponent {
    pub(super) const ALL: [Opponent; KNOWN + 1] =
        [Opponent::Random, Opponent::Careful, Opponent::Loose, Opponent::Other];

    /// Returns its probability of an action from those of the given habits, or from `all` habits if needed.
    fn chance(self, known: [f32; KNOWN], all: impl FnOnce() -> HabitWeights) -> f32 {
        if self != Opponent::Other {
            return known[self as usize];
        }
        let shares = habits().shares;
        let sum: f64 = all()[KNOWN..].iter().zip(shares).map(|(chance, share)| f64::from(*chance) * share).sum();
        (sum / shares.iter().sum::<f64>()) as f32
    }
}

/// Converts habit weights to those of the public opponents.
pub(super) fn as_models(opponents: &OpponentWeights) -> ModelWeights {
    let mut models = [0.0; MAX_MODELS];
    models.iter_mut().zip(&opponents[..KNOWN]).for_each(|(model, &weight)| *model = weight as f32);
    models[KNOWN] = opponents[KNOWN..].iter().sum::<f64>() as f32;
    models
}

impl Style<Intensity> for Opponent {
    fn name(&self) -> &'static str {
        ["random", "careful", "loose", "others"][*self as usize]
    }

    fn summary(&self) -> &'static str {
        match self {
            Opponent::Random => "any legal card",
            Opponent::Careful => "as the house's careful player",
            Opponent::Loose => "careful half the time, else anything",
            Opponent::Other => "by the habits that were found in many other players, now this and now that",
        }
    }

    fn weigh(&self, view: &Observation, legal: &[Action], weights: &mut Vec<f32>) {
        let (trick, cards) = (TrickView::of(view), legal_plays(view.table(), view.hand()));
        weights.clear();
        weights.extend(legal.iter().map(|&action| match action {
            Action::Pass(pass) => {
                self.chance(known_to_pass(view.hand(), pass), || habits().chances_to_pass(view.hand(), pass))
            }
            Action::Play(card) => {
                self.chance(known_to_play(&trick, cards, card), || habits().chances_to_play(&trick, cards, card))
            }
        }));
    }
}
