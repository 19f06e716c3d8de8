//! Round after round: seat, play what is not yet kept, keep it, count.

use std::collections::{BTreeMap, HashSet};
use std::time::Duration;

use cardsharp_archive::{Archive, FaultRow, GameRow, KeptRecord, Records, SeatRow, Stored};
use cardsharp_referee::Hosted;
use cardsharp_referee::table::{Launch, Refereed, Stop};
use cardsharp_referee::tournament::{Boards, Field, Fixture, Meetings, Plan, Score};
use cardsharp_rules::{Encoding, Event, Seat, outcome};

use crate::commands::referee::failed;

/// How far a tournament has come: points round by round, and which games are kept.
struct Kept {
    /// What every entrant reached in each round.
    rounds: BTreeMap<u64, Vec<Score>>,
    games: u64,
    /// Those that were kept before.
    numbers: HashSet<u64>,
}

impl Kept {
    fn read(archive: &Archive, stored: &Stored) -> anyhow::Result<Kept> {
        let mut kept = Kept { rounds: BTreeMap::new(), games: 0, numbers: HashSet::new() };
        archive.each_game(stored, Records::LeftOut, &mut |game| {
            kept.numbers.insert(game.number);
            kept.add(&game, stored.entrants.len());
        })?;
        Ok(kept)
    }

    fn add(&mut self, game: &GameRow, entrants: usize) {
        self.games += 1;
        let scores = self.rounds.entry(game.round).or_insert_with(|| vec![Score::default(); entrants]);
        for seat in &game.seats {
            let faults = seat.faults.iter().map(|fault| fault.count).sum();
            scores[seat.entrant].add(seat.halves, seat.returns, seat.place, faults);
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

/// Why a round ended early.
struct Early(anyhow::Error);

impl From<Stop> for Early {
    fn from(stop: Stop) -> Early {
        Early(failed(stop))
    }
}

/// How a tournament stands at a moment, for those who watch.
pub(super) struct Moment<'a> {
    pub(super) round: u64,
    pub(super) games: u64,
    kept: &'a Kept,
    entrants: usize,
    boards: &'a Boards,
    open: &'a [Fixture<'a>],
}

impl Moment<'_> {
    /// What everybody has reached so far.
    pub(super) fn scores(&self) -> Vec<Score> {
        self.kept.before(self.round + 1, self.entrants)
    }

    /// The games being played now.
    pub(super) fn playing(&self) -> impl Iterator<Item = &Fixture<'_>> {
        self.boards.playing().filter_map(|place| self.open.get(place))
    }
}

/// Told how a tournament goes.
pub(super) trait Audience {
    /// Whether moments are looked at.
    fn looks(&self) -> bool {
        false
    }

    /// Something may have changed.
    fn see(&mut self, _moment: &Moment<'_>) {}

    /// A round is over, with these scores.
    fn after_round(&mut self, _round: u64, _scores: &[Score]) {}
}

/// Nobody is there.
impl Audience for () {}

/// Plays all rounds and gives everybody's score. Rounds that are over are not played again.
pub(super) fn play<G: Hosted + Encoding>(
    field: &Field<'_, G>,
    archive: &mut Archive,
    stored: &Stored,
    launch: &(dyn Fn() -> Launch + Sync),
    audience: &mut dyn Audience,
) -> anyhow::Result<Vec<Score>> {
    let plan = &field.plan;
    let entrants = stored.entrants.len();
    let mut kept = Kept::read(archive, stored)?;
    let mut meetings = Meetings::new(plan.entrants);
    let boards = Boards::new(field.threads);
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
        let fixtures =
            plan.slots(round, tables.len()).map(|slot| Fixture { slot, table: &tables[slot.table as usize] });
        let open: Vec<Fixture<'_>> =
            fixtures.filter(|fixture| !kept.numbers.contains(&plan.number(fixture.slot))).collect();
        let finish = |fixture: &Fixture<'_>, played: Refereed<G>| as_row(plan, fixture, &played);
        let watched = audience.looks().then_some(&boards);
        field
            .play(&open, launch, watched, &finish, &mut |games: Vec<GameRow>| {
                archive.keep(stored.id, &games).map_err(|error| Early(error.into()))?;
                for game in &games {
                    kept.add(game, entrants);
                }
                let moment = Moment { round, games: kept.games, kept: &kept, entrants, boards: &boards, open: &open };
                audience.see(&moment);
                Ok(())
            })
            .map_err(|Early(error)| error)?;
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

/// A game as it is kept.
pub(super) fn as_row<G: Hosted + Encoding>(plan: &Plan, fixture: &Fixture<'_>, played: &Refereed<G>) -> GameRow {
    let record = &played.record;
    let result = record.result().expect("a played game is over");
    let (places, halves) = (outcome::places(&result), outcome::tournament_halves(&result));
    let seats = Seat::all(G::SEATS).zip(fixture.seating()).map(|(seat, entrant)| SeatRow {
        entrant,
        returns: result[seat],
        place: places[seat],
        halves: halves[seat],
        faults: if record.faults()[seat] > 0 { faults(record.events(), seat) } else { Vec::new() },
        times: played.usage[seat.index()].iter().map(|usage| microseconds(usage.wall)).collect(),
    });
    let slot = fixture.slot;
    GameRow {
        number: plan.number(slot),
        round: slot.round,
        table: slot.table,
        deal: slot.deal,
        rotation: slot.rotation,
        seats: seats.collect(),
        record: record.pack().map_or_else(|| KeptRecord::Text(record.to_string()), KeptRecord::Packed),
    }
}

fn faults<A>(events: &[Event<A>], seat: Seat) -> Vec<FaultRow> {
    let mut counts = BTreeMap::<String, u32>::new();
    for event in events {
        if let Event::Fault(fault) = event
            && fault.seat == seat
        {
            *counts.entry(fault.verdict.to_string()).or_default() += 1;
        }
    }
    counts.into_iter().map(|(verdict, count)| FaultRow { verdict, count }).collect()
}

fn microseconds(time: Duration) -> u32 {
    u32::try_from(time.as_micros()).unwrap_or(u32::MAX)
}
