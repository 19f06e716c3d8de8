//! Hanamikoji: models of opponents, exact ranges, and the strongest player.

use cardsharp_rules::hanamikoji::{Action, Greedy, Hanamikoji, Observation};
use cardsharp_rules::{Random, Rng, Style};

use crate::roster::{SEARCH, seat};
use crate::{
    Memory, Model, Objective, Offer, Player, Search, Searchable, Searcher, Spec, SpecError, Valued, search_settings,
};

mod appraise;
mod glance;
mod insight;
mod learned;
mod lookahead;
#[cfg(test)]
mod positions;
mod ranges;
mod resolve;
mod response;
mod simple;
pub mod tree;
mod values;

use appraise::Appraise;
pub use learned::Learned;
use resolve::{Resolve, Safety};
use simple::Simple;

const APPRAISE: &str = "appraise";
const RESOLVE: &str = "resolve";

impl Searchable for Hanamikoji {
    const RANGE: (i32, i32) = (-1, 1);
    const OBJECTIVE: Objective = Objective::Score;
    const VALUES: &'static str = "for strong play on both sides, solved where the rest of the game can be";

    fn models(&self) -> Vec<Model<Hanamikoji>> {
        vec![Model::follows(Random, 0.3), Model::follows(Greedy, 0.35), Model::adapts(Simple::THINKER, 0.35)]
    }

    fn default_style(&self) -> Box<dyn Style<Hanamikoji>> {
        Box::new(Greedy)
    }

    fn learned(&self) -> Vec<Box<dyn Style<Hanamikoji>>> {
        vec![Box::new(Learned::AT_TABLE)]
    }

    fn champion(&self, how: Search) -> Box<dyn Player<Hanamikoji>> {
        Box::new(Resolve::new(how, Safety::USUAL))
    }

    const CHAMPION_SETTINGS: &'static [&'static str] = &["ms", "nodes", "worlds", "safety", Memory::SETTING];

    fn champion_by(&self, spec: &Spec) -> Result<Box<dyn Player<Hanamikoji>>, SpecError> {
        let safety = spec.share("safety", Safety::WORDS, Safety)?.unwrap_or(Safety::USUAL);
        let memory = Memory::of(spec)?;
        if memory == Memory::Match && safety.simple() == 0.0 {
            let reason = "who takes nobody for simple has nothing to remember: set safety below 1, or leave memory out";
            return Err(SpecError::new(format!("{spec}: {reason}")));
        }
        Ok(Box::new(Resolve::new(search_settings::<Hanamikoji>(spec)?, safety).with_memory(memory)))
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
        values::compare(view, actions, how, rng)
    }

    fn own_players(&self) -> Vec<Offer<Hanamikoji>> {
        vec![
            Offer {
                name: APPRAISE,
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
                name: RESOLVE,
                summary: "the champion: looks ahead with a network, keeps exact ranges of both hands, solves the rest",
                settings: Hanamikoji::CHAMPION_SETTINGS,
                seat: Box::new(Searchable::champion_by),
            },
        ]
    }

    fn seat_player(&self, spec: &Spec) -> Result<Box<dyn Player<Self>>, SpecError> {
        seat(self, spec)
    }

    explained_by!();
}
