//! A look back over a game: every decision where there was a choice, and what it lost.

use cardsharp_rules::{ActionOf, Event, ObservationOf, Record, Seat, State};

use cardsharp_presentation::Tabled;
use cardsharp_presentation::analysis::{Analyst, Named, Thought, slip};
use cardsharp_presentation::said::{Person, Said};

/// A decision where there was a choice.
pub struct Decision<G: Tabled> {
    /// Which step of the record it is, from 1.
    pub step: usize,
    /// Whose.
    pub seat: Seat,
    /// What was done.
    pub action: ActionOf<G>,
    /// What the seat saw then.
    pub view: ObservationOf<G>,
}

/// A decision that lost something.
#[derive(Clone, Debug)]
pub struct Slip {
    /// Which step of the record it is, from 1.
    pub step: usize,
    /// Whose.
    pub seat: Seat,
    /// What was done, in words.
    pub deed: Said,
    /// Parts of one.
    pub lost: f64,
    /// What would have been better.
    pub words: Said,
}

/// The decisions of these seats where there was a choice.
pub fn decisions<G: Tabled>(record: &Record<G>, seats: &[Seat]) -> Vec<Decision<G>> {
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

impl<G: Tabled> Decision<G> {
    /// Thinks about it again.
    pub fn reconsider(&self, analyst: &Analyst<G>) -> Thought<G> {
        analyst.think(&self.view, Some(self.action))
    }

    /// What it lost, given what was thought about it; nothing if that is within the noise.
    pub fn slip(&self, thought: &Thought<G>, by: Person<'_>, named: Named<'_, G>) -> Option<Slip> {
        let (lost, words) = slip(thought, self.action, named)?;
        Some(Slip { step: self.step, seat: self.seat, deed: G::deed(self.action, by), lost, words })
    }
}
