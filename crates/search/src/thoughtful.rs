//! The interface that a game implements so that players can search it.

use cardsharp_rules::{ActionOf, Game, ObservationOf, Random, Rng, Seat, Style};

use crate::roster::{SEARCH, search_settings, seat};
use crate::{
    Belief, Clock, Considered, Figure, HidingPlace, Kind, Objective, Offer, OpenCards, Oracle, Player, Search,
    Searcher, Spec, SpecError, Valued,
};

/// A model of another player.
pub struct Model<G: Game> {
    /// The style, which gives the likelihood of its choices.
    pub style: Box<dyn Style<G>>,
    /// The prior probability.
    pub prior: f64,
    /// Whether it searches for its own best action. Its style then only judges its past choices.
    pub adapts: bool,
}

impl<G: Game> Model<G> {
    /// A player that follows a style exactly.
    pub fn follows(style: impl Style<G> + 'static, prior: f64) -> Model<G> {
        Model { style: Box::new(style), prior, adapts: false }
    }

    /// A player that searches, and whose choices resemble this style.
    pub fn adapts(style: impl Style<G> + 'static, prior: f64) -> Model<G> {
        Model { style: Box::new(style), prior, adapts: true }
    }
}

/// A game that players can search.
pub trait Searchable: Game {
    /// The smallest and the largest return of a seat.
    const RANGE: (i32, i32);
    /// The default objective.
    const OBJECTIVE: Objective = Objective::Score;

    /// The meaning of the values of [`Searchable::appraise`], in words.
    const VALUES: &'static str = "what the champion expects against those it takes the others for";

    /// Whether a seat passes cards before it plays.
    const HAS_PASSING: bool = false;

    /// The default number of worlds in a belief.
    const WORLDS: usize = 1_000;

    /// The uniform share of the prior at the root of a search; the rest comes from the adviser.
    const UNIFORM_SHARE: f32 = 0.5;

    /// The exponent on the likelihood of a hidden choice in a belief.
    ///
    /// A sampled world only guesses a secret choice, one of a hundred. With the full likelihood, nearly every world is
    /// lost to wrong guesses, and the few that remain explain the visible choices badly.
    const UNSEEN_TEMPERING: f64 = 0.3;

    /// Whether an action passes cards.
    fn is_pass(_action: ActionOf<Self>) -> bool {
        false
    }

    /// The models of the other players.
    fn models(&self) -> Vec<Model<Self>> {
        vec![Model::follows(Random, 1.0)]
    }

    /// Draws up to `worlds` worlds from the posterior itself, fewer if the clock runs out. `None` if the game has no
    /// such method and evenly drawn worlds are weighed instead.
    fn believe(
        _view: &ObservationOf<Self>,
        _worlds: usize,
        _clock: &Clock,
        _rng: &mut Rng,
    ) -> Option<Belief<Self::State>> {
        None
    }

    /// The trained players, which are not among [`Game::styles`].
    fn learned(&self) -> Vec<Box<dyn Style<Self>>> {
        Vec::new()
    }

    /// The style that gives the priors at the root of a search. It is called once per decision, so it may be slow.
    fn adviser(&self) -> Box<dyn Style<Self>> {
        self.default_style()
    }

    /// The style of all rollouts.
    fn default_style(&self) -> Box<dyn Style<Self>> {
        self.styles().pop().unwrap_or_else(|| Box::new(Random))
    }

    /// The strongest house player, with this budget and objective.
    fn champion(&self, how: Search) -> Box<dyn Player<Self>> {
        Box::new(Searcher { game: self.clone(), models: self.models(), how })
    }

    /// The settings of the champion.
    const CHAMPION_SETTINGS: &'static [&'static str] = SEARCH;

    /// Creates the champion from a spec that has only its settings.
    ///
    /// # Errors
    /// If a setting has an invalid value.
    fn champion_by(&self, spec: &Spec) -> Result<Box<dyn Player<Self>>, SpecError> {
        Ok(self.champion(search_settings::<Self>(spec)?))
    }

    /// Returns the values of the actions as shown to people, in any order, within this budget. Games played to the end
    /// confirmed this measure (`benchmarks/values.md`). `None` if it is what the champion expects. An action that was
    /// not tried has no visits; `also` is always tried.
    fn appraise(
        &self,
        _view: &ObservationOf<Self>,
        _also: Option<ActionOf<Self>>,
        _how: &Search,
        _rng: &mut Rng,
    ) -> Option<Vec<Valued<ActionOf<Self>>>> {
        None
    }

    /// Returns the values of just these actions, in their order, by the same measure. Each is tried as often as the
    /// others, even if a search would neglect it. An action that could not be judged has no visits.
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

    /// The oracles, which measure how much a player loses by not seeing hidden cards; the one that sees most is first.
    fn oracles(&self) -> Vec<Box<dyn Oracle<Self>>> {
        vec![Box::new(OpenCards { game: self.clone() })]
    }

    /// Estimates the value of a position to a seat, from 0 to 1, so that a simulation that began at `root` may stop
    /// early. It may use only open cards. A search ignores it unless it plays for [`Searchable::OBJECTIVE`].
    fn estimate(&self, _root: &Self::State, _state: &Self::State, _seat: Seat) -> Option<f32> {
        None
    }

    /// The cards that this seat has not seen, in their order.
    fn unseen(_view: &ObservationOf<Self>) -> Vec<Kind> {
        Vec::new()
    }

    /// The places where they may be; the sizes add up to the number of unseen cards.
    fn hiding_places(_view: &ObservationOf<Self>) -> Vec<HidingPlace> {
        Vec::new()
    }

    /// Counts the cards of each kind in each place of this state: a row for every kind of [`Searchable::unseen`], a
    /// column for every one of [`Searchable::hiding_places`].
    fn locate(_view: &ObservationOf<Self>, _state: &Self::State, _counts: &mut Vec<u8>) {}

    /// The figures by which people judge an action, the most telling first. None of them is the objective: rollouts are
    /// a poor measure of that, so the value shows it.
    const FIGURES: &'static [Figure] = &[];

    /// Fills in the [`Searchable::FIGURES`] of a game that stood at `before` on this seat's turn and finished at `end`.
    fn figures(_before: &Self::State, _end: &Self::State, _me: Seat, _figures: &mut [f64]) {}

    /// Creates the player of a spec. It may remember a match, which [`seat_player`](crate::seat_player) rejects.
    ///
    /// Each game of this crate repeats this method, so that its players are compiled here and not in every caller.
    ///
    /// # Errors
    /// If there is no such player, setting or value.
    fn seat_player(&self, spec: &Spec) -> Result<Box<dyn Player<Self>>, SpecError> {
        seat(self, spec)
    }

    /// The players that only this game has, the easiest first.
    fn own_players(&self) -> Vec<Offer<Self>> {
        Vec::new()
    }
}

/// Returns the values shown to people: [`Searchable::appraise`], or else the champion's own.
pub fn house_values<G: Searchable>(
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
