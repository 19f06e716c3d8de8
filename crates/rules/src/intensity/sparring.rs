//! Sparring partners: five players in the manner of other people's programs, for models and training.
//!
//! Their ideas are others than the strangers', so that who trains with these learns nothing of those.

use super::Observation;
use super::card::{BUFFALO, CALVES, Card};
use super::players::TrickView;
use super::rules::{Action, HAND, Intensity, PASS, PASSES, ROUNDS, SEATS, passes, random_pass};
use super::table::Table;
use super::thumb::suit_length;
use crate::style::{blur, even_among_best, softmax};
use crate::{CardSet, Rng, Style};

/// Those to train with.
pub(super) fn sparring() -> Vec<Box<dyn Style<Intensity>>> {
    Sparring::ALL.into_iter().map(|partner| Box::new(partner) as Box<dyn Style<Intensity>>).collect()
}

/// A sparring partner. What it does is said card by card, so that whoever reckons with it need not write down a view.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sparring {
    /// Ducks on heads and plays anything on tails.
    Coin,
    /// Unloads high cards in the first rounds, while everybody follows and nothing is thrown, and lies low afterwards.
    Unloader,
    /// Cannot stand calves: it passes them first, throws them first and leads them as soon as it may, the lowest.
    Timid,
    /// Brings the one down who has least: it throws points where they fall to somebody who is ahead of it, and else
    /// keeps them for later.
    Spiteful,
    /// Hunts the buffalo: low forties are led until it has fallen, and kept for that when passing.
    Hunter,
}

/// So many rounds the unloader takes for harmless.
const HARMLESS: usize = ROUNDS / 4;
/// How much of what the coin does is anything.
const TAILS: f32 = 0.5;
/// What is so much worse is never chosen: e to this power is more than a belief can tell from nothing.
const NEVER: f32 = 16.0;
/// Worths that differ by less are the same: sums in another order differ in their last digits.
const SAME: f32 = 1e-4;

const fn rank(card: Card) -> f32 {
    (card.number() % 10) as f32
}

fn herd() -> CardSet<Card> {
    BUFFALO.suit().cards()
}

/// How much one would rather not hold a card.
const fn load(card: Card) -> f32 {
    let extra = match card.number() {
        47 => 30.0,
        48 | 49 => 6.0,
        _ => 0.0,
    };
    rank(card) + extra
}

/// The powers of e.
static POWERS: std::sync::LazyLock<[f64; 64]> =
    std::sync::LazyLock::new(|| std::array::from_fn(|power| (power as f64).exp()));

/// How gladly each partner gives each card away, looked up because a belief asks for it millions of times.
static DREADS: [[f32; 64]; 5] = {
    let mut dreads = [[0.0; 64]; 5];
    let mut partner = 0;
    while partner < 5 {
        let mut number = 10;
        while number < 50 {
            dreads[partner][number] = Sparring::ALL[partner].dread_of(number as u8);
            number += 1;
        }
        partner += 1;
    }
    dreads
};

/// The usual way to follow: the highest that does not win; else the lowest, or the highest in the last place.
fn duck(trick: &TrickView<'_>, card: Card, winning: Card) -> f32 {
    if card.suit() != winning.suit() {
        return 100.0 + load(card) + 3.0 * f32::from(card.points());
    }
    if card < winning {
        return 100.0 + load(card);
    }
    let cost = if card == BUFFALO { 50.0 } else { 0.0 };
    if trick.round.len() == SEATS - 1 { rank(card) - cost } else { -rank(card) - cost }
}

/// Whether the round would go to somebody with no more points than whoever is to play.
fn hits_a_leader(table: &Table) -> bool {
    let penalties = table.penalties();
    let place = table.winning().and_then(|winning| table.round().iter().position(|&card| card == winning));
    place.is_some_and(|place| penalties[table.leader().plus(place, SEATS)] <= penalties[table.player()])
}

