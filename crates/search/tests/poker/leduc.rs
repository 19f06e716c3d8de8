//! Leduc poker (Southey and others 2005): two suits of jack, queen and king, two rounds.

use cardsharp_rules::CardSet;
use cardsharp_rules::french::FrenchCard;

use super::rules::Stakes;

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Leduc;

impl Stakes for Leduc {
    const NAME: &'static str = "leduc";
    const TITLE: &'static str = "Leduc Poker";
    /// Spades and hearts.
    const DECK: CardSet<FrenchCard> = CardSet::from_bits(0b111 << 10 | 0b111 << 23);
    const BETS: &'static [i32] = &[2, 4];
    const RAISES: usize = 2;
    const RANGE: (i32, i32) = (-13, 13);
}
