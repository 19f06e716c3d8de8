//! Hanamikoji: who sits opposite.

use cardsharp_rules::hanamikoji::{Action, Greedy, Hanamikoji, Observation};
use cardsharp_rules::{Random, Rng, Seed, Style};

use crate::exploit::{self, Effort, Exploiter, Target};
use crate::insight::{explained_by, hanamikoji};
use crate::roster::{SEARCH, seat};
use crate::{Model, Objective, Offer, Player, Search, Searcher, Spec, SpecError, Thoughtful, Valued, search_settings};

mod appraise;
mod glance;
mod learned;
#[cfg(test)]
mod positions;
mod ranges;
mod resolve;
mod values;

use appraise::Appraise;
use learned::Learned;
use ranges::AT_A_GLANCE;
use resolve::Resolve;

impl Thoughtful for Hanamikoji {
    const RANGE: (i32, i32) = (-1, 1);
    const OBJECTIVE: Objective = Objective::Score;
    const VALUES: &'static str = "for strong play on both sides, solved where the rest of the game can be";

    fn models(&self) -> Vec<Model<Hanamikoji>> {
        vec![Model::follows(Random, 0.3), Model::follows(Greedy, 0.35), Model::adapts(Thinker, 0.35)]
    }

    fn default_style(&self) -> Box<dyn Style<Hanamikoji>> {
        Box::new(Greedy)
    }

    fn learned(&self) -> Vec<Box<dyn Style<Hanamikoji>>> {
        vec![Box::new(Learned::FIRM)]
    }

    fn champion(&self, how: Search) -> Box<dyn Player<Hanamikoji>> {
        Box::new(Resolve::new(how))
    }

    fn appraise(
        &self,
        view: &Observation,
        also: Option<Action>,
        how: &Search,
        rng: &mut Rng,
    ) -> Option<Vec<Valued<Action>>> {
        Some(values::values(view, also, how, rng))
    }

    fn compare(&self, view: &Observation, actions: &[Action], how: &Search, rng: &mut Rng) -> Vec<Valued<Action>> {
        values::compared(view, actions, how, rng)
    }

    fn own_players(&self) -> Vec<Offer<Hanamikoji>> {
        vec![
            Offer {
                name: "appraise",
                summary: "plays as learned does, and says what its actions bring in so many worlds",
                settings: &["worlds"],
                seat: Box::new(|_, spec| Ok(Box::new(Appraise::new(search_settings::<Hanamikoji>(spec)?.worlds)))),
            },
            Offer {
                name: "search",
                summary: "the champion of old: judges cards and players by what they did, then searches",
                settings: SEARCH,
                seat: Box::new(|game, spec| {
                    let how = search_settings::<Hanamikoji>(spec)?;
                    Ok(Box::new(Searcher { game: *game, models: game.models(), how }))
                }),
            },
            Offer {
                name: "resolve",
                summary: "the champion: follows a network, keeps exact ranges of both hands, solves the rest",
                settings: SEARCH,
                seat: Box::new(|game, spec| Ok(game.champion(search_settings::<Hanamikoji>(spec)?))),
            },
        ]
    }

    fn seat_player(&self, spec: &Spec) -> Result<Box<dyn Player<Self>>, SpecError> {
        seat(self, spec)
    }

    explained_by!(hanamikoji);

    fn exploiters(&self, target: &Target<Hanamikoji>, effort: &Effort) -> Vec<Exploiter<Hanamikoji>> {
        exploit::hanamikoji::exploiters(*self, target, effort)
    }

    fn late_gain(&self, target: &Target<Hanamikoji>, effort: &Effort, deal: Seed, luck: Seed) -> Option<f64> {
        Some(exploit::hanamikoji::late_gain(target, effort.rows, deal, luck))
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
