//! Writing down what is to be played, before anybody plays.

use cardsharp_archive::{Archive, ArchiveError, EntrantRow, Stored, TournamentRow};
use cardsharp_rules::Game;

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

/// Announces a tournament between these.
///
/// # Errors
/// If it cannot be written.
pub fn announce(archive: &mut Archive, row: &TournamentRow, entrants: &[EntrantRow]) -> Result<Stored, ArchiveError> {
    let id = archive.announce(row, entrants)?;
    Ok(archive.tournaments()?.into_iter().find(|stored| stored.id == id).expect("just announced"))
}