impl Sparring {
    /// All of them.
    pub const ALL: [Sparring; 5] =
        [Sparring::Coin, Sparring::Unloader, Sparring::Timid, Sparring::Spiteful, Sparring::Hunter];

    /// How gladly it gives a card away.
    fn dread(self, card: Card) -> f32 {
        DREADS[self as usize][usize::from(card.number()) & 63]
    }

    const fn dread_of(self, number: u8) -> f32 {
        let card = Card::new(number);
        let more = match self {
            Sparring::Timid if number >= 30 && number < 40 => 8.0,
            Sparring::Hunter if number >= 40 && number < BUFFALO.number() => -10.0,
            _ => 0.0,
        };
        load(card) + more
    }

    /// How gladly it plays a card.
    fn worth(self, table: &Table, trick: &TrickView<'_>, card: Card) -> f32 {
        let is_early = table.rounds() < HARMLESS;
        let is_plain = !CALVES.contains(card) && card < BUFFALO;
        let Some(winning) = trick.winning else {
            return match self {
                Sparring::Unloader if is_early => {
                    if is_plain {
                        rank(card)
                    } else {
                        -50.0
                    }
                }
                Sparring::Timid => -rank(card) + if CALVES.contains(card) { 3.0 } else { 0.0 } - load(card) / 4.0,
                Sparring::Spiteful => -load(card) - 0.5 * suit_length(trick.hand, card) as f32,
                Sparring::Hunter if trick.unseen.contains(BUFFALO) && herd().contains(card) && card < BUFFALO => {
                    50.0 + rank(card)
                }
                _ => -load(card),
            };
        };
        let follows = card.suit() == winning.suit();
        match self {
            Sparring::Unloader if is_early && follows && is_plain => 200.0 + rank(card),
            Sparring::Timid if !follows => self.dread(card),
            Sparring::Spiteful if !follows => {
                load(card) + if hits_a_leader(table) { 5.0 } else { -1.0 } * f32::from(card.points())
            }
            Sparring::Spiteful => 2.0 * duck(trick, card, winning),
            _ => duck(trick, card, winning),
        }
    }

    /// How likely it plays each of the legal cards, the lowest card first; the sum is 1. The table is as it was before.
    pub fn play_weights(self, table: &Table, trick: &TrickView<'_>, legal: CardSet<Card>) -> [f32; HAND] {
        let mut weights = [f32::NEG_INFINITY; HAND];
        let mut best = f32::NEG_INFINITY;
        for (weight, card) in weights.iter_mut().zip(legal) {
            *weight = self.worth(table, trick, card);
            best = best.max(*weight);
        }
        let like = |worth: f32| match self {
            Sparring::Spiteful => (worth - best).exp(),
            _ => f32::from(u8::from(worth > best - SAME)),
        };
        let weights = weights.map(like);
        let sum: f32 = weights.iter().sum();
        let mut weights = weights.map(|weight| weight / sum);
        if self == Sparring::Coin {
            blur(&mut weights[..legal.len()], TAILS);
        }
        weights
    }

    /// How likely it plays this one of the legal cards, quicker than weighing them all.
    pub fn chance_to_play(self, table: &Table, trick: &TrickView<'_>, legal: CardSet<Card>, card: Card) -> f64 {
        let mine = self.worth(table, trick, card);
        let tails = if self == Sparring::Coin { f64::from(TAILS) / legal.len() as f64 } else { 0.0 };
        let mut sum = 0.0;
        for other in legal {
            let more = self.worth(table, trick, other) - mine;
            sum += match self {
                // By so much the card is as good as never played.
                _ if more > if self == Sparring::Spiteful { NEVER } else { SAME } => return tails,
                Sparring::Spiteful => f64::from(more.exp()),
                _ => f64::from(u8::from(more > -SAME)),
            };
        }
        tails + if self == Sparring::Coin { f64::from(1.0 - TAILS) } else { 1.0 } / sum
    }

