//! Strangers: five players like other people's programs, each with an idea of its own.

use cardsharp_rules::indigo::{Card, Indigo, Observation, POINT_CARDS, Play, State, matching};
use cardsharp_rules::{
    Card as _, CardSet, Observation as _, Rng, Sampler as _, Seat, Seed, State as _, Style, Turn, blur, even_among_best,
};

pub(crate) fn strangers() -> Vec<Box<dyn Style<Indigo>>> {
    vec![
        Box::new(ForgetsCaptured),
        Box::new(SuitKeeper),
        Box::new(PileGrower),
        Box::new(OddsReckoner),
        Box::new(DealPlayouts),
    ]
}

/// Points, plus a little for every card, because most cards are worth three points in the end.
fn worth(cards: CardSet<Card>) -> f32 {
    (cards & POINT_CARDS).len() as f32 + 0.15 * cards.len() as f32
}

fn with(cards: CardSet<Card>, card: Card) -> CardSet<Card> {
    let mut all = cards;
    all.insert(card);
    all
}

/// The probability that at least one of `among` cards is among `drawn` of `all`.
fn chance(among: usize, drawn: usize, all: usize) -> f32 {
    let none = (0..drawn).map(|draw| all.saturating_sub(among + draw) as f32 / (all - draw) as f32);
    1.0 - none.product::<f32>()
}

fn risk(view: &Observation, card: Card) -> f32 {
    let unseen = view.unseen();
    chance((unseen & matching(card)).len(), view.table().hand_size(view.seat().other()), unseen.len())
}

/// Computes the odds that the other seat holds a match, and the expected wins and losses of this card and the next.
#[derive(Clone, Copy, Debug, Default)]
struct OddsReckoner;

impl Style<Indigo> for OddsReckoner {
    fn name(&self) -> &'static str {
        "stranger-odds"
    }

    fn summary(&self) -> &'static str {
        "weighs the odds of being captured against the worth of the pile"
    }

    fn weigh(&self, view: &Observation, legal: &[Play], weights: &mut Vec<f32>) {
        let (table, hand, unseen) = (view.table(), view.hand(), view.unseen());
        even_among_best(legal, weights, |Play(card)| {
            let (pile, mut rest) = (with(table.pile(), card), hand);
            rest.remove(card);
            // The share of possible top cards that this hand can still capture.
            let reach = unseen.iter().filter(|&other| !(matching(other) & rest).is_empty()).count();
            let later = 0.6 * reach as f32 / unseen.len().max(1) as f32;
            if table.capturing().contains(card) {
                return worth(pile) + later;
            }
            // A seat that does not capture adds a card to the pile, which I may then capture.
            let risk = risk(view, card);
            later + (1.0 - risk) * 0.25 * worth(pile) - risk * (worth(pile) + 0.6)
        });
    }
}

/// Leaves a poor pile to grow unless the other seat would get it, and throws the card least likely matched by suit.
#[derive(Clone, Copy, Debug, Default)]
struct PileGrower;

impl Style<Indigo> for PileGrower {
    fn name(&self) -> &'static str {
        "stranger-patient"
    }

    fn summary(&self) -> &'static str {
        "leaves a poor pile to grow, and throws cards that few unseen cards match by suit"
    }

    fn weigh(&self, view: &Observation, legal: &[Play], weights: &mut Vec<f32>) {
        let (table, hand) = (view.table(), view.hand());
        even_among_best(legal, weights, |Play(card)| {
            let of_suit = (view.unseen() & Card::of_suit(card.suit())).len() as f32;
            let point = if POINT_CARDS.contains(card) { 1.0 } else { 0.0 };
            if table.capturing().contains(card) {
                let pile = with(table.pile(), card);
                let is_rich = pile.len() > 2 || !(pile & POINT_CARDS).is_empty();
                return if is_rich { 100.0 + point } else { -6.0 };
            }
            let back = (hand & matching(card)).len() as f32 - 1.0;
            0.5 * back - of_suit - 4.0 * point
        });
    }
}

/// Keeps a card of every suit, to capture any card: it captures and throws from its longest suit, low cards first.
#[derive(Clone, Copy, Debug, Default)]
struct SuitKeeper;

impl Style<Indigo> for SuitKeeper {
    fn name(&self) -> &'static str {
        "stranger-suits"
    }

    fn summary(&self) -> &'static str {
        "captures and throws from its longest suit, low cards first, to keep a card of every suit"
    }

    fn weigh(&self, view: &Observation, legal: &[Play], weights: &mut Vec<f32>) {
        let hand = view.hand();
        even_among_best(legal, weights, |Play(card)| {
            let length = (hand & Card::of_suit(card.suit())).len() as f32;
            let is_point = POINT_CARDS.contains(card);
            if view.table().capturing().contains(card) {
                return 100.0 + length + if is_point { 10.0 } else { 0.0 };
            }
            length - if is_point { 10.0 } else { f32::from(card.rank()) / 20.0 }
        });
    }
}

const SLIPS: f32 = 0.1;

/// Counts possible matches, but forgets every card that has left the table. One play in ten is random.
#[derive(Clone, Copy, Debug, Default)]
struct ForgetsCaptured;

impl ForgetsCaptured {
    /// The cards it thinks are still out; this is its mistake.
    fn imagined(view: &Observation) -> CardSet<Card> {
        Card::DECK - view.table().pile() - view.hand()
    }
}

