//! The public state and its score.

use super::actions::{Kind, Offer};
use super::cards::{Cards, Geisha};
use super::rules::{HAND, SEATS, TURNS};
use crate::{BySeat, Seat, Turn};

/// The public part of a turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Shown {
    /// A card was hidden.
    Secret,
    /// Two cards were put away.
    Burn,
    /// Cards were offered.
    Offer {
        /// The cards offered.
        offer: Offer,
        /// The cards that the other seat took; none while it chooses.
        taken: Cards,
    },
}

impl Shown {
    /// The kind of action.
    #[inline]
    pub fn kind(self) -> Kind {
        match self {
            Shown::Secret => Kind::Secret,
            Shown::Burn => Kind::Burn,
            Shown::Offer { offer: Offer::Gift(_), .. } => Kind::Gift,
            Shown::Offer { offer: Offer::Competition(_), .. } => Kind::Competition,
        }
    }
}

/// The public state.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Table {
    /// The turns so far. Later places hold `Secret`, so that derived equality is right.
    shown: [Shown; TURNS],
    acted: u8,
    waiting: bool,
    /// A bit for each action used.
    used: BySeat<u8>,
    placed: BySeat<Cards>,
    secrets: BySeat<Option<Geisha>>,
}

impl Table {
    pub(super) fn new() -> Table {
        Table {
            shown: [Shown::Secret; TURNS],
            acted: 0,
            waiting: false,
            used: BySeat::splat(SEATS, 0),
            placed: BySeat::splat(SEATS, Cards::EMPTY),
            secrets: BySeat::splat(SEATS, None),
        }
    }

    /// The turns so far; seat 0 and seat 1 in turn.
    pub fn shown(&self) -> &[Shown] {
        &self.shown[..usize::from(self.acted)]
    }

    /// The offer that waits for an answer.
    #[inline]
    pub fn offer(&self) -> Option<Offer> {
        match self.shown().last() {
            Some(&Shown::Offer { offer, .. }) if self.waiting => Some(offer),
            _ => None,
        }
    }

    /// Whether this seat has used this action.
    #[inline]
    pub fn has_used(&self, seat: Seat, kind: Kind) -> bool {
        self.used[seat] >> (kind as u8) & 1 == 1
    }

    /// The cards on each side, at the end with the secrets.
    pub fn placed(&self) -> &BySeat<Cards> {
        &self.placed
    }

    /// The secrets, shown when the game is over.
    pub fn secrets(&self) -> &BySeat<Option<Geisha>> {
        &self.secrets
    }

    /// The number of cards drawn from the pile.
    pub fn drawn(&self) -> usize {
        // The next turn begins with its draw as soon as this one is done.
        (usize::from(self.acted) + usize::from(!self.waiting)).min(TURNS)
    }

    /// The number of cards this seat has drawn.
    pub fn draws(&self, seat: Seat) -> usize {
        // Seat 0 draws first, so of an odd number of draws it has made one more.
        (self.drawn() + 1 - seat.index()) / SEATS
    }

    /// The number of cards this seat holds.
    pub fn hand_size(&self, seat: Seat) -> usize {
        let used: usize = Kind::ALL.into_iter().filter(|&kind| self.has_used(seat, kind)).map(Kind::cards).sum();
        HAND + self.draws(seat) - used
    }

    /// The seat to act; while an offer waits, the other seat.
    #[inline]
    pub fn turn(&self) -> Turn {
        let acted = usize::from(self.acted);
        if acted == TURNS && !self.waiting {
            return Turn::Over;
        }
        // The seat after the last to act also answers it.
        Turn::Of(Seat::new(acted % SEATS))
    }

    /// Marks the action as used; an offer then waits for its answer.
    #[inline]
    pub(super) fn act(&mut self, seat: Seat, shown: Shown) {
        self.shown[usize::from(self.acted)] = shown;
        self.acted += 1;
        self.waiting = matches!(shown, Shown::Offer { .. });
        self.used[seat] |= 1 << shown.kind() as u8;
    }

    #[inline]
    pub(super) fn take(&mut self, seat: Seat, cards: Cards) {
        if let Shown::Offer { offer, taken } = &mut self.shown[usize::from(self.acted) - 1] {
            *taken = cards;
            self.placed[seat] = self.placed[seat] + cards;
            self.placed[seat.other()] = self.placed[seat.other()] + (offer.cards() - cards);
        }
        self.waiting = false;
    }

    /// The table at every decision so far; the last is the current one.
    pub fn decisions(&self) -> Vec<Table> {
        let mut table = Table::new();
        let mut decisions = vec![table];
        for (turn, &shown) in self.shown().iter().enumerate() {
            let seat = Seat::new(turn % SEATS);
            let Shown::Offer { offer, taken } = shown else {
                table.act(seat, shown);
                decisions.push(table);
                continue;
            };
            table.act(seat, Shown::Offer { offer, taken: Cards::EMPTY });
            decisions.push(table);
            if !taken.is_empty() {
                table.take(seat.other(), taken);
                decisions.push(table);
            }
        }
        decisions
    }

    #[inline]
    pub(super) fn reveal(&mut self, secrets: BySeat<Option<Geisha>>) {
        self.secrets = secrets;
        for (seat, secret) in secrets.iter() {
            self.placed[seat] = self.placed[seat] + secret.map_or(Cards::EMPTY, Cards::from);
        }
    }
}

/// For each seat, the number of types of which it has more cards on its side, and their points.
pub(super) fn owned(placed: &BySeat<Cards>) -> BySeat<(i32, i32)> {
    BySeat::from_fn(SEATS, |seat| {
        let more = |card: &Geisha| placed[seat].count(*card) > placed[seat.other()].count(*card);
        let mine = Geisha::ALL.into_iter().filter(more);
        mine.fold((0, 0), |(types, points), card| (types + 1, points + card.value() as i32))
    })
}

pub(super) fn score(placed: &BySeat<Cards>) -> BySeat<i32> {
    let owned = owned(placed);
    let [(types, points), (their_types, their_points)] = [owned[Seat::FIRST], owned[Seat::new(1)]];
    // With 21 points and 7 types in all, only one seat can have 11 points or four types.
    let first = if points >= 11 {
        1
    } else if their_points >= 11 {
        -1
    } else if types >= 4 {
        1
    } else if their_types >= 4 {
        -1
    } else {
        (points - their_points).signum()
    };
    [first, -first].into_iter().collect()
}
