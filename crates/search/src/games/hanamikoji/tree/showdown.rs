//! The values of the ends of games, row against row.
//!
//! At the end a seat's row is a secret and two burned cards, and one more of the cards never shown is left over. Two
//! rows are compatible if their cards are among those never shown, and then every way is equally likely (see
//! [`super::joint`]). The winner depends on the two secrets alone. So for each *union* of a row's cards, with any of
//! them as the secret, the other seat's reach is summed by its secret over the dozen compatible rows. Each row then
//! needs one short product with its line of the payoffs. A table of all pairs would have ten times as many entries.

use std::collections::HashMap;

use cardsharp_rules::hanamikoji::{Cards, Geisha};

use super::space::Space;
use super::variant::Variant;
use crate::equilibrium::Endings;

const SLOTS: usize = 8;
/// Seven cards have at most 35 different triples, and at most seven cards are unseen at the end.
const UNIONS: usize = 64;

/// The compatible rows, given the cards never shown.
#[derive(Debug)]
struct Fit {
    /// Pairs of an index among the sums, by union and secret, and a row to add there.
    parts: Vec<(u16, u16)>,
    unions: usize,
    /// The union and the secret of every row.
    rows: Vec<(u16, u16)>,
}

fn slot(secret: Cards) -> usize {
    secret.types().next().map_or(0, Geisha::index)
}

impl Fit {
    fn new(space: &Space) -> Fit {
        let unseen = space.shape().unseen;
        let mut unions: Vec<Cards> = space.situations().map(|row| row.cards()).collect();
        unions.sort_unstable();
        unions.dedup();
        assert!(unions.len() <= UNIONS, "at the end at most seven cards were never shown");
        // Sorted so that parts of one sum are not adjacent: each addition would have to wait for the one before it.
        let mut parts = Vec::new();
        for (number, &union) in unions.iter().enumerate() {
            let mut earlier = [0; SLOTS];
            for (row, theirs) in space.situations().enumerate() {
                if (unseen - union).includes(theirs.cards()) {
                    let slot = slot(theirs.secret);
                    parts.push((earlier[slot], ((number * SLOTS + slot) as u16, row as u16)));
                    earlier[slot] += 1;
                }
            }
        }
        parts.sort_unstable();
        let parts = parts.into_iter().map(|(_, part)| part).collect();
        let number = |union: Cards| unions.binary_search(&union).expect("it is among them") as u16;
        let rows = space.situations().map(|row| (number(row.cards()), slot(row.secret) as u16)).collect();
        Fit { parts, unions: unions.len(), rows }
    }

    /// Sums the reach of the rows that are compatible with each union, by their secret.
    #[inline]
    fn add_up(&self, reach: &[f32], sums: &mut [f32; UNIONS * SLOTS]) {
        sums[..self.unions * SLOTS].fill(0.0);
        for &(place, row) in &self.parts {
            sums[usize::from(place)] += reach[usize::from(row)];
        }
    }

    #[inline]
    fn worth(&self, sums: &[f32; UNIONS * SLOTS], payoff: &Payoff, mut tell: impl FnMut(usize, f32)) {
        for (number, &(union, secret)) in self.rows.iter().enumerate() {
            let sums = &sums[usize::from(union) * SLOTS..][..SLOTS];
            let payoff = &payoff[usize::from(secret)];
            let mut products = [0.0; SLOTS];
            for (product, (sum, payoff)) in products.iter_mut().zip(sums.iter().zip(payoff)) {
                *product = sum * payoff;
            }
            let [a, b, c, d, e, f, g, h] = products;
            tell(number, ((a + e) + (b + f)) + ((c + g) + (d + h)));
        }
    }
}

/// The learner's payoff, by its secret and the other's.
type Payoff = [[f32; SLOTS]; SLOTS];

/// The endings of a tree of Hanamikoji.
#[derive(Debug, Default)]
pub struct Showdown {
    fits: Vec<Fit>,
    fit_numbers: HashMap<Cards, u32>,
    /// By learner.
    payoffs: Vec<[Payoff; 2]>,
    payoff_numbers: HashMap<[i8; 7], u32>,
    endings: Vec<(u32, u32)>,
}

impl Showdown {
    /// Adds an ending with this lead of seat 0 in open cards; both seats have the rows of `space`.
    pub(super) fn add(&mut self, variant: &Variant, space: &Space, lead: [i8; 7]) -> u32 {
        let unseen = space.shape().unseen;
        let fits = &mut self.fits;
        let fit = *self.fit_numbers.entry(unseen).or_insert_with(|| {
            fits.push(Fit::new(space));
            fits.len() as u32 - 1
        });
        let payoffs = &mut self.payoffs;
        let payoff = *self.payoff_numbers.entry(lead).or_insert_with(|| {
            payoffs.push(payoff(variant, space.shape().secret > 0, lead));
            payoffs.len() as u32 - 1
        });
        self.endings.push((fit, payoff));
        self.endings.len() as u32 - 1
    }
}

fn payoff(variant: &Variant, secrets: bool, lead: [i8; 7]) -> [Payoff; 2] {
    let mut payoffs = [[[0.0; SLOTS]; SLOTS]; 2];
    for mine in Geisha::ALL.map(Geisha::index) {
        for theirs in Geisha::ALL.map(Geisha::index) {
            let mut lead = lead;
            if secrets {
                lead[mine] += 1;
                lead[theirs] -= 1;
            }
            let score = f32::from(variant.score(lead));
            payoffs[0][mine][theirs] = score;
            payoffs[1][theirs][mine] = -score;
        }
    }
    payoffs
}

impl Endings for Showdown {
    fn values(&self, ending: u32, learner: usize, reach: &[f32], out: &mut [f32]) {
        self.last_choice(ending, learner, reach, out, reach.len());
    }

    fn last_choice(&self, first: u32, learner: usize, reach: &[f32], choices: &mut [f32], rows: usize) {
        let fit = &self.fits[self.endings[first as usize].0 as usize];
        let mut sums = [0.0; UNIONS * SLOTS];
        fit.add_up(reach, &mut sums);
        for (ending, values) in (first as usize..).zip(choices.chunks_exact_mut(rows)) {
            let payoff = &self.payoffs[self.endings[ending].1 as usize][learner];
            fit.worth(&sums, payoff, |row, worth| values[row] = worth);
        }
    }

    fn last_answer(&self, first: u32, learner: usize, choices: &[f32], rows: usize, out: &mut [f32], _: &mut [f32]) {
        let fit = &self.fits[self.endings[first as usize].0 as usize];
        let mut sums = [0.0; UNIONS * SLOTS];
        out.fill(0.0);
        for (ending, reach) in (first as usize..).zip(choices.chunks_exact(rows)) {
            let payoff = &self.payoffs[self.endings[ending].1 as usize][learner];
            fit.add_up(reach, &mut sums);
            fit.worth(&sums, payoff, |row, worth| out[row] += worth);
        }
    }
}
