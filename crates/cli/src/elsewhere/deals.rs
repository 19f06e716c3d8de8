//! The deals of a match.

use std::ops::{ControlFlow, Range};
use std::time::Duration;

use cardsharp_referee::{Contest, DealResult, Entrant, seat_named};
use cardsharp_rules::{BySeat, Record, Rotation, Seat, Seed};
use cardsharp_search::{Spec, Thoughtful};
use serde::{Deserialize, Serialize};

use super::task::{Task, Work};
use super::{Prepared, Workers, wire, worked, wrong};
use crate::args::Match;

#[derive(Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct Deals {
    seed: u64,
    /// Whether the records are wanted.
    records: bool,
}

impl Deals {
    pub(super) fn prepare<G: Thoughtful>(
        self,
        game: &G,
        players: Vec<String>,
        names: Vec<String>,
    ) -> Result<Box<dyn Prepared>, String> {
        let specs: Result<Vec<Spec>, _> = players.iter().map(|text| text.parse::<Spec>()).collect();
        let match_of = MatchOf { game: game.clone(), specs: specs.map_err(wrong)?, names, deals: self };
        match_of.entrants()?;
        Ok(Box::new(match_of))
    }
}

struct MatchOf<G> {
    game: G,
    specs: Vec<Spec>,
    /// What they are called in the records: as they were typed, wherever their files lie here.
    names: Vec<String>,
    deals: Deals,
}

impl<G: Thoughtful> MatchOf<G> {
    fn entrants(&self) -> Result<Vec<Entrant<G>>, String> {
        let entrant = |(spec, name): (&Spec, &String)| {
            Ok(Entrant { name: name.clone(), player: seat_named(&self.game, spec).map_err(wrong)? })
        };
        let entrants: Vec<Entrant<G>> =
            self.specs.iter().zip(&self.names).map(entrant).collect::<Result<_, String>>()?;
        if entrants.len() == G::SEATS { Ok(entrants) } else { Err(format!("{} players", entrants.len())) }
    }
}

impl<G: Thoughtful> Prepared for MatchOf<G> {
    fn work(&self, _stage: &[u8], pieces: Range<u64>) -> Result<Vec<u8>, String> {
        let seed = Seed(self.deals.seed);
        let contest = Contest { game: &self.game, entrants: self.entrants()?, seed, deals: pieces.end, threads: 1 };
        let mut bytes = Vec::new();
        for deal in pieces {
            pack(&contest.play_deal(deal), self.deals.records, &mut bytes);
        }
        Ok(bytes)
    }
}

/// What a deal brought: the returns, how long everybody thought, and the records if they are wanted.
fn pack<G: Thoughtful>(result: &DealResult<G>, records: bool, out: &mut Vec<u8>) {
    for returns in &result.returns {
        out.extend(returns.as_slice().iter().flat_map(|returns| returns.to_le_bytes()));
    }
    for times in &result.times {
        out.extend(u32::try_from(times.len()).expect("few decisions").to_le_bytes());
        let nanoseconds = |time: &Duration| u64::try_from(time.as_nanos()).unwrap_or(u64::MAX).to_le_bytes();
        out.extend(times.iter().flat_map(nanoseconds));
    }
    for record in result.games.iter().filter(|_| records) {
        wire::put(out, &record.pack().expect("a match's deals have seeds"));
    }
}

fn unpack<G: Thoughtful>(game: &G, names: Option<&[String]>, deal: u64, bytes: &mut &[u8]) -> Option<DealResult<G>> {
    let mut result = DealResult { deal, games: Vec::new(), returns: Vec::new(), times: Vec::new() };
    for _ in 0..G::SEATS {
        let returns = (0..G::SEATS).map(|_| Some(wire::u32(bytes)?.cast_signed()));
        result.returns.push(returns.collect::<Option<BySeat<i32>>>()?);
    }
    for _ in 0..G::SEATS {
        let count = wire::u32(bytes)?;
        let times = (0..count).map(|_| Some(Duration::from_nanos(wire::u64(bytes)?)));
        result.times.push(times.collect::<Option<Vec<Duration>>>()?);
    }
    for rotation in (0..G::SEATS).filter(|_| names.is_some()) {
        let name_at = |seat: Seat| {
            names.expect("just seen")[Rotation::new(rotation, G::SEATS).first_seat_of(seat).index()].clone()
        };
        let names = Seat::all(G::SEATS).map(name_at).collect();
        result.games.push(Record::unpack(game.clone(), names, wire::take(bytes)?).ok()?);
    }
    Some(result)
}

/// Plays a match elsewhere, and hands over what every deal brought in their order.
pub(crate) fn played<G: Thoughtful>(
    workers: &dyn Workers,
    game: &G,
    args: &Match,
    visit: &mut dyn FnMut(DealResult<G>) -> ControlFlow<()>,
) -> anyhow::Result<()> {
    let records = args.records.is_some();
    let names: Vec<String> = args.players.iter().map(ToString::to_string).collect();
    let work = Work::Deals(Deals { seed: args.run.seed, records });
    let task = Task::of_players((G::NAME, &args.chosen.options.given), &args.players, work)?.pack();
    let next = std::cell::Cell::new(0);
    let read = |bytes: &mut &[u8]| {
        let deal = next.replace(next.get() + 1);
        unpack(game, records.then_some(names.as_slice()), deal, bytes)
    };
    worked(workers, (&task, b"", args.deals), read, visit)
}
