//! Tournaments of a records database, counted: standings, cross table, points over the rounds.

use std::collections::BTreeMap;

use cardsharp_archive::{Archive, ArchiveError, GameRow, Records, Stored};
use cardsharp_referee::Mean;
use cardsharp_referee::ratings::{Finish, rate};
use cardsharp_rules::Seed;

use crate::wire::{Standing, ToldGame, ToldGames, ToldSeat, Tournament, TournamentInfo};

/// A tournament in a list.
pub(crate) fn info(stored: &Stored) -> TournamentInfo {
    let row = &stored.tournament;
    TournamentInfo {
        id: stored.id,
        begun: stored.begun.clone(),
        game: row.game.clone(),
        format: row.format.clone(),
        rounds: row.rounds,
        games: row.games,
        kept: stored.kept,
        entrants: stored.entrants.len(),
    }
}

/// How an entrant did.
#[derive(Clone, Default)]
struct Entry {
    games: u64,
    halves: u64,
    faults: u64,
    /// Points of each round.
    rounds: Vec<f64>,
    /// Mean points of each deal.
    deals: Vec<f64>,
    /// Against each other entrant: games, and halves won, a place ahead counting two.
    against: BTreeMap<usize, (u64, u64)>,
}

/// Counts a tournament.
///
/// # Errors
/// If the file cannot be read.
pub(crate) fn count(archive: &Archive, stored: &Stored) -> Result<Tournament, ArchiveError> {
    let mut entries = vec![Entry::default(); stored.entrants.len()];
    // The games of a deal share its luck, so that they are one piece of evidence.
    let mut deals = BTreeMap::<(u64, u64, u64), Vec<GameRow>>::new();
    archive.each_game(stored, Records::LeftOut, &mut |game| {
        note(&mut entries, &game);
        deals.entry((game.round, game.table, game.deal)).or_default().push(game);
    })?;
    for games in deals.values() {
        let mut sums = BTreeMap::<usize, (u32, u32)>::new();
        for seat in games.iter().flat_map(|game| &game.seats) {
            let (halves, games) = sums.entry(seat.entrant).or_default();
            (*halves, *games) = (*halves + seat.halves, *games + 1);
        }
        for (entrant, (halves, games)) in sums {
            entries[entrant].deals.push(f64::from(halves) / f64::from(2 * games));
        }
    }
    let rounds = deals.keys().map(|&(round, ..)| round as usize + 1).max().unwrap_or(0);
    let finishes: Vec<Vec<Finish>> = deals.values().map(|games| games.iter().map(finish).collect()).collect();
    let ratings = rate(entries.len(), &finishes, Seed(stored.tournament.seed));
    let course = |entry: &Entry| {
        let points = (0..rounds).map(|round| entry.rounds.get(round).copied().unwrap_or(0.0));
        points
            .scan(0.0, |sum, points| {
                *sum += points;
                Some(*sum)
            })
            .collect()
    };
    let share = |entry: &Entry, other: usize| {
        entry.against.get(&other).map(|&(games, halves)| halves as f64 / (2 * games) as f64)
    };
    let mut standings: Vec<Standing> = entries
        .iter()
        .enumerate()
        .map(|(entrant, entry)| {
            let (row, mean, rating) = (&stored.entrants[entrant], Mean::of(&entry.deals), ratings[entrant]);
            let is_rated = entry.games > 0;
            Standing {
                place: 0,
                entrant,
                name: row.name.clone(),
                is_house: row.is_house,
                games: entry.games,
                points: entry.halves as f64 / 2.0,
                mean: is_rated.then_some(mean.mean),
                error: Some(mean.error).filter(|error| error.is_finite()),
                rating: is_rated.then_some(rating.points),
                low: is_rated.then_some(rating.low),
                high: is_rated.then_some(rating.high),
                faults: entry.faults,
            }
        })
        .collect();
    standings
        .sort_by(|a, b| (a.is_house, -a.points).partial_cmp(&(b.is_house, -b.points)).expect("points are numbers"));
    let points: Vec<f64> = standings.iter().map(|standing| standing.points).collect();
    for standing in &mut standings {
        standing.place = 1 + points.iter().filter(|&&other| other > standing.points).count();
    }
    Ok(Tournament {
        info: info(stored),
        options: stored.tournament.options.clone(),
        seed: stored.tournament.seed,
        deals: stored.tournament.deals,
        terms: stored.tournament.terms.clone(),
        standings,
        cross: entries.iter().map(|entry| (0..entries.len()).map(|other| share(entry, other)).collect()).collect(),
        course: entries.iter().map(course).collect(),
    })
}

fn note(entries: &mut [Entry], game: &GameRow) {
    for seat in &game.seats {
        let entry = &mut entries[seat.entrant];
        entry.games += 1;
        entry.halves += u64::from(seat.halves);
        entry.faults += seat.faults.iter().map(|fault| u64::from(fault.count)).sum::<u64>();
        let round = game.round as usize;
        entry.rounds.resize(entry.rounds.len().max(round + 1), 0.0);
        entry.rounds[round] += f64::from(seat.halves) / 2.0;
        for other in game.seats.iter().filter(|other| other.entrant != seat.entrant) {
            let (games, halves) = entry.against.entry(other.entrant).or_default();
            *games += 1;
            *halves += match seat.place.cmp(&other.place) {
                std::cmp::Ordering::Less => 2,
                std::cmp::Ordering::Equal => 1,
                std::cmp::Ordering::Greater => 0,
            };
        }
    }
}

fn finish(game: &GameRow) -> Finish {
    Finish {
        entrants: game.seats.iter().map(|seat| seat.entrant).collect(),
        places: game.seats.iter().map(|seat| seat.place).collect(),
    }
}

/// Some of a tournament's games, in their order: those of one entrant, if that is asked for.
///
/// # Errors
/// If the file cannot be read.
pub(crate) fn games(
    archive: &Archive,
    stored: &Stored,
    entrant: Option<usize>,
    (from, count): (usize, usize),
) -> Result<ToldGames, ArchiveError> {
    let (mut total, mut games) = (0, Vec::new());
    archive.each_game(stored, Records::LeftOut, &mut |game| {
        if entrant.is_some_and(|entrant| game.seats.iter().all(|seat| seat.entrant != entrant)) {
            return;
        }
        if (from..from.saturating_add(count)).contains(&total) {
            games.push(told(stored, &game));
        }
        total += 1;
    })?;
    Ok(ToldGames { from, total, games })
}

fn told(stored: &Stored, game: &GameRow) -> ToldGame {
    let seats = game.seats.iter().map(|seat| ToldSeat {
        entrant: seat.entrant,
        name: stored.entrants[seat.entrant].name.clone(),
        returns: seat.returns,
        place: seat.place,
        points: f64::from(seat.halves) / 2.0,
        faults: seat.faults.iter().map(|fault| u64::from(fault.count)).sum(),
    });
    ToldGame {
        game: stored.first_game + game.number.cast_signed(),
        round: game.round,
        table: game.table,
        deal: game.deal,
        seats: seats.collect(),
    }
}
