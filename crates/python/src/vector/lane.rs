//! One game among many, and the next one after it.

use cardsharp_rules::{ActionOf, Game, Rng, Seat, Seed, State as _, Turn};

/// What becomes of a game that is over.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Autoreset {
    /// The next game begins in the step after the last; the action of that step does nothing.
    NextStep,
    /// The next game begins in the same step.
    SameStep,
    /// It stays over.
    Disabled,
}

cardsharp_rules::words!(Autoreset, "autoreset mode", NextStep: "next-step", SameStep: "same-step", Disabled: "disabled");

/// A game, and the seeds of those that follow.
#[derive(Clone)]
pub(crate) struct Lane<G: Game> {
    pub(crate) state: G::State,
    /// Names all games of all lanes.
    seed: Seed,
    place: u64,
    /// How many games came before this one.
    number: u64,
    rng: Rng,
    /// Who acted last.
    last: Seat,
    /// Whether the game ended in the last step.
    pub(crate) has_ended: bool,
    /// The actions that its mask calls legal.
    pub(crate) marked: Vec<u32>,
}

/// The stream of a lane's seed for actions that are drawn here.
const ACTIONS: u64 = 1;

impl<G: Game> Lane<G> {
    /// The lane at this place, before its first game.
    pub(crate) fn new(game: &G, seed: Seed, place: u64) -> Lane<G> {
        let state = begin(game, game_seed(seed, place, 0));
        let (rng, marked) = (Rng::new(seed.stream(place).stream(ACTIONS)), Vec::new());
        Lane { state, seed, place, number: 0, rng, last: Seat::FIRST, has_ended: false, marked }
    }

    /// Whose observation is told: that of whose turn it is, or of whoever ended the game.
    #[inline]
    pub(crate) fn observer(&self) -> Seat {
        if let Turn::Of(seat) = self.state.turn() { seat } else { self.last }
    }

    /// Whether this step only begins the next game.
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

    /// Whether the action may be taken in the next step.
    #[inline]
    pub(crate) fn takes(&self, action: Option<ActionOf<G>>) -> bool {
        self.state.turn() == Turn::Over || action.is_some_and(|action| self.state.is_legal(action))
    }

    /// Takes an action that may be taken; `rewards` are by seat.
    #[inline]
    pub(crate) fn step(&mut self, game: &G, action: Option<ActionOf<G>>, autoreset: Autoreset, rewards: &mut [f32]) {
        if self.only_begins(game, autoreset) {
            rewards.fill(0.0);
        } else {
            self.play(game, action.expect("it was looked at before"), autoreset, rewards);
        }
    }

    /// Takes any legal action, each equally likely.
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

/// The seed of a game, by its place and its number there.
pub(crate) fn game_seed(seed: Seed, place: u64, number: u64) -> Seed {
    seed.stream(place).game(number)
}

fn begin<G: Game>(game: &G, seed: Seed) -> G::State {
    game.start(&game.shuffle(seed)).expect("a shuffled deal is valid")
}
