//! The seats and names of a new game.

use cardsharp_programs::FILLERS;
use cardsharp_programs::original::distinct_names;
use cardsharp_search::{HUMAN, Spec, check_sitter};

use super::Play;
use super::programs::{own_names, program_of};
use crate::dialogue::{AtTerminal, NewGame};
use crate::shared::{Names, Usage, seed};

pub(super) fn from_args<G: AtTerminal>(game: G, args: &Play) -> anyhow::Result<NewGame<G>> {
    let mut specs = match &args.seats {
        Some(seats) => seats.0.clone(),
        None => usual_seats::<G>(),
    };
    if specs.len() != G::SEATS {
        let reason = format!("--seats: {} has {} seats, but {} are named", G::TITLE, G::SEATS, specs.len());
        return Err(Usage(reason).into());
    }
    for spec in specs.iter().filter(|spec| program_of(spec).is_none()) {
        check_sitter(&game, spec).map_err(|error| Usage(format!("--seats: {error}")))?;
    }
    let own = own_names(&game, &mut specs, &args.hosting)?;
    let names = names::<G>(&specs, &own, args.names.as_ref())?;
    let forced = vec![Vec::new(); G::SEATS];
    Ok(NewGame { game, deal: None, seed: seed(args.seed)?, specs, forced, names, pace: None })
}

/// Returns the names: typed ones, the programs' own, and those of the game or the original referee.
pub(super) fn names<G: AtTerminal>(
    specs: &[Spec],
    own: &[Option<String>],
    typed: Option<&Names>,
) -> Result<Vec<String>, Usage> {
    let mut fillers = FILLERS.iter();
    let called = specs.iter().zip(own).map(|(spec, own)| match (spec.name.as_str(), G::COMPUTER) {
        _ if own.is_some() => own.clone().unwrap_or_default(),
        (HUMAN, _) => G::PERSON.to_owned(),
        (_, Some(computer)) => computer.to_owned(),
        ("random", None) => (*fillers.next().expect("there is a filler for every seat")).to_owned(),
        (name, None) => name.to_owned(),
    });
    let mut names = distinct_names(called);
    let Some(Names(typed)) = typed else { return Ok(names) };
    let people: Vec<usize> = (0..specs.len()).filter(|&seat| specs[seat].name == HUMAN).collect();
    if typed.len() == names.len() {
        return Ok(typed.clone());
    }
    if typed.len() != people.len() {
        let (given, seats, people) = (typed.len(), names.len(), people.len());
        return Err(Usage(format!("--names: {given} given; name all {seats} seats, or the people, {people}")));
    }
    for (seat, name) in people.into_iter().zip(typed) {
        names[seat].clone_from(name);
    }
    // A person may have the name of a player.
    Ok(distinct_names(names))
}

/// The default seats: a person and house players.
fn usual_seats<G: AtTerminal>() -> Vec<Spec> {
    let others = std::iter::repeat_n(G::USUAL_OPPONENT, G::SEATS - 1);
    [HUMAN].into_iter().chain(others).map(|spec| spec.parse().expect("we know whom we name")).collect()
}
