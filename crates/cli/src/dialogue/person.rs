//! The person at the terminal as an agent of the referee.

use std::time::Instant;

use cardsharp_programs::{Agent, Exchange, Reply, Stop};
use cardsharp_rules::{ActionOf, Observation, ObservationOf, Rng};
use cardsharp_sandbox::Usage;

use super::{AtTerminal, Left, ask};

pub(super) struct Person(pub(super) String);

impl<G: AtTerminal> Agent<G> for Person {
    fn choose(&mut self, view: &ObservationOf<G>, _rng: &mut Rng) -> Result<Reply<ActionOf<G>>, Stop> {
        let start = Instant::now();
        let mut names = vec![String::new(); G::SEATS];
        names[view.seat().index()].clone_from(&self.0);
        let aside = |word: &str| ["?", "help"].contains(&word).then(|| G::HELP.to_owned());
        let action = ask::<G>(view, &names, aside).map_err(|left| {
            let why = if let Left::End(why) = left { why + ": " } else { String::new() };
            Stop::Left(format!("{why}{} has left the game {}", self.0, G::moment(view)))
        })?;
        let usage = Usage { wall: start.elapsed(), ..Usage::default() };
        Ok(Reply { answer: Ok(action), exchange: Exchange::default(), usage })
    }
}
