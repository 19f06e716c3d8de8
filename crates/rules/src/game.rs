//! The traits that every game implements: [`Game`], [`State`], [`Action`].
//!
//! All chance lies in the deal, which includes the draw pile. Once the deal is fixed, a game is a sequence of actions
//! and can be replayed exactly.

use std::fmt::{Debug, Display};
use std::hash::Hash;
use std::str::FromStr;

use crate::encoding::{Features, Floats, Packed};
use crate::outcome::Scoring;
use crate::{BySeat, IllegalAction, InvalidDeal, Observation, ParseError, Random, Rng, Seat, Seed, Style};

/// A game with its options.
pub trait Game: Clone + Default + PartialEq + Debug + Send + Sync + 'static {
    /// The name as typed: `lucky-thirteen`.
    const NAME: &'static str;
    /// The name as shown: `Lucky Thirteen`.
    const TITLE: &'static str;
    /// The rules for people.
    const RULES: &'static str;
    /// The number of seats.
    const SEATS: usize;
    /// The cost of an illegal or missing answer by the game's own rules.
    const FAULT_PENALTY: i32 = 0;
    /// Whether a program loses by its third fault or when it dies: a house rule where the game puts no price on faults.
    const FORFEITS: bool = Self::FAULT_PENALTY == 0;
    /// How people count a seat's result.
    const SCORING: Scoring = Scoring::POINTS;

    /// A claimed deal; only [`Game::start`] checks it.
    type Deal: Clone + Eq + Debug + Display + FromStr<Err = ParseError> + Send + Sync;
    /// A position of the game, with all hidden cards.
    type State: State;

    /// The deal of a seed, the same in every version of this project.
    fn shuffle(&self, seed: Seed) -> Self::Deal;

    /// Starts a game on a deal.
    ///
    /// # Errors
    /// If the deal is not one of the game's.
    fn start(&self, deal: &Self::Deal) -> Result<Self::State, InvalidDeal>;

    /// The current options of the game.
    fn options(&self) -> Vec<GameOption> {
        Vec::new()
    }

    /// Sets an option.
    ///
    /// # Errors
    /// If the game has no such option or the option no such value.
    fn set_option(&mut self, key: &str, _value: &str) -> Result<(), ParseError> {
        Err(ParseError::new("option of this game", key, format!("none: {} has no options", Self::TITLE)))
    }

    /// The game's house players, the weakest first.
    fn styles(&self) -> Vec<Box<dyn Style<Self>>> {
        vec![Box::new(Random)]
    }

    /// Increases whenever the meaning of a feature changes.
    const ENCODING_VERSION: u32;
    /// The number of features of an observation.
    const FEATURES: usize;
    /// The features that may be other numbers than 0 and 1, ascending. Every other feature fits into a bit.
    const NUMBER_FEATURES: &'static [usize] = &[];
    /// The number of actions in all positions together.
    const ACTIONS: usize;

    /// Writes an observation as [`Game::FEATURES`] features, most of them 0 or 1.
    fn describe(view: &ObservationOf<Self>, features: &mut impl Features);

    /// Writes an observation as numbers. Panics if `out` does not have [`Game::FEATURES`] places.
    fn encode(view: &ObservationOf<Self>, out: &mut [f32]) {
        let mut features = Floats::new(out);
        Self::describe(view, &mut features);
        features.end();
    }

    /// The length of a packed observation in bytes.
    const PACKED_FEATURES: usize = Self::FEATURES.div_ceil(8) + 4 * Self::NUMBER_FEATURES.len();

    /// Writes an observation in bits, the lowest of a byte first and 0 in place of a number; then the numbers as four
    /// bytes each, the lowest first. Panics if `out` does not have [`Game::PACKED_FEATURES`] places.
    fn encode_packed(view: &ObservationOf<Self>, out: &mut [u8]) {
        let mut features = Packed::new(out, Self::FEATURES, Self::NUMBER_FEATURES.len());
        Self::describe(view, &mut features);
        features.end();
    }

    /// The number of an action. It never changes, because stored games are written in these numbers.
    fn action_index(action: ActionOf<Self>) -> usize;

    /// The action with this number, if there is one.
    fn action_at(index: usize) -> Option<ActionOf<Self>>;

    /// The slots whose cards the rules hide from this seat after these actions, for the leak law
    /// ([`laws`](crate::laws)). Derived from the rules, not from the views. A deal is a row of slots; a slot holds the
    /// same card until two are swapped.
    fn hidden_slots(&self, deal: &Self::Deal, actions: &[ActionOf<Self>], seat: Seat) -> Vec<usize>;

    /// The same game with the cards of two slots swapped: the deal, and the renamed actions, which may be illegal.
    fn swap_slots(
        &self,
        deal: &Self::Deal,
        actions: &[ActionOf<Self>],
        slots: (usize, usize),
    ) -> (Self::Deal, Vec<ActionOf<Self>>);
}

