//! A stored network of Hanamikoji, asked about a whole game or a cut-down one.

use cardsharp_rules::Game as _;
use cardsharp_rules::hanamikoji::{Action, Hanamikoji, Shown};

use super::encoding::features;
use super::policy::Row;
use super::variant::Variant;
use crate::net::{InvalidNet, Net, TILE};

/// A logit for each action, and what to expect of a game among equals.
const HEADS: [usize; 2] = [Hanamikoji::ACTIONS, 1];
/// The features, whether the other seat is known to play by simple rules, and whether by those of greedy itself.
pub(crate) const INPUTS: usize = Hanamikoji::FEATURES + 2;
/// So many views are judged together: with more, what lies between the layers fills the caches.
const ROOM: usize = 64;

/// A network as `learning/hanamikoji` stores it.
pub struct Network(Net);

impl Network {
    /// Reads one.
    ///
    /// # Errors
    /// If the bytes are no such network.
    pub fn read(bytes: &[u8]) -> Result<Network, InvalidNet> {
        Net::read(bytes, INPUTS, &HEADS).map(Network)
    }

    /// What it says to these inputs, where each has these actions; of others it says nothing.
    pub(crate) fn answers<'a>(&self, inputs: &[Vec<f32>], actions: impl Fn(usize) -> &'a [Action]) -> Vec<Vec<f32>> {
        let tiles = |row: usize| {
            actions(row).iter().fold(0_u32, |tiles, &action| tiles | 1 << (Hanamikoji::action_index(action) / TILE))
        };
        let tiles: Vec<u32> = (0..inputs.len()).map(tiles).collect();
        let inputs: Vec<&[f32]> = inputs.iter().map(Vec::as_slice).collect();
        let mut answers = Vec::with_capacity(inputs.len());
        for some in inputs.chunks(ROOM) {
            let first = answers.len();
            answers.extend(self.0.forward_where(some, |row, tile| tiles[first + row] >> tile & 1 == 1));
        }
        answers
    }

    /// How much it likes each of these actions in each situation of the seat that is to decide, where this was
    /// shown so far: as logarithms, 0 for what it likes best. At temperature t it does them in proportion to
    /// `exp(liking / t)`.
    pub fn likings(&self, variant: &Variant, shown: &[Shown], rows: &[Row]) -> Vec<Vec<f32>> {
        let input = |(situation, _): &Row| {
            let mut input = vec![0.0; INPUTS];
            for place in features(variant, shown, situation) {
                input[place] = 1.0;
            }
            input
        };
        let answers = self.answers(&rows.iter().map(input).collect::<Vec<_>>(), |row| &rows[row].1);
        let liked = |(answers, (_, actions)): (Vec<f32>, &Row)| {
            let logits: Vec<f32> = actions.iter().map(|&action| answers[Hanamikoji::action_index(action)]).collect();
            let best = logits.iter().copied().fold(f32::NEG_INFINITY, f32::max);
            logits.iter().map(|logit| logit - best).collect()
        };
        answers.into_iter().zip(rows).map(liked).collect()
    }
}
