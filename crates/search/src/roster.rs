//! The players of each game and their settings.

use std::time::Duration;

use cardsharp_rules::Style;

use crate::{
    Budget, Memory, Objective, Pimc, PimcPlayer, Player, Search, Searchable, Searcher, Spec, SpecError, StylePlayer,
};

/// A player that can be named in a spec.
pub struct Offer<G: Searchable> {
    /// The name in a spec.
    pub name: &'static str,
    /// A one-line description.
    pub summary: &'static str,
    /// The settings it has.
    pub settings: &'static [&'static str],
    pub(crate) seat: SitDown<G>,
}

pub(crate) type SitDown<G> = Box<dyn FnOnce(&G, &Spec) -> Result<Box<dyn Player<G>>, SpecError>>;

/// The name of a human player, where one can sit.
pub const HUMAN: &str = "human";
/// The name of the strongest player of any game.
pub const CHAMPION: &str = "champion";

pub(crate) const SEARCH: &[&str] = &["ms", "nodes", "worlds", "objective"];
pub(crate) const REMEMBERING: &[&str] = &["ms", "nodes", "worlds", "objective", Memory::SETTING];
const PIMC: &[&str] = &["ms", "worlds", "objective", "weights"];
/// Only Intensity has a pass, which the player searches or leaves to the default style.
const PIMC_PASSING: &[&str] = &["ms", "worlds", "objective", "weights", "passing"];

/// The default budget of a decision.
const THINKING: Duration = Duration::from_millis(100);

fn follower<G: Searchable>(style: Box<dyn Style<G>>) -> Offer<G> {
    Offer {
        name: style.name(),
        summary: style.summary(),
        settings: &[],
        seat: Box::new(|_, _| Ok(Box::new(StylePlayer(style)))),
    }
}

/// Returns all house players of this game, the easiest first.
pub fn roster<G: Searchable>(game: &G) -> Vec<Offer<G>> {
    let mut offers: Vec<Offer<G>> = game.styles().into_iter().chain(game.learned()).map(follower).collect();
    offers.extend(game.own_players());
    offers.push(Offer {
        name: "pimc",
        summary: "tries every action in sampled worlds where all play on at a glance",
        settings: if G::HAS_PASSING { PIMC_PASSING } else { PIMC },
        seat: Box::new(pimc_player),
    });
    offers.push(Offer {
        name: "ismcts",
        summary: "tree search over what every seat can know, without opinions about anyone",
        settings: SEARCH,
        seat: Box::new(|game, spec| {
            Ok(Box::new(Searcher { game: game.clone(), models: Vec::new(), how: search_settings::<G>(spec)? }))
        }),
    });
    offers.push(Offer {
        name: CHAMPION,
        summary: "the strongest of the house at this game",
        settings: G::CHAMPION_SETTINGS,
        seat: Box::new(G::champion_by),
    });
    offers
}

/// Creates the player that a spec names, for one game.
///
/// # Errors
/// If there is no such player, setting or value; or if the player would remember a match, which only
/// [`Searchable::seat_player`] allows.
pub fn seat_player<G: Searchable>(game: &G, spec: &Spec) -> Result<Box<dyn Player<G>>, SpecError> {
    let player = game.seat_player(spec)?;
    if Memory::of(spec)? == Memory::Match {
        return Err(SpecError::new(format!(
            "{spec}: here every game stands alone and nobody remembers another; only `cardsharp match` allows \
             memory=match, with --match-length N: so many deals make a match"
        )));
    }
    Ok(player)
}

/// Checks that a spec names a house player or a person.
///
/// # Errors
/// If there is no such player (the error lists the names, including the person's) or no such setting or value.
pub fn check_sitter<G: Searchable>(game: &G, spec: &Spec) -> Result<(), SpecError> {
    if spec.name == HUMAN {
        return spec.allow(&[]);
    }
    let is_named = |offer: &Offer<G>| offer.name == spec.name;
    if roster(game).iter().any(is_named) {
        return seat_player(game, spec).map(drop);
    }
    Err(unknown_player(game, spec, &[HUMAN]))
}

/// The default of [`Searchable::seat_player`].
pub(crate) fn seat<G: Searchable>(game: &G, spec: &Spec) -> Result<Box<dyn Player<G>>, SpecError> {
    if spec.name == HUMAN {
        return Err(SpecError::new("human is a person, and people sit down at `cardsharp play`".to_owned()));
    }
    let Some(offer) = roster(game).into_iter().find(|offer| offer.name == spec.name) else {
        return Err(unknown_player(game, spec, &[]));
    };
    spec.allow(offer.settings)?;
    (offer.seat)(game, spec)
}

/// Returns the error for an unknown name, which lists the house players and `also`.
fn unknown_player<G: Searchable>(game: &G, spec: &Spec, also: &[&'static str]) -> SpecError {
    let house = roster(game);
    let names: Vec<&str> = also.iter().copied().chain(house.iter().map(|offer| offer.name)).collect();
    spec.unknown_name(G::NAME, &names)
}

fn pimc_player<G: Searchable>(game: &G, spec: &Spec) -> Result<Box<dyn Player<G>>, SpecError> {
    let weighted = spec.word("weights", &[("off", false), ("models", true)])?.unwrap_or(false);
    let how = Pimc {
        worlds: spec.number("worlds", 1, 1_000_000)?.unwrap_or(200) as usize,
        budget: spec.number("ms", 1, 3_600_000)?.map(|ms| Budget::Time(Duration::from_millis(ms))),
        objective: objective::<G>(spec)?,
    };
    let by_style = spec.word("passing", &[("search", false), ("style", true)])?.unwrap_or(false);
    let models = if weighted { game.models() } else { Vec::new() };
    Ok(Box::new(PimcPlayer { game: game.clone(), models, how, passes_by_style: by_style }))
}

/// Reads the search settings of a spec; absent settings have their defaults.
///
/// # Errors
/// If a setting has an invalid value.
pub fn search_settings<G: Searchable>(spec: &Spec) -> Result<Search, SpecError> {
    spec.not_both("ms", "nodes")?;
    let nodes = spec.number("nodes", 1, u64::from(u32::MAX))?.map(Budget::Nodes);
    let time = spec.number("ms", 1, 3_600_000)?.map(|ms| Budget::Time(Duration::from_millis(ms)));
    let worlds = spec.number("worlds", 1, 1_000_000)?.map_or(G::WORLDS, |worlds| worlds as usize);
    Ok(Search {
        budget: nodes.or(time).unwrap_or(Budget::Time(THINKING)),
        worlds,
        objective: objective::<G>(spec)?,
        exploration: 1.0,
    })
}

fn objective<G: Searchable>(spec: &Spec) -> Result<Objective, SpecError> {
    let words = [
        ("place", Objective::Place),
        ("win", Objective::Win),
        ("score", Objective::Score),
        ("mix", Objective::Mix(0.5)),
    ];
    Ok(spec.word("objective", &words)?.unwrap_or(G::OBJECTIVE))
}
