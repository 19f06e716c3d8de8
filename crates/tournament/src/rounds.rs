//! Plays round after round: seats the entrants, plays the missing games, stores and counts them.

use std::collections::BTreeMap;
use std::ops::Range;

use cardsharp_archive::{Archive, ArchiveError, GameRow, Stored};
use cardsharp_programs::Stop;

use crate::{Boards, Executor, Fixture, Meetings, Plan, Round, Score};

struct Progress {
    rounds: BTreeMap<u64, Vec<Score>>,
    games: u64,
    /// The numbers of the games that were stored before.
    numbers: Vec<Range<u64>>,
    entrants: usize,
}

impl Progress {
    fn read(archive: &Archive, stored: &Stored) -> Result<Progress, ArchiveError> {
        let entrants = stored.entrants.len();
        let mut progress = Progress { rounds: BTreeMap::new(), games: 0, numbers: Vec::new(), entrants };
        archive.each_game(stored, &mut |game| {
            progress.add(&game);
            match progress.numbers.last_mut() {
                Some(last) if last.end == game.number => last.end += 1,
                _ => progress.numbers.push(game.number..game.number + 1),
            }
        })?;
        Ok(progress)
    }

    fn holds(&self, number: u64) -> bool {
        let after = self.numbers.partition_point(|range| range.end <= number);
        self.numbers.get(after).is_some_and(|range| range.contains(&number))
    }

    fn add(&mut self, game: &GameRow) {
        self.games += 1;
        let scores = self.rounds.entry(game.round).or_insert_with(|| vec![Score::default(); self.entrants]);
        for seat in &game.seats {
            scores[seat.entrant].add(seat);
        }
    }

    fn before(&self, round: u64) -> Vec<Score> {
        let mut total = vec![Score::default(); self.entrants];
        for scores in self.rounds.range(..round).map(|(_, scores)| scores) {
            for (total, score) in total.iter_mut().zip(scores) {
                *total = total.plus(score);
            }
        }
        total
    }
}

/// The reason why a tournament ended early; finished games stay in the database.
#[derive(Debug)]
pub enum Interrupted {
    /// A game could not be played.
    Stop(Stop),
    /// The database failed.
    Archive(ArchiveError),
    /// The audience asked to stop.
    Enough,
    /// Other machines cannot continue to play.
    Elsewhere(String),
}

impl From<Stop> for Interrupted {
    fn from(stop: Stop) -> Interrupted {
        Interrupted::Stop(stop)
    }
}

impl From<ArchiveError> for Interrupted {
    fn from(error: ArchiveError) -> Interrupted {
        Interrupted::Archive(error)
    }
}

/// The state of a running tournament, for an audience.
pub struct Snapshot<'a> {
    /// The current round.
    pub round: u64,
    /// The number of stored games.
    pub games: u64,
    progress: &'a Progress,
    boards: &'a Boards,
    open: &'a [Fixture<'a>],
}

impl Snapshot<'_> {
    /// Returns the scores so far, by entrant.
    pub fn scores(&self) -> Vec<Score> {
        self.progress.before(self.round + 1)
    }

    /// Returns the games being played.
    pub fn playing(&self) -> impl Iterator<Item = &Fixture<'_>> {
        self.boards.playing().filter_map(|place| self.open.get(place))
    }
}

/// Observes a running tournament.
pub trait Audience {
    /// Returns whether executors shall note which games are being played.
    fn looks(&self) -> bool {
        false
    }

    /// Returns true to stop the tournament. Finished games that are not stored yet are dropped.
    fn has_enough(&self) -> bool {
        false
    }

    /// Receives a snapshot that may differ from the last.
    fn see(&mut self, _moment: &Snapshot<'_>) {}

    /// Receives the scores after a round.
    fn after_round(&mut self, _round: u64, _scores: &[Score]) {}
}

impl Audience for () {}

/// Plays all rounds and returns the scores. Stored games are not played again.
///
/// # Errors
/// If a game cannot be played or the database fails; games that ended before are stored.
pub fn play_rounds(
    plan: &Plan,
    executor: &dyn Executor,
    archive: &mut Archive,
    stored: &Stored,
    audience: &mut dyn Audience,
) -> Result<Vec<Score>, Interrupted> {
    let mut progress = Progress::read(archive, stored)?;
    let mut meetings = Meetings::new(plan.entrants);
    let boards = Boards::new(executor.tables());
    let mut total = progress.before(0);
    for round in 0..plan.rounds {
        let tables = if let Some(tables) = archive.round(stored.id, round)? {
            tables
        } else {
            let halves: Vec<u64> = total.iter().map(|score| score.halves).collect();
            let tables = plan.seat_round(round, &halves, &meetings);
            archive.begin_round(stored.id, round, &tables)?;
            tables
        };
        let open: Vec<Fixture<'_>> =
            fixtures(plan, round, &tables).filter(|fixture| !progress.holds(fixture.number)).collect();
        let watched = audience.looks().then_some(&boards);
        executor.play(Round { number: round, tables: &tables, open: &open }, watched, &mut |games| {
            if audience.has_enough() {
                return Err(Interrupted::Enough);
            }
            archive.keep(stored.id, &games)?;
            for game in &games {
                progress.add(game);
            }
            audience.see(&Snapshot { round, games: progress.games, progress: &progress, boards: &boards, open: &open });
            Ok(())
        })?;
        for table in &tables {
            meetings.note(table);
        }
        total = progress.before(round + 1);
        if !open.is_empty() {
            audience.after_round(round, &total);
        }
    }
    Ok(total)
}

/// Returns the games of a round with their entrants.
pub fn fixtures<'a>(
    plan: &'a Plan,
    round: u64,
    tables: &'a [Vec<usize>],
) -> impl Iterator<Item = Fixture<'a>> + use<'a> {
    plan.slots(round, tables.len()).map(|slot| Fixture {
        slot,
        number: plan.number(slot),
        table: &tables[slot.table as usize],
    })
}
