//! The decisions of a recorded game, and what each lost.

use cardsharp_rules::{ActionOf, Event, ObservationOf, Record, Seat, State};

use cardsharp_presentation::Present;
use cardsharp_presentation::analysis::{Analyst, Named, Thought, slip};
use cardsharp_presentation::message::{Message, Person};

/// A decision with more than one legal action.
pub struct Decision<G: Present> {
    /// The step in the record, from 1.
    pub step: usize,
    /// The seat that decided.
    pub seat: Seat,
    /// The chosen action.
    pub action: ActionOf<G>,
    /// The seat's view before the decision.
    pub view: ObservationOf<G>,
}

/// A mistake.
#[derive(Clone, Debug)]
pub struct Slip {
    /// The step in the record, from 1.
    pub step: usize,
    /// The seat that decided.
    pub seat: Seat,
    /// The chosen action in words.
    pub deed: Message,
    /// The lost value, from 0 to 1.
    pub lost: f64,
    /// The better choice in words.
    pub words: Message,
}

/// Returns the decisions of these seats that had more than one legal action.
pub fn decisions<G: Present>(record: &Record<G>, seats: &[Seat]) -> Vec<Decision<G>> {
    let mut decisions = Vec::new();
    let mut state = record.start();
    for (step, event) in record.events().iter().enumerate() {
        if let Event::Action(seat, action) = event {
            let mut legal = Vec::new();
            state.legal_actions(&mut legal);
            if seats.contains(seat) && legal.len() > 1 {
                let (seat, action) = (*seat, *action);
                decisions.push(Decision { step: step + 1, seat, action, view: state.observe(seat) });
            }
            state.play_unchecked(*action);
        }
    }
    decisions
}

impl<G: Present> Decision<G> {
    /// Analyses the position of the decision.
    pub fn reconsider(&self, analyst: &Analyst<G>) -> Thought<G> {
        analyst.think(&self.view, Some(self.action))
    }

    /// Returns the mistake that an analysis finds; `None` if the loss is within the noise.
    pub fn slip(&self, thought: &Thought<G>, by: Person<'_>, named: Named<'_, G>) -> Option<Slip> {
        let (lost, words) = slip(thought, self.action, named)?;
        Some(Slip { step: self.step, seat: self.seat, deed: G::deed(self.action, by), lost, words })
    }
}
