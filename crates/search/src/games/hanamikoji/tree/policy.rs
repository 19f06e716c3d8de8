//! Evaluates any policy exactly, by querying it at every decision of a tree.

use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

use cardsharp_rules::hanamikoji::{Action, Cards, Shown};

use super::cursor::Cursor;
use super::menu::offer_of;
use super::space::Situation;
use super::subgame::Subgame;
use crate::equilibrium::Step;
use crate::threads;

/// A decision of a tree as both seats see it.
#[derive(Clone, Debug)]
pub struct Decision {
    /// Its position in the tree.
    pub place: Cursor,
    /// The public record of the turns so far, with nothing taken of an open offer.
    pub shown: Vec<Shown>,
}

/// A situation of the deciding seat, and its actions.
pub type Row = (Situation, Vec<Action>);

impl Decision {
    fn shown_after(&self, action: Action) -> Vec<Shown> {
        let mut shown = self.shown.clone();
        match action {
            Action::Secret(_) => shown.push(Shown::Secret),
            Action::Burn(_) => shown.push(Shown::Burn),
            Action::Take(cards) => {
                if let Some(Shown::Offer { taken, .. }) = shown.last_mut() {
                    *taken = cards;
                }
            }
            Action::Gift(_) | Action::Compete(_) => {
                shown.extend(offer_of(action).map(|offer| Shown::Offer { offer, taken: Cards::EMPTY }));
            }
        }
        shown
    }
}

impl Subgame {
    /// Returns every decision of the tree once; `shown` is the record before it begins.
    ///
    /// Where mirror images share a node, the decision has the tree's names of the types.
    pub fn decisions(&self, shown: &[Shown]) -> Vec<Decision> {
        let mut waiting = vec![Decision { place: self.root(), shown: shown.to_vec() }];
        let mut decisions = Vec::new();
        while let Some(decision) = waiting.pop() {
            // After a final Secret or Burn the game is over.
            if let Step::End { .. } = self.tree().nodes()[decision.place.node() as usize].step {
                continue;
            }
            for action in self.open_actions(&decision.place) {
                if let Some(place) = self.after_action(&decision.place, action) {
                    waiting.push(Decision { place, shown: decision.shown_after(action) });
                }
            }
            decisions.push(decision);
        }
        decisions
    }

    /// Queries a policy about every decision, on this many threads. Returns for each node a weight for each choice, in
    /// the order of the node's strategy, ready for [`Solver::follow`](crate::equilibrium::Solver::follow).
    ///
    /// The policy receives a decision and the situations with more than one action, and returns a weight for each
    /// action. In situations with one action the weight is 1.
    pub fn ask<P>(&self, decisions: &[Decision], threads: usize, policy: P) -> Vec<(u32, Vec<f32>)>
    where
        P: Fn(&Decision, &[Row]) -> Vec<Vec<f32>> + Sync,
    {
        let (next, answers) = (AtomicUsize::new(0), Mutex::new(Vec::with_capacity(decisions.len())));
        let work = || {
            while let Some(decision) = decisions.get(next.fetch_add(1, Ordering::Relaxed)) {
                let answer = (decision.place.node(), self.ask_one(decision, &policy));
                answers.lock().expect("no policy panics").push(answer);
            }
        };
        std::thread::scope(|scope| {
            let _others = (1..threads).map_while(|_| threads::start_scoped(scope, work).ok()).count();
            work();
        });
        answers.into_inner().expect("no policy panics")
    }

    fn ask_one<P>(&self, decision: &Decision, policy: &P) -> Vec<f32>
    where
        P: Fn(&Decision, &[Row]) -> Vec<Vec<f32>>,
    {
        let (mut rows, mut places, mut numbers) = (Vec::new(), Vec::new(), Vec::new());
        for situation in self.situations(&decision.place) {
            let (actions, choices): (Vec<Action>, Vec<usize>) =
                self.choices(&decision.place, &situation).into_iter().unzip();
            let end = choices.iter().max().map_or(0, |last| last + 1);
            numbers.resize(numbers.len().max(end), 1.0);
            if actions.len() > 1 {
                rows.push((situation, actions));
                places.push(choices);
            }
        }
        if !rows.is_empty() {
            for (choices, said) in places.iter().zip(policy(decision, &rows)) {
                choices.iter().zip(said).for_each(|(&choice, number)| numbers[choice] = number);
            }
        }
        numbers
    }
}
