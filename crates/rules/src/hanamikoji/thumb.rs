//! A rule of thumb: seven lines a person can follow, distilled from the champion's games.

use super::Observation;
use super::actions::{Action, Kind};
use super::cards::{Cards, Geisha};
use super::rules::Hanamikoji;
use super::sides::Sides;
use crate::{Observation as _, Style, even_among};

/// Counts leads by a tally simple enough to keep in the head, and plays for the best count.
#[derive(Clone, Copy, Debug, Default)]
pub struct Thumb;

impl Thumb {
    /// The rule in words.
    pub const RULES: [&'static str; 7] = [
        "Do what leaves you the best count; an offer counts what its worst answer leaves you. The count goes over all seven types, your secret on your side: your share of a type times its points.",
        "The share begins as your lead in cards, less a sixth of a card for every card of the type that you have not seen; a quarter if you are answering an offer.",
        "Answering an offer, add two fifths of a card for every card of the type in your hand, and two fifths of a point for each type you take in which you lead already.",
        "The more is to come, the less a lead is worth: divide by one and a quarter with one card of the type still to come (unseen or in your hand), by one and a half with two, by one and three quarters with three, by two with four.",
        "A share is never more than nine tenths, for you or against you; but one whole where the type can no longer change hands.",
        "Keep pairs together: take off three tenths of a point for hiding or burning one card of two alike in your hand.",
        "Take off a tenth of a point for a Secret or a Burn, of actions that count about the same these can wait; add three tenths for a Competition in your first two turns.",
    ];
}

impl Style<Hanamikoji> for Thumb {
    fn name(&self) -> &'static str {
        "thumb"
    }

    fn summary(&self) -> &'static str {
        "a rule of thumb: plays for the best count of leads (see its book)"
    }

    fn weigh(&self, view: &Observation, legal: &[Action], weights: &mut Vec<f32>) {
        let tally = Tally::of(view);
        let count = |action: Action| tally.after(view, action) + TENTH_OF_A_POINT * tally.leaning(view, action);
        let best = legal.iter().map(|&action| count(action)).max();
        even_among(legal, weights, |action| Some(count(action)) == best);
    }
}

/// One card, and the share of a settled type. Every divisor of a share divides it, so that equal counts compare equal.
const WHOLE: i32 = 75_600;
const MOST: i32 = WHOLE / 10 * 9;
const UNSEEN: i32 = WHOLE / 6;
const UNSEEN_IN_AN_ANSWER: i32 = WHOLE / 4;
const IN_HAND: i32 = WHOLE / 5 * 2;
const TENTH_OF_A_POINT: i32 = WHOLE / 10;

/// The cards as they lie, and how a seat counts the cards not yet placed.
#[derive(Clone, Copy)]
struct Tally {
    sides: Sides,
    /// The weight of a card in hand, added to the lead.
    in_hand: i32,
    /// The weight of an unseen card, taken from it.
    not_seen: i32,
}

impl Tally {
    fn of(view: &Observation) -> Tally {
        let answers = view.table().offer().is_some();
        let (in_hand, not_seen) = if answers { (IN_HAND, UNSEEN_IN_AN_ANSWER) } else { (0, UNSEEN) };
        Tally { sides: Sides::of(view), in_hand, not_seen }
    }

    /// The bonus or malus of an action beyond its count, in tenths of a point.
    fn leaning(self, view: &Observation, action: Action) -> i32 {
        let breaks = |cards: Cards| {
            let breaks = |&card: &Geisha| self.sides.hand.count(card) == 2 && cards.count(card) == 1;
            cards.types().filter(breaks).count() as i32
        };
        let used = || Kind::ALL.into_iter().filter(|&kind| view.table().has_used(view.seat(), kind)).count();
        match action {
            Action::Secret(_) | Action::Burn(_) => -1 - 3 * breaks(action.cards()),
            Action::Compete(_) if used() < 2 => 3,
            Action::Gift(_) | Action::Compete(_) => 0,
            Action::Take(cards) => {
                let leads = |card: &Geisha| self.sides.mine.count(*card) > self.sides.theirs.count(*card);
                4 * cards.types().filter(leads).count() as i32
            }
        }
    }

