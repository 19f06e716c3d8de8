//! A stored network for Hanamikoji, whole or cut down.

use cardsharp_rules::Game as _;
use cardsharp_rules::hanamikoji::{Action, Hanamikoji, Shown};

use super::encoding::features;
use super::policy::Row;
use super::variant::Variant;
use crate::net::{InvalidNet, Net, TILE};

/// The outputs: a logit for each action, and the expected result.
const HEADS: [usize; 2] = [Hanamikoji::ACTIONS, 1];
/// The features, plus two flags: whether the other seat plays by simple rules, and whether it is greedy.
pub(crate) const INPUTS: usize = Hanamikoji::FEATURES + 2;
/// The number of views in a batch. With more, the activations exceed the caches.
const ROOM: usize = 64;

/// A network in the format of `learning/hanamikoji`.
pub struct Network(Net);

impl Network {
    /// Reads a network.
    ///
    /// # Errors
    /// If the bytes are not such a network.
    pub fn read(bytes: &[u8]) -> Result<Network, InvalidNet> {
        Net::read(bytes, INPUTS, &HEADS).map(Network)
    }

    /// Returns the outputs for these inputs; only those of the given actions are valid.
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

    /// Returns the network's preference for each action in each situation of the deciding seat, after this record: the
    /// logit relative to the best action. At temperature t the probabilities are proportional to `exp(liking / t)`.
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
