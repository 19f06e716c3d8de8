//! The review of a finished game.

use std::sync::Arc;

use cardsharp_coach::decisions::{Decision, decisions};
use cardsharp_presentation::analysis::Choice;
use cardsharp_presentation::picture::{Face, person};
use cardsharp_presentation::{Message, Present};
use cardsharp_rules::{ActionOf, AnyRecord, Record, Seat, with_game};
use serde::Serialize;
use utoipa::ToSchema;

use crate::play::{analyst, quoted};
use crate::threads::Question;

/// A reviewed decision.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(crate) struct Reconsidered {
    pub(crate) step: usize,
    pub(crate) seat: usize,
    /// The value of the action, from 0 to 1.
    pub(crate) value: Option<f64>,
    /// The value of the best action.
    pub(crate) best: Option<f64>,
    /// The loss; 0 if it is within the noise.
    pub(crate) lost: f64,
    /// The better action in words.
    pub(crate) words: Message,
    /// The cards of the better action; none if nothing was lost.
    pub(crate) better: Vec<Face>,
    /// The number of decisions reviewed so far.
    pub(crate) done: usize,
    /// The number of all decisions.
    pub(crate) decisions: usize,
}

const REVIEWER: &str = "champion:ms=100";

/// Returns a job for each decision of a game; those of seat `first` come first.
pub(crate) fn look_back(record: &AnyRecord, first: Option<usize>) -> Vec<Question<Reconsidered>> {
    fn each<G: Present>(record: &Record<G>, first: Option<usize>) -> Vec<Question<Reconsidered>> {
        let seats: Vec<Seat> = Seat::all(G::SEATS).collect();
        let mut decisions = decisions(record, &seats);
        decisions.sort_by_key(|decision| first.is_some_and(|first| decision.seat.index() != first));
        let (count, analyst) = (decisions.len(), Arc::new(analyst(record.game(), REVIEWER)));
        let names: Arc<[String]> = record.names().into();
        let question = |(number, decision): (usize, Decision<G>)| {
            let (analyst, names) = (Arc::clone(&analyst), Arc::clone(&names));
            let question: Question<Reconsidered> = Box::new(move || {
                let thought = decision.reconsider(&analyst);
                let worth = |choice: &Choice<ActionOf<G>>| choice.value.map(|(value, _)| value);
                let done = thought.choices.iter().find(|choice| choice.action == decision.action);
                let (value, best) = (done.and_then(worth), thought.choices.first().and_then(worth));
                let slip = decision.slip(&thought, person(&names, decision.seat, None), &quoted::<G>);
                let better = slip.as_ref().and(thought.choices.first()).map(|best| G::cards(best.action));
                Reconsidered {
                    step: decision.step,
                    seat: decision.seat.index(),
                    value,
                    best,
                    lost: slip.as_ref().map_or(0.0, |slip| slip.lost),
                    words: slip.map_or_else(Message::default, |slip| slip.words),
                    better: better.into_iter().flatten().collect(),
                    done: number + 1,
                    decisions: count,
                }
            });
            question
        };
        decisions.into_iter().enumerate().map(question).collect()
    }
    with_game!(AnyRecord, record, record => each(record.as_ref(), first))
}
