//! A Hanamikoji player with a network trained by self-play; see `learning/hanamikoji`.

use std::sync::OnceLock;

use cardsharp_rules::hanamikoji::{Action, Hanamikoji, Observation};
use cardsharp_rules::{Game, Style};

use super::tree::{INPUTS, Network};
use crate::net::likely;

fn network() -> &'static Network {
    static NETWORK: OnceLock<Network> = OnceLock::new();
    let read = || Network::read(include_bytes!("../../../data/hanamikoji.net")).expect("it is part of the program");
    NETWORK.get_or_init(read)
}

fn exploiter() -> &'static Network {
    static NETWORK: OnceLock<Network> = OnceLock::new();
    let bytes = include_bytes!("../../../data/hanamikoji-exploiter.net");
    NETWORK.get_or_init(|| Network::read(bytes).expect("it is part of the program"))
}

/// Plays by a network.
#[derive(Clone, Copy, Debug)]
pub struct Learned {
    /// The softmax temperature: 1 as in training, near 0 always the best action.
    pub(super) temperature: f32,
    network: fn() -> &'static Network,
}

impl Learned {
    /// The player `learned`. Firmer play is easier to exploit (`benchmarks/exploitability.md`).
    pub const AT_TABLE: Learned = Learned { temperature: 1.0, network };
    /// A network trained only against [`Learned::AT_TABLE`]; nearly always plays its best action.
    pub const EXPLOITER: Learned = Learned { temperature: 0.1, network: exploiter };

    /// Returns the probabilities of the legal actions of each view, and the seat's expected result, from −1 to 1.
    pub(super) fn judge(
        self,
        views: &[(Observation, &[Action])],
        other: impl Fn(usize) -> Other,
    ) -> Vec<(Vec<f32>, f32)> {
        let encode = |(number, (view, _)): (usize, &(Observation, &[Action]))| {
            let mut features = vec![0.0; INPUTS];
            Hanamikoji::encode(view, &mut features[..Hanamikoji::FEATURES]);
            let told = other(number);
            features[Hanamikoji::FEATURES] = f32::from(u8::from(told != Other::Equal));
            features[Hanamikoji::FEATURES + 1] = f32::from(u8::from(told == Other::Greedy));
            features
        };
        let features: Vec<Vec<f32>> = views.iter().enumerate().map(encode).collect();
        let answers = (self.network)().answers(&features, |row| views[row].1);
        answers
            .into_iter()
            .zip(views)
            .map(|(answers, (_, legal))| {
                let logits = legal.iter().map(|&action| answers[Hanamikoji::action_index(action)]);
                (likely(logits, self.temperature), answers[Hanamikoji::ACTIONS])
            })
            .collect()
    }
}

/// The network's input about the other seat.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Other {
    /// It plays as well as the network.
    Equal,
    /// It plays by simple rules, similar to greedy's.
    Simple,
    /// It is greedy.
    Greedy,
}

impl Style<Hanamikoji> for Learned {
    fn name(&self) -> &'static str {
        "learned"
    }

    fn summary(&self) -> &'static str {
        "what a network advises that learnt in a thousand million games, most of them with itself"
    }

    fn weigh(&self, view: &Observation, legal: &[Action], weights: &mut Vec<f32>) {
        *weights = self.judge(&[(*view, legal)], |_| Other::Equal).swap_remove(0).0;
    }

    fn weigh_all(&self, views: &[(Observation, &[Action])]) -> Vec<Vec<f32>> {
        self.judge(views, |_| Other::Equal).into_iter().map(|(likely, _)| likely).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::net::answers_as_stored;

    #[test]
    fn the_network_answers_as_its_learner_did() {
        let all: Vec<Action> = (0..Hanamikoji::ACTIONS).filter_map(Hanamikoji::action_at).collect();
        let vectors = include_str!("../../../data/hanamikoji.vectors");
        answers_as_stored(vectors, INPUTS, |features| network().answers(&[features], |_| &all).swap_remove(0));
    }
}
