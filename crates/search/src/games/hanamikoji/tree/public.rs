//! The public state of the solver: smaller than the rules' table, and checked against it.

use cardsharp_rules::hanamikoji::{Cards, Geisha, Kind, Offer, Shown, Table};
use cardsharp_rules::{BySeat, Seat};

use super::variant::Variant;

/// A position as both seats see it, after the draw of the seat whose turn it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Public {
    /// The number of turns used.
    pub acted: usize,
    /// The open offer.
    pub offer: Option<Offer>,
    /// A bit for each action used, by seat.
    pub used: [u8; 2],
    /// The cards on each side.
    pub placed: [Cards; 2],
    /// The cards never shown.
    pub unseen: Cards,
}

impl Public {
    /// The start of a game.
    pub fn start(variant: &Variant) -> Public {
        Public { acted: 0, offer: None, used: [0; 2], placed: [Cards::EMPTY; 2], unseen: variant.deck() }
    }

    /// The public state of a table of the full game.
    pub fn of(table: &Table) -> Public {
        Public::after(&Variant::FULL, table.shown())
    }

    /// The public state after this record; an offer of which nothing is taken is open.
    pub fn after(variant: &Variant, shown: &[Shown]) -> Public {
        let mut public = Public::start(variant);
        for shown in shown {
            let actor = public.actor();
            match *shown {
                Shown::Secret => public.hide(actor, Kind::Secret),
                Shown::Burn => public.hide(actor, Kind::Burn),
                Shown::Offer { offer, taken } => {
                    public.show(actor, offer);
                    if !taken.is_empty() {
                        public.take(taken);
                    }
                }
            }
        }
        public
    }

    /// The seat that acts or answers.
    pub fn actor(&self) -> usize {
        self.acted % 2
    }

    /// Whether the last turn is over.
    pub fn is_over(&self, variant: &Variant) -> bool {
        self.acted == variant.turns() && self.offer.is_none()
    }

    /// Whether a seat has used an action.
    pub fn has_used(&self, seat: usize, kind: Kind) -> bool {
        self.used[seat] >> kind as u8 & 1 == 1
    }

    /// The actions a seat has left.
    pub fn left(&self, variant: &Variant, seat: usize) -> Vec<Kind> {
        variant.kinds().filter(|&kind| !self.has_used(seat, kind)).collect()
    }

    /// The number of cards a seat has drawn.
    pub fn draws(&self, variant: &Variant, seat: usize) -> usize {
        let drawn = (self.acted + usize::from(self.offer.is_none())).min(variant.turns());
        (drawn + 1 - seat) / 2
    }

    /// The number of cards a seat holds.
    pub fn hand_size(&self, variant: &Variant, seat: usize) -> usize {
        let used: usize = variant.kinds().filter(|&kind| self.has_used(seat, kind)).map(Kind::cards).sum();
        variant.dealt() + self.draws(variant, seat) - used
    }

    /// Applies a Secret or Burn of a seat.
    pub fn hide(&mut self, seat: usize, kind: Kind) {
        self.used[seat] |= 1 << kind as u8;
        self.acted += 1;
    }

    /// Applies an offer of a seat.
    pub fn show(&mut self, seat: usize, offer: Offer) {
        let kind = if let Offer::Gift(_) = offer { Kind::Gift } else { Kind::Competition };
        self.hide(seat, kind);
        self.offer = Some(offer);
        self.unseen = self.unseen - offer.cards();
    }

    /// Applies the other seat's answer.
    pub fn take(&mut self, taken: Cards) {
        if let Some(offer) = self.offer.take() {
            let taker = self.actor();
            self.placed[taker] = self.placed[taker] + taken;
            self.placed[1 - taker] = self.placed[1 - taker] + (offer.cards() - taken);
        }
    }

    /// Seat 0's lead in open cards, by type.
    pub fn lead(&self) -> [i8; 7] {
        Geisha::ALL.map(|card| self.placed[0].count(card) as i8 - self.placed[1].count(card) as i8)
    }

    /// Returns whether a table of the rules shows the same state.
    pub fn agrees_with(&self, table: &Table) -> bool {
        let placed: BySeat<Cards> = self.placed.into_iter().collect();
        let used = [0, 1].map(|seat| {
            Kind::ALL
                .into_iter()
                .filter(|&kind| table.has_used(Seat::new(seat), kind))
                .fold(0, |used, kind| used | 1 << kind as u8)
        });
        let sizes = [0, 1].map(|seat| self.hand_size(&Variant::FULL, seat) == table.hand_size(Seat::new(seat)));
        *table.placed() == placed && used == self.used && table.offer() == self.offer && sizes == [true; 2]
    }
}
