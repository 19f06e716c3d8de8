//! What a game must say before anyone can think about it.

use cardsharp_rules::{Encoding, House, Rewind, Style, indigo::Indigo};

use crate::Objective;

/// A game that players can think about.
pub trait Thoughtful: House<State: Rewind> + Encoding {
    /// The least and the most a seat can return.
    const RANGE: (i32, i32);
    /// What the house plays for unless told otherwise.
    const OBJECTIVE: Objective;

    /// How others may play, with how likely each is before anything was seen.
    fn models(&self) -> Vec<(Box<dyn Style<Self>>, f64)>;

    /// How the house itself plays on where the search ends.
    fn default_style(&self) -> Box<dyn Style<Self>>;
}

impl Thoughtful for Indigo {
    const RANGE: (i32, i32) = (0, 23);
    const OBJECTIVE: Objective = Objective::Win;

    fn models(&self) -> Vec<(Box<dyn Style<Indigo>>, f64)> {
        use cardsharp_rules::{
            Random,
            indigo::{Classic, Greedy},
        };
        vec![(Box::new(Random), 0.1), (Box::new(Classic), 0.4), (Box::new(Greedy), 0.5)]
    }

    fn default_style(&self) -> Box<dyn Style<Indigo>> {
        Box::new(cardsharp_rules::indigo::Greedy)
    }
}
