//! Indigo's own players besides the champion, as reference opponents for it.

use std::time::Duration;

use cardsharp_rules::indigo::{Greedy, Indigo, Observation, Play};
use cardsharp_rules::{Rng, Style};

use super::exact;
use super::position::Position;
use crate::{Budget, Model, Objective, Offer, Pimc, PimcPlayer, Player, Spec, SpecError, StylePlayer};

const LAST: usize = 3;

pub(super) fn offers() -> Vec<Offer<Indigo>> {
    vec![
        Offer {
            name: "greedy-exact",
            summary: "greedy, and without a fault in the last deal, where nothing is hidden",
            settings: &[],
            seat: Box::new(|_, _| Ok(Box::new(ExactLast(StylePlayer(Box::new(Greedy)))))),
        },
        Offer {
            name: "montecarlo",
            summary: "tries every card in likely worlds to the end of the deal; no opinion about who plays",
            settings: &["ms", "worlds"],
            seat: Box::new(|_, spec| montecarlo(spec)),
        },
    ]
}

fn montecarlo(spec: &Spec) -> Result<Box<dyn Player<Indigo>>, SpecError> {
    let how = Pimc {
        worlds: spec.number("worlds", 1, 1_000_000)?.unwrap_or(400) as usize,
        budget: spec.number("ms", 1, 3_600_000)?.map(|ms| Budget::Time(Duration::from_millis(ms))),
        objective: Objective::Win,
    };
    let models = vec![Model::adapts(Capturer, 1.0)];
    Ok(Box::new(ExactLast(PimcPlayer { game: Indigo, models, how, passes_by_style: false })))
}

/// A player that plays the last deal perfectly.
pub struct ExactLast<P>(pub P);

impl<P: Player<Indigo>> Player<Indigo> for ExactLast<P> {
    fn choose(&self, view: &Observation, rng: &mut Rng) -> Play {
        if view.table().deal_number() < LAST {
            return self.0.choose(view, rng);
        }
        Play(exact::best_card(&Position::from_view(view, view.unseen())).0)
    }
}

/// A model of a player that captures nearly always, and otherwise prefers cards that are hard to match.
pub(super) struct Capturer;

impl Style<Indigo> for Capturer {
    fn name(&self) -> &'static str {
        "capturer"
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
