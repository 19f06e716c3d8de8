//! The champion of Intensity: the best response to modelled opponents, with a search guided by a network.

use cardsharp_rules::intensity::{Action, Intensity, Observation};
use cardsharp_rules::{Observation as _, Rng, Style};

use super::case;
use super::exact::{self, Line};
use super::guesses::Guesses;
use super::habits::HABITS;
use super::learned::Learned;
use super::opponents::Priors;
use super::posterior;
use super::response::responses;
use crate::memory::Remembered;
use crate::{Clock, Considered, Memory, Player, Search, SeenGame, Valued};

pub(super) struct Champion {
    how: Search,
    priors: Priors,
    /// The opponents' record of earlier games of a match, if it remembers.
    pub(super) remembered: Option<Remembered<HABITS>>,
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

    fn remembering(&self, seen: &SeenGame<Intensity>) -> Option<Box<dyn Player<Intensity>>> {
        self.having(seen).map(|champion| Box::new(champion) as Box<dyn Player<Intensity>>)
    }
}

impl Champion {
    pub(super) fn new(how: Search, priors: Priors) -> Champion {
        Champion { how, priors, remembered: None }
    }

    pub(super) fn with_memory(self, memory: Memory) -> Champion {
        Champion { remembered: (memory == Memory::Match).then(Remembered::default), ..self }
    }

    /// Returns the champion with this game remembered; none if it does not remember.
    pub(super) fn having(&self, seen: &SeenGame<Intensity>) -> Option<Champion> {
        let remembered =
            self.remembered?.after(seen, &self.priors.opponents(), |seat| case::likelihoods(&seen.view, seat));
        Some(Champion { remembered: Some(remembered), ..*self })
    }

    fn believe(&self, view: &Observation, clock: &Clock, rng: &mut Rng) -> Guesses {
        let remembered = self.remembered.unwrap_or_default();
        posterior::believe(view, &self.priors, &remembered, self.how.worlds, clock, rng)
    }

    /// Values every action, best first.
    pub(super) fn ranked(&self, view: &Observation, legal: &[Action], rng: &mut Rng) -> Vec<Valued<Action>> {
        let mut clock = Clock::start(self.how.budget);
        let belief = self.believe(view, &clock, rng);
        let few = Line::few(view, &belief);
        if let Some(valued) = few.and_then(|lines| exact::responses(view, &lines, self.how.objective, exact::WORK)) {
            return valued;
        }
        let mut advice = Vec::new();
        Learned::FREE.weigh(view, legal, &mut advice);
        responses(view, &belief, (legal, &advice), &self.how, &mut clock, rng)
    }

    /// Values only these actions, each in a search of its own, in the same worlds.
    pub(super) fn compare(&self, view: &Observation, actions: &[Action], rng: &mut Rng) -> Vec<Valued<Action>> {
        let clock = Clock::start(self.how.budget);
        let belief = self.believe(view, &clock, rng);
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
