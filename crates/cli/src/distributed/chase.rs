//! The deals of an exploit run: a piece is a deal.

use std::ops::{ControlFlow, Range};

use cardsharp_matches::seat_named;
use cardsharp_programs::Hosted;
use cardsharp_research::exploit::{Effort, ExploitRun, Exploiter, Phase, Pieces, Target, exploiters_named};
use cardsharp_research::unlisted;
use cardsharp_rules::Seed;
use cardsharp_search::{Memory, Spec};
use serde::{Deserialize, Serialize};

use super::task::{Task, Work};
use super::{Prepared, Workers, wire, worked, wrong};
use crate::shared::Usage;

#[derive(Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct Chases {
    nodes: Option<u64>,
    by: Vec<String>,
    deals: u64,
    seed: u64,
}

impl Chases {
    pub(super) fn prepare<G: Hosted>(self, game: &G, players: &[String]) -> Result<Box<dyn Prepared>, String> {
        let specs: Result<Vec<Spec>, _> = players.iter().map(|text| text.parse::<Spec>()).collect();
        let specs = specs.map_err(wrong)?;
        let Some((player, also)) = specs.split_first() else { return Err("nobody to be exploited".to_owned()) };
        let target = Target::named(game, player).map_err(wrong)?;
        let (effort, mut all) = exploiters_named(game, &target, self.nodes, &self.by).map_err(wrong)?;
        for spec in also {
            all.push(Exploiter::volunteer(
                spec.to_string(),
                seat_named(game, spec, Memory::Game, unlisted).map_err(wrong)?,
            ));
        }
        Ok(Box::new(HuntOf { game: game.clone(), target, effort, all, chases: self }))
    }
}

struct HuntOf<G: Hosted> {
    game: G,
    target: Target<G>,
    effort: Effort,
    all: Vec<Exploiter<G>>,
    chases: Chases,
}

impl<G: Hosted> Prepared for HuntOf<G> {
    fn work(&self, stage: &[u8], pieces: Range<u64>) -> Result<Vec<u8>, String> {
        let chase = read_chase(stage).filter(|chase| !matches!(chase, Phase::Again(best) if *best >= self.all.len()));
        let chase = chase.ok_or("a hunt after nobody we know")?;
        let HuntOf { game, target, effort, all, chases } = self;
        let (effort, seed, deals) = (*effort, Seed(chases.seed), chases.deals);
        let hunt = ExploitRun { game, target, program: None, effort, seed, deals, threads: 1 };
        let mut bytes = Vec::new();
        for deal in pieces {
            let won = hunt.piece(all, chase, deal).map_err(|stop| super::refused(&stop))?;
            bytes.push(u8::try_from(won.len()).expect("few exploiters"));
            bytes.extend(won.iter().flat_map(|won| won.to_le_bytes()));
        }
        Ok(bytes)
    }
}

fn write_chase(chase: Phase) -> Vec<u8> {
    match chase {
        Phase::Everybody => vec![0],
        Phase::Again(best) => vec![1, u8::try_from(best).expect("few exploiters")],
        Phase::Late => vec![2],
    }
}

fn read_chase(stage: &[u8]) -> Option<Phase> {
    match *stage {
        [0] => Some(Phase::Everybody),
        [1, best] => Some(Phase::Again(best.into())),
        [2] => Some(Phase::Late),
        _ => None,
    }
}

/// The arguments of an exploit that its [`ExploitRun`] does not hold.
#[derive(Clone, Copy)]
pub(crate) struct ExploitSetup<'a> {
    pub(crate) player: &'a str,
    pub(crate) also: &'a [String],
    pub(crate) by: &'a [String],
    pub(crate) nodes: Option<u64>,
    pub(crate) options: &'a [String],
}

/// Plays every deal of a phase on the workers, and returns the results in order.
pub(crate) fn exploit_pieces<G: Hosted>(
    workers: &dyn Workers,
    hunt: &ExploitRun<'_, G>,
    setup: ExploitSetup<'_>,
    (chase, exploiters): (Phase, usize),
    progress: &(dyn Fn(u64) + Sync),
) -> anyhow::Result<Pieces> {
    let work = Work::Chase(Chases { nodes: setup.nodes, by: setup.by.to_vec(), deals: hunt.deals, seed: hunt.seed.0 });
    let specs = [setup.player].into_iter().chain(setup.also.iter().map(String::as_str)).map(str::parse::<Spec>);
    let specs = specs.collect::<Result<Vec<_>, _>>().map_err(Usage::from)?;
    let task = Task::of_players((G::NAME, setup.options), &specs, work)?;
    let read = |bytes: &mut &[u8]| {
        let (count, rest) = bytes.split_first()?;
        *bytes = rest;
        let won = (0..*count).map(|_| wire::u64(bytes).map(f64::from_bits)).collect::<Option<Vec<f64>>>()?;
        let expected = if chase == Phase::Everybody { exploiters } else { 1 };
        (won.len() == expected || chase == Phase::Late).then_some(won)
    };
    let mut all = Vec::new();
    worked(workers, (&task.pack(), &write_chase(chase), hunt.deals), read, &mut |won| {
        all.push(won);
        progress(all.len() as u64);
        ControlFlow::Continue(())
    })?;
    Ok(all)
}
