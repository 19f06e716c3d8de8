//! The person at the terminal, as one of a referee's table.

use std::time::Instant;

use cardsharp_referee::table::{Exchange, Reply, Seated, Stop};
use cardsharp_rules::{ActionOf, Observation, ObservationOf, Rng};
use cardsharp_sandbox::Usage;

use super::{Asked, Heard, listen, say, say_on};

/// The person at the terminal, by name.
pub(super) struct Person(pub(super) String);

impl<G: Asked> Seated<G> for Person {
    fn choose(&mut self, view: &ObservationOf<G>, _rng: &mut Rng) -> Result<Reply<ActionOf<G>>, Stop> {
        let start = Instant::now();
        let mut names = vec![String::new(); G::SEATS];
        names[view.seat().index()].clone_from(&self.0);
        say(G::called(view, &names));
        let action = loop {
            say_on(G::question(view));
            let line = match listen() {
                Heard::Line(line) => line,
                // Whatever it was, it was no answer.
                Heard::Nonsense(reason) => {
                    say(reason);
                    continue;
                }
                Heard::End(why) => {
                    say("");
                    return Err(Stop::Left(format!("{why}: {} has left the game {}", self.0, G::moment(view))));
                }
            };
            match G::understand(view, &line) {
                Ok(action) => break action,
                Err(reason) => say(reason),
            }
        };
        let usage = Usage { wall: start.elapsed(), ..Usage::default() };
        Ok(Reply { answer: Ok(action), exchange: Exchange::default(), usage })
    }
}
