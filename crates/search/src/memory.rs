//! What is remembered from game to game of a match: how each of the others seems to play.
//!
//! A decision depends on the observation and the random numbers alone, in a match too: whoever remembers is *another
//! player* in every game ([`Player::remembering`](crate::Player::remembering)), made from the one of the game before
//! and what that one saw of it. So there is nothing to keep, to lock or to take up again: the players of a game follow
//! from the games before it. What was seen is an observation, in which no card lies that the rules have not shown.

use cardsharp_rules::{Game, MAX_SEATS, Observation as _, ObservationOf, Rotation, Seat};

use crate::{Spec, SpecError};

/// How long a player remembers what it found out about the others.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Memory {
    /// As long as the game goes on.
    Game,
    /// From game to game of a match.
    Match,
}

impl Memory {
    /// How a spec says it.
    pub const SETTING: &'static str = "memory";

    /// What a spec says; unless it says otherwise, a game.
    ///
    /// # Errors
    /// If it says neither.
    pub(crate) fn of(spec: &Spec) -> Result<Memory, SpecError> {
        Ok(spec.word(Memory::SETTING, &[("game", Memory::Game), ("match", Memory::Match)])?.unwrap_or(Memory::Game))
    }
}

/// A game of a match that is over, as one of its players saw it.
pub struct SeenGame<G: Game> {
    /// What the player's seat had seen at the end.
    pub view: ObservationOf<G>,
    /// How far everybody moves on for the next game: memory is of players, and not of seats.
    pub moving: Rotation,
}

/// So much of what a seat did in a game counts, as a power of its likelihood: nobody is quite like any of the styles,
/// and a style that is only nearest must not become certain.
const TEMPERING: f64 = 0.8;
/// How likely anybody plays otherwise in the next game, as if it had just sat down.
const CHANGE: f64 = 0.02;

/// How much likelier each style became at each seat than before anything was seen.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Remembered<const STYLES: usize>([[f64; STYLES]; MAX_SEATS]);

impl<const STYLES: usize> Default for Remembered<STYLES> {
    fn default() -> Remembered<STYLES> {
        Remembered([[1.0; STYLES]; MAX_SEATS])
    }
}

impl<const STYLES: usize> Remembered<STYLES> {
    /// How much likelier each style is at this seat.
    pub(crate) fn of(&self, seat: Seat) -> &[f64; STYLES] {
        &self.0[seat.index()]
    }

    /// How likely each style is at this seat, if it was so likely before anything was seen.
    pub(crate) fn priors(&self, seat: Seat, before: &[f64; STYLES]) -> [f64; STYLES] {
        std::array::from_fn(|style| before[style] * self.of(seat)[style])
    }

    /// The same after one more game, in which each style was so likely to do what the others did, by seat, up to a
    /// factor; `before` is how likely it was before anything was seen.
    pub(crate) fn after<G: Game>(
        &self,
        seen: &SeenGame<G>,
        before: &[f64; STYLES],
        likelihoods: impl Fn(Seat) -> [f64; STYLES],
    ) -> Remembered<STYLES> {
        let mut remembered = Remembered::default();
        for seat in Seat::all(G::SEATS).filter(|&seat| seat != seen.view.seat()) {
            let likely = likelihoods(seat);
            let best = likely.iter().copied().fold(0.0, f64::max);
            // What is out of reach of every number tells nothing.
            let share = |style: usize| if best > 0.0 { (likely[style] / best).powf(TEMPERING) } else { 1.0 };
            let grown: [f64; STYLES] = std::array::from_fn(|style| self.of(seat)[style] * share(style));
            let mean: f64 = grown.iter().zip(before).map(|(grown, before)| grown * before).sum();
            remembered.0[seen.moving.seat_of(seat).index()] = grown.map(|grown| (1.0 - CHANGE) * grown / mean + CHANGE);
        }
        remembered
    }
}

#[cfg(test)]
mod tests {
    use cardsharp_rules::indigo::Indigo;
    use cardsharp_rules::{Game as _, Seed, State as _};

    use super::*;

    const BEFORE: [f64; 2] = [0.9, 0.1];

    fn seen(steps: usize) -> SeenGame<Indigo> {
        let state = Indigo.start(&Indigo.shuffle(Seed(1))).expect("a shuffled deal is valid");
        SeenGame { view: state.observe(Seat::FIRST), moving: Rotation::new(steps, Indigo::SEATS) }
    }

    fn after(remembered: &Remembered<2>, seen: &SeenGame<Indigo>, likely: [f64; 2]) -> Remembered<2> {
        remembered.after(seen, &BEFORE, |_| likely)
    }

    #[test]
    fn what_explains_the_game_better_becomes_likelier_and_nothing_impossible() {
        let (mut remembered, other) = (Remembered::default(), Seat::new(1));
        assert_eq!(remembered.priors(other, &BEFORE), BEFORE);
        let mut last = 0.1;
        for game in 0..200 {
            remembered = after(&remembered, &seen(0), [1e-3, 2e-3]);
            let [_, likelier] = remembered.priors(other, &BEFORE);
            assert!(likelier > last - 1e-9, "game {game}: {likelier} after {last}");
            last = likelier;
        }
        assert!(last > 0.95 && last < 0.97, "{last}");
        // Whoever changes is found out soon, however long it was otherwise.
        for _ in 0..4 {
            remembered = after(&remembered, &seen(0), [1e-3, 1e-6]);
        }
        assert!(remembered.priors(other, &BEFORE)[0] > 0.98, "{remembered:?}");
    }

    #[test]
    fn what_nobody_can_have_done_tells_nothing() {
        let remembered = after(&Remembered::default(), &seen(0), [0.0, 0.0]);
        assert_eq!(remembered, Remembered::default());
    }

    #[test]
    fn memory_is_of_the_player_and_not_of_the_seat() {
        let (first, second) = (Seat::FIRST, Seat::new(1));
        let moved = after(&Remembered::default(), &seen(1), [0.1, 0.9]);
        assert_eq!(moved.priors(second, &BEFORE), BEFORE, "that is where the player itself sits now");
        assert!(moved.priors(first, &BEFORE)[1] > 0.3, "{moved:?}");
        let stayed = after(&Remembered::default(), &seen(0), [0.1, 0.9]);
        assert_eq!(moved.of(first), stayed.of(second));
    }
}