impl Style<Indigo> for ForgetsCaptured {
    fn name(&self) -> &'static str {
        "stranger-forgetful"
    }

    fn summary(&self) -> &'static str {
        "counts possible matches, forgets captured cards, and one play in ten is random"
    }

    fn weigh(&self, view: &Observation, legal: &[Play], weights: &mut Vec<f32>) {
        let out = ForgetsCaptured::imagined(view);
        even_among_best(legal, weights, |Play(card)| {
            if view.table().capturing().contains(card) {
                return 100.0 + worth(CardSet::from_iter([card]));
            }
            -((out & matching(card)).len() as f32) - 2.0 * worth(CardSet::from_iter([card]))
        });
        blur(weights, SLIPS);
    }
}

const WORLDS: usize = 60;

/// Plays the deal to its end in uniformly drawn worlds. Both seats capture if they can, and else throw at random.
#[derive(Clone, Copy, Debug, Default)]
struct DealPlayouts;

impl Style<Indigo> for DealPlayouts {
    fn name(&self) -> &'static str {
        "stranger-playouts"
    }

    fn summary(&self) -> &'static str {
        "plays the deal to its end in sampled worlds, where both seats capture or throw at random"
    }

    fn weigh(&self, view: &Observation, legal: &[Play], weights: &mut Vec<f32>) {
        let cards = view.hand().bits() ^ view.unseen().bits().rotate_left(17);
        let (sampler, me) = (view.sampler(), view.seat());
        // The same random numbers for the same view, and for every play.
        let mut rng = Rng::new(Seed(cards).stream(view.table().plays().len() as u64));
        let worlds: Vec<State> = (0..WORLDS).map(|_| sampler.sample(&mut rng)).collect();
        let luck = Seed(rng.next_u64());
        even_among_best(legal, weights, |play| {
            let mut rng = Rng::new(luck);
            worlds.iter().map(|&world| play_out_deal(world, play, me, &mut rng)).sum::<f32>() / WORLDS as f32
        });
    }
}

/// My worth of captures less the other seat's until the hands are empty.
fn play_out_deal(mut state: State, play: Play, me: Seat, rng: &mut Rng) -> f32 {
    let deal = state.table().deal_number();
    let taken = |state: &State| worth(state.table().captured()[me]) - worth(state.table().captured()[me.other()]);
    let before = taken(&state);
    state.play_unchecked(play);
    while let Turn::Of(seat) = state.turn()
        && state.table().deal_number() == deal
    {
        let hand = state.hands()[seat];
        let captures = hand & state.table().capturing();
        let choice = if captures.is_empty() { hand } else { captures };
        state.play_unchecked(Play(choice.random(rng)));
    }
    taken(&state) - before
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{action_weights, choices, view};

    /// Only diamonds of the first hand capture a 5♦.
    const DEAL: &str = "table 7♦ 2♦ 9♣ 5♦; hands Q♣ 8♦ 10♦ J♣ 8♣ A♦ / 6♥ 7♠ J♦ 10♠ Q♦ 8♥ / K♥ 3♥ Q♥ 3♦ 6♦ 6♠ / \
                        4♦ 9♥ K♣ 6♣ J♠ 5♣ / 8♠ 2♠ 9♦ 9♠ 3♣ Q♠ / 7♣ 10♥ 2♥ 2♣ 4♣ 5♠ / 3♠ A♥ 4♠ K♠ K♦ A♣ / \
                        10♣ J♥ A♠ 5♥ 7♥ 4♥";

    #[test]
    fn odds_are_those_of_drawing_without_putting_back() {
        assert_eq!(chance(1, 1, 4), 0.25);
        assert_eq!(chance(2, 2, 4), 1.0 - 2.0 / 4.0 * 1.0 / 3.0);
        assert_eq!(chance(3, 2, 4), 1.0);
    }

    #[test]
    fn who_is_patient_lets_poor_piles_lie_and_no_others() {
        let mut left = 0;
        for seed in 0..300 {
            let state = cardsharp_rules::random_position(&Indigo, Seed(seed), 24 + (seed % 20) as u32);
            let Turn::Of(seat) = state.turn() else { continue };
            let (view, table) = (state.observe(seat), state.table());
            let captures = view.hand() & table.capturing();
            let Play(card) = PileGrower.choose(&view, &mut Rng::new(Seed(seed)));
            if !captures.is_empty() && !captures.contains(card) {
                assert!(table.pile().len() == 1 && (table.pile() & POINT_CARDS).is_empty(), "{view}");
                left += 1;
            }
        }
        assert!(left > 0);
    }

    #[test]
    fn the_longest_suit_is_thrown_from_and_points_are_kept() {
        let view = view(&Indigo, DEAL, &["play A♦"]);
        assert_eq!(choices(&SuitKeeper, &view), ["play 6♥"]);
    }

    #[test]
    fn captured_cards_are_forgotten() {
        let view = view(&Indigo, DEAL, &["play 8♦", "play 8♥"]);
        assert_eq!((ForgetsCaptured::imagined(&view) - view.unseen()).len(), 5);
        assert!(action_weights(&ForgetsCaptured, &view).iter().all(|(_, weight)| *weight > 0.0));
    }

    #[test]
    fn a_rich_pile_is_not_left_lying() {
        let view = view(&Indigo, DEAL, &[]);
        for style in [&OddsReckoner as &dyn Style<Indigo>, &DealPlayouts] {
            let chosen = choices(style, &view);
            assert!(chosen.iter().all(|card| card.ends_with('♦')), "{}: {chosen:?}", style.name());
        }
    }
}
