//! The games of a tournament's round: a piece is a game.

use std::ops::{ControlFlow, Range};

use cardsharp_archive::GameRow;
use cardsharp_matches::Participant;
use cardsharp_programs::Hosted;
use cardsharp_research::unlisted;
use cardsharp_rules::Seed;
use cardsharp_search::Memory;
use cardsharp_tournament::{
    Boards, Entrants, Executor, Field, Fixture, Hosting, Interrupted, Plan, Round, Slot, TakeUp, fixtures, game_row,
};
use serde::{Deserialize, Serialize};

use super::task::{Task, Work};
use super::{Prepared, Workers, describe_stop, with_files, wrong};
use crate::shared::launch;

#[derive(Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct Games {
    format: String,
    entrants: usize,
    rounds: u64,
    deals: u64,
    seed: u64,
    names: Vec<String>,
    /// The content hash of each entrant; empty for players that every machine knows by name.
    hashes: Vec<String>,
    /// How programs are run, as the database stores it.
    terms: String,
}

/// The round, and its games that a lease plays.
#[derive(Debug, PartialEq, Serialize, Deserialize)]
struct Stage {
    round: u64,
    tables: Vec<Vec<usize>>,
    /// The numbers of the games to play.
    open: Vec<Range<u64>>,
}

impl Games {
    pub(super) fn prepare<G: Hosted>(self, game: &G, sources: &[String]) -> Result<Box<dyn Prepared>, String> {
        let plan = Plan {
            format: self.format.parse().map_err(wrong)?,
            seats: G::SEATS,
            entrants: self.entrants,
            rounds: self.rounds,
            deals: self.deals,
            seed: Seed(self.seed),
        };
        plan.check().map_err(wrong)?;
        let hosting = Hosting::from_text(&self.terms).map_err(wrong)?;
        let options = hosting.options(launch(hosting.is_sandboxed).map_err(wrong)?);
        let mut participants = Vec::new();
        for (source, hash) in sources.iter().zip(&self.hashes) {
            let participant = Participant::find(game, source, &options, Memory::Game, unlisted).map_err(wrong)?;
            if cardsharp_tournament::content(&participant).map_err(wrong)? != *hash {
                return Err(format!("{source} has changed since the tournament was announced"));
            }
            participants.push(participant);
        }
        if participants.len() != self.names.len() || participants.len() < G::SEATS {
            return Err(format!("{} entrants, {} names", participants.len(), self.names.len()));
        }
        Ok(Box::new(PreparedRound { game: game.clone(), plan, participants, names: self.names }))
    }
}

struct PreparedRound<G: Hosted> {
    game: G,
    plan: Plan,
    participants: Vec<Participant<G>>,
    names: Vec<String>,
}

impl<G: Hosted> Prepared for PreparedRound<G> {
    fn work(&self, stage: &[u8], pieces: Range<u64>) -> Result<Vec<u8>, String> {
        let stage: Stage = serde_json::from_slice(stage).map_err(wrong)?;
        let known =
            |table: &Vec<usize>| table.len() == G::SEATS && table.iter().all(|&one| one < self.participants.len());
        if !stage.tables.iter().all(known) {
            return Err("a table with unknown entrants or too many or few seats".to_owned());
        }
        let PreparedRound { game, plan, participants, names } = self;
        let field = Field { game, plan: *plan, participants, names, threads: 1 };
        let is_open = |fixture: &Fixture<'_>| stage.open.iter().any(|open| open.contains(&fixture.number));
        let open = fixtures(plan, stage.round, &stage.tables).filter(is_open);
        let mut bytes = Vec::new();
        for fixture in open.skip(pieces.start as usize).take((pieces.end - pieces.start) as usize) {
            let played = field.play_one(&fixture).map_err(|stop| describe_stop(&stop))?;
            game_row(&fixture, &played).encode(&mut bytes);
        }
        Ok(bytes)
    }
}

pub(crate) struct RemoteExecutor<'a> {
    workers: &'a dyn Workers,
    task: Vec<u8>,
}

impl<'a> RemoteExecutor<'a> {
    /// Packs the tournament as a task. Fails if the file of an entrant cannot be read.
    pub(crate) fn new<G: Hosted>(
        workers: &'a dyn Workers,
        (plan, options): (&Plan, &str),
        entrants: &Entrants<G>,
        hosting: &Hosting,
    ) -> anyhow::Result<RemoteExecutor<'a>> {
        let players = with_files(&entrants.participants)?;
        let work = Work::Games(Games {
            format: plan.format.to_string(),
            entrants: plan.entrants,
            rounds: plan.rounds,
            deals: plan.deals,
            seed: plan.seed.0,
            names: entrants.names(),
            hashes: entrants.rows.iter().map(|row| row.hash.clone()).collect(),
            terms: hosting.to_text(&[]),
        });
        let options: Vec<String> = options.split_whitespace().map(str::to_owned).collect();
        let task = Task::new(G::NAME, &options, players, work);
        Ok(RemoteExecutor { workers, task: task.pack() })
    }
}

impl Executor for RemoteExecutor<'_> {
    fn play(&self, round: Round<'_>, _watched: Option<&Boards>, take_up: TakeUp<'_>) -> Result<(), Interrupted> {
        let mut open: Vec<Range<u64>> = Vec::new();
        for fixture in round.open {
            match open.last_mut() {
                Some(last) if last.end == fixture.number => last.end += 1,
                _ => open.push(fixture.number..fixture.number + 1),
            }
        }
        if open.is_empty() {
            return Ok(());
        }
        let stage = Stage { round: round.number, tables: round.tables.to_vec(), open };
        let stage = serde_json::to_vec(&stage).expect("plain numbers");
        let (mut expected, mut early) = (round.open.iter(), None);
        let worked = self.workers.work(&self.task, &stage, round.open.len() as u64, &mut |bytes| {
            // Only games of this round may enter the database.
            let taken = match decode(bytes, &mut expected) {
                Some(games) => take_up(games),
                None => Err(Interrupted::Elsewhere("a worker brought games that were not asked for".to_owned())),
            };
            taken.map_or_else(
                |interrupted| {
                    early = Some(interrupted);
                    ControlFlow::Break(())
                },
                ControlFlow::Continue,
            )
        });
        if let Some(interrupted) = early {
            return Err(interrupted);
        }
        worked.map_err(Interrupted::Elsewhere)?;
        match expected.next() {
            None => Ok(()),
            Some(missing) => {
                Err(Interrupted::Elsewhere(format!("nobody brought game {} of the round", missing.number)))
            }
        }
    }
}

/// Returns the games that a worker sent, if they are the next ones of the round.
fn decode<'a>(mut bytes: &[u8], expected: &mut impl Iterator<Item = &'a Fixture<'a>>) -> Option<Vec<GameRow>> {
    let mut games = Vec::new();
    while !bytes.is_empty() {
        let (game, fixture) = (GameRow::decode(&mut bytes)?, expected.next()?);
        let Slot { round, table, deal, rotation } = fixture.slot;
        let is_asked_for = (game.number, game.round, game.table) == (fixture.number, round, table)
            && (game.deal, game.rotation) == (deal, rotation)
            && game.seats.iter().map(|seat| seat.entrant).eq(fixture.seating());
        games.push(Some(game).filter(|_| is_asked_for)?);
    }
    Some(games)
}
