//! Turns a played game into a row of the database.

use std::collections::BTreeMap;
use std::time::Duration;

use cardsharp_archive::{FaultRow, GameRow, SeatRow};
use cardsharp_programs::PlayedGame;
use cardsharp_rules::{Fault, FaultKind, Game, Seat, outcome};

use crate::Fixture;

/// Returns the row of a played game.
///
/// # Panics
/// If the game is not over, or no seed names its deal.
pub fn game_row<G: Game>(fixture: &Fixture<'_>, played: &PlayedGame<G>) -> GameRow {
    let (slot, record) = (fixture.slot, &played.record);
    let result = record.result().expect("a played game is over");
    let (places, halves) = (outcome::places(&result), outcome::tournament_halves(&result));
    let seats = Seat::all(G::SEATS).zip(fixture.seating()).map(|(seat, entrant)| SeatRow {
        entrant,
        returns: result[seat],
        place: places[seat],
        halves: halves[seat],
        faults: if record.causes(seat) > 0 { faults(record.each_fault(), seat) } else { Vec::new() },
        decisions: played.times[seat.index()].len(),
    });
    let mut times = Vec::with_capacity(64);
    for seat in &played.times {
        times.extend(seat.iter().copied().map(microseconds));
    }
    let mut packed = Vec::with_capacity(64);
    assert!(record.pack_into(&mut packed), "a tournament's deals have seeds");
    GameRow {
        number: fixture.number,
        round: slot.round,
        table: slot.table,
        deal: slot.deal,
        rotation: slot.rotation,
        seats: seats.collect(),
        record: packed,
        times,
    }
}

/// Counts a seat's faults by verdict, without those that only follow from others.
fn faults<'a>(faults: impl Iterator<Item = &'a Fault>, seat: Seat) -> Vec<FaultRow> {
    let mut counts = BTreeMap::<String, u32>::new();
    for fault in faults.filter(|fault| fault.seat == seat && fault.kind != FaultKind::Consequence) {
        *counts.entry(fault.verdict.to_string()).or_default() += 1;
    }
    counts.into_iter().map(|(verdict, count)| FaultRow { verdict, count }).collect()
}

fn microseconds(time: Duration) -> u32 {
    let whole = time.as_secs().saturating_mul(1_000_000);
    u32::try_from(whole.saturating_add(time.subsec_micros().into())).unwrap_or(u32::MAX)
}
