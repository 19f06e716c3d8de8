//! Lucky Thirteen: inference of the other hands, and the strongest player.

mod champion;
mod exact;
mod insight;
mod learned;
mod opponents;
mod oracle;
mod posterior;
mod showdown;
#[cfg(test)]
mod tests;

use cardsharp_rules::lucky_thirteen::{Basic, Clever, Discard, Keep13, LuckyThirteen, Observation};
use cardsharp_rules::{Random, Rng, Style};

use crate::roster::{REMEMBERING, seat};
use crate::{Memory, Model, Objective, Oracle, Player, Search, Searchable, Spec, SpecError, Valued, search_settings};

use champion::{Champion, Expected, think};
use learned::Learned;
use opponents::Opponent;
use oracle::{SeesAll, SeesHands};

/// The systematic error of a value: the opponent models are weaker than three champions. In games played to the end by
/// four champions, the first row scored 0.034 ± 0.010 less than its value.
const OFF: f64 = 0.03;

impl Searchable for LuckyThirteen {
    const RANGE: (i32, i32) = (0, 100);
    const OBJECTIVE: Objective = Objective::Win;
    const VALUES: &'static str = "for strong play at every seat";

    fn models(&self) -> Vec<Model<LuckyThirteen>> {
        vec![
            Model::follows(Random, 0.4),
            Model::follows(Basic, 0.2),
            Model::follows(Keep13, 0.2),
            Model::follows(Clever, 0.2),
        ]
    }

    fn learned(&self) -> Vec<Box<dyn Style<LuckyThirteen>>> {
        vec![Box::new(Learned)]
    }

    fn default_style(&self) -> Box<dyn Style<LuckyThirteen>> {
        Box::new(Keep13)
    }

    fn champion(&self, how: Search) -> Box<dyn Player<LuckyThirteen>> {
        Box::new(Champion { how, expected: Expected::initial(Memory::Game) })
    }

    const CHAMPION_SETTINGS: &'static [&'static str] = REMEMBERING;

    fn champion_by(&self, spec: &Spec) -> Result<Box<dyn Player<Self>>, SpecError> {
        let (how, expected) = (search_settings::<Self>(spec)?, Expected::initial(Memory::of(spec)?));
        Ok(Box::new(Champion { how, expected }))
    }

    fn appraise(
        &self,
        view: &Observation,
        _also: Option<Discard>,
        how: &Search,
        rng: &mut Rng,
    ) -> Option<Vec<Valued<Discard>>> {
        let mut values = think(view, &Expected::Strangers(Opponent::STRONG), how, rng);
        for valued in &mut values {
            valued.error = valued.error.hypot(OFF);
        }
        Some(values)
    }

    fn oracles(&self) -> Vec<Box<dyn Oracle<LuckyThirteen>>> {
        vec![Box::new(SeesAll), Box::new(SeesHands)]
    }

    fn seat_player(&self, spec: &Spec) -> Result<Box<dyn Player<Self>>, SpecError> {
        seat(self, spec)
    }

    explained_by!();
}
