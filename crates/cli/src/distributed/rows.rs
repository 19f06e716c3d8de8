//! The rows of a study: a piece is a row.

use std::ops::{ControlFlow, Range};

use cardsharp_research::{Booked, Head, study};
use cardsharp_rules::Seed;
use cardsharp_search::seat_player;
use serde::{Deserialize, Serialize};

use super::task::{Task, Work};
use super::{Prepared, Workers, run_pieces, wire, wrong};

#[derive(Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct Rows {
    part: String,
    deals: u64,
    seed: u64,
}

impl Rows {
    pub(super) fn prepare<G: Booked>(self, game: &G, players: &[String]) -> Result<Box<dyn Prepared>, String> {
        let [player] = players else { return Err(format!("{} players: expected one", players.len())) };
        let player = player.parse().map_err(wrong)?;
        seat_player(game, &player).map_err(wrong)?;
        let head = Head { part: self.part.parse()?, player, deals: self.deals, seed: Seed(self.seed) };
        Ok(Box::new(PreparedStudy { game: game.clone(), head }))
    }
}

struct PreparedStudy<G> {
    game: G,
    head: Head,
}

impl<G: Booked> Prepared for PreparedStudy<G> {
    /// The stage is the number of rows that exist already.
    fn work(&self, stage: &[u8], pieces: Range<u64>) -> Result<Vec<u8>, String> {
        let before = wire::u64(&mut &*stage).ok_or("the stage of a study has no first row")?;
        let mut bytes = Vec::new();
        let rows = before + pieces.start..before + pieces.end;
        let studied = study(&self.game, &self.head, (rows, 1), &mut |row| {
            wire::put(&mut bytes, row.as_bytes());
            ControlFlow::Continue(())
        });
        studied.map_err(wrong)?;
        Ok(bytes)
    }
}

/// Has the rows of a study from `first` on worked on by the workers, and passes them to `visit` in order.
pub(crate) fn run_study<G: Booked>(
    workers: &dyn Workers,
    head: &Head,
    first: u64,
    visit: &mut dyn FnMut(String) -> ControlFlow<()>,
) -> anyhow::Result<()> {
    let work = Work::Rows(Rows { part: head.part.name().to_owned(), deals: head.deals, seed: head.seed.0 });
    let task = Task::of_players((G::NAME, &[]), [&head.player], work)?;
    let pieces = head.rows::<G>().saturating_sub(first);
    let read = |bytes: &mut &[u8]| String::from_utf8(wire::take(bytes)?.to_vec()).ok();
    run_pieces(workers, (&task.pack(), &first.to_le_bytes(), pieces), read, visit)
}
