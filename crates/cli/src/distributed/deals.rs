//! The deals of a match: a piece is a deal, or a match of several.

use std::ops::{ControlFlow, Range};
use std::time::Duration;

use cardsharp_matches::{self as matches, ALONE, Participant, Seeds};
use cardsharp_programs::{Hosted, Parcel, PlayedGame};
use cardsharp_research::unlisted;
use cardsharp_rules::{Record, Rotation, Seat, Seed};
use cardsharp_search::Memory;
use cardsharp_tournament::Hosting;
use serde::{Deserialize, Serialize};

use super::task::{Task, Work};
use super::{Prepared, Workers, run_pieces, wire, wrong};
use crate::shared::launch;

#[derive(Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct Deals {
    seed: u64,
    /// The number of deals. `match_length` of them make a match.
    count: u64,
    match_length: u64,
    names: Vec<String>,
    /// How programs are run, as the database of a tournament stores it.
    terms: String,
}

impl Deals {
    pub(super) fn prepare<G: Hosted>(self, game: &G, players: &[String]) -> Result<Box<dyn Prepared>, String> {
        let hosting = Hosting::from_text(&self.terms).map_err(wrong)?;
        let options = hosting.options(launch(hosting.is_sandboxed).map_err(wrong)?);
        let memory = if self.match_length == ALONE { Memory::Game } else { Memory::Match };
        let find = |text: &String| Participant::find(game, text, &options, memory, unlisted).map_err(wrong);
        let players = players.iter().map(find).collect::<Result<Vec<_>, String>>()?;
        if players.len() != G::SEATS || self.names.len() != G::SEATS {
            return Err(format!("{} players", players.len()));
        }
        Ok(Box::new(PreparedMatch { game: game.clone(), players, deals: self }))
    }
}

struct PreparedMatch<G: Hosted> {
    game: G,
    players: Vec<Participant<G>>,
    deals: Deals,
}

impl<G: Hosted> Prepared for PreparedMatch<G> {
    fn work(&self, _stage: &[u8], pieces: Range<u64>) -> Result<Vec<u8>, String> {
        let Deals { seed, count, match_length, names, .. } = &self.deals;
        let players = self.players.iter().collect();
        let among = matches::Match::new(&self.game, players, names.clone(), Seed(*seed), *count);
        let among = matches::Match { match_length: *match_length, ..among };
        let mut bytes = Vec::new();
        for number in pieces {
            let played = among.play_match(number).map_err(|stop| super::describe_stop(&stop))?;
            for game in &played {
                pack(game, &mut bytes);
            }
        }
        Ok(bytes)
    }
}

/// Packs the decision times of a game, then its record.
fn pack<G: Hosted>(game: &PlayedGame<G>, out: &mut Vec<u8>) {
    for times in &game.times {
        out.extend(u32::try_from(times.len()).expect("few decisions").to_le_bytes());
        let nanoseconds = |time: &Duration| u64::try_from(time.as_nanos()).unwrap_or(u64::MAX).to_le_bytes();
        out.extend(times.iter().flat_map(nanoseconds));
    }
    wire::put(out, &game.record.pack().expect("a match's deals have seeds"));
}

fn unpack<G: Hosted>(
    game: &G,
    names: &[String],
    (deal, rotation): (u64, usize),
    bytes: &mut &[u8],
) -> Option<PlayedGame<G>> {
    let mut all_times = Vec::new();
    for _ in 0..G::SEATS {
        let count = wire::u32(bytes)?;
        let times = (0..count).map(|_| Some(Duration::from_nanos(wire::u64(bytes)?)));
        all_times.push(times.collect::<Option<Vec<Duration>>>()?);
    }
    let name_at = |seat: Seat| names[Rotation::new(rotation, G::SEATS).first_seat_of(seat).index()].clone();
    let names = Seat::all(G::SEATS).map(name_at).collect();
    let record = Record::unpack(game.clone(), names, wire::take(bytes)?).ok()?;
    record.result()?;
    Some(PlayedGame { deal, rotation, record, times: all_times })
}

/// The parts of a match that a [`matches::Match`] does not hold.
pub(crate) struct MatchSetup<'a> {
    pub(crate) players: Vec<(String, Option<Parcel>)>,
    pub(crate) options: &'a [String],
    pub(crate) hosting: Hosting,
    pub(crate) deals: u64,
}

/// Plays a match on the workers, and passes its deals to `visit` in order.
pub(crate) fn play_match<G: Hosted>(
    workers: &dyn Workers,
    among: &matches::Match<'_, G>,
    setup: MatchSetup<'_>,
    visit: &mut dyn FnMut(Vec<PlayedGame<G>>) -> ControlFlow<()>,
) -> anyhow::Result<()> {
    let (Seeds::Derived(Seed(seed)) | Seeds::Counted(Seed(seed))) = among.seeds;
    let (names, match_length, count) = (among.names.clone(), among.match_length, setup.deals);
    let terms = setup.hosting.to_text(&[]);
    let work = Work::Deals(Deals { seed, count, match_length, names, terms });
    let task = Task::new(G::NAME, setup.options, setup.players, work).pack();
    let next = std::cell::Cell::new(0);
    let read = |bytes: &mut &[u8]| {
        let first = next.replace(count.min(next.get() + match_length));
        let mut game = |deal, rotation| unpack(among.game, &among.names, (deal, rotation), bytes);
        let mut deal = |deal| (0..G::SEATS).map(|rotation| game(deal, rotation)).collect::<Option<Vec<_>>>();
        (first..next.get()).map(&mut deal).collect::<Option<Vec<_>>>()
    };
    run_pieces(workers, (&task, b"", among.matches()), read, &mut |deals| deals.into_iter().try_for_each(&mut *visit))
}
