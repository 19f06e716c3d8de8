//! Where it is written how games stand: slices of the caller's buffers, a row for every game.

use cardsharp_rules::{Game, ObservationOf};

/// What is told of games that lie side by side.
pub(crate) struct Told<'a> {
    /// Whose turn it is, −1 if nobody's.
    pub(crate) seats: &'a mut [i8],
    /// Whether a game ended in this step.
    pub(crate) terminated: &'a mut [bool],
    /// What every seat got in this step.
    pub(crate) rewards: &'a mut [f32],
    /// What whose turn it is sees.
    pub(crate) observations: Observations<'a>,
    /// What it may do.
    pub(crate) masks: Masks<'a>,
    /// What every seat sees, one after another; empty where nobody asked.
    pub(crate) hidden_cards: &'a mut [f32],
}

/// Observations as they are wanted.
pub(crate) enum Observations<'a> {
    /// Not at all.
    Unwanted,
    /// A number for every feature.
    Floats(&'a mut [f32]),
    /// A bit for every feature, then those that are numbers.
    Packed(&'a mut [u8]),
}

/// Legal actions as they are wanted.
pub(crate) enum Masks<'a> {
    /// Not at all.
    Unwanted,
    /// A byte for every action.
    Bools(&'a mut [bool]),
    /// A bit for every action.
    Packed(&'a mut [u8]),
}

/// How many bytes so many bits take.
pub(crate) const fn bytes(bits: usize) -> usize {
    bits.div_ceil(8)
}

/// Takes a part off the front.
#[expect(clippy::mut_mut, reason = "what is taken lives as long as the whole")]
fn part<'a, T>(rest: &mut &'a mut [T], length: usize) -> &'a mut [T] {
    let (part, others) = std::mem::take(rest).split_at_mut(length);
    *rest = others;
    part
}

impl<'a> Told<'a> {
    /// Parts of so many games each, the last one perhaps of fewer.
    pub(crate) fn split(mut self, length: usize) -> Vec<Told<'a>> {
        let count = self.seats.len();
        let starts = (0..count).step_by(length);
        starts.map(|start| self.take(length.min(count - start), count - start)).collect()
    }

    /// Takes the first of what is left.
    fn take(&mut self, games: usize, left: usize) -> Told<'a> {
        let wide = |length: usize| length / left * games;
        Told {
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

    /// Clears the masks: from here on only what has changed is written.
    pub(crate) fn forget(&mut self) {
        match &mut self.masks {
            Masks::Unwanted => {}
            Masks::Bools(all) => all.fill(false),
            Masks::Packed(all) => all.fill(0),
        }
    }

    /// Whether more is told than whose turn it is.
    pub(crate) fn is_rich(&self) -> bool {
        !matches!((&self.observations, &self.masks), (Observations::Unwanted, Masks::Unwanted))
            || !self.hidden_cards.is_empty()
    }
}

impl Masks<'_> {
    /// Says of these actions of a game whether they are legal.
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
    /// Writes what a seat of a game sees.
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
