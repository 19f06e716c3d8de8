//! A player of ours at the table.

use std::time::{Duration, Instant};

use cardsharp_rules::{ActionOf, Game, ObservationOf, Rng};
use cardsharp_sandbox::Usage;
use cardsharp_search::Player;

use super::{Exchange, Reply, Seated, Stop};

/// A player of ours, who never errs.
pub struct HousePlayer<'a, G: Game>(pub &'a dyn Player<G>);

impl<G: Game> Seated<G> for HousePlayer<'_, G> {
    fn choose(&mut self, view: &ObservationOf<G>, rng: &mut Rng) -> Result<Reply<ActionOf<G>>, Stop> {
        let start = Instant::now();
        let action = self.0.choose(view, rng);
        let wall = start.elapsed();
        // What it costs a thread of ours is not measured apart from the clock on the wall.
        let usage = Usage { cpu: Duration::ZERO, wall, memory: 0 };
        Ok(Reply { answer: Ok(action), exchange: Exchange::default(), usage })
    }
}
