//! Analyses a position: the value of each action, its consequences, and the probable places of unseen cards. `analyse`
//! prints one analysis, `annotate` one per decision of a game.

mod json;
mod text;
mod words;

use std::time::Duration;

use cardsharp_rules::{ActionOf, Game, Observation, ObservationOf, Rng, Seat, Seed, Turn};
use cardsharp_search::{
    Belief, Budget, CHAMPION, Clock, Considered, Holdings, Outlook, Player, Search, Spec, SpecError, Valued, outlook,
    search_settings, seat_player,
};

use crate::Present;

pub use json::{holdings_json, thought_json};
pub use text::{belief_table, choice_table, position, wrap};
pub use words::{
    GAMES_TOLD, LOSS, Named, Told, advice_in_brief, as_typed, because, cost, figure_told, percent, salient, slip,
    verdict,
};

/// A player to ask, with budgets for the second opinion.
pub struct Analyst<G: Game> {
    game: G,
    player: Box<dyn Player<G>>,
    /// Whether the player is the champion, so that its values are the house's.
    is_champion: bool,
    /// Search settings for the house's values.
    how: Search,
    /// Budget of belief and second opinion. Counted in nodes, it gives the same words on every machine.
    budget: Budget,
    worlds: usize,
    games: usize,
    seed: Seed,
}

/// The most worlds of a belief that is shown.
const WORLDS: usize = 400;
const GAMES: usize = 200;
/// Time for belief and second opinion together, if the player's budget is a time.
const TIME: Duration = Duration::from_millis(200);
/// A value is hidden if its error exceeds this and twice the error of the player's choice.
const VAGUE: f64 = 0.05;
/// The number of actions that get playouts; a pass has 120.
pub const CLOSELY: usize = 12;

/// How the actions were judged.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Judged {
    /// The player values each action.
    Valued,
    /// The player gives probabilities only; the values are the house's.
    Weighed,
    /// The player gives its choice only; the values are the house's.
    Chosen,
}

/// An action with its evaluation.
pub struct Choice<A> {
    /// The action.
    pub action: A,
    /// The value and its standard error; `None` if the action was tried too seldom.
    pub value: Option<(f64, f64)>,
    /// The error that remains when actions are compared; see [`Valued::paired_error`].
    pub paired_error: f64,
    /// The number of visits.
    pub tried: u32,
    /// The player's probability of the action.
    pub weight: Option<f64>,
    /// The consequences; `None` for actions without playouts.
    pub outlook: Option<Outlook<A>>,
}

/// The analysis of a position.
pub struct Thought<G: Game> {
    /// The actions by value, best first, those without a value last; empty if it is not this seat's turn.
    pub choices: Vec<Choice<ActionOf<G>>>,
    /// How the actions were judged.
    pub judged: Judged,
    /// The player's choice.
    pub choice: Option<ActionOf<G>>,
    /// Whether the values are the house's ([`cardsharp_search::Searchable::VALUES`]) instead of the player's.
    pub is_house: bool,
    /// The probable places of the unseen cards.
    pub holdings: Holdings,
    /// The likeliest model of each other seat, with its probability.
    pub manners: Vec<(Seat, &'static str, f64)>,
}

impl<G: Present> Analyst<G> {
    /// Creates an analyst that asks the player of this spec.
    ///
    /// # Errors
    /// If the player is unknown or a setting is invalid.
    pub fn new(game: &G, spec: &Spec, seed: u64) -> Result<Analyst<G>, SpecError> {
        Analyst::of(game, seat_player(game, spec)?, spec, seed)
    }

    /// Creates an analyst that asks this player. Budgets come from the spec.
    ///
    /// # Errors
    /// If a setting is invalid.
    pub fn of(game: &G, player: Box<dyn Player<G>>, spec: &Spec, seed: u64) -> Result<Analyst<G>, SpecError> {
        let how = search_settings::<G>(spec)?;
        // A small budget for the player means a quick answer altogether.
        let nodes = if let Budget::Nodes(nodes) = how.budget { Some(nodes as usize) } else { None };
        Ok(Analyst {
            game: game.clone(),
            player,
            is_champion: spec.name == CHAMPION,
            how,
            budget: nodes.map_or(Budget::Time(TIME), |_| Budget::Nodes(u64::MAX)),
            worlds: how.worlds.min(WORLDS),
            games: nodes.map_or(GAMES, |nodes| nodes.min(GAMES)),
            seed: Seed(seed),
        })
    }

