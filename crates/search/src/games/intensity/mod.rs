//! Intensity: habits of the other players, and the strongest player.

mod case;
mod champion;
mod exact;
mod guesses;
pub mod habits;
mod hints;
mod insight;
mod learned;
pub mod matter;
mod opponents;
mod passes;
mod posterior;
mod response;
#[cfg(test)]
mod tests;

use cardsharp_rules::intensity::{Action, Careful, Intensity, Observation, State};
use cardsharp_rules::{Observation as _, Rng, Style};

use crate::memory::Remembered;
use crate::roster::{REMEMBERING, seat};
use crate::{
    Belief, Clock, Memory, Model, Objective, Player, Search, Searchable, Spec, SpecError, Valued, search_settings,
};
use champion::Champion;
use learned::Learned;
use opponents::Opponent;

impl Searchable for Intensity {
    const RANGE: (i32, i32) = (-17, 0);
    const OBJECTIVE: Objective = Objective::Mix(0.7);
    const VALUES: &'static str = "for careful play at every seat";
    const HAS_PASSING: bool = true;
    const UNIFORM_SHARE: f32 = 0.4;
    const WORLDS: usize = 400;

    fn is_pass(action: Action) -> bool {
        matches!(action, Action::Pass(_))
    }

    fn models(&self) -> Vec<Model<Intensity>> {
        let priors = opponents::as_models(&opponents::USUAL.opponents());
        Opponent::ALL
            .into_iter()
            .zip(priors)
            .map(|(opponent, prior)| Model::follows(opponent, f64::from(prior)))
            .collect()
    }

    fn champion(&self, how: Search) -> Box<dyn Player<Intensity>> {
        Box::new(Champion::new(how, opponents::USUAL))
    }

    const CHAMPION_SETTINGS: &'static [&'static str] = REMEMBERING;

    fn champion_by(&self, spec: &Spec) -> Result<Box<dyn Player<Self>>, SpecError> {
        let champion = Champion::new(search_settings::<Self>(spec)?, opponents::USUAL);
        Ok(Box::new(champion.with_memory(Memory::of(spec)?)))
    }

    fn appraise(
        &self,
        view: &Observation,
        _also: Option<Action>,
        how: &Search,
        rng: &mut Rng,
    ) -> Option<Vec<Valued<Action>>> {
        let mut legal = Vec::new();
        view.legal_actions(&mut legal);
        Some(Champion::new(*how, opponents::STRONG).ranked(view, &legal, rng))
    }

    fn compare(&self, view: &Observation, actions: &[Action], how: &Search, rng: &mut Rng) -> Vec<Valued<Action>> {
        Champion::new(*how, opponents::STRONG).compare(view, actions, rng)
    }

    fn believe(view: &Observation, worlds: usize, clock: &Clock, rng: &mut Rng) -> Option<Belief<State>> {
        let no_memory = Remembered::default();
        Some(posterior::believe(view, &opponents::USUAL, &no_memory, worlds, clock, rng).belief())
    }

    fn learned(&self) -> Vec<Box<dyn Style<Intensity>>> {
        vec![Box::new(Learned::FIRM)]
    }

    fn adviser(&self) -> Box<dyn Style<Intensity>> {
        Box::new(Learned::FREE)
    }

    fn default_style(&self) -> Box<dyn Style<Intensity>> {
        Box::new(Careful)
    }

    fn seat_player(&self, spec: &Spec) -> Result<Box<dyn Player<Self>>, SpecError> {
        seat(self, spec)
    }

    explained_by!();
}