    /// The count after an action; an offer meets its worst answer.
    fn after(self, view: &Observation, action: Action) -> i32 {
        let mut worst = i32::MAX;
        self.sides.each_outcome(view, action, |sides| worst = worst.min(Tally { sides, ..self }.count()));
        worst
    }

    fn count(self) -> i32 {
        Geisha::ALL.into_iter().map(|card| card.value() as i32 * self.share(card)).sum()
    }

    /// How far one type is ours.
    fn share(self, card: Geisha) -> i32 {
        let Sides { mine, theirs, hand, unseen } = self.sides;
        let [mine, theirs, hand, unseen] = [mine, theirs, hand, unseen].map(|cards| cards.count(card) as i32);
        let (half, to_come) = (card.value() as i32 / 2, hand + unseen);
        if mine > half || mine - theirs > to_come {
            WHOLE
        } else if theirs > half || theirs - mine > to_come {
            -WHOLE
        } else {
            let lead = WHOLE * (mine - theirs) - self.not_seen * unseen + self.in_hand * hand;
            (4 * lead / (4 + to_come)).clamp(-MOST, MOST)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Game as _, Rng, Seat, Seed, State as _};

    /// The cards of one type: own side, other side, in hand and unseen.
    fn share(mine: &str, theirs: &str, hand: &str, unseen: &str, in_hand: i32) -> i32 {
        let [mine, theirs, hand, unseen] = [mine, theirs, hand, unseen].map(|text| text.parse().unwrap());
        Tally { sides: Sides { mine, theirs, hand, unseen }, in_hand, not_seen: UNSEEN }.share(Geisha::G)
    }

    #[test]
    fn a_share_is_the_lead_over_what_is_to_come() {
        assert_eq!(share("G", "", "GG", "GG", 0), WHOLE * 4 / 6 / 2);
        assert_eq!(share("G", "", "GG", "GG", IN_HAND), WHOLE / 3 + IN_HAND);
        assert_eq!(share("GG", "", "G", "GG", 0), MOST);
        assert_eq!(share("GGG", "", "G", "G", 0), WHOLE);
        assert_eq!(share("", "GG", "", "G", 0), -WHOLE);
        assert_eq!(share("G", "G", "", "GG", 0), -WHOLE / 3 * 2 / 3);
    }

    #[test]
    fn pairs_are_kept_and_leads_are_followed() {
        let state = Hanamikoji.start(&Hanamikoji.shuffle(Seed(1))).unwrap();
        let view = state.observe(Seat::FIRST);
        let [mine, theirs, hand] = ["F", "", "AABGG"].map(|text| text.parse().unwrap());
        let sides = Sides { mine, theirs, hand, unseen: Cards::EMPTY };
        let tally = Tally { sides, in_hand: 0, not_seen: UNSEEN };
        let leaning = |action| tally.leaning(&view, action);
        let burn = |text: &str| Action::Burn(text.parse().unwrap());
        assert_eq!([Action::Secret(Geisha::G), Action::Secret(Geisha::B)].map(leaning), [-4, -1]);
        assert_eq!([burn("AA"), burn("AB"), burn("AG")].map(leaning), [-1, -4, -7]);
        let take = |text: &str| Action::Take(text.parse().unwrap());
        assert_eq!([take("F"), take("FG"), take("G")].map(leaning), [4, 4, 0]);
    }

    #[test]
    fn three_alike_are_mostly_given_first() {
        let (mut given, mut held) = (0, 0);
        for seed in 0..300 {
            let state = Hanamikoji.start(&Hanamikoji.shuffle(Seed(seed))).unwrap();
            let view = state.observe(Seat::FIRST);
            if Geisha::ALL.into_iter().any(|card| view.hand().count(card) >= 3) {
                let action = Thumb.choose(&view, &mut Rng::new(Seed(seed)));
                let is_given = matches!(action, Action::Gift(cards) if cards.types().count() == 1);
                given += usize::from(is_given);
                held += 1;
            }
        }
        assert!(held > 0 && 10 * given > 9 * held, "{given} of {held}");
    }
}
