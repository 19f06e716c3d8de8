//! The deals of a match: a piece is a deal, or a match of several.

use std::ops::{ControlFlow, Range};
use std::sync::Mutex;
use std::time::Duration;

use cardsharp_referee::programs::Parcel;
use cardsharp_referee::{ALONE, Contest, DealResult, Entrant, Guest, Hosted};
use cardsharp_rules::{BySeat, Record, Rotation, Seat, Seed};
use cardsharp_tournament::Hosting;
use serde::{Deserialize, Serialize};

use super::task::{Task, Work};
use super::{Prepared, Workers, wire, worked, wrong};
use crate::shared::launched;

#[derive(Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct Deals {
    seed: u64,
    /// How many deals there are, and how many of them make a match.
    count: u64,
    match_length: u64,
    /// Whether the records are wanted.
    records: bool,
    /// What everybody is called.
    names: Vec<String>,
    /// How programs are held, as the database of a tournament says it.
    terms: String,
}

impl Deals {
    pub(super) fn prepare<G: Hosted>(self, game: &G, players: &[String]) -> Result<Box<dyn Prepared>, String> {
        let hosting = Hosting::from_text(&self.terms).map_err(wrong)?;
        let launch = launched(&hosting).map_err(wrong)?;
        let mut entrants = Vec::new();
        for (text, name) in players.iter().zip(&self.names) {
            let find = if self.match_length == ALONE { Guest::find } else { Guest::find_for_match };
            let guest = find(game, text, Some(hosting.protocol), &launch).map_err(wrong)?;
            entrants.push(Entrant::guest(name, guest, &launch, hosting.terms));
        }
        if entrants.len() != G::SEATS {
            return Err(format!("{} players", entrants.len()));
        }
        Ok(Box::new(MatchOf { game: game.clone(), entrants: Mutex::new(entrants), deals: self }))
    }
}

struct MatchOf<G: Hosted> {
    game: G,
    /// They play one lease at a time.
    entrants: Mutex<Vec<Entrant<G>>>,
    deals: Deals,
}

impl<G: Hosted> Prepared for MatchOf<G> {
    fn work(&self, _stage: &[u8], pieces: Range<u64>) -> Result<Vec<u8>, String> {
        let mut held = self.entrants.lock().map_err(wrong)?;
        let (entrants, seed) = (std::mem::take(&mut *held), Seed(self.deals.seed));
        let Deals { count: deals, match_length, records, .. } = self.deals;
        let contest = Contest { game: &self.game, entrants, seed, deals, match_length, threads: 1 };
        let mut bytes = Vec::new();
        let played = pieces.into_iter().try_for_each(|number| {
            contest.play_match(number)?.iter().for_each(|result| pack(result, records, &mut bytes));
            Ok(())
        });
        *held = contest.entrants;
        played.map_err(|stop| super::refused(&stop)).map(|()| bytes)
    }
}

/// What a deal brought: the returns, how long everybody thought, and the records if they are wanted.
fn pack<G: Hosted>(result: &DealResult<G>, records: bool, out: &mut Vec<u8>) {
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

fn unpack<G: Hosted>(game: &G, names: Option<&[String]>, deal: u64, bytes: &mut &[u8]) -> Option<DealResult<G>> {
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

/// The part of a match that its [`Contest`] does not hold.
pub(crate) struct MatchSetup<'a> {
    pub(crate) players: Vec<(String, Option<Parcel>)>,
    pub(crate) options: &'a [String],
    pub(crate) hosting: Hosting,
    /// Whether the records are wanted.
    pub(crate) records: bool,
}

/// Plays a match elsewhere, and hands over what every deal brought in their order.
pub(crate) fn played<G: Hosted>(
    workers: &dyn Workers,
    contest: &Contest<'_, G>,
    setup: MatchSetup<'_>,
    visit: &mut dyn FnMut(DealResult<G>) -> ControlFlow<()>,
) -> anyhow::Result<()> {
    // The faults of programs are counted from the records.
    let records = setup.records || contest.entrants.iter().any(Entrant::is_program);
    let names: Vec<String> = contest.entrants.iter().map(|entrant| entrant.name.clone()).collect();
    let terms = setup.hosting.to_text(&[]);
    let (seed, deals, match_length) = (contest.seed.0, contest.deals, contest.match_length);
    let work = Work::Deals(Deals { seed, count: deals, match_length, records, names: names.clone(), terms });
    let task = Task::new(G::NAME, setup.options, setup.players, work).pack();
    let next = std::cell::Cell::new(0);
    let read = |bytes: &mut &[u8]| {
        let first = next.replace(deals.min(next.get() + match_length));
        let deal = |deal| unpack(contest.game, records.then_some(names.as_slice()), deal, bytes);
        (first..next.get()).map(deal).collect::<Option<Vec<_>>>()
    };
    worked(workers, (&task, b"", contest.matches()), read, &mut |results| results.into_iter().try_for_each(&mut *visit))
}
