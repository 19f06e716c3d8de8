//! The outputs of a step: slices of the caller's buffers, with a row for every game.

use cardsharp_rules::{Game, ObservationOf};

/// The outputs for consecutive games.
pub(crate) struct Buffers<'a> {
    /// The seat to act, −1 if none.
    pub(crate) seats: &'a mut [i8],
    /// Whether the game ended in this step.
    pub(crate) terminated: &'a mut [bool],
    /// The rewards of all seats in this step.
    pub(crate) rewards: &'a mut [f32],
    /// The observation of the seat to act.
    pub(crate) observations: Observations<'a>,
    pub(crate) masks: Masks<'a>,
    /// The observations of all seats; empty unless requested.
    pub(crate) hidden_cards: &'a mut [f32],
}

/// Observations in the requested format.
pub(crate) enum Observations<'a> {
    Unwanted,
    /// A number for every feature.
    Floats(&'a mut [f32]),
    /// A bit for every feature, then the features that are numbers.
    Packed(&'a mut [u8]),
}

/// Legal actions in the requested format.
pub(crate) enum Masks<'a> {
    Unwanted,
    /// A byte for every action.
    Bools(&'a mut [bool]),
    /// A bit for every action.
    Packed(&'a mut [u8]),
}

pub(crate) const fn bytes(bits: usize) -> usize {
    bits.div_ceil(8)
}

/// Splits a part off the front.
#[expect(clippy::mut_mut, reason = "what is taken lives as long as the whole")]
fn part<'a, T>(rest: &mut &'a mut [T], length: usize) -> &'a mut [T] {
    let (part, others) = std::mem::take(rest).split_at_mut(length);
    *rest = others;
    part
}

impl<'a> Buffers<'a> {
    /// Splits into parts of `length` games each; the last may be shorter.
    pub(crate) fn split(mut self, length: usize) -> Vec<Buffers<'a>> {
        let count = self.seats.len();
        let starts = (0..count).step_by(length);
        starts.map(|start| self.take(length.min(count - start), count - start)).collect()
    }

    fn take(&mut self, games: usize, left: usize) -> Buffers<'a> {
        let wide = |length: usize| length / left * games;
        Buffers {
            seats: part(&mut self.seats, games),
            terminated: part(&mut self.terminated, games),
            rewards: {
                let length = wide(self.rewards.len());
                part(&mut self.rewards, length)
            },
            observations: match &mut self.observations {
                Observations::Unwanted => Observations::Unwanted,
                Observations::Floats(all) => Observations::Floats({
                    let length = wide(all.len());
                    part(all, length)
                }),
                Observations::Packed(all) => Observations::Packed({
                    let length = wide(all.len());
                    part(all, length)
                }),
            },
            masks: match &mut self.masks {
                Masks::Unwanted => Masks::Unwanted,
                Masks::Bools(all) => Masks::Bools({
                    let length = wide(all.len());
                    part(all, length)
                }),
                Masks::Packed(all) => Masks::Packed({
                    let length = wide(all.len());
                    part(all, length)
                }),
            },
            hidden_cards: {
                let length = wide(self.hidden_cards.len());
                part(&mut self.hidden_cards, length)
            },
        }
    }

    /// Clears the masks: from now on only changes are written.
    pub(crate) fn clear_masks(&mut self) {
        match &mut self.masks {
            Masks::Unwanted => {}
            Masks::Bools(all) => all.fill(false),
            Masks::Packed(all) => all.fill(0),
        }
    }

    /// Whether observations, masks or hidden cards are requested.
    pub(crate) fn is_rich(&self) -> bool {
        !matches!((&self.observations, &self.masks), (Observations::Unwanted, Masks::Unwanted))
            || !self.hidden_cards.is_empty()
    }
}

impl Masks<'_> {
    #[inline]
    pub(crate) fn set<G: Game>(&mut self, game: usize, actions: &[u32], are_legal: bool) {
        match self {
            Masks::Unwanted => {}
            Masks::Bools(all) => {
                let row = &mut all[game * G::ACTIONS..(game + 1) * G::ACTIONS];
                for &action in actions {
                    row[action as usize] = are_legal;
                }
            }
            Masks::Packed(all) => {
                let row = &mut all[game * bytes(G::ACTIONS)..(game + 1) * bytes(G::ACTIONS)];
                for &action in actions {
                    let (byte, bit) = (&mut row[action as usize / 8], 1 << (action % 8));
                    *byte = if are_legal { *byte | bit } else { *byte & !bit };
                }
            }
        }
    }
}

impl Observations<'_> {
    #[inline]
    pub(crate) fn write<G: Game>(&mut self, game: usize, view: &ObservationOf<G>) {
        match self {
            Observations::Unwanted => {}
            Observations::Floats(all) => G::encode(view, &mut all[game * G::FEATURES..(game + 1) * G::FEATURES]),
            Observations::Packed(all) => {
                let width = G::PACKED_FEATURES;
                G::encode_packed(view, &mut all[game * width..(game + 1) * width]);
            }
        }
    }
}
