//! The few traits that every game of the house keeps: [`Game`], [`State`], [`Action`].
//!
//! All chance lies in the deal, the draw pile included: once a deal is fixed, a game is a
//! sequence of actions and nothing else, and can be replayed from them exactly.

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
    /// The name as read: `Lucky Thirteen`.
    const TITLE: &'static str;
    /// The rules, for a person.
    const RULES: &'static str;
    /// How many sit at the table.
    const SEATS: usize;
    /// What an illegal or missing answer costs by the game's own rules.
    const FAULT_PENALTY: i32 = 0;
    /// Whether a program loses the game by its third fault, or when it dies: by a rule of the house, where the game's
    /// own rules put no price on faults.
    const FORFEITS: bool = Self::FAULT_PENALTY == 0;
    /// How people count what it gives a seat.
    const SCORING: Scoring = Scoring::POINTS;

    /// The cards as someone claims they lie; only [`Game::start`] makes sure.
    type Deal: Clone + Eq + Debug + Display + FromStr<Err = ParseError> + Send + Sync;
    /// A position of the game, with everything hidden in it.
    type State: State;

    /// The deal that a seed names, the same in every version of this house.
    fn shuffle(&self, seed: Seed) -> Self::Deal;

    /// Sits down to a deal.
    ///
    /// # Errors
    /// If the deal is not one of the game's.
    fn start(&self, deal: &Self::Deal) -> Result<Self::State, InvalidDeal>;

    /// The options of the game as they stand.
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

    /// The styles that sit down to it, the gentlest first.
    fn styles(&self) -> Vec<Box<dyn Style<Self>>> {
        vec![Box::new(Random)]
    }

    /// Goes up whenever the meaning of any feature changes.
    const ENCODING_VERSION: u32;
    /// How many numbers describe an observation.
    const FEATURES: usize;
    /// The features that may be other numbers than 0 and 1, ascending; all others fit into a bit.
    const NUMBER_FEATURES: &'static [usize] = &[];
    /// How many actions there are in all positions together.
    const ACTIONS: usize;

    /// Describes an observation for learners: [`Game::FEATURES`] numbers, most of them 0 or 1.
    fn describe(view: &ObservationOf<Self>, features: &mut impl Features);

    /// Writes an observation as numbers.
    ///
    /// # Panics
    /// If `out` has not [`Game::FEATURES`] places.
    fn encode(view: &ObservationOf<Self>, out: &mut [f32]) {
        let mut features = Floats::new(out);
        Self::describe(view, &mut features);
        features.end();
    }

    /// How many bytes a packed observation takes.
    const PACKED_FEATURES: usize = Self::FEATURES.div_ceil(8) + 4 * Self::NUMBER_FEATURES.len();

    /// Writes an observation in bits, the lowest of a byte first and 0 where it is a number; then those that are
    /// numbers, as four bytes each, the lowest first.
    ///
    /// # Panics
    /// If `out` has not [`Game::PACKED_FEATURES`] places.
    fn encode_packed(view: &ObservationOf<Self>, out: &mut [u8]) {
        let mut features = Packed::new(out, Self::FEATURES, Self::NUMBER_FEATURES.len());
        Self::describe(view, &mut features);
        features.end();
    }

    /// The number of an action. It never changes: games that are kept are written in these numbers.
    fn action_index(action: ActionOf<Self>) -> usize;

    /// The action with this number, if it is one.
    fn action_at(index: usize) -> Option<ActionOf<Self>>;

    /// The slots whose cards the rules hide from this seat after these actions, for the leak law
    /// ([`laws`](crate::laws)): said from the rules and not from the views. A deal is a row of slots; a slot holds the
    /// same card until two are swapped.
    fn hidden_slots(&self, deal: &Self::Deal, actions: &[ActionOf<Self>], seat: Seat) -> Vec<usize>;

    /// The same game with the cards of two slots exchanged: the deal, and the actions as they would have been
    /// called. They need not be legal.
    fn swap_slots(
        &self,
        deal: &Self::Deal,
        actions: &[ActionOf<Self>],
        slots: (usize, usize),
    ) -> (Self::Deal, Vec<ActionOf<Self>>);
}

/// What a game of the house says in rooms of its own, `players.rs`, `encoding.rs` and `observation.rs`, and its
/// [`Game`] only passes on.
macro_rules! from_its_rooms {
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

/// An option of a game as it stands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameOption {
    /// Its name, as typed.
    pub key: &'static str,
    /// Its value now.
    pub value: &'static str,
    /// The values it may have, the default first.
    pub allowed: &'static [&'static str],
    /// What it changes, in a few words.
    pub meaning: &'static str,
}

/// What a seat may do when it is its turn.
pub trait Action: Copy + Ord + Hash + Debug + Display + FromStr<Err = ParseError> + Send + Sync + 'static {}

impl<A> Action for A where A: Copy + Ord + Hash + Debug + Display + FromStr<Err = ParseError> + Send + Sync + 'static {}

/// Whose turn it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Turn {
    /// This seat acts.
    Of(Seat),
    /// The game is over.
    Over,
}

/// A position of a game: what is open and what is hidden. Never shown to a player.
pub trait State: Clone + Debug + PartialEq + Send + Sync + 'static {
    /// What a seat does in its turn.
    type Action: Action;
    /// What a seat knows.
    type Observation: Observation<State = Self>;

    /// Whose turn it is.
    fn turn(&self) -> Turn;

    /// Appends every legal action, in ascending order; none once the game is over.
    fn legal_actions(&self, out: &mut Vec<Self::Action>);

    /// One of the legal actions, each equally likely, without listing them.
    ///
    /// # Panics
    /// May panic once the game is over.
    fn random_action(&self, rng: &mut Rng) -> Self::Action;

    /// Carries out an action known to be legal.
    fn play_unchecked(&mut self, action: Self::Action);

    /// What this seat has seen so far.
    fn observe(&self, seat: Seat) -> Self::Observation;

    /// What each seat gets, more being better; none until the game is over.
    fn returns(&self) -> Option<BySeat<i32>>;

    /// The position at the start of the game; appends the actions that lead from there to here, or, if this
    /// position was sampled, that may have: what the others were thinking can be judged only from where they stood.
    #[must_use]
    fn rewind(&self, actions: &mut Vec<Self::Action>) -> Self;

    /// Whether the others see which action it was; a hidden one they only know was made.
    fn is_open(_action: Self::Action) -> bool {
        true
    }

    /// Whether an action is legal now. Final; games override it only to be quicker.
    fn is_legal(&self, action: Self::Action) -> bool {
        let mut legal = Vec::new();
        self.legal_actions(&mut legal);
        legal.contains(&action)
    }

    /// Carries out an action. Final.
    ///
    /// # Errors
    /// If it is not legal; nothing has changed then.
    fn play(&mut self, action: Self::Action) -> Result<(), IllegalAction<Self::Action>> {
        if !self.is_legal(action) {
            return Err(IllegalAction(action));
        }
        self.play_unchecked(action);
        Ok(())
    }

    /// Plays on at random to the end and says what each seat gets. Final; touches no heap.
    ///
    /// A game of the house says this again in the same words: its playouts are then compiled with its
    /// rules, which are optimised in every build, and not wherever they are called.
    #[inline]
    fn play_out(&mut self, rng: &mut Rng) -> BySeat<i32> {
        play_out(self, rng)
    }
}

/// [`State::play_out`], in general.
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
/// What a seat knows in a game.
pub type ObservationOf<G> = <<G as Game>::State as State>::Observation;
