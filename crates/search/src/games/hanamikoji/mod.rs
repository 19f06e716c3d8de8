//! Hanamikoji: who sits opposite.

use cardsharp_rules::hanamikoji::{Action, Greedy, Hanamikoji, Observation};
use cardsharp_rules::{Random, Style};

use crate::roster::seat;
use crate::{Model, Objective, Offer, Player, Spec, SpecError, Thoughtful, search_settings};

mod glance;
mod ranges;
mod resolve;

use ranges::AT_A_GLANCE;

impl Thoughtful for Hanamikoji {
    const RANGE: (i32, i32) = (-1, 1);
    const OBJECTIVE: Objective = Objective::Score;

    fn models(&self) -> Vec<Model<Hanamikoji>> {
        vec![Model::follows(Random, 0.3), Model::follows(Greedy, 0.35), Model::adapts(Thinker, 0.35)]
    }

    fn default_style(&self) -> Box<dyn Style<Hanamikoji>> {
        Box::new(Greedy)
    }

    fn own_players(&self) -> Vec<Offer> {
        vec![Offer {
            name: "resolve",
            summary: "keeps exact ranges of both hands, searches while the game is long and solves the rest",
            settings: &["ms", "nodes", "worlds"],
        }]
    }

    fn seat_own_player(&self, spec: &Spec) -> Result<Box<dyn Player<Hanamikoji>>, SpecError> {
        Ok(Box::new(resolve::Resolve::new(search_settings::<Hanamikoji>(spec)?)))
    }

    fn seat_player(&self, spec: &Spec) -> Result<Box<dyn Player<Self>>, SpecError> {
        seat(self, spec)
    }
}

/// Someone with a plan of his own: what looks good at a glance is likelier, and nothing is ruled out.
struct Thinker;

impl Style<Hanamikoji> for Thinker {
    fn name(&self) -> &'static str {
        "thinker"
    }

    fn summary(&self) -> &'static str {
        "a third what looks best at a glance, else anything"
    }

    fn weigh(&self, view: &Observation, legal: &[Action], weights: &mut Vec<f32>) {
        Greedy.weigh(view, legal, weights);
        let even = (1.0 - AT_A_GLANCE) / legal.len() as f32;
        for weight in weights {
            *weight = AT_A_GLANCE * *weight + even;
        }
    }
}
