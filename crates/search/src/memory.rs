//! Memory between the games of a match: how each other player seems to play.
//!
//! In a match too, a decision depends on the observation and the random numbers alone. A player that remembers is
//! replaced by *another player* for every game ([`Player::remembering`](crate::Player::remembering)), made from the
//! previous one and what it saw. So there is no state to store, lock or resume: the players of a game follow from the
//! games before it. The memory comes from observations, which contain only cards that the rules have shown.

use cardsharp_rules::{Game, MAX_SEATS, Observation as _, ObservationOf, Rotation, Seat};

use crate::{Spec, SpecError};

/// How long a player remembers what it learnt about the others.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Memory {
    /// For one game.
    Game,
    /// For all games of a match.
    Match,
}

impl Memory {
    /// The name of the setting in a spec.
    pub const SETTING: &'static str = "memory";

    /// Reads the setting of a spec; the default is one game.
    pub(crate) fn of(spec: &Spec) -> Result<Memory, SpecError> {
        Ok(spec.word(Memory::SETTING, &[("game", Memory::Game), ("match", Memory::Match)])?.unwrap_or(Memory::Game))
    }
}

/// A finished game of a match, as one of its players saw it.
pub struct SeenGame<G: Game> {
    /// The final observation of the player's seat.
    pub view: ObservationOf<G>,
    /// The rotation of the seats for the next game: memory belongs to players, not seats.
    pub moving: Rotation,
}

/// The exponent on the likelihood of a seat's choices: no player matches a style exactly, so none may become certain.
const TEMPERING: f64 = 0.8;
/// The probability that a player changes its style for the next game, as if it were new.
const CHANGE: f64 = 0.02;

/// The factor by which each style became likelier at each seat.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Remembered<const STYLES: usize>([[f64; STYLES]; MAX_SEATS]);

impl<const STYLES: usize> Default for Remembered<STYLES> {
    fn default() -> Remembered<STYLES> {
        Remembered([[1.0; STYLES]; MAX_SEATS])
    }
}

impl<const STYLES: usize> Remembered<STYLES> {
    pub(crate) fn of(&self, seat: Seat) -> &[f64; STYLES] {
        &self.0[seat.index()]
    }

    /// Returns the probability of each style at this seat, given the probabilities `before` any game.
    pub(crate) fn priors(&self, seat: Seat, before: &[f64; STYLES]) -> [f64; STYLES] {
        std::array::from_fn(|style| before[style] * self.of(seat)[style])
    }

    /// Returns the memory after one more game. `likelihoods` gives the likelihood of a seat's choices under each style,
    /// up to a factor; `before` holds the prior probabilities.
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
            // If every likelihood underflows, the game carries no information.
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

    fn finished_game(steps: usize) -> SeenGame<Indigo> {
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
            remembered = after(&remembered, &finished_game(0), [1e-3, 2e-3]);
            let [_, likelier] = remembered.priors(other, &BEFORE);
            assert!(likelier > last - 1e-9, "game {game}: {likelier} after {last}");
            last = likelier;
        }
        assert!(last > 0.95 && last < 0.97, "{last}");
        // A player that changes is recognised soon, even after a long time.
        for _ in 0..4 {
            remembered = after(&remembered, &finished_game(0), [1e-3, 1e-6]);
        }
        assert!(remembered.priors(other, &BEFORE)[0] > 0.98, "{remembered:?}");
    }

    #[test]
    fn what_nobody_can_have_done_tells_nothing() {
        let remembered = after(&Remembered::default(), &finished_game(0), [0.0, 0.0]);
        assert_eq!(remembered, Remembered::default());
    }

    #[test]
    fn memory_is_of_the_player_and_not_of_the_seat() {
        let (first, second) = (Seat::FIRST, Seat::new(1));
        let moved = after(&Remembered::default(), &finished_game(1), [0.1, 0.9]);
        assert_eq!(moved.priors(second, &BEFORE), BEFORE, "that is where the player itself sits now");
        assert!(moved.priors(first, &BEFORE)[1] > 0.3, "{moved:?}");
        let stayed = after(&Remembered::default(), &finished_game(0), [0.1, 0.9]);
        assert_eq!(moved.of(first), stayed.of(second));
    }
}
