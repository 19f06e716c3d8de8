//! Counts places: every card not yet placed ends on one of the sides or outside, and the number of each can be counted.

use cardsharp_rules::hanamikoji::{Action, Cards, Geisha, Hanamikoji, Kind, Observation, Sides};
use cardsharp_rules::{Observation as _, Style, even_among_best};

/// Computes from the remaining actions how many cards still go to each place, assumes that every card is equally likely
/// to go there, and plays for the resulting chance to win.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct SlotCounter;

impl Style<Hanamikoji> for SlotCounter {
    fn name(&self) -> &'static str {
        "stranger-counter"
    }

    fn summary(&self) -> &'static str {
        "counts the cards that go to each place, and plays for the resulting chance to win"
    }

    fn weigh(&self, view: &Observation, legal: &[Action], weights: &mut Vec<f32>) {
        let sides = Sides::of(view);
        even_among_best(legal, weights, |action| {
            let ways = Ways::after(view, action);
            sides.worst(view, action, |sides| ways.chance(sides))
        });
    }
}

/// The probability that a card ends on my side, on the other or outside.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
struct Way {
    mine: f32,
    theirs: f32,
    outside: f32,
}

impl Way {
    fn plus(self, other: Way, times: f32) -> Way {
        Way {
            mine: self.mine + times * other.mine,
            theirs: self.theirs + times * other.theirs,
            outside: self.outside + times * other.outside,
        }
    }

    fn shared(self) -> Way {
        let all = self.mine + self.theirs + self.outside;
        Way::default().plus(self, if all > 0.0 { 1.0 / all } else { 0.0 })
    }

    /// The places of the cards of these actions, from the acting seat's view.
    fn of(kinds: impl Iterator<Item = Kind>) -> Way {
        kinds.fold(Way::default(), |way, kind| {
            let (mine, theirs, outside) = match kind {
                Kind::Secret => (1.0, 0.0, 0.0),
                Kind::Burn => (0.0, 0.0, 2.0),
                Kind::Gift => (2.0, 1.0, 0.0),
                Kind::Competition => (2.0, 2.0, 0.0),
            };
            way.plus(Way { mine, theirs, outside }, 1.0)
        })
    }

    fn turned(self) -> Way {
        Way { mine: self.theirs, theirs: self.mine, outside: self.outside }
    }
}

/// The places of a card in hand and of an unseen card.
#[derive(Clone, Copy, Debug)]
struct Ways {
    hand: Way,
    unseen: Way,
}

impl Ways {
    fn after(view: &Observation, action: Action) -> Ways {
        let (me, table) = (view.seat(), view.table());
        let open = |kind: Kind| !table.has_used(me, kind) && action.kind() != Some(kind);
        let mine = Way::of(Kind::ALL.into_iter().filter(|&kind| open(kind)));
        let to_use: usize = Kind::ALL.into_iter().filter(|&kind| open(kind)).map(Kind::cards).sum();
        let draws = to_use - (view.hand().len() - action.kind().map_or(0, Kind::cards));
        let them = me.other();
        let used = |kind: Kind| table.has_used(them, kind);
        let theirs = Way::of(Kind::ALL.into_iter().filter(|&kind| !used(kind))).turned();
        let hidden = Way {
            mine: 0.0,
            theirs: f32::from(u8::from(used(Kind::Secret))),
            outside: 1.0 + 2.0 * f32::from(u8::from(used(Kind::Burn))),
        };
        let hand = mine.shared();
        Ways { hand, unseen: theirs.plus(hidden, 1.0).plus(hand, draws as f32).shared() }
    }

    /// The chance to win, plus half that of a draw, if cards were placed independently.
    fn chance(self, sides: Sides) -> f32 {
        let types = Geisha::ALL.map(|card| self.majority(sides, card));
        chance(&types, (0, 0), (0, 0))
    }

    /// The probability that a type is mine, theirs or tied.
    fn majority(self, sides: Sides, card: Geisha) -> [f32; 3] {
        const MIDDLE: usize = 6;
        let count = |cards: Cards| cards.count(card);
        let mut leads = [0.0_f32; 2 * MIDDLE + 1];
        leads[MIDDLE + count(sides.mine) - count(sides.theirs)] = 1.0;
        for (way, cards) in [(self.hand, count(sides.hand)), (self.unseen, count(sides.unseen))] {
            for _ in 0..cards {
                let before = leads;
                for lead in 1..2 * MIDDLE {
                    leads[lead] =
                        way.outside * before[lead] + way.mine * before[lead - 1] + way.theirs * before[lead + 1];
                }
            }
        }
        [leads[MIDDLE + 1..].iter().sum(), leads[..MIDDLE].iter().sum(), leads[MIDDLE]]
    }
}

/// Recurses over the winners of the open types; `mine` and `theirs` are the points and types so far.
fn chance(types: &[[f32; 3]], mine: (u8, u8), theirs: (u8, u8)) -> f32 {
    let Some((&[win, lose, tie], rest)) = types.split_last() else {
        return match (mine, theirs) {
            ((11.., _), _) => 1.0,
            (_, (11.., _)) => 0.0,
            ((_, 4..), _) => 1.0,
            (_, (_, 4..)) => 0.0,
            _ => f32::midpoint(1.0, f32::from(mine.0.cmp(&theirs.0) as i8)),
        };
    };
    if mine.0 >= 11 || theirs.0 >= 11 {
        return f32::from(u8::from(mine.0 >= 11));
    }
    let value = Geisha::ALL[rest.len()].value() as u8;
    let part = |weight: f32, mine, theirs| if weight > 0.0 { weight * chance(rest, mine, theirs) } else { 0.0 };
    part(win, (mine.0 + value, mine.1 + 1), theirs)
        + part(lose, mine, (theirs.0 + value, theirs.1 + 1))
        + part(tie, mine, theirs)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{choices, view};

    #[test]
    fn as_many_cards_go_each_way_as_there_are_places() {
        let view = view(&Hanamikoji, "removed A; hands BCCEGG / BEFFFG; pile EFGDAGDD", &[]);
        let ways = Ways::after(&view, "burn BC".parse().expect("an action"));
        // Of five cards in hand and three draws five stay and three are given.
        assert_eq!(ways.hand, Way { mine: 5.0 / 8.0, theirs: 3.0 / 8.0, outside: 0.0 });
        // Of fourteen unseen cards eleven pass through the other seat's actions or are removed, three are drawn.
        let drawn = Way { mine: 3.0, theirs: 5.0, outside: 3.0 }.plus(ways.hand, 3.0).shared();
        assert_eq!(ways.unseen, drawn);
    }

    #[test]
    fn of_two_cards_it_takes_the_one_that_wins_by_count() {
        // Only G can still give it the eleven points.
        let sure = [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]];
        let types = [sure[1], sure[1], sure[1], sure[2], sure[2], sure[0], [0.5, 0.5, 0.0]];
        assert_eq!(chance(&types, (0, 0), (0, 0)), 0.5);
        let view = view(&Hanamikoji, "removed A; hands BCCEGG / BEFFFG; pile EFGDAGDD", &["gift BGG"]);
        assert_eq!(choices(&SlotCounter, &view), ["take G"]);
    }
}
