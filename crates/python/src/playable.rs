//! Erases the game's type, here and nowhere else.

use std::any::Any;

use cardsharp_matches::seat_named;
use cardsharp_presentation::Present;
use cardsharp_presentation::analysis::{Analyst, holdings_json, thought_json};
use cardsharp_presentation::show::{everything, table};
use cardsharp_programs::Hosted;
use cardsharp_research::unlisted;
use cardsharp_rules::{
    ActionOf, AnyGame, AnyRecord, Game, Observation as _, ObservationOf, ParseError, Record, Rng, Seat, Seed,
    State as _, Turn,
};
use cardsharp_search::{Belief, Budget, Clock, Holdings, Memory, Spec, SpecError};
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use serde_json::Value;

use crate::picture::picture_json;

/// A game with everything that the Python package uses.
pub(crate) trait Playable: Present + Hosted + Into<AnyGame> {
    fn any_record(record: Record<Self>) -> AnyRecord;
}

impl<G: Present + Hosted + Into<AnyGame>> Playable for G
where
    Record<G>: Into<AnyRecord>,
{
    fn any_record(record: Record<G>) -> AnyRecord {
        record.into()
    }
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum ActionLike {
    /// Its number in the game's encoding.
    Number(i64),
    Text(String),
}

impl<'a, 'py> FromPyObject<'a, 'py> for ActionLike {
    type Error = PyErr;

    fn extract(object: Borrowed<'a, 'py, PyAny>) -> PyResult<ActionLike> {
        if let Ok(number) = object.extract() {
            return Ok(ActionLike::Number(number));
        }
        object.extract().map(ActionLike::Text).map_err(|_| {
            let shown = object.repr().map_or_else(|_| "this".to_owned(), |words| words.to_string());
            PyTypeError::new_err(format!("{shown} is no action: expected its number or its notation"))
        })
    }
}

impl ActionLike {
    pub(crate) fn read<G: Game>(&self) -> Result<ActionOf<G>, ParseError> {
        match self {
            ActionLike::Text(text) => text.parse(),
            ActionLike::Number(number) => usize::try_from(*number)
                .ok()
                .and_then(G::action_at)
                .ok_or_else(|| ParseError::new("number of an action", &number.to_string(), numbers::<G>())),
        }
    }
}

fn numbers<G: Game>() -> String {
    format!("one below {} that {} uses", G::ACTIONS, G::TITLE)
}

/// The reason why an action is illegal.
pub(crate) type Refusal = String;

pub(crate) trait Position: Send + Sync {
    fn turn(&self) -> Option<Seat>;
    fn legal(&self) -> Vec<usize>;
    fn play(&mut self, action: &ActionLike) -> Result<(), Refusal>;
    fn play_randomly(&mut self, rng: &mut Rng) -> Option<usize>;
    fn observe(&self, seat: Seat) -> Box<dyn View>;
    fn returns(&self) -> Option<Vec<i32>>;
    fn history(&self) -> Vec<usize>;
    fn lines(&self) -> String;
    fn copy(&self) -> Box<dyn Position>;
    fn is_same(&self, other: &dyn Position) -> bool;
    fn as_any(&self) -> &dyn Any;
}

pub(crate) trait View: Send + Sync {
    fn seat(&self) -> Seat;
    fn turn(&self) -> Option<Seat>;
    fn legal(&self) -> Vec<usize>;
    fn text(&self) -> String;
    fn features(&self) -> Vec<f32>;
    fn sample(&self, rng: &mut Rng) -> Box<dyn Position>;
    fn lines(&self) -> String;
    fn picture(&self, names: &[String]) -> Value;
    fn analyse(&self, player: &Spec, seed: u64) -> Result<Value, SpecError>;
    fn beliefs(&self, worlds: usize, seed: u64) -> Value;
    fn copy(&self) -> Box<dyn View>;
    fn as_any(&self) -> &dyn Any;
}

#[derive(Clone)]
pub(crate) struct GameState<G: Game> {
    pub(crate) game: G,
    pub(crate) state: G::State,
}

#[derive(Clone)]
pub(crate) struct GameView<G: Game> {
    pub(crate) game: G,
    pub(crate) view: ObservationOf<G>,
}

fn seat_of(turn: Turn) -> Option<Seat> {
    if let Turn::Of(seat) = turn { Some(seat) } else { None }
}

/// The initial capacity of a list of actions, enough for most positions: growing a list takes longer than filling it.
const USUAL: usize = 128;

fn sorted_numbers<G: Game>(actions: &[ActionOf<G>]) -> Vec<usize> {
    let mut numbers: Vec<usize> = actions.iter().map(|&action| G::action_index(action)).collect();
    if !numbers.is_sorted() {
        numbers.sort_unstable();
    }
    numbers
}

impl<G: Playable> Position for GameState<G> {
    fn turn(&self) -> Option<Seat> {
        seat_of(self.state.turn())
    }

    fn legal(&self) -> Vec<usize> {
        let mut legal = Vec::with_capacity(USUAL);
        self.state.legal_actions(&mut legal);
        sorted_numbers::<G>(&legal)
    }

    fn play(&mut self, action: &ActionLike) -> Result<(), Refusal> {
        let action = action.read::<G>().map_err(|error| error.to_string())?;
        match (self.state.turn(), self.state.play(action)) {
            (_, Ok(())) => Ok(()),
            (Turn::Over, Err(error)) => Err(format!("{error}: the game is over")),
            (Turn::Of(seat), Err(error)) => {
                let view = self.state.observe(seat);
                Err(format!("{error}: seat {seat} sees {view}"))
            }
        }
    }

    fn play_randomly(&mut self, rng: &mut Rng) -> Option<usize> {
        self.turn()?;
        let action = self.state.random_action(rng);
        self.state.play_unchecked(action);
        Some(G::action_index(action))
    }

    fn observe(&self, seat: Seat) -> Box<dyn View> {
        Box::new(GameView { game: self.game.clone(), view: self.state.observe(seat) })
    }

    fn returns(&self) -> Option<Vec<i32>> {
        self.state.returns().map(|returns| returns.as_slice().to_vec())
    }

    fn history(&self) -> Vec<usize> {
        let mut actions = Vec::new();
        let _start = self.state.rewind(&mut actions);
        actions.into_iter().map(G::action_index).collect()
    }

    fn lines(&self) -> String {
        everything::<G>(&self.state)
    }

    fn copy(&self) -> Box<dyn Position> {
        Box::new(self.clone())
    }

    fn is_same(&self, other: &dyn Position) -> bool {
        let other = other.as_any().downcast_ref::<GameState<G>>();
        other.is_some_and(|other| self.game == other.game && self.state == other.state)
    }

    fn as_any(&self) -> &dyn Any {
        self
    }
}

impl<G: Playable> View for GameView<G> {
    fn seat(&self) -> Seat {
        self.view.seat()
    }

    fn turn(&self) -> Option<Seat> {
        seat_of(self.view.turn())
    }

    fn legal(&self) -> Vec<usize> {
        let mut legal = Vec::with_capacity(USUAL);
        self.view.legal_actions(&mut legal);
        sorted_numbers::<G>(&legal)
    }

    fn text(&self) -> String {
        self.view.to_string()
    }

    fn features(&self) -> Vec<f32> {
        let mut features = vec![0.0; G::FEATURES];
        G::encode(&self.view, &mut features);
        features
    }

    fn sample(&self, rng: &mut Rng) -> Box<dyn Position> {
        Box::new(GameState { game: self.game.clone(), state: self.view.sample_state(rng) })
    }

    fn lines(&self) -> String {
        table(G::open(&self.view).into_iter().chain(G::own(&self.view)))
    }

    fn picture(&self, names: &[String]) -> Value {
        picture_json::<G>(&self.view, names)
    }

    fn analyse(&self, player: &Spec, seed: u64) -> Result<Value, SpecError> {
        let thought = Analyst::of(&self.game, seat_named(&self.game, player, Memory::Game, unlisted)?, player, seed)?
            .think(&self.view, None);
        Ok(thought_json::<G>(&self.view, &thought, player))
    }

    fn beliefs(&self, worlds: usize, seed: u64) -> Value {
        // A budget of nodes, not time, gives the same figures on any machine.
        let (clock, mut rng) = (Clock::start(Budget::Nodes(u64::MAX)), Rng::new(Seed(seed)));
        let belief = Belief::new(&self.view, &self.game.models(), worlds, &clock, &mut rng);
        holdings_json(&Holdings::of::<G>(&self.view, &belief))
    }

    fn copy(&self) -> Box<dyn View> {
        Box::new(self.clone())
    }

    fn as_any(&self) -> &dyn Any {
        self
    }
}
