//! Kuhn poker: jack, queen and king, one bet of one chip. Its equilibria are known.

use cardsharp_rules::french::{FrenchCard, Suit};
use cardsharp_rules::{CardSet, ObservationOf, Style};

use super::rules::{Move, Poker, Stakes};

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Kuhn;

pub const JACK: FrenchCard = FrenchCard::new(11, Suit::Spades);
pub const QUEEN: FrenchCard = FrenchCard::new(12, Suit::Spades);
pub const KING: FrenchCard = FrenchCard::new(13, Suit::Spades);

impl Stakes for Kuhn {
    const NAME: &'static str = "kuhn";
    const TITLE: &'static str = "Kuhn's Poker";
    const DECK: CardSet<FrenchCard> = CardSet::from_bits(0b111 << 10);
    const BETS: &'static [i32] = &[1];
    const RAISES: usize = 1;
    const RANGE: (i32, i32) = (-2, 2);
}

/// The equilibria (Kuhn 1950). The parameter is the first seat's frequency of bluffs with the jack, from 0 to 1/3,
/// which determines the rest; the second seat has only one equilibrium.
#[derive(Clone, Copy)]
pub struct Equilibrium(pub f32);

impl Style<Poker<Kuhn>> for Equilibrium {
    fn name(&self) -> &'static str {
        "equilibrium"
    }

    fn summary(&self) -> &'static str {
        "cannot be beaten in the long run"
    }

    fn weigh(&self, view: &ObservationOf<Poker<Kuhn>>, _legal: &[Move], weights: &mut Vec<f32>) {
        let Equilibrium(bluff) = *self;
        // The probability to raise where possible, else to call, with jack, queen and king.
        let bold = match view.moves() {
            [] => [bluff, 0.0, 3.0 * bluff],
            [Move::Call] => [1.0 / 3.0, 0.0, 1.0],
            [Move::Raise] => [0.0, 1.0 / 3.0, 1.0],
            _ => [0.0, bluff + 1.0 / 3.0, 1.0],
        };
        let bold = bold[usize::from(view.card().rank() - 11)];
        weights.clear();
        weights.extend([1.0 - bold, bold]);
    }
}
