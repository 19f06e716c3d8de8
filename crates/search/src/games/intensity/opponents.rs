//! How the others may think, fast enough for the inside of a search.
//!
//! The house's styles once more and a few that a beginner might write, asked with a few sets of
//! cards instead of an observation.

use cardsharp_rules::intensity::{
    Action, Card, Careful, Intensity, Observation, Sparring, Table, Thumb, TrickView, legal_plays, random_pass,
};
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
    /// The house's rule of thumb.
    Thumb,
    /// One of those the house trains with.
    Sparring(Sparring),
}

/// How many there are.
pub(super) const OPPONENTS: usize = 12;

/// A number for every opponent.
pub(super) type OpponentWeights = [f64; OPPONENTS];

/// All of them.
pub(super) const ALL: [Opponent; OPPONENTS] = [
    Opponent::Random,
    Opponent::Careful,
    Opponent::Loose,
    Opponent::Plain(Plain::TIMID),
    Opponent::Plain(Plain::THRIFTY),
    Opponent::Plain(Plain::BOLD),
    Opponent::Thumb,
    Opponent::Sparring(Sparring::Coin),
    Opponent::Sparring(Sparring::Unloader),
    Opponent::Sparring(Sparring::Timid),
    Opponent::Sparring(Sparring::Spiteful),
    Opponent::Sparring(Sparring::Hunter),
];

/// How likely each is before anything was seen, at any table.
pub(super) const PRIORS: OpponentWeights = [0.15, 0.25, 0.08, 0.05, 0.05, 0.05, 0.1, 0.07, 0.05, 0.05, 0.05, 0.05];
/// The same where all are strong, as far as what they do does not tell otherwise.
pub(super) const STRONG: OpponentWeights =
    [0.002, 0.94, 0.02, 0.004, 0.004, 0.004, 0.02, 0.002, 0.001, 0.001, 0.001, 0.001];

/// These weights as a belief has them.
pub(super) fn as_models(opponents: &OpponentWeights) -> ModelWeights {
    std::array::from_fn(|model| if model < OPPONENTS { opponents[model] as f32 } else { 0.0 })
}

/// How many passes a hand of ten has.
const PASSES: f64 = 120.0;

/// How likely each opponent plays this one of the legal cards, at a table as it is before.
pub(super) fn chances_to_play(
    table: &Table,
    trick: &TrickView<'_>,
    legal: CardSet<Card>,
    card: Card,
) -> OpponentWeights {
    let even = 1.0 / legal.len() as f64;
    let among = |choices: CardSet<Card>| if choices.contains(card) { 1.0 / choices.len() as f64 } else { 0.0 };
    let careful = among(Careful::choices(trick, legal));
    ALL.map(|opponent| match opponent {
        Opponent::Random => even,
        Opponent::Careful => careful,
        Opponent::Loose => 0.5 * (careful + even),
        Opponent::Plain(plain) => plain.chance_to_play(trick, legal, card),
        Opponent::Thumb => among(Thumb::choices(trick, legal)),
        Opponent::Sparring(partner) => partner.chance_to_play(table, trick, legal, card),
    })
}

/// How likely each opponent passes these cards of a hand of ten.
pub(super) fn chances_to_pass(hand: CardSet<Card>, pass: CardSet<Card>) -> OpponentWeights {
    let even = 1.0 / PASSES;
    let careful = f64::from(Careful::chance_to_pass(hand, pass));
    ALL.map(|opponent| match opponent {
        Opponent::Random => even,
        Opponent::Careful => careful,
        Opponent::Loose => 0.5 * (careful + even),
        Opponent::Plain(plain) => plain.chance_to_pass(hand, pass),
        Opponent::Thumb => f64::from(Thumb::chance_to_pass(hand, pass)),
        Opponent::Sparring(partner) => partner.chance_to_pass(hand, pass),
    })
}

/// Draws an opponent.
pub(super) fn draw_mind(weights: &[f32], rng: &mut Rng) -> Opponent {
    ALL[draw(&weights[..OPPONENTS], rng)]
}

impl Opponent {
    /// Passes three cards of a hand of ten.
    pub(super) fn pass(self, hand: CardSet<Card>, rng: &mut Rng) -> CardSet<Card> {
        match self {
            Opponent::Careful => Careful::pass(hand, rng),
            Opponent::Loose if rng.next_u64() >> 63 == 0 => Careful::pass(hand, rng),
            Opponent::Random | Opponent::Loose => random_pass(hand, rng),
            Opponent::Plain(plain) => plain.pass(hand, rng),
            Opponent::Thumb => Thumb::pass(hand, rng),
            Opponent::Sparring(partner) => partner.pass(hand, rng),
        }
    }

    /// Plays one of the legal cards, at a table as it is before.
    pub(super) fn play(self, table: &Table, trick: &TrickView<'_>, legal: CardSet<Card>, rng: &mut Rng) -> Card {
        if legal.len() == 1 {
            return legal.first().expect("there is one");
        }
        match self {
            Opponent::Careful => pick(Careful::choices(trick, legal), rng),
            Opponent::Loose if rng.next_u64() >> 63 == 0 => pick(Careful::choices(trick, legal), rng),
            Opponent::Random | Opponent::Loose => legal.random(rng),
            Opponent::Plain(plain) => plain.play(trick, legal, rng),
            Opponent::Thumb => pick(Thumb::choices(trick, legal), rng),
            Opponent::Sparring(partner) => legal.nth(draw(&partner.play_weights(table, trick, legal), rng) as u32),
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
            Opponent::Thumb => "thumb",
            Opponent::Sparring(partner) => partner.name(),
        }
    }

    fn summary(&self) -> &'static str {
        match self {
            Opponent::Random => "any legal card",
            Opponent::Careful => "as the house's careful player",
            Opponent::Loose => "careful half the time, else anything",
            Opponent::Plain(_) => "a rule of thumb for each situation, mostly followed",
            Opponent::Thumb => "as the house's rule of thumb",
            Opponent::Sparring(partner) => partner.summary(),
        }
    }

    fn weigh(&self, view: &Observation, legal: &[Action], weights: &mut Vec<f32>) {
        let place = ALL.iter().position(|opponent| opponent == self).expect("every opponent is one of them");
        let (trick, cards) = (TrickView::of(view), legal_plays(view.table(), view.hand()));
        weights.clear();
        weights.extend(legal.iter().map(|&action| match action {
            Action::Pass(pass) => chances_to_pass(view.hand(), pass)[place] as f32,
            Action::Play(card) => chances_to_play(view.table(), &trick, cards, card)[place] as f32,
        }));
    }
}