    /// How likely it passes these cards of a hand of ten, quicker than weighing all passes.
    pub fn chance_to_pass(self, hand: CardSet<Card>, pass: CardSet<Card>) -> f64 {
        if self == Sparring::Spiteful {
            // The weight of a pass is the product of its cards', so the sum over all passes is the third elementary
            // symmetric polynomial.
            let mut sums = [1.0, 0.0, 0.0, 0.0_f64];
            let mut weight = 1.0;
            for card in hand {
                let gladly = POWERS[self.dread(card) as usize & 63];
                for taken in (0..3).rev() {
                    sums[taken + 1] += sums[taken] * gladly;
                }
                weight *= if pass.contains(card) { gladly } else { 1.0 };
            }
            return weight / sums[3];
        }
        // What is passed must be as heavy as anything that is kept; of equals any may be passed.
        let lightest = pass.iter().map(|card| self.dread(card)).fold(f32::INFINITY, f32::min);
        let (mut is_best, mut equal, mut passed) = (true, 0_u32, 0_u32);
        for card in hand {
            let dread = self.dread(card);
            let is_equal = dread == lightest;
            equal += u32::from(is_equal);
            passed += u32::from(is_equal && pass.contains(card));
            is_best &= dread <= lightest || pass.contains(card);
        }
        let ways = match passed {
            1 => equal,
            2 => equal * (equal - 1) / 2,
            _ => equal * (equal - 1) * (equal - 2) / 6,
        };
        let chance = if is_best { 1.0 / f64::from(ways) } else { 0.0 };
        if self == Sparring::Coin { 0.5 * chance + 0.5 / PASSES as f64 } else { chance }
    }

    /// Passes three cards of a hand of ten.
    pub fn pass(self, hand: CardSet<Card>, rng: &mut Rng) -> CardSet<Card> {
        if self == Sparring::Coin && (rng.unit() as f32) < TAILS {
            return random_pass(hand, rng);
        }
        if self == Sparring::Spiteful {
            let weigh =
                |pass: CardSet<Card>| pass.iter().map(|card| POWERS[self.dread(card) as usize & 63]).product::<f64>();
            let weights: Vec<f64> = passes(hand).map(weigh).collect();
            let mut left = rng.unit() * weights.iter().sum::<f64>();
            let place = weights.iter().position(|weight| {
                left -= weight;
                left < 0.0
            });
            return passes(hand).nth(place.unwrap_or(PASSES - 1)).expect("as many weights as passes");
        }
        // The heaviest three; where some are equal, any of them.
        let mut pass = CardSet::EMPTY;
        for _ in 0..PASS {
            let (mut most, mut ways, mut chosen) = (f32::NEG_INFINITY, 0, None);
            for card in hand - pass {
                let dread = self.dread(card);
                if dread > most {
                    (most, ways) = (dread, 0);
                }
                if dread >= most {
                    ways += 1;
                    if ways == 1 || rng.below(ways) == 0 {
                        chosen = Some(card);
                    }
                }
            }
            pass.insert(chosen.expect("a hand of ten has three"));
        }
        pass
    }
}

