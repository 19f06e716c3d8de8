//! Writing down what is to be played, before anybody plays.

use cardsharp_archive::{Archive, ArchiveError, EntrantRow, Stored, TournamentRow};
use cardsharp_programs::fault_rule;
use cardsharp_rules::{AnyGame, Game, with_game};

use crate::Plan;

/// What plays here: another version may pair and decide otherwise. Whoever changes how rounds are paired,
/// how faults are judged or how our players decide gives the workspace a new version.
pub const ENGINE: &str = env!("CARGO_PKG_VERSION");

impl Plan {
    /// As the database keeps it, with the options of the game and the terms for programs.
    ///
    /// # Panics
    /// If there are more games than can be counted ([`Plan::check`]).
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

/// What a fault cost in a tournament, in a sentence; none where an older version judged faults otherwise.
pub fn fault_rule_of(row: &TournamentRow) -> Option<String> {
    fn rule<G: Game>(_: &G) -> String {
        fault_rule::<G>()
    }
    let mut numbers = row.engine.split('.').map_while(|number| number.parse::<u32>().ok());
    let is_judged_so = (numbers.next(), numbers.next()) >= (Some(0), Some(3));
    let game: AnyGame = row.game.parse().ok().filter(|_| is_judged_so)?;
    Some(with_game!(AnyGame, &game, game => rule(game)))
}

/// Announces a tournament between these.
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
    fn what_faults_cost_is_told_where_they_were_judged_so() {
        let plan = Plan { format: Format::RoundRobin, entrants: 2, seats: 2, rounds: 1, deals: 1, seed: Seed(1) };
        let mut row = plan.row::<Indigo>(String::new(), String::new());
        assert!(AnyGame::all().iter().any(|game| game.name() == row.game));
        let mut told = |engine: &str| {
            engine.clone_into(&mut row.engine);
            fault_rule_of(&row).is_some()
        };
        assert_eq!(
            ["", "0.1.0", "0.2.0", "0.3.0", "0.10.1", "1.0.0", ENGINE].map(&mut told),
            [false, false, false, true, true, true, true]
        );
    }
}
