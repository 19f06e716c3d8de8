//! The standings of a tournament: ranking, cross table, points over the rounds.

use std::collections::HashMap;

use cardsharp_archive::{Archive, ArchiveError, GameRow, Stored};
use cardsharp_rules::AnyGame;
use cardsharp_tournament::{Digest, Entry};

use crate::game::about;
use crate::tournaments::{Met, Standing, ToldGame, ToldGames, ToldSeat, Tournament, TournamentInfo};

pub(crate) fn info(stored: &Stored) -> TournamentInfo {
    let row = &stored.tournament;
    TournamentInfo {
        id: stored.id,
        begun: stored.begun.clone(),
        game: row.game.clone(),
        title: row.game.parse().map_or_else(|_| row.game.clone(), |game: AnyGame| about(&game).title.to_owned()),
        format: row.format.clone(),
        rounds: row.rounds,
        games: row.games,
        kept: stored.kept,
        entrants: stored.entrants.len(),
    }
}

/// The standings counted so far, each with the number of games at that time.
#[derive(Default)]
pub(crate) struct Counted(HashMap<i64, (u64, Tournament)>);

impl Counted {
    /// Returns a tournament's standings; counts them again only if new games were stored.
    pub(crate) fn count(&mut self, archive: &Archive, stored: &Stored) -> Result<Tournament, ArchiveError> {
        if let Some((kept, tournament)) = self.0.get(&stored.id)
            && *kept == stored.kept
        {
            return Ok(tournament.clone());
        }
        let tournament = count(archive, stored)?;
        self.0.insert(stored.id, (stored.kept, tournament.clone()));
        Ok(tournament)
    }
}

fn count(archive: &Archive, stored: &Stored) -> Result<Tournament, ArchiveError> {
    let digest = Digest::read(archive, stored.clone())?;
    let ranked = digest.ranked.iter().map(|ranked| (ranked.place, ranked.entrant));
    // House players are not ranked; they follow all others.
    let fillers = (0..digest.entrants.len()).filter(|&entrant| stored.entrants[entrant].is_house);
    let standings = ranked.chain(fillers.map(|entrant| (digest.ranked.len() + 1, entrant)));
    let share = |entry: &Entry, other: usize| {
        entry.against.get(&other).map(|&(games, halves)| Met { games, part: halves as f64 / (2 * games) as f64 })
    };
    let everybody = 0..digest.entrants.len();
    Ok(Tournament {
        info: info(stored),
        options: stored.tournament.options.clone(),
        seed: stored.told_seed(),
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

/// Returns some of a tournament's games in their order, of one entrant if given.
pub(crate) fn games(
    archive: &Archive,
    stored: &Stored,
    entrant: Option<usize>,
    (from, count): (usize, usize),
) -> Result<ToldGames, ArchiveError> {
    let (mut total, mut games) = (0, Vec::new());
    archive.each_game(stored, &mut |game| {
        if entrant.is_some_and(|entrant| game.seats.iter().all(|seat| seat.entrant != entrant)) {
            return;
        }
        if (from..from.saturating_add(count)).contains(&total) {
            games.push(game_json(stored, &game));
        }
        total += 1;
    })?;
    Ok(ToldGames { from, total, games })
}

fn game_json(stored: &Stored, game: &GameRow) -> ToldGame {
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

#[cfg(test)]
mod tests {
    use std::path::Path;

    use cardsharp_archive::{EntrantRow, SeatRow, TournamentRow};

    use super::*;

    #[test]
    fn a_tournament_is_counted_again_after_new_games() {
        let mut archive = Archive::open_or_create(Path::new(":memory:")).unwrap();
        let row = TournamentRow {
            game: "indigo".to_owned(),
            options: String::new(),
            format: "swiss".to_owned(),
            seed: 1,
            rounds: 1,
            deals: 1,
            games: 2,
            terms: String::new(),
            engine: String::new(),
        };
        let entrants = ["one", "two"].map(|name| EntrantRow {
            name: name.to_owned(),
            source: String::new(),
            hash: String::new(),
            is_house: false,
        });
        let id = archive.announce(&row, &entrants).unwrap();
        archive.begin_round(id, 0, &[vec![0, 1]]).unwrap();
        let mut counted = Counted::default();
        for number in 0..2 {
            let seat = |entrant: usize| SeatRow { entrant, place: entrant as u8 + 1, ..SeatRow::default() };
            let (record, seats) = (Vec::new(), vec![seat(0), seat(1)]);
            let game =
                GameRow { number, round: 0, table: 0, deal: 0, rotation: number, record, seats, times: Vec::new() };
            archive.keep(id, &[game]).unwrap();
            let stored = &archive.tournaments().unwrap()[0];
            assert_eq!(counted.count(&archive, stored).unwrap().standings[0].games, number + 1);
            // Standings that were counted before are not counted again.
            counted.0.get_mut(&id).unwrap().1.terms = "before".to_owned();
            assert_eq!(counted.count(&archive, stored).unwrap().terms, "before");
        }
    }
}
