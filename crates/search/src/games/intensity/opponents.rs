//! How the others may think: by one of the habits, and what is thought of that before anything was seen.

use cardsharp_rules::Style;
use cardsharp_rules::intensity::{Action, Intensity, Observation, TrickView, legal_plays};

use super::habits::{HABITS, Habit, HabitWeights, KNOWN, habits, known_to_pass, known_to_play};
use crate::{MAX_MODELS, ModelWeights};

/// A number for every habit that an opponent may have.
pub(super) type OpponentWeights = [f64; HABITS];

/// What is thought of the others before anything was seen. All was measured, see `benchmarks/beliefs.md`.
#[derive(Clone, Copy, Debug)]
pub(super) struct Priors {
    /// How likely each habit is that is known beforehand.
    known: [f64; KNOWN],
    /// How likely any of those that were fitted.
    fitted: f64,
    /// How likely three of a kind sit there, rather than each for itself: people come with friends, and programs are
    /// tried out three at a time.
    pub(super) alike: f64,
    /// For how much of all but random and careful ones the network is asked where their cards are: it knows more kinds
    /// of players than have a habit.
    heeds_network: f64,
}

/// At any table.
pub(super) const USUAL: Priors = Priors { known: [0.21, 0.27, 0.1], fitted: 0.42, alike: 0.5, heeds_network: 0.4 };

/// Where all are strong, as far as what they do does not tell otherwise.
pub(super) const STRONG: Priors = Priors { known: [0.002, 0.96, 0.02], fitted: 0.018, alike: 0.0, heeds_network: 0.0 };

impl Priors {
    /// How likely each opponent is; the fitted ones by how common they are.
    pub(super) fn opponents(&self) -> OpponentWeights {
        let shares = &habits().shares;
        let all: f64 = shares.iter().sum();
        let mut opponents = [0.0; HABITS];
        opponents[..KNOWN].copy_from_slice(&self.known);
        opponents[KNOWN..].iter_mut().zip(shares).for_each(|(one, share)| *one = self.fitted * share / all);
        opponents
    }

    /// For how much of each opponent the network is asked.
    pub(super) fn heeds_network(&self) -> OpponentWeights {
        let mut heeds = [self.heeds_network; HABITS];
        for sure in [Habit::RANDOM, Habit::CAREFUL] {
            heeds[sure.place()] = 0.0;
        }
        heeds
    }

    /// Whether the network has to be asked at all.
    pub(super) fn ask_network(&self) -> bool {
        self.heeds_network > 0.0
    }
}

/// An opponent as others hear of it: those known beforehand, and the fitted ones as one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Opponent {
    /// Any legal card.
    Random,
    /// The house's own.
    Careful,
    /// Someone sensible whom we do not know: half the time what a careful player would do.
    Loose,
    /// Anybody else: before anything was seen of them, so that every decision is by another of the fitted habits.
    Other,
}

impl Opponent {
    /// All of them.
    pub(super) const ALL: [Opponent; KNOWN + 1] =
        [Opponent::Random, Opponent::Careful, Opponent::Loose, Opponent::Other];

    /// How likely it does something, if the known habits and all would so likely; the latter are worked out if asked for.
    fn chance(self, known: [f32; KNOWN], all: impl FnOnce() -> HabitWeights) -> f32 {
        if self != Opponent::Other {
            return known[self as usize];
        }
        let shares = habits().shares;
        let sum: f64 = all()[KNOWN..].iter().zip(shares).map(|(chance, share)| f64::from(*chance) * share).sum();
        (sum / shares.iter().sum::<f64>()) as f32
    }
}

/// How likely each opponent is as others hear of it.
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
