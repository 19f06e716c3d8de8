//! How the others may think, fast enough for the inside of a search.
//!
//! The house's styles once more and a few that a beginner might write, asked with a few sets of
//! cards instead of an observation.

use cardsharp_rules::intensity::{Action, Card, Careful, Intensity, Observation, TrickView, legal_plays, random_pass};
use cardsharp_rules::{CardSet, Rng, Style, draw};

use super::plain::Plain;
use crate::ModelWeights;

/// A way to choose cards.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Opponent {
    /// Any legal card.
    Random,
    /// The house's own.
    Careful,
    /// Someone sensible whom we do not know: half the time what a careful player would do.
    Loose,
    /// A rule of thumb for each situation.
    Plain(Plain),
}

/// How many there are.
pub(super) const OPPONENTS: usize = 6;

/// A number for every opponent.
pub(super) type OpponentWeights = [f64; OPPONENTS];

/// All of them, and how likely each is before anything was seen.
pub(super) const ALL: [(Opponent, f64); OPPONENTS] = [
    (Opponent::Random, PRIORS[0]),
    (Opponent::Careful, PRIORS[1]),
    (Opponent::Loose, PRIORS[2]),
    (Opponent::Plain(Plain::TIMID), PRIORS[3]),
    (Opponent::Plain(Plain::THRIFTY), PRIORS[4]),
    (Opponent::Plain(Plain::BOLD), PRIORS[5]),
];

/// How likely each is before anything was seen, at any table.
pub(super) const PRIORS: OpponentWeights = [0.3, 0.38, 0.14, 0.06, 0.06, 0.06];
/// The same where all are strong, as far as what they do does not tell otherwise.
pub(super) const STRONG: OpponentWeights = [0.002, 0.96, 0.02, 0.006, 0.006, 0.006];

/// These weights as a belief has them.
pub(super) fn as_models(opponents: &OpponentWeights) -> ModelWeights {
    std::array::from_fn(|model| if model < OPPONENTS { opponents[model] as f32 } else { 0.0 })
}

/// How many passes a hand of ten has.
const PASSES: f64 = 120.0;

/// How likely each opponent plays this one of the legal cards.
pub(super) fn chances_to_play(trick: &TrickView<'_>, legal: CardSet<Card>, card: Card) -> OpponentWeights {
    let even = 1.0 / legal.len() as f64;
    let choices = Careful::choices(trick, legal);
    let careful = if choices.contains(card) { 1.0 / choices.len() as f64 } else { 0.0 };
    ALL.map(|(opponent, _)| match opponent {
        Opponent::Random => even,
        Opponent::Careful => careful,
        Opponent::Loose => 0.5 * (careful + even),
        Opponent::Plain(plain) => plain.chance_to_play(trick, legal, card),
    })
}

/// How likely each opponent passes these cards of a hand of ten.
pub(super) fn chances_to_pass(hand: CardSet<Card>, pass: CardSet<Card>) -> OpponentWeights {
    let even = 1.0 / PASSES;
    let careful = f64::from(Careful::chance_to_pass(hand, pass));
    ALL.map(|(opponent, _)| match opponent {
        Opponent::Random => even,
        Opponent::Careful => careful,
        Opponent::Loose => 0.5 * (careful + even),
        Opponent::Plain(plain) => plain.chance_to_pass(hand, pass),
    })
}

/// Draws an opponent.
pub(super) fn draw_mind(weights: &[f32], rng: &mut Rng) -> Opponent {
    ALL[draw(&weights[..OPPONENTS], rng)].0
}

impl Opponent {
    /// Passes three cards of a hand of ten.
    pub(super) fn pass(self, hand: CardSet<Card>, rng: &mut Rng) -> CardSet<Card> {
        match self {
            Opponent::Careful => Careful::pass(hand, rng),
            Opponent::Loose if rng.next_u64() >> 63 == 0 => Careful::pass(hand, rng),
            Opponent::Random | Opponent::Loose => random_pass(hand, rng),
            Opponent::Plain(plain) => plain.pass(hand, rng),
        }
    }

    /// Plays one of the legal cards.
    pub(super) fn play(self, trick: &TrickView<'_>, legal: CardSet<Card>, rng: &mut Rng) -> Card {
        if legal.len() == 1 {
            return legal.first().expect("there is one");
        }
        match self {
            Opponent::Careful => pick(Careful::choices(trick, legal), rng),
            Opponent::Loose if rng.next_u64() >> 63 == 0 => pick(Careful::choices(trick, legal), rng),
            Opponent::Random | Opponent::Loose => legal.random(rng),
            Opponent::Plain(plain) => plain.play(trick, legal, rng),
        }
    }
}

/// Any of them; mostly there is one, and a random number costs more than a look.
fn pick(choices: CardSet<Card>, rng: &mut Rng) -> Card {
    if choices.len() == 1 { choices.first().expect("there is one") } else { choices.random(rng) }
}

impl Style<Intensity> for Opponent {
    fn name(&self) -> &'static str {
        match self {
            Opponent::Random => "random",
            Opponent::Careful => "careful",
            Opponent::Loose => "loose",
            Opponent::Plain(_) => "plain",
        }
    }

    fn summary(&self) -> &'static str {
        match self {
            Opponent::Random => "any legal card",
            Opponent::Careful => "as the house's careful player",
            Opponent::Loose => "careful half the time, else anything",
            Opponent::Plain(_) => "a rule of thumb for each situation, mostly followed",
        }
    }

    fn weigh(&self, view: &Observation, legal: &[Action], weights: &mut Vec<f32>) {
        let place = ALL.iter().position(|(opponent, _)| opponent == self).expect("every opponent is one of them");
        let (trick, cards) = (TrickView::of(view), legal_plays(view.table(), view.hand()));
        weights.clear();
        weights.extend(legal.iter().map(|&action| match action {
            Action::Pass(pass) => chances_to_pass(view.hand(), pass)[place] as f32,
            Action::Play(card) => chances_to_play(&trick, cards, card)[place] as f32,
        }));
    }
}
