//! What a game must say before anyone can think about it.

use cardsharp_rules::{ActionOf, Game, ObservationOf, Random, Rng, Seat, Style};

use crate::roster::{SEARCH, search_settings, seat};
use crate::{
    Belief, Clock, Considered, Figure, HidingPlace, Kind, Objective, Offer, OpenCards, Oracle, Player, Search,
    Searcher, Spec, SpecError, Valued,
};

/// A way others may play.
pub struct Model<G: Game> {
    /// What it does, to judge what was done.
    pub style: Box<dyn Style<G>>,
    /// How likely it is before anything was seen.
    pub prior: f64,
    /// Whether it thinks for itself: in a search it then looks for its own best, and its style
    /// serves only to judge its past.
    pub adapts: bool,
}

impl<G: Game> Model<G> {
    /// Someone who follows a style to the letter.
    pub fn follows(style: impl Style<G> + 'static, prior: f64) -> Model<G> {
        Model { style: Box::new(style), prior, adapts: false }
    }

    /// Someone who thinks for himself and whose choices look like this style.
    pub fn adapts(style: impl Style<G> + 'static, prior: f64) -> Model<G> {
        Model { style: Box::new(style), prior, adapts: true }
    }
}

/// A game that players can think about.
pub trait Thoughtful: Game {
    /// The least and the most a seat can return.
    const RANGE: (i32, i32);
    /// What the house plays for unless told otherwise.
    const OBJECTIVE: Objective = Objective::Score;

    /// What [`Thoughtful::appraise`] counts, in words.
    const VALUES: &'static str = "what the champion expects against those it takes the others for";

    /// Whether a seat passes cards before it plays.
    const HAS_PASSING: bool = false;

    /// How many worlds a belief holds unless told otherwise.
    const WORLDS: usize = 1_000;

    /// How much of the prior at the root of a search is uniform; the rest is the adviser's.
    const UNIFORM_SHARE: f32 = 0.5;

    /// How much a choice that was not seen counts in a belief, as a power of its likelihood.
    ///
    /// What a sampled world says about a secret is itself a guess, one of a hundred: judged in
    /// full, nearly every world dies of guesses that were wrong, and the few that are left know
    /// too little about what was seen.
    const UNSEEN_TEMPERING: f64 = 0.3;

    /// Whether an action passes cards.
    fn is_pass(_action: ActionOf<Self>) -> bool {
        false
    }

    /// How others may play.
    fn models(&self) -> Vec<Model<Self>> {
        vec![Model::follows(Random, 1.0)]
    }

    /// Draws so many worlds from the posterior itself, fewer if the clock runs out, where a game
    /// knows how; none where evenly drawn worlds are to be weighed.
    fn believe(
        _view: &ObservationOf<Self>,
        _worlds: usize,
        _clock: &Clock,
        _rng: &mut Rng,
    ) -> Option<Belief<Self::State>> {
        None
    }

    /// Players beyond the house's own: those that learnt.
    fn learned(&self) -> Vec<Box<dyn Style<Self>>> {
        Vec::new()
    }

    /// Whose opinion leads the first steps of a search where it begins; asked once a decision, so
    /// it may be slow.
    fn adviser(&self) -> Box<dyn Style<Self>> {
        self.default_style()
    }

    /// How anyone plays on where a search ends.
    fn default_style(&self) -> Box<dyn Style<Self>> {
        self.styles().pop().unwrap_or_else(|| Box::new(Random))
    }

    /// The strongest player of the house, with this budget and objective.
    fn champion(&self, how: Search) -> Box<dyn Player<Self>> {
        Box::new(Searcher { game: self.clone(), models: self.models(), how })
    }