/// Forwards the methods that a game implements in `players.rs`, `encoding.rs` and `observation.rs`.
macro_rules! forward_to_modules {
    () => {
        fn styles(&self) -> Vec<Box<dyn $crate::Style<Self>>> {
            players::styles()
        }

        const ENCODING_VERSION: u32 = encoding::VERSION;
        const FEATURES: usize = encoding::FEATURES;
        const NUMBER_FEATURES: &'static [usize] = encoding::NUMBERS;
        const ACTIONS: usize = encoding::ACTIONS;

        fn describe(view: &$crate::ObservationOf<Self>, features: &mut impl $crate::Features) {
            encoding::describe(view, features);
        }

        fn action_index(action: $crate::ActionOf<Self>) -> usize {
            encoding::action_index(action)
        }

        fn action_at(index: usize) -> Option<$crate::ActionOf<Self>> {
            encoding::action_at(index)
        }

        fn hidden_slots(&self, deal: &Deal, actions: &[$crate::ActionOf<Self>], seat: $crate::Seat) -> Vec<usize> {
            observation::hidden_slots(deal, actions, seat)
        }

        fn swap_slots(
            &self,
            deal: &Deal,
            actions: &[$crate::ActionOf<Self>],
            slots: (usize, usize),
        ) -> (Deal, Vec<$crate::ActionOf<Self>>) {
            observation::swap_slots(deal, actions, slots)
        }
    };
}

/// An option of a game with its current value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameOption {
    /// Its name, as typed.
    pub key: &'static str,
    /// Its current value.
    pub value: &'static str,
    /// The values it may have, the default first.
    pub allowed: &'static [&'static str],
    /// Its effect, in a few words.
    pub meaning: &'static str,
}

/// An action of a seat in its turn.
pub trait Action: Copy + Ord + Hash + Debug + Display + FromStr<Err = ParseError> + Send + Sync + 'static {}

impl<A> Action for A where A: Copy + Ord + Hash + Debug + Display + FromStr<Err = ParseError> + Send + Sync + 'static {}

/// The seat to act, if any.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Turn {
    /// This seat acts.
    Of(Seat),
    /// The game is over.
    Over,
}

/// A position of a game with open and hidden cards. Never shown to a player.
pub trait State: Clone + Debug + PartialEq + Send + Sync + 'static {
    /// An action of a seat in its turn.
    type Action: Action;
    /// A seat's view.
    type Observation: Observation<State = Self>;

    /// The seat to act.
    fn turn(&self) -> Turn;

    /// Appends every legal action, in ascending order; none once the game is over.
    fn legal_actions(&self, out: &mut Vec<Self::Action>);

    /// Draws one of the legal actions, each equally likely, without listing them.
    ///
    /// # Panics
    /// May panic once the game is over.
    fn random_action(&self, rng: &mut Rng) -> Self::Action;

    /// Plays an action that is known to be legal.
    fn play_unchecked(&mut self, action: Self::Action);

    /// This seat's view of the position.
    fn observe(&self, seat: Seat) -> Self::Observation;

    /// The result of each seat, more being better; `None` until the game is over.
    fn returns(&self) -> Option<BySeat<i32>>;

    /// Returns the position at the start of the game and appends the actions that lead from there to this position. For
    /// a sampled position they are one possible history. Past decisions are judged from the positions in which they
    /// were made.
    #[must_use]
    fn rewind(&self, actions: &mut Vec<Self::Action>) -> Self;

    /// Whether the other seats see the action. They always see that an action was made.
    fn is_open(_action: Self::Action) -> bool {
        true
    }

    /// Whether an action is legal now. Final; games override it only for speed.
    fn is_legal(&self, action: Self::Action) -> bool {
        let mut legal = Vec::new();
        self.legal_actions(&mut legal);
        legal.contains(&action)
    }

    /// Plays an action. Final.
    ///
    /// # Errors
    /// If the action is illegal; the position is then unchanged.
    fn play(&mut self, action: Self::Action) -> Result<(), IllegalAction<Self::Action>> {
        if !self.is_legal(action) {
            return Err(IllegalAction(action));
        }
        self.play_unchecked(action);
        Ok(())
    }

    /// Plays random actions to the end and returns the results. Final; does not allocate.
    ///
    /// Each game repeats this method in its own module. Its playouts are then compiled with its rules, which are
    /// optimised in every build, and not in the calling crate.
    #[inline]
    fn play_out(&mut self, rng: &mut Rng) -> BySeat<i32> {
        play_out(self, rng)
    }
}

/// The default implementation of [`State::play_out`].
#[inline]
pub(crate) fn play_out<S: State>(state: &mut S, rng: &mut Rng) -> BySeat<i32> {
    while state.turn() != Turn::Over {
        let action = state.random_action(rng);
        state.play_unchecked(action);
    }
    state.returns().expect("a game that is over has returns")
}

/// A game's actions.
pub type ActionOf<G> = <<G as Game>::State as State>::Action;
/// A seat's view of a game.
pub type ObservationOf<G> = <<G as Game>::State as State>::Observation;
