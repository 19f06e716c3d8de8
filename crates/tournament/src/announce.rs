//! Announces tournaments.

use cardsharp_archive::{Archive, ArchiveError, EntrantRow, Stored, TournamentRow};
use cardsharp_programs::fault_rule;
use cardsharp_rules::{AnyGame, Game, with_game};

use crate::Plan;

/// The version that plays. Changes to pairing, to the judging of faults or to built-in players need a new version.
pub const ENGINE: &str = env!("CARGO_PKG_VERSION");

impl Plan {
    /// Returns the announcement for the database, with the game's options and the terms for programs.
    ///
    /// # Panics
    /// If there are too many games to count ([`Plan::check`]).
    pub fn row<G: Game>(&self, options: String, terms: String) -> TournamentRow {
        TournamentRow {
            game: G::NAME.to_owned(),
            options,
            format: self.format.to_string(),
            seed: self.seed.0,
            rounds: self.rounds,
            deals: self.deals,
            games: self.games().expect("a plan that was checked can be counted"),
            terms,
            engine: ENGINE.to_owned(),
        }
    }
}

/// Returns the cost of a fault in a tournament, as a sentence. Versions before 0.3 judged faults otherwise: none.
pub fn fault_rule_of(row: &TournamentRow) -> Option<String> {
    fn rule<G: Game>(_: &G) -> String {
        fault_rule::<G>()
    }
    let mut numbers = row.engine.split('.').map_while(|number| number.parse::<u32>().ok());
    let is_judged_so = (numbers.next(), numbers.next()) >= (Some(0), Some(3));
    let game: AnyGame = row.game.parse().ok().filter(|_| is_judged_so)?;
    Some(with_game!(AnyGame, &game, game => rule(game)))
}

/// Stores the announcement of a tournament.
///
/// # Errors
/// If it cannot be written.
pub fn announce(archive: &mut Archive, row: &TournamentRow, entrants: &[EntrantRow]) -> Result<Stored, ArchiveError> {
    let id = archive.announce(row, entrants)?;
    Ok(archive.tournaments()?.into_iter().find(|stored| stored.id == id).expect("just announced"))
}

#[cfg(test)]
mod tests {
    use cardsharp_rules::indigo::Indigo;
    use cardsharp_rules::{AnyGame, Seed};

    use super::*;
    use crate::Format;

    #[test]
    fn the_fault_rule_is_known_since_version_0_3() {
        let plan = Plan { format: Format::RoundRobin, entrants: 2, seats: 2, rounds: 1, deals: 1, seed: Seed(1) };
        let mut row = plan.row::<Indigo>(String::new(), String::new());
        assert!(AnyGame::all().iter().any(|game| game.name() == row.game));
        let mut has_rule = |engine: &str| {
            engine.clone_into(&mut row.engine);
            fault_rule_of(&row).is_some()
        };
        assert_eq!(
            ["", "0.1.0", "0.2.0", "0.3.0", "0.10.1", "1.0.0", ENGINE].map(&mut has_rule),
            [false, false, false, true, true, true, true]
        );
    }
}
