//! The champion of Intensity: the best answer to those it has a model of, tried first where a
//! network that learnt from many made-up players would look.

use cardsharp_rules::intensity::{Action, Intensity, Observation};
use cardsharp_rules::{Observation as _, Rng, Style};

use super::exact::{self, Line};
use super::learned::Learned;
use super::opponents::Priors;
use super::posterior;
use super::response::responses;
use crate::{Clock, Considered, Player, Search, Valued};

/// Draws what the others may hold and think, and answers it.
pub(super) struct Champion {
    pub(super) how: Search,
    /// What is thought of the others before anything was seen.
    pub(super) priors: Priors,
}

impl Player<Intensity> for Champion {
    fn choose(&self, view: &Observation, rng: &mut Rng) -> Action {
        let mut legal = Vec::new();
        view.legal_actions(&mut legal);
        if let [only] = legal[..] { only } else { self.ranked(view, &legal, rng)[0].action }
    }

    fn consider(&self, view: &Observation, rng: &mut Rng) -> Considered<Action> {
        let mut legal = Vec::new();
        view.legal_actions(&mut legal);
        Considered::Values(self.ranked(view, &legal, rng))
    }
}

impl Champion {
    /// Every action with its value, the choice first.
    pub(super) fn ranked(&self, view: &Observation, legal: &[Action], rng: &mut Rng) -> Vec<Valued<Action>> {
        let mut clock = Clock::start(self.how.budget);
        let belief = posterior::believe(view, &self.priors, self.how.worlds, &clock, rng);
        let few = Line::few(view, &belief);
        if let Some(valued) = few.and_then(|lines| exact::responses(view, &lines, self.how.objective, exact::WORK)) {
            return valued;
        }
        let mut advice = Vec::new();
        Learned::FREE.weigh(view, legal, &mut advice);
        responses(view, &belief, (legal, &advice), &self.how, &mut clock, rng)
    }

    /// Just these actions, each in a search of its own, in worlds that all of them share.
    pub(super) fn compare(&self, view: &Observation, actions: &[Action], rng: &mut Rng) -> Vec<Valued<Action>> {
        let clock = Clock::start(self.how.budget);
        let belief = posterior::believe(view, &self.priors, self.how.worlds, &clock, rng);
        let few = Line::few(view, &belief);
        let exact = few.and_then(|lines| exact::responses(view, &lines, self.how.objective, exact::WORK));
        let search = |action: Action| {
            let mut clock = Clock::start(self.how.budget);
            responses(view, &belief, (&[action], &[1.0]), &self.how, &mut clock, rng).swap_remove(0)
        };
        match exact {
            Some(valued) => {
                let found = |action: &Action| valued.iter().find(|valued| valued.action == *action);
                actions.iter().map(|action| *found(action).expect("every legal action is worked out")).collect()
            }
            None => actions.iter().copied().map(search).collect(),
        }
    }
}