impl Style<Intensity> for Sparring {
    fn name(&self) -> &'static str {
        match self {
            Sparring::Coin => "sparring-coin",
            Sparring::Unloader => "sparring-unloader",
            Sparring::Timid => "sparring-timid",
            Sparring::Spiteful => "sparring-spiteful",
            Sparring::Hunter => "sparring-hunter",
        }
    }

    fn summary(&self) -> &'static str {
        match self {
            Sparring::Coin => "ducks, passes its heaviest cards and leads low half of the time, else anything",
            Sparring::Unloader => "plays its high cards in the first two rounds, and ducks afterwards",
            Sparring::Timid => "wants no calves: passes and throws them before anything else, and ducks",
            Sparring::Spiteful => "ducks, and throws points on whoever is ahead of it",
            Sparring::Hunter => "leads low forties until the buffalo has fallen, and ducks",
        }
    }

    fn weigh(&self, view: &Observation, legal: &[Action], weights: &mut Vec<f32>) {
        let (table, trick) = (view.table(), TrickView::of(view));
        let worth = |action: Action| match action {
            Action::Pass(cards) => cards.iter().map(|card| self.dread(card)).sum(),
            Action::Play(card) => self.worth(table, &trick, card),
        };
        match self {
            Sparring::Spiteful => softmax(legal, weights, worth),
            _ => even_among_best(legal, weights, worth),
        }
        if *self == Sparring::Coin {
            blur(weights, TAILS);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::intensity::rules::legal_plays;
    use crate::style::asked::{choices, weighed};
    use crate::{Observation as _, Seed, State as _, Turn, random_position};

    fn view(plays: &str, hand: &str) -> Observation {
        let text = format!("seat 0; passed 4; pass 37 38 39; received 34 36 48; plays {plays}; hand {hand}");
        text.parse().expect("a view")
    }

    #[test]
    fn the_hunter_leads_a_low_forty() {
        assert_eq!(choices(&Sparring::Hunter, &view("-", "10 11 21 34 36 41 42 43 48 49")), ["play 43"]);
    }

    #[test]
    fn high_cards_are_unloaded_early_and_ducked_with_later() {
        assert_eq!(choices(&Sparring::Unloader, &view("-", "10 19 21 34 36 41 42 43 48 49")), ["play 19"]);
    }

    #[test]
    fn the_timid_pass_calves() {
        let view: Observation = "seat 0; passed 0; pass -; received -; plays -; hand 10 11 12 13 14 29 33 34 35 48"
            .parse()
            .expect("a view");
        assert!(choices(&Sparring::Timid, &view).iter().all(|pass| pass.contains("34") && pass.contains("35")));
    }

    #[test]
    fn spite_is_for_who_is_ahead() {
        // Nobody has points yet, so everybody is ahead.
        let view = view("16 13 19 12 24 26", "11 15 18 10 34 36 41 48 49");
        assert!(hits_a_leader(view.table()));
        let likely = weighed(&Sparring::Spiteful, &view).into_iter().max_by(|a, b| a.1.total_cmp(&b.1));
        assert!(likely.is_some_and(|(action, _)| ["play 48", "play 49", "play 36"].contains(&action.as_str())));
    }

    #[test]
    fn a_coin_rules_nothing_out() {
        let weighed = weighed(&Sparring::Coin, &view("16 13 19 12 24 26", "11 15 18 10 34 36 41 48 49"));
        assert!(weighed.iter().all(|(_, weight)| *weight > 0.0));
    }

    /// What is asked card by card is what the style says view by view.
    #[test]
    fn the_quick_answers_are_those_of_the_style() {
        for seed in 0..120 {
            let state = random_position(&Intensity, Seed(seed), seed as u32 % 42);
            let Turn::Of(seat) = state.turn() else { continue };
            let view = state.observe(seat);
            let (mut legal, mut weights) = (Vec::new(), Vec::new());
            view.legal_actions(&mut legal);
            for partner in Sparring::ALL {
                partner.weigh(&view, &legal, &mut weights);
                let cards = legal_plays(view.table(), view.hand());
                let quick =
                    view.table().all_passed().then(|| partner.play_weights(view.table(), &TrickView::of(&view), cards));
                for (place, (&action, &weight)) in legal.iter().zip(&weights).enumerate() {
                    let said = match action {
                        Action::Pass(pass) => partner.chance_to_pass(view.hand(), pass) as f32,
                        Action::Play(card) => {
                            let quick = quick.expect("cards are played")[place];
                            let alone = partner.chance_to_play(view.table(), &TrickView::of(&view), cards, card) as f32;
                            assert!((alone - quick).abs() < 1e-5, "{partner:?} {view}: {card} {alone} and not {quick}");
                            quick
                        }
                    };
                    assert!((said - weight).abs() < 1e-5, "{partner:?} {view}: {action} {said} and not {weight}");
                }
            }
        }
    }
}
