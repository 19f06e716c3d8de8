//! A position thought through: what a player makes of each action, what becomes of it, and where
//! the unseen cards may be. `analyse` prints one such thought, `annotate` many in a row.

mod json;
mod text;
mod words;

use std::time::Duration;

use cardsharp_rules::{ActionOf, Game, Observation, ObservationOf, Rng, Seat, Seed, Turn};
use cardsharp_search::{
    Belief, Budget, CHAMPION, Clock, Considered, Holdings, Outlook, Player, Search, Spec, SpecError, Valued, outlook,
    search_settings, seat_player,
};

use crate::Tabled;

pub use json::{holdings_json, thought_json};
pub use text::{belief_table, choice_table, position, wrap};
pub use words::{
    GAMES_TOLD, LOSS, Named, Told, advice_in_brief, as_typed, because, cost, figure_told, percent, salient, slip,
    verdict,
};

/// Who is asked, and how long the second opinion may take.
pub struct Analyst<G: Game> {
    game: G,
    player: Box<dyn Player<G>>,
    /// Whether the player is the house's champion: then the values are the house's.
    is_champion: bool,
    /// What the house's values may cost.
    how: Search,
    /// What belief and second opinion may cost; counted, it gives the same words on any machine.
    budget: Budget,
    /// Worlds in a belief.
    worlds: usize,
    /// Games of the second opinion, for each action.
    games: usize,
    seed: Seed,
}

/// Worlds in a belief that is shown, at most.
const WORLDS: usize = 400;
/// Games of the second opinion, for each action, at most.
const GAMES: usize = 200;
/// The time for belief and second opinion together, where the player has a clock.
const TIME: Duration = Duration::from_millis(200);
/// A value is not shown if its error is larger than this and than twice that of the player's choice: what was
/// tried so seldom may seem anything.
const VAGUE: f64 = 0.05;
/// So many actions are looked at closely; a pass has 120.
pub const CLOSELY: usize = 12;

/// How the actions were judged.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Judged {
    /// The player says what each is worth.
    Valued,
    /// The player only knows how likely it chooses each; the values are the house's.
    Weighed,
    /// The player only says what it would do; the values are the house's.
    Chosen,
}

/// An action and what is known about it.
pub struct Choice<A> {
    /// What is done.
    pub action: A,
    /// What it is worth and the standard error; none where nobody tried it often enough.
    pub value: Option<(f64, f64)>,
    /// What is left of the error when actions are compared; see [`Valued::paired_error`].
    pub paired_error: f64,
    /// How often a search tried it.
    pub tried: u32,
    /// How likely a style chooses it.
    pub weight: Option<f64>,
    /// What becomes of it; none for actions that were not looked at closely.
    pub outlook: Option<Outlook<A>>,
}

/// A position thought through.
pub struct Thought<G: Game> {
    /// The actions, the most valuable first and what has no value last; none if it is not this seat's turn.
    pub choices: Vec<Choice<ActionOf<G>>>,
    /// How they were judged.
    pub judged: Judged,
    /// What the player would do.
    pub choice: Option<ActionOf<G>>,
    /// Whether the values are the house's ([`cardsharp_search::Thoughtful::VALUES`]) and not the player's own.
    pub is_house: bool,
    /// Where the unseen cards may be.
    pub holdings: Holdings,
    /// Who plays like whom: the likeliest model of each other seat.
    pub manners: Vec<(Seat, &'static str, f64)>,
}

impl<G: Tabled> Analyst<G> {
    /// The player that a spec names.
    ///
    /// # Errors
    /// If there is no such player, or it has no such setting.
    pub fn new(game: &G, spec: &Spec, seed: u64) -> Result<Analyst<G>, SpecError> {
        Analyst::of(game, seat_player(game, spec)?, spec, seed)
    }

    /// This player, whose thoughts may cost what a spec says. What it does not say itself is the house's.
    ///
    /// # Errors
    /// If there is no such setting.
    pub fn of(game: &G, player: Box<dyn Player<G>>, spec: &Spec, seed: u64) -> Result<Analyst<G>, SpecError> {
        let how = search_settings::<G>(spec)?;
        // Who gives the player few nodes or worlds wants a quick answer altogether.
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

    /// Thinks about an observation; `also` is looked at closely whatever the player thinks of it.
    pub fn think(&self, view: &ObservationOf<G>, also: Option<ActionOf<G>>) -> Thought<G> {
        G::think(self, view, also)
    }
}

/// The actions with their values, how they were judged, and what the player would do.
pub type Judgement<A> = (Vec<Choice<A>>, Judged, Option<A>);

/// Judges the actions of a position.
pub fn judge<G: Tabled>(
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

/// The house's values: the game's own measure, or what its champion expects, unless that is there already.
fn house_values<G: Tabled>(
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

/// [`Tabled::think`], in general.
pub(crate) fn think<G: Tabled>(analyst: &Analyst<G>, view: &ObservationOf<G>, also: Option<ActionOf<G>>) -> Thought<G> {
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
        // A champion may add a crumb to tell wins apart.
        self.value = (valued.visits > 0).then_some((valued.value.clamp(0.0, 1.0), valued.error));
        (self.paired_error, self.tried) = (valued.paired_error, valued.visits);
    }
}

/// The most valuable first, what has no value last and else as before; values that are too vague are dropped.
fn sort_by_value<A: Copy + PartialEq>(choices: &mut [Choice<A>], chosen: Option<A>) {
    let error = |choice: &Choice<A>| choice.value.map(|(_, error)| error);
    let clear = choices.iter().find(|choice| Some(choice.action) == chosen).and_then(error).unwrap_or(0.0);
    for choice in choices.iter_mut().filter(|choice| Some(choice.action) != chosen) {
        choice.value = choice.value.filter(|(_, error)| *error <= VAGUE.max(2.0 * clear));
    }
    let key = |choice: &Choice<A>| choice.value.map_or(f64::NEG_INFINITY, |(value, _)| value);
    choices.sort_by(|a, b| key(b).total_cmp(&key(a)));
}

/// The actions in the player's order.
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

fn manners<G: Tabled>(
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
