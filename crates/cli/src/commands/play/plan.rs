//! Who sits where, before anybody has sat down.

use cardsharp_programs::FILLERS;
use cardsharp_programs::original::distinct_names;
use cardsharp_rules::lucky_thirteen::Pace;
use cardsharp_rules::{ActionOf, Record, Seed};
use cardsharp_search::{HUMAN, Spec, check_sitter};
use cardsharp_session::Sitting;

use super::AtTerminal;
use super::programs::{named, own_names};
use crate::Usage;
use crate::args::{Names, Play};
use crate::commands::seed;

/// A table as meant.
pub(crate) struct NewGame<G: AtTerminal> {
    pub(crate) game: G,
    /// The deal; none if the seed names it.
    pub(crate) deal: Option<G::Deal>,
    /// Names the deal and the players' luck.
    pub(crate) seed: Seed,
    pub(crate) specs: Vec<Spec>,
    /// The first turns of each seat, where they are laid down.
    pub(crate) forced: Vec<Vec<ActionOf<G>>>,
    /// What they are called, seat by seat.
    pub(crate) names: Vec<String>,
    /// How fast the game goes, where that was laid down.
    pub(crate) pace: Option<Pace>,
}

impl<G: AtTerminal> NewGame<G> {
    /// The table that the arguments ask for.
    ///
    /// # Errors
    /// If there are too few or too many seats or names, or somebody is not known.
    pub(crate) fn new(game: G, args: &Play) -> anyhow::Result<NewGame<G>> {
        let mut specs = match &args.seats {
            Some(seats) => seats.0.clone(),
            None => usual_seats::<G>(),
        };
        if specs.len() != G::SEATS {
            let reason = format!("--seats: {} has {} seats, but {} are named", G::TITLE, G::SEATS, specs.len());
            return Err(Usage(reason).into());
        }
        for spec in specs.iter().filter(|spec| named(spec).is_none()) {
            check_sitter(&game, spec).map_err(|error| Usage(format!("--seats: {error}")))?;
        }
        let own = own_names(&game, &mut specs, &args.hosting)?;
        let names = names::<G>(&specs, &own, args.names.as_ref())?;
        let forced = vec![Vec::new(); G::SEATS];
        Ok(NewGame { game, deal: None, seed: seed(args.seed)?, specs, forced, names, pace: None })
    }

    /// How many people there are.
    pub(crate) fn people(&self) -> usize {
        self.specs.iter().filter(|spec| spec.name == HUMAN).count()
    }

    /// Everybody sits down and the cards are dealt.
    pub(crate) fn sit_down(self) -> Sitting<G> {
        let NewGame { game, deal, seed, specs, forced, names, pace: _ } = self;
        let record = match deal {
            Some(deal) => Record::from_deal(game, deal, names).expect("the deal was checked").with_seed(seed),
            None => Record::from_seed(game, seed, names),
        };
        let sitting = Sitting::new(record, specs, forced);
        sitting.unwrap_or_else(|(seat, wrong)| unreachable!("seat {seat} was looked at before: {wrong}"))
    }
}

/// What everybody is called: as typed, or as programs call themselves, and the game and the original referee the others.
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
    // A person may be called like a player.
    Ok(distinct_names(names))
}

/// Who sits where unless told: a person, and players of ours.
fn usual_seats<G: AtTerminal>() -> Vec<Spec> {
    let others = std::iter::repeat_n(G::USUAL_OPPONENT, G::SEATS - 1);
    [HUMAN].into_iter().chain(others).map(|spec| spec.parse().expect("we know whom we name")).collect()
}
