//! Games that are over, counted and packed where they were played.

use std::collections::BTreeMap;
use std::time::Duration;

use cardsharp_archive::{Batch, FaultRow};
use cardsharp_programs::PlayedGame;
use cardsharp_rules::{Fault, FaultKind, Game, Seat, outcome};

use crate::{Fixture, Score};

/// What a table has played since somebody last asked.
#[derive(Default)]
pub struct Gathered {
    /// How many games.
    pub games: u64,
    /// The games, packed.
    pub batches: Vec<Batch>,
    /// What the games brought, by entrant.
    pub scores: BTreeMap<usize, Score>,
}

impl Gathered {
    /// Adds a game.
    ///
    /// # Panics
    /// If the game is not over, or no seed names its deal.
    pub fn add<G: Game>(&mut self, fixture: &Fixture<'_>, played: &PlayedGame<G>) {
        let (slot, record) = (fixture.slot, &played.record);
        let result = record.result().expect("a played game is over");
        let (places, halves) = (outcome::places(&result), outcome::tournament_halves(&result));
        let place = [slot.table, slot.deal, slot.rotation];
        let mut game = Batch::begin(&mut self.batches, (slot.round, fixture.number), place);
        game.seats(G::SEATS);
        for (seat, entrant) in Seat::all(G::SEATS).zip(fixture.seating()) {
            let (returns, place, halves) = (result[seat], places[seat], halves[seat]);
            let times = played.times[seat.index()].iter().copied().map(microseconds);
            game.seat(entrant, returns, place, halves, times);
            let count = record.causes(seat);
            if count > 0 {
                for fault in faults(record.each_fault(), seat) {
                    game.fault(seat.index(), fault);
                }
            }
            self.scores.entry(entrant).or_default().add(halves, returns, place, count);
        }
        game.packed(|bytes| assert!(record.pack_into(bytes), "a tournament's deals have seeds"));
        self.games += 1;
    }
}

impl Gathered {
    /// In a few bytes, to be carried to where it is kept.
    pub fn pack(&self) -> Vec<u8> {
        let mut bytes = Vec::new();
        for batch in &self.batches {
            batch.pack(&mut bytes);
        }
        bytes
    }

    /// The numbers of its games.
    pub fn numbers(&self) -> impl Iterator<Item = u64> {
        self.batches.iter().flat_map(Batch::numbers)
    }

    /// What was carried here; none if the bytes are damaged.
    pub fn unpack(mut bytes: &[u8]) -> Option<Gathered> {
        let mut gathered = Gathered::default();
        while !bytes.is_empty() {
            let batch = Batch::unpack(&mut bytes)?;
            for game in batch.games() {
                gathered.games += 1;
                for seat in &game.seats {
                    gathered.scores.entry(seat.entrant).or_default().add_kept(seat);
                }
            }
            gathered.batches.push(batch);
        }
        Some(gathered)
    }
}

/// First causes, by verdict: what merely follows from them teaches nobody anything.
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
