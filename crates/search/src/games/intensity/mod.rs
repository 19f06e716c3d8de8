//! Intensity: who sits round the table.

mod champion;
mod learned;
mod passes;
mod plain;

use cardsharp_rules::intensity::{Action, Careful, Intensity, Observation, State};
use cardsharp_rules::{Random, Rng, Seat, Style};

use crate::{Model, Objective, Player, Search, Thoughtful};
use champion::Advised;
use learned::Learned;
use plain::Plain;

/// The place of careful among the models.
const CAREFUL: usize = 1;
/// What the network's opinion counts among careful players, and among strangers. Between 0 and
/// 0.04 no difference could be measured against careful; strangers are what the network is for.
const TRUST: (f64, f64) = (0.005, 0.03);

impl Thoughtful for Intensity {
    const RANGE: (i32, i32) = (-17, 0);
    const OBJECTIVE: Objective = Objective::Mix(0.7);
    const HAS_PASSING: bool = true;
    const DOUBT: f32 = 0.15;
    const HEARSAY: f64 = 1.0;
    const WORLDS: usize = 3_000;

    fn models(&self) -> Vec<Model<Intensity>> {
        vec![
            Model::follows(Random, 0.2),
            Model::follows(Careful, 0.35),
            Model::follows(Loose, 0.24),
            Model::follows(Plain::TIMID, 0.07),
            Model::follows(Plain::THRIFTY, 0.07),
            Model::follows(Plain::BOLD, 0.07),
        ]
    }

    fn champion(&self, how: Search) -> Box<dyn Player<Intensity>> {
        Box::new(Advised { models: self.models(), how, known: CAREFUL, trust: TRUST })
    }

    fn reconsider(world: &mut State, me: Seat, rng: &mut Rng) -> f64 {
        passes::reconsider(world, me, rng)
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
}

/// Someone sensible whom we do not know: half the time what a careful player would do.
struct Loose;

impl Style<Intensity> for Loose {
    fn name(&self) -> &'static str {
        "loose"
    }

    fn summary(&self) -> &'static str {
        "careful half the time, else anything"
    }

    fn weigh(&self, view: &Observation, legal: &[Action], weights: &mut Vec<f32>) {
        Careful.weigh(view, legal, weights);
        let even = 0.5 / legal.len() as f32;
        for weight in weights {
            *weight = 0.5 * *weight + even;
        }
    }
}
