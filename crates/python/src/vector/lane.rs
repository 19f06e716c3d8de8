//! Consecutive games at one place of a vector environment.

use cardsharp_rules::{ActionOf, Game, Rng, Seat, Seed, State as _, Turn};

/// The restart mode of finished games.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Autoreset {
    /// The next step starts the next game; its action is ignored.
    NextStep,
    /// The next game starts in the same step.
    SameStep,
    /// The game stays over.
    Disabled,
}

cardsharp_rules::words!(Autoreset, "autoreset mode", NextStep: "next-step", SameStep: "same-step", Disabled: "disabled");

/// A game, and the seed of the games after it.
#[derive(Clone)]
pub(crate) struct Lane<G: Game> {
    pub(crate) state: G::State,
    /// The seed of the whole environment.
    seed: Seed,
    place: u64,
    /// The number of earlier games.
    number: u64,
    rng: Rng,
    /// The seat that acted last.
    last: Seat,
    /// Whether the game ended in the last step.
    pub(crate) has_ended: bool,
    /// The actions that its mask marks as legal.
    pub(crate) marked: Vec<u32>,
}

/// The stream of a lane's seed for random actions.
const ACTIONS: u64 = 1;

impl<G: Game> Lane<G> {
    /// Creates the lane at this place with its first game.
    pub(crate) fn new(game: &G, seed: Seed, place: u64) -> Lane<G> {
        let state = begin(game, game_seed(seed, place, 0));
        let (rng, marked) = (Rng::new(seed.stream(place).stream(ACTIONS)), Vec::new());
        Lane { state, seed, place, number: 0, rng, last: Seat::FIRST, has_ended: false, marked }
    }

    /// Returns the seat whose observation is written: the seat to act, or the one that ended the game.
    #[inline]
    pub(crate) fn observer(&self) -> Seat {
        if let Turn::Of(seat) = self.state.turn() { seat } else { self.last }
    }

    /// Returns whether the game is over, so that this step plays no action. May start the next game.
    #[inline]
    fn only_begins(&mut self, game: &G, autoreset: Autoreset) -> bool {
        if self.state.turn() != Turn::Over {
            return false;
        }
        self.has_ended = false;
        if autoreset == Autoreset::NextStep {
            self.begin_next(game);
        }
        true
    }

    fn begin_next(&mut self, game: &G) {
        self.number += 1;
        self.state = begin(game, game_seed(self.seed, self.place, self.number));
    }

    /// Whether the next step accepts the action.
    #[inline]
    pub(crate) fn takes(&self, action: Option<ActionOf<G>>) -> bool {
        self.state.turn() == Turn::Over || action.is_some_and(|action| self.state.is_legal(action))
    }

    /// Plays an action that `takes` accepts; `rewards` are by seat.
    #[inline]
    pub(crate) fn step(&mut self, game: &G, action: Option<ActionOf<G>>, autoreset: Autoreset, rewards: &mut [f32]) {
        if self.only_begins(game, autoreset) {
            rewards.fill(0.0);
        } else {
            self.play(game, action.expect("it was looked at before"), autoreset, rewards);
        }
    }

    /// Plays a random action, each legal one equally likely.
    #[inline]
    pub(crate) fn step_randomly(&mut self, game: &G, autoreset: Autoreset, rewards: &mut [f32]) {
        if self.only_begins(game, autoreset) {
            rewards.fill(0.0);
        } else {
            let action = self.state.random_action(&mut self.rng);
            self.play(game, action, autoreset, rewards);
        }
    }

    #[inline]
    fn play(&mut self, game: &G, action: ActionOf<G>, autoreset: Autoreset, rewards: &mut [f32]) {
        if let Turn::Of(seat) = self.state.turn() {
            self.last = seat;
        }
        self.state.play_unchecked(action);
        self.has_ended = self.state.turn() == Turn::Over;
        if !self.has_ended {
            rewards.fill(0.0);
            return;
        }
        let returns = self.state.returns().expect("a game that is over has returns");
        for (reward, &points) in rewards.iter_mut().zip(returns.as_slice()) {
            *reward = points as f32;
        }
        if autoreset == Autoreset::SameStep {
            self.begin_next(game);
        }
    }
}

/// Returns the seed of a game, by its place and its number there.
pub(crate) fn game_seed(seed: Seed, place: u64, number: u64) -> Seed {
    seed.stream(place).game(number)
}

fn begin<G: Game>(game: &G, seed: Seed) -> G::State {
    game.start(&game.shuffle(seed)).expect("a shuffled deal is valid")
}
