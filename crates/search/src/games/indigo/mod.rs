//! Indigo: models of opponents, the winning chances of a position, and the strongest player.

pub mod champion;
pub mod exact;
pub mod fitted;
pub mod opponents;
pub mod position;
pub mod posterior;
pub mod response;
pub mod value;

mod insight;
mod learned;
mod players;

use cardsharp_rules::indigo::{Classic, Greedy, Indigo, Observation, Play, State};
use cardsharp_rules::{Random, Rng, Seat, Style};

use crate::roster::{REMEMBERING, seat};
use crate::{
    Budget, Memory, Model, Objective, Offer, Oracle, Player, Search, Searchable, Searcher, Spec, SpecError, Valued,
    search_settings,
};
use champion::{Champion, Peeker};
use learned::Learned;
use players::Capturer;
use position::Position;

impl Searchable for Indigo {
    const RANGE: (i32, i32) = (0, 23);
    const OBJECTIVE: Objective = Objective::Win;
    const WORLDS: usize = 4_000;

    fn models(&self) -> Vec<Model<Indigo>> {
        vec![
            Model::follows(Random, 0.4),
            Model::follows(Classic, 0.2),
            Model::follows(Greedy, 0.2),
            Model::adapts(Capturer, 0.2),
        ]
    }

    fn default_style(&self) -> Box<dyn Style<Indigo>> {
        Box::new(Greedy)
    }

    fn learned(&self) -> Vec<Box<dyn Style<Indigo>>> {
        vec![Box::new(Learned)]
    }

    fn champion(&self, how: Search) -> Box<dyn Player<Indigo>> {
        match how.objective {
            // With two seats and no draws, the better place is the win.
            Objective::Win | Objective::Place => Box::new(Champion::new(how, Memory::Game)),
            Objective::Score | Objective::Mix(_) => Box::new(Searcher { game: *self, models: self.models(), how }),
        }
    }

    const CHAMPION_SETTINGS: &'static [&'static str] = REMEMBERING;

    fn champion_by(&self, spec: &Spec) -> Result<Box<dyn Player<Self>>, SpecError> {
        let how = search_settings::<Self>(spec)?;
        match (Memory::of(spec)?, how.objective) {
            (Memory::Game, _) => Ok(self.champion(how)),
            (Memory::Match, Objective::Win | Objective::Place) => Ok(Box::new(Champion::new(how, Memory::Match))),
            (Memory::Match, Objective::Score | Objective::Mix(_)) => Err(SpecError::new(format!(
                "{spec}: only who plays to win remembers a match: leave objective out, or set win or place"
            ))),
        }
    }

    fn compare(&self, view: &Observation, plays: &[Play], how: &Search, rng: &mut Rng) -> Vec<Valued<Play>> {
        Champion::new(*how, Memory::Game).compare(view, plays, rng)
    }

    fn oracles(&self) -> Vec<Box<dyn Oracle<Indigo>>> {
        let (budget, objective) = (Budget::Nodes(4_000), Self::OBJECTIVE);
        let how = Search { budget, worlds: Self::WORLDS, objective, exploration: 1.0 };
        vec![Box::new(Peeker(Champion::new(how, Memory::Game)))]
    }

    fn estimate(&self, root: &State, state: &State, seat: Seat) -> Option<f32> {
        let deal = state.table().deal_number();
        // The state after a deal is the start of the next, before its first play.
        (deal > root.table().deal_number()).then(|| value::wins(&Position::from_state(state), deal, seat))
    }

    fn own_players(&self) -> Vec<Offer<Indigo>> {
        players::offers()
    }

    fn seat_player(&self, spec: &Spec) -> Result<Box<dyn Player<Self>>, SpecError> {
        seat(self, spec)
    }

    explained_by!();
}
