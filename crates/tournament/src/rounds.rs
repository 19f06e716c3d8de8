//! Round after round: seat, play what is not yet kept, keep it, count.

use std::collections::BTreeMap;
use std::ops::Range;

use cardsharp_archive::{Archive, ArchiveError, Records, Stored};
use cardsharp_programs::{Hosted, Stop};

use crate::{Boards, Field, Fixture, Gathered, Meetings, Plan, Score};

/// How far a tournament has come: points round by round, and which games are kept.
struct Kept {
    /// What every entrant reached in each round.
    rounds: BTreeMap<u64, Vec<Score>>,
    games: u64,
    /// Those that were kept before.
    numbers: Vec<Range<u64>>,
}

impl Kept {
    fn read(archive: &Archive, stored: &Stored) -> Result<Kept, ArchiveError> {
        let mut kept = Kept { rounds: BTreeMap::new(), games: 0, numbers: archive.numbers(stored)? };
        archive.each_game(stored, Records::LeftOut, &mut |game| {
            kept.games += 1;
            let scores = kept.rounds.entry(game.round).or_insert_with(|| vec![Score::default(); stored.entrants.len()]);
            for seat in &game.seats {
                scores[seat.entrant].add_kept(seat);
            }
        })?;
        Ok(kept)
    }

    /// Whether a game was kept before.
    fn holds(&self, number: u64) -> bool {
        let after = self.numbers.partition_point(|range| range.end <= number);
        self.numbers.get(after).is_some_and(|range| range.contains(&number))
    }

    fn add(&mut self, round: u64, gathered: &Gathered, entrants: usize) {
        self.games += gathered.games;
        let scores = self.rounds.entry(round).or_insert_with(|| vec![Score::default(); entrants]);
        for (&entrant, score) in &gathered.scores {
            scores[entrant] = scores[entrant].plus(score);
        }
    }

    /// What everybody has reached before a round.
    fn before(&self, round: u64, entrants: usize) -> Vec<Score> {
        let mut total = vec![Score::default(); entrants];
        for scores in self.rounds.range(..round).map(|(_, scores)| scores) {
            for (total, score) in total.iter_mut().zip(scores) {
                *total = total.plus(score);
            }
        }
        total
    }
}

/// Why a tournament ended early; what was played until then is kept.
#[derive(Debug)]
pub enum Interrupted {
    /// A game could not be played.
    Stop(Stop),
    /// The database failed.
    Archive(ArchiveError),
    /// Whoever watches has had enough.
    Enough,
    /// Those who play elsewhere cannot go on.
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

/// How a tournament stands at a moment, for those who watch.
pub struct Snapshot<'a> {
    /// Which round is played.
    pub round: u64,
    /// How many games are kept.
    pub games: u64,
    kept: &'a Kept,
    entrants: usize,
    boards: &'a Boards,
    open: &'a [Fixture<'a>],
}

impl Snapshot<'_> {
    /// What everybody has reached so far.
    pub fn scores(&self) -> Vec<Score> {
        self.kept.before(self.round + 1, self.entrants)
    }

    /// The games being played now.
    pub fn playing(&self) -> impl Iterator<Item = &Fixture<'_>> {
        self.boards.playing().filter_map(|place| self.open.get(place))
    }
}

/// Told how a tournament goes.
pub trait Audience {
    /// Whether moments are looked at.
    fn looks(&self) -> bool {
        false
    }

    /// Whether it has seen enough: games that are over by then and not yet kept are dropped.
    fn has_enough(&self) -> bool {
        false
    }

    /// Something may have changed.
    fn see(&mut self, _moment: &Snapshot<'_>) {}

    /// A round is over, with these scores.
    fn after_round(&mut self, _round: u64, _scores: &[Score]) {}
}

/// Nobody is there.
impl Audience for () {}

/// Games of a round that are to be played.
#[derive(Clone, Copy)]
pub struct Round<'a> {
    /// Which round, from 0.
    pub number: u64,
    /// Who sits at which table in the first game.
    pub tables: &'a [Vec<usize>],
    /// The games, in the order of their numbers.
    pub open: &'a [Fixture<'a>],
}

/// Takes up games that are over, many together.
pub type TakeUp<'a> = &'a mut dyn FnMut(Vec<Gathered>) -> Result<(), Interrupted>;

/// Whoever plays the games of a round, here or elsewhere.
pub trait Crew {
    /// How many games are played at a time here, for those who watch.
    fn tables(&self) -> usize {
        1
    }

    /// Plays the games and hands them over as they are done; where somebody watches, says which are being played.
    ///
    /// # Errors
    /// If a game cannot be played, and what [`TakeUp`] says.
    fn play(&self, round: Round<'_>, watched: Option<&Boards>, take_up: TakeUp<'_>) -> Result<(), Interrupted>;
}

/// On this machine.
impl<G: Hosted> Crew for Field<'_, G> {
    fn tables(&self) -> usize {
        self.threads
    }

    fn play(&self, round: Round<'_>, watched: Option<&Boards>, take_up: TakeUp<'_>) -> Result<(), Interrupted> {
        Field::play(self, round.open, watched, &Gathered::add, take_up)
    }
}

/// Plays all rounds and gives everybody's score. Games that are kept are not played again.
///
/// # Errors
/// If a game cannot be played or the database fails; what was played until then is kept.
pub fn play_rounds(
    plan: &Plan,
    crew: &dyn Crew,
    archive: &mut Archive,
    stored: &Stored,
    audience: &mut dyn Audience,
) -> Result<Vec<Score>, Interrupted> {
    let entrants = stored.entrants.len();
    let mut kept = Kept::read(archive, stored)?;
    let mut meetings = Meetings::new(plan.entrants);
    let boards = Boards::new(crew.tables());
    let mut total = vec![Score::default(); entrants];
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
            fixtures(plan, round, &tables).filter(|fixture| !kept.holds(fixture.number)).collect();
        let watched = audience.looks().then_some(&boards);
        crew.play(Round { number: round, tables: &tables, open: &open }, watched, &mut |all: Vec<Gathered>| {
            if audience.has_enough() {
                return Err(Interrupted::Enough);
            }
            let mut batches = Vec::new();
            for mut gathered in all {
                kept.add(round, &gathered, entrants);
                batches.append(&mut gathered.batches);
            }
            archive.keep(stored.id, &batches)?;
            let snapshot = Snapshot { round, games: kept.games, kept: &kept, entrants, boards: &boards, open: &open };
            audience.see(&snapshot);
            Ok::<(), Interrupted>(())
        })?;
        for table in &tables {
            meetings.note(table);
        }
        total = kept.before(round + 1, entrants);
        if !open.is_empty() {
            audience.after_round(round, &total);
        }
    }
    Ok(total)
}

/// The games of a round, with those who play them.
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
