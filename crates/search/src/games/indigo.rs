//! Indigo: who sits opposite.

use cardsharp_rules::indigo::{Classic, Greedy, Indigo, Observation, Play};
use cardsharp_rules::{Random, Style};

use crate::{Model, Objective, Thoughtful};

impl Thoughtful for Indigo {
    const RANGE: (i32, i32) = (0, 23);
    const OBJECTIVE: Objective = Objective::Win;

    fn models(&self) -> Vec<Model<Indigo>> {
        vec![
            Model::follows(Random, 0.15),
            Model::follows(Classic, 0.3),
            Model::follows(Greedy, 0.3),
            Model::adapts(Thinker, 0.25),
        ]
    }

    fn default_style(&self) -> Box<dyn Style<Indigo>> {
        Box::new(Greedy)
    }
}

/// Someone with a plan of his own: captures nearly always, and otherwise leans to what is hard to match.
struct Thinker;

impl Style<Indigo> for Thinker {
    fn name(&self) -> &'static str {
        "thinker"
    }

    fn summary(&self) -> &'static str {
        "captures nearly always, else anything, rather what is hard to match"
    }

    fn weigh(&self, view: &Observation, legal: &[Play], weights: &mut Vec<f32>) {
        Greedy.weigh(view, legal, weights);
        let capturing = view.table().capturing();
        let captures = legal.iter().filter(|Play(card)| capturing.contains(*card)).count() as f32;
        let even = 1.0 / legal.len() as f32;
        for (Play(card), weight) in legal.iter().zip(weights) {
            let usual = if captures == 0.0 { even } else { f32::from(u8::from(capturing.contains(*card))) / captures };
            *weight = 0.4 * *weight + 0.5 * usual + 0.1 * even;
        }
    }
}