    /// Analyses a position. `also` always gets playouts.
    pub fn think(&self, view: &ObservationOf<G>, also: Option<ActionOf<G>>) -> Thought<G> {
        G::think(self, view, also)
    }
}

/// The actions with their values, how they were judged, and the player's choice.
pub type Judgement<A> = (Vec<Choice<A>>, Judged, Option<A>);

/// Judges the actions of a position.
pub fn judge<G: Present>(
    analyst: &Analyst<G>,
    view: &ObservationOf<G>,
    also: Option<ActionOf<G>>,
) -> Judgement<ActionOf<G>> {
    let is_turn = view.turn() == Turn::Of(view.seat());
    let considered = is_turn.then(|| analyst.player.consider(view, &mut Rng::new(analyst.seed)));
    let (mut choices, judged) = listed::<G>(view, considered);
    let choice = choices.first().map(|choice| choice.action);
    if is_turn && (analyst.is_champion || judged != Judged::Valued) {
        for valued in house_values(analyst, view, also, judged) {
            if let Some(choice) = choices.iter_mut().find(|choice| choice.action == valued.action) {
                choice.take(&valued);
            }
        }
    }
    sort_by_value(&mut choices, choice);
    (choices, judged, choice)
}

/// Returns the game's own values, or the champion's. Empty if the player already gave values.
fn house_values<G: Present>(
    analyst: &Analyst<G>,
    view: &ObservationOf<G>,
    also: Option<ActionOf<G>>,
    judged: Judged,
) -> Vec<Valued<ActionOf<G>>> {
    let mut rng = Rng::new(analyst.seed.stream(2));
    if let Some(values) = analyst.game.appraise(view, also, &analyst.how, &mut rng) {
        return values;
    }
    let considered = (judged != Judged::Valued).then(|| analyst.game.champion(analyst.how).consider(view, &mut rng));
    if let Some(Considered::Values(values)) = considered { values } else { Vec::new() }
}

/// The default of [`Present::think`].
pub(crate) fn think<G: Present>(
    analyst: &Analyst<G>,
    view: &ObservationOf<G>,
    also: Option<ActionOf<G>>,
) -> Thought<G> {
    let (mut choices, judged, choice) = judge(analyst, view, also);
    let (clock, mut rng) = (Clock::start(analyst.budget), Rng::new(analyst.seed.stream(1)));
    let models = analyst.game.models();
    let belief = Belief::new(view, &models, analyst.worlds, &clock, &mut rng);
    let mut closely: Vec<ActionOf<G>> = choices.iter().take(CLOSELY).map(|choice| choice.action).collect();
    closely.extend(also.filter(|action| !closely.contains(action)));
    let outlooks = if closely.is_empty() {
        Vec::new()
    } else {
        outlook(&analyst.game, &belief, &models, &closely, G::OBJECTIVE, (analyst.games, &clock), &mut rng)
    };
    for outlook in outlooks {
        let choice = choices.iter_mut().find(|choice| choice.action == outlook.action);
        choice.expect("an action looked at is one of them").outlook = Some(outlook);
    }
    let manners = manners::<G>(view, &belief, &models);
    let is_house = analyst.is_champion || judged != Judged::Valued;
    Thought { choices, judged, choice, is_house, holdings: Holdings::of::<G>(view, &belief), manners }
}

impl<A: Copy> Choice<A> {
    fn plain(action: A) -> Choice<A> {
        Choice { action, value: None, paired_error: 0.0, tried: 0, weight: None, outlook: None }
    }

    fn take(&mut self, valued: &Valued<A>) {
        // Champions may exceed 1 slightly, to prefer higher wins.
        self.value = (valued.visits > 0).then_some((valued.value.clamp(0.0, 1.0), valued.error));
        (self.paired_error, self.tried) = (valued.paired_error, valued.visits);
    }
}

/// Drops vague values and sorts by value, best first, actions without a value last.
fn sort_by_value<A: Copy + PartialEq>(choices: &mut [Choice<A>], chosen: Option<A>) {
    let error = |choice: &Choice<A>| choice.value.map(|(_, error)| error);
    let clear = choices.iter().find(|choice| Some(choice.action) == chosen).and_then(error).unwrap_or(0.0);
    for choice in choices.iter_mut().filter(|choice| Some(choice.action) != chosen) {
        choice.value = choice.value.filter(|(_, error)| *error <= VAGUE.max(2.0 * clear));
    }
    let key = |choice: &Choice<A>| choice.value.map_or(f64::NEG_INFINITY, |(value, _)| value);
    choices.sort_by(|a, b| key(b).total_cmp(&key(a)));
}

fn listed<G: Game>(
    view: &ObservationOf<G>,
    considered: Option<Considered<ActionOf<G>>>,
) -> (Vec<Choice<ActionOf<G>>>, Judged) {
    match considered {
        None => (Vec::new(), Judged::Chosen),
        Some(Considered::Values(valued)) => {
            let choice = |valued: Valued<ActionOf<G>>| {
                let mut choice = Choice::plain(valued.action);
                choice.take(&valued);
                choice
            };
            (valued.into_iter().map(choice).collect(), Judged::Valued)
        }
        Some(Considered::Weights(weighed)) => {
            let choice = |(action, weight)| Choice { weight: Some(weight), ..Choice::plain(action) };
            (weighed.into_iter().map(choice).collect(), Judged::Weighed)
        }
        Some(Considered::Choice(chosen)) => {
            let mut legal = Vec::new();
            view.legal_actions(&mut legal);
            legal.sort_by_key(|&action| action != chosen);
            (legal.into_iter().map(Choice::plain).collect(), Judged::Chosen)
        }
    }
}

fn manners<G: Present>(
    view: &ObservationOf<G>,
    belief: &Belief<G::State>,
    models: &[cardsharp_search::Model<G>],
) -> Vec<(Seat, &'static str, f64)> {
    let others = Seat::all(G::SEATS).filter(|&seat| seat != view.seat());
    let likeliest = |seat: Seat| {
        let posterior = belief.models(seat);
        let (place, chance) = posterior[..models.len()].iter().enumerate().max_by(|a, b| a.1.total_cmp(b.1))?;
        Some((seat, models[place].style.name(), f64::from(*chance)))
    };
    others.filter_map(likeliest).collect()
}
