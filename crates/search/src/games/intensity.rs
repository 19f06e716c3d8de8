//! Intensity: who sits round the table.

use cardsharp_rules::intensity::{Action, Careful, Intensity, Observation};
use cardsharp_rules::{Random, Style};

use super::intensity_plain::Plain;
use crate::{Model, Objective, Thoughtful};

impl Thoughtful for Intensity {
    const RANGE: (i32, i32) = (-17, 0);
    const OBJECTIVE: Objective = Objective::Mix(0.7);
    const HAS_PASSING: bool = true;

    fn models(&self) -> Vec<Model<Intensity>> {
        vec![
            Model::follows(Random, 0.05),
            Model::follows(Careful, 0.35),
            Model::follows(Loose, 0.3),
            Model::follows(Plain::TIMID, 0.1),
            Model::follows(Plain::THRIFTY, 0.1),
            Model::follows(Plain::BOLD, 0.1),
        ]
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
