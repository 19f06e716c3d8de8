//! Round after round: seat, play what is not yet kept, keep it, count.

use std::collections::{BTreeMap, HashSet};
use std::time::Duration;

use cardsharp_archive::{Archive, FaultRow, GameRow, Records, SeatRow, Stored};
use cardsharp_referee::Hosted;
use cardsharp_referee::table::{Launch, Refereed, Stop};
use cardsharp_referee::tournament::{Field, Fixture, Meetings, Plan, Score};
use cardsharp_rules::{Event, Seat, outcome};

use crate::commands::referee::failed;
use crate::progress::Progress;

/// How far a tournament has come: points round by round, and which games are kept.
struct Kept {
    /// What every entrant reached in each round.
    rounds: BTreeMap<u64, Vec<Score>>,
    numbers: HashSet<u64>,
}

impl Kept {
    fn read(archive: &Archive, stored: &Stored) -> anyhow::Result<Kept> {
        let mut kept = Kept { rounds: BTreeMap::new(), numbers: HashSet::new() };
        archive.each_game(stored, Records::LeftOut, &mut |game| kept.add(&game, stored.entrants.len()))?;
        Ok(kept)
    }

    fn add(&mut self, game: &GameRow, entrants: usize) {
        self.numbers.insert(game.number);
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

/// Plays all rounds and gives everybody's score. Rounds that are over are not played again.
pub(super) fn play<G: Hosted>(
    field: &Field<'_, G>,
    archive: &mut Archive,
    stored: &Stored,
    launch: &(dyn Fn() -> Launch + Sync),
    after_round: &mut dyn FnMut(u64, &[Score]),
) -> anyhow::Result<Vec<Score>> {
    let plan = &field.plan;
    let everybody = stored.entrants.len();
    let mut kept = Kept::read(archive, stored)?;
    let mut meetings = Meetings::new(plan.entrants);
    let progress = Progress::new("games", stored.tournament.games);
    let mut total = vec![Score::default(); everybody];
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
        let played_any = !open.is_empty();
        field
            .play(&open, launch, &finish, &mut |games: Vec<GameRow>| {
                archive.keep(stored.id, &games).map_err(|error| Early(error.into()))?;
                for game in &games {
                    kept.add(game, everybody);
                }
                progress.show(kept.numbers.len() as u64);
                Ok(())
            })
            .map_err(|Early(error)| error)?;
        for table in &tables {
            meetings.note(table);
        }
        total = kept.before(round + 1, everybody);
        if played_any {
            progress.end();
            after_round(round, &total);
        }
    }
    Ok(total)
}

/// A game as it is kept.
pub(super) fn as_row<G: Hosted>(plan: &Plan, fixture: &Fixture<'_>, played: &Refereed<G>) -> GameRow {
    let record = &played.record;
    let result = record.result().expect("a played game is over");
    let (places, halves) = (outcome::places(&result), outcome::tournament_halves(&result));
    let seats = Seat::all(G::SEATS).zip(fixture.seating()).map(|(seat, entrant)| SeatRow {
        entrant,
        returns: result[seat],
        place: places[seat],
        halves: halves[seat],
        faults: faults(record.events(), seat),
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
        record: record.to_string(),
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
