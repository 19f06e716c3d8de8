//! Types that differ only in their names.
//!
//! While no public information distinguishes two types, a position with the two exchanged is the same position, and an
//! offer's solution holds for all its mirror images. Rounding must not distinguish them either: among equal values a
//! last digit would decide the choice of a hand, and its mirror image might choose otherwise. So regrets at a node are
//! made equal for all images of a choice (`orbits`).

use cardsharp_rules::hanamikoji::{Cards, Geisha, Offer, Pairs};

use super::space::{Names, Space, renamed};
use super::variant::Variant;

/// The types that can still be exchanged: those with the same label.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Alike([u32; 7]);

impl Alike {
    /// No two types are equivalent.
    pub const NONE: Alike = Alike([0, 1, 2, 3, 4, 5, 6]);

    /// At the start of a game, types with the same number of cards are equivalent.
    pub fn at_start(variant: &Variant) -> Alike {
        let label = |card: Geisha| match variant.deck().count(card) {
            // Types that are not in the game get unique labels.
            0 => 6 + card.index() as u32,
            count => count as u32,
        };
        Alike(Geisha::ALL.map(label))
    }

    /// Types that are equivalent at the start and in the position, and whose exchange changes no reach.
    pub fn in_reach(variant: &Variant, lead: [i8; 7], spaces: [&Space; 2], reach: [&[f32]; 2]) -> Alike {
        let unseen = spaces[0].shape().unseen;
        let mut labels = Alike::NONE.0;
        for one in Geisha::ALL {
            for other in Geisha::ALL.into_iter().skip(one.index() + 1) {
                let lies = |card: Geisha| (variant.deck().count(card), unseen.count(card), lead[card.index()]);
                let exchanged = || {
                    let mut names = Geisha::ALL;
                    names.swap(one.index(), other.index());
                    (0..2).all(|seat| is_unchanged(spaces[seat], reach[seat], names))
                };
                if variant.deck().contains(one) && lies(one) == lies(other) && exchanged() {
                    labels[other.index()] = labels[one.index()];
                }
            }
        }
        Alike(labels)
    }

    /// The types that are still equivalent after these cards were shown in two heaps.
    #[must_use]
    pub fn seen(self, heap: Cards, other: Cards) -> Alike {
        let mut labels = self.0;
        for card in Geisha::ALL {
            labels[card.index()] = labels[card.index()] * 36 + (heap.count(card) * 6 + other.count(card)) as u32;
        }
        // Labels stay small, so they never overflow.
        Alike(labels.map(|label| labels.iter().position(|&first| first == label).unwrap_or(0) as u32))
    }

    /// Returns every exchange of names, the identity first.
    pub fn exchanges(self) -> Vec<Names> {
        let mut all = vec![Vec::new()];
        for card in Geisha::ALL {
            let mut longer = Vec::new();
            for names in &all {
                for name in Geisha::ALL {
                    if self.0[name.index()] == self.0[card.index()] && !names.contains(&name) {
                        longer.push([names.as_slice(), &[name]].concat());
                    }
                }
            }
            all = longer;
        }
        all.into_iter().map(|names| names.try_into().expect("a name for every type")).collect()
    }
}

fn is_unchanged(space: &Space, reach: &[f32], names: Names) -> bool {
    // Reaches are sums in different orders, so the last digits are ignored.
    space.situations().zip(reach).all(|(row, &here)| {
        let there = space.row(&row.renamed(&names)).map_or(0.0, |row| reach[row as usize]);
        (here - there).abs() <= 1e-5 * here.max(there)
    })
}

/// Returns the lowest of an offer's mirror images, and the names that lead back to the offer.
pub(super) fn lowest_offer(offer: Offer, exchanges: &[Names]) -> (Offer, Names) {
    let image = |names: &Names| match offer {
        Offer::Gift(cards) => [renamed(cards, names), Cards::EMPTY],
        Offer::Competition(pairs) => {
            let [low, high] = pairs.both();
            Pairs::new(renamed(low, names), renamed(high, names)).both()
        }
    };
    let names = exchanges.iter().min_by_key(|names| image(names)).expect("changing nothing is one");
    let lowest = match (offer, image(names)) {
        (Offer::Gift(_), [cards, _]) => Offer::Gift(cards),
        (Offer::Competition(_), [low, high]) => Offer::Competition(Pairs::new(low, high)),
    };
    (lowest, back(*names))
}

/// Returns the lowest of a reply's mirror images, and the names that lead back.
pub(super) fn lowest_taken(taken: Cards, exchanges: &[Names]) -> (Cards, Names) {
    let names = exchanges.iter().min_by_key(|names| renamed(taken, names)).expect("changing nothing is one");
    (renamed(taken, names), back(*names))
}

fn back(names: Names) -> Names {
    let mut back = Geisha::ALL;
    for card in Geisha::ALL {
        back[names[card.index()].index()] = card;
    }
    back
}
