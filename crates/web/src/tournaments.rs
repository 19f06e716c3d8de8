//! Tournaments of a records database, counted: standings, cross table, points over the rounds.

use cardsharp_archive::{Archive, ArchiveError, GameRow, Records, Stored};
use cardsharp_digest::{Digest, Entry};

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

/// Counts a tournament.
///
/// # Errors
/// If the file cannot be read.
pub(crate) fn count(archive: &Archive, stored: &Stored) -> Result<Tournament, ArchiveError> {
    let digest = Digest::read(archive, stored.clone())?;
    let ranked = digest.ranked.iter().map(|ranked| (ranked.place, ranked.entrant));
    // House players are not ranked; they come after everybody else.
    let house = (0..digest.entrants.len()).filter(|&entrant| stored.entrants[entrant].is_house);
    let standings = ranked.chain(house.map(|entrant| (digest.ranked.len() + 1, entrant)));
    let share = |entry: &Entry, other: usize| {
        entry.against.get(&other).map(|&(games, halves)| halves as f64 / (2 * games) as f64)
    };
    let everybody = 0..digest.entrants.len();
    Ok(Tournament {
        info: info(stored),
        options: stored.tournament.options.clone(),
        seed: stored.tournament.seed,
        deals: stored.tournament.deals,
        terms: stored.tournament.terms.clone(),
        standings: standings.map(|(place, entrant)| standing(&digest, place, entrant)).collect(),
        cross: digest
            .entrants
            .iter()
            .map(|entry| everybody.clone().map(|other| share(entry, other)).collect())
            .collect(),
        course: digest.entrants.iter().map(|entry| entry.course.clone()).collect(),
    })
}

fn standing(digest: &Digest, place: usize, entrant: usize) -> Standing {
    let (row, entry) = (&digest.stored.entrants[entrant], &digest.entrants[entrant]);
    let rating = entry.rating.as_ref();
    Standing {
        place,
        entrant,
        name: row.name.clone(),
        is_house: row.is_house,
        games: entry.score.games,
        points: entry.score.points(),
        mean: rating.map(|_| entry.points.mean),
        error: Some(entry.points.error).filter(|error| error.is_finite()),
        rating: rating.map(|rating| rating.points),
        low: rating.map(|rating| rating.low),
        high: rating.map(|rating| rating.high),
        faults: entry.score.faults,
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
