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
    /// Someone with other rules than ours: goes now by one of them and now by another, card by card.
    Fickle,
}

/// How many there are.
pub(super) const OPPONENTS: usize = 7;

/// A number for every opponent.
pub(super) type OpponentWeights = [f64; OPPONENTS];

/// All of them, and how likely each is before anything was seen.
pub(super) const ALL: [(Opponent, f64); OPPONENTS] = [
    (Opponent::Random, USUAL.opponents[0]),
    (Opponent::Careful, USUAL.opponents[1]),
    (Opponent::Loose, USUAL.opponents[2]),
    (Opponent::Plain(Plain::TIMID), USUAL.opponents[3]),
    (Opponent::Plain(Plain::THRIFTY), USUAL.opponents[4]),
    (Opponent::Plain(Plain::BOLD), USUAL.opponents[5]),
    (Opponent::Fickle, USUAL.opponents[6]),
];

/// Whose rule a fickle player goes by: how often each of those before it in [`ALL`].
const FICKLE: [f32; OPPONENTS - 1] = [0.25, 0.3, 0.0, 0.15, 0.15, 0.15];

/// What is thought of the others before anything was seen. All was measured, see `benchmarks/beliefs.md`.
#[derive(Clone, Copy, Debug)]
pub(super) struct Priors {
    /// How likely each opponent is.
    pub(super) opponents: OpponentWeights,
    /// How likely three of a kind sit there, rather than each for itself: people come with friends, and programs are
    /// tried out three at a time.
    pub(super) alike: f64,
    /// For how much of each opponent the network is asked where its cards are, which knows more kinds of players than
    /// have a model: for those whose rules nobody here knows.
    pub(super) heeds_network: OpponentWeights,
}

impl Priors {
    /// Whether the network has to be asked at all.
    pub(super) fn ask_network(&self) -> bool {
        self.heeds_network.iter().any(|part| *part > 0.0)
    }
}

/// At any table.
pub(super) const USUAL: Priors = Priors {
    opponents: [0.21, 0.27, 0.1, 0.04, 0.04, 0.04, 0.3],
    alike: 0.5,
    heeds_network: [0.0, 0.0, 0.4, 0.0, 0.0, 0.0, 0.4],
};

/// Where all are strong, as far as what they do does not tell otherwise.
pub(super) const STRONG: Priors =
    Priors { opponents: [0.002, 0.96, 0.02, 0.006, 0.006, 0.006, 0.0], alike: 0.0, heeds_network: [0.0; OPPONENTS] };

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
    with_fickle(ALL.map(|(opponent, _)| match opponent {
        Opponent::Random => even,
        Opponent::Careful => careful,
        Opponent::Loose => 0.5 * (careful + even),
        Opponent::Plain(plain) => plain.chance_to_play(trick, legal, card),
        Opponent::Fickle => 0.0,
    }))
}

/// How likely each opponent passes these cards of a hand of ten.
pub(super) fn chances_to_pass(hand: CardSet<Card>, pass: CardSet<Card>) -> OpponentWeights {
    let even = 1.0 / PASSES;
    let careful = f64::from(Careful::chance_to_pass(hand, pass));
    with_fickle(ALL.map(|(opponent, _)| match opponent {
        Opponent::Random => even,
        Opponent::Careful => careful,
        Opponent::Loose => 0.5 * (careful + even),
        Opponent::Plain(plain) => plain.chance_to_pass(hand, pass),
        Opponent::Fickle => 0.0,
    }))
}

/// What a fickle player would do follows from what all others would.
fn with_fickle(mut chances: OpponentWeights) -> OpponentWeights {
    chances[OPPONENTS - 1] = chances.iter().zip(FICKLE).map(|(chance, part)| chance * f64::from(part)).sum();
    chances
}

/// Draws an opponent.
pub(super) fn draw_mind(weights: &[f32], rng: &mut Rng) -> Opponent {
    ALL[draw(&weights[..OPPONENTS.min(weights.len())], rng)].0
}

impl Opponent {
    /// Passes three cards of a hand of ten.
    pub(super) fn pass(self, hand: CardSet<Card>, rng: &mut Rng) -> CardSet<Card> {
        match self {
            Opponent::Careful => Careful::pass(hand, rng),
            Opponent::Loose if rng.next_u64() >> 63 == 0 => Careful::pass(hand, rng),
            Opponent::Random | Opponent::Loose => random_pass(hand, rng),
            Opponent::Plain(plain) => plain.pass(hand, rng),
            Opponent::Fickle => draw_mind(&FICKLE, rng).pass(hand, rng),
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
            Opponent::Fickle => draw_mind(&FICKLE, rng).play(trick, legal, rng),
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
            Opponent::Fickle => "fickle",
        }
    }

    fn summary(&self) -> &'static str {
        match self {
            Opponent::Random => "any legal card",
            Opponent::Careful => "as the house's careful player",
            Opponent::Loose => "careful half the time, else anything",
            Opponent::Plain(_) => "a rule of thumb for each situation, mostly followed",
            Opponent::Fickle => "now by one rule and now by another, card by card",
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