    /// The settings a champion has.
    const CHAMPION_SETTINGS: &'static [&'static str] = SEARCH;

    /// The champion that a spec describes, with settings that it has.
    ///
    /// # Errors
    /// If a setting has no such value.
    fn champion_by(&self, spec: &Spec) -> Result<Box<dyn Player<Self>>, SpecError> {
        Ok(self.champion(search_settings::<Self>(spec)?))
    }

    /// What the actions are worth, as people are shown it: by the measure that games played to the end
    /// found right (`benchmarks/values.md`), within this budget; nothing where that is what the champion
    /// expects. In any order; what was not tried has no visits. `also` is tried whatever the house thinks
    /// of it.
    fn appraise(
        &self,
        _view: &ObservationOf<Self>,
        _also: Option<ActionOf<Self>>,
        _how: &Search,
        _rng: &mut Rng,
    ) -> Option<Vec<Valued<ActionOf<Self>>>> {
        None
    }

    /// What just these actions are worth, by the same measure, in their order: each is tried as often as the others,
    /// so that what a search would hardly look at is judged as well as what it likes. What could not be judged has no
    /// visits.
    fn compare(
        &self,
        view: &ObservationOf<Self>,
        actions: &[ActionOf<Self>],
        how: &Search,
        rng: &mut Rng,
    ) -> Vec<Valued<ActionOf<Self>>> {
        let mut known: Vec<Valued<ActionOf<Self>>> = Vec::new();
        let judge = |&action: &ActionOf<Self>| {
            let is_judged = |valued: &&Valued<ActionOf<Self>>| valued.action == action && valued.visits > 0;
            if known.iter().find(is_judged).is_none() {
                known.extend(house_values(self, view, Some(action), how, rng));
            }
            *known.iter().find(is_judged).unwrap_or(&Valued::independent(action, 0.5, 0.5, 0))
        };
        actions.iter().rev().map(judge).collect::<Vec<_>>().into_iter().rev().collect()
    }

    /// Those who see hidden cards and measure how much a player loses by not seeing them; the
    /// one that sees most first.
    fn oracles(&self) -> Vec<Box<dyn Oracle<Self>>> {
        vec![Box::new(OpenCards { game: self.clone() })]
    }

    /// The worth of a position to a seat, from 0 to 1, where a simulation that began at `root`
    /// may stop early. It may use only what lies open, and it speaks of [`Thoughtful::OBJECTIVE`]:
    /// a search that plays for something else does not ask.
    fn estimate(&self, _root: &Self::State, _state: &Self::State, _seat: Seat) -> Option<f32> {
        None
    }

    /// The cards this seat has not seen, in their order.
    fn unseen(_view: &ObservationOf<Self>) -> Vec<Kind> {
        Vec::new()
    }

    /// Where they may be; the sizes add up to the number of unseen cards.
    fn hiding_places(_view: &ObservationOf<Self>) -> Vec<HidingPlace> {
        Vec::new()
    }

    /// How many cards of each kind are in each place, were this the truth: a row for every kind of
    /// [`Thoughtful::unseen`], a column for every one of [`Thoughtful::hiding_places`].
    fn locate(_view: &ObservationOf<Self>, _state: &Self::State, _counts: &mut Vec<u8>) {}

    /// The figures by which people judge an action, the most telling first. None of them is what is played for:
    /// that is the value, which games at a glance are no measure of.
    const FIGURES: &'static [Figure] = &[];

    /// The figures of a game that stood at `before` when it was this seat's turn and has come to
    /// this `end`, one for each of [`Thoughtful::FIGURES`].
    fn figures(_before: &Self::State, _end: &Self::State, _me: Seat, _figures: &mut [f64]) {}

    /// Seats the player that a spec names. It may remember the games of a match; [`seat_player`](crate::seat_player)
    /// refuses those that do.
    ///
    /// A game of the house says this again in the same words: all its players are then compiled
    /// here, once, and not in every crate that seats somebody.
    ///
    /// # Errors
    /// If there is no such player, or it has no such setting or value.
    fn seat_player(&self, spec: &Spec) -> Result<Box<dyn Player<Self>>, SpecError> {
        seat(self, spec)
    }

    /// Players that only this game has, the gentlest first.
    fn own_players(&self) -> Vec<Offer<Self>> {
        Vec::new()
    }
}

/// What the house shows people of all actions: [`Thoughtful::appraise`], or else what the champion expects.
pub fn house_values<G: Thoughtful>(
    game: &G,
    view: &ObservationOf<G>,
    also: Option<ActionOf<G>>,
    how: &Search,
    rng: &mut Rng,
) -> Vec<Valued<ActionOf<G>>> {
    if let Some(values) = game.appraise(view, also, how, rng) {
        return values;
    }
    if let Considered::Values(values) = game.champion(*how).consider(view, rng) { values } else { Vec::new() }
}
