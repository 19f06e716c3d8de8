//! Batches on their way from where games are played to where they are kept.
//!
//! | bytes | meaning |
//! |---|---|
//! | numbers | the round, the number of the first game, how many games, how long the games and the faults are |
//! | the rest | the games as in `batch.rs`, the faults as in `lists.rs` |
//!
//! Numbers are written as in `packed.rs`. Points are counted anew on arrival, and every game is looked at.

use crate::Batch;
use crate::Records;
use crate::batch::{Packed, unpack};
use crate::lists::{pack_faults, unpack_faults};
use crate::packed::{read, write};

impl Batch {
    /// Adds it to bytes that are to be carried.
    pub fn pack(&self, out: &mut Vec<u8>) {
        let faults = pack_faults(self.first, &self.faults);
        for number in [self.round, self.first, self.count, self.bytes.len() as u64, faults.len() as u64] {
            write(out, number);
        }
        out.extend(&self.bytes);
        out.extend(faults);
    }

    /// Takes one from the front of what was carried; none if the bytes are damaged.
    pub fn unpack(carried: &mut &[u8]) -> Option<Batch> {
        let [round, first, count] = [read(carried)?, read(carried)?, read(carried)?];
        let [games, faults] = [read(carried)?, read(carried)?].map(usize::try_from);
        let (bytes, rest) = carried.split_at_checked(games.ok()?)?;
        let (faults, rest) = rest.split_at_checked(faults.ok()?)?;
        *carried = rest;
        first.checked_add(count)?;
        let mut batch = Batch { round, first, count, bytes: bytes.to_vec(), ..Batch::default() };
        let mut seats = Vec::new();
        let mut length = 0;
        for (number, game) in (first..).zip(Packed(bytes)) {
            let row = unpack(game, round, number, Records::LeftOut)?;
            length += 4 + game.len();
            seats.push(row.seats.len());
            for seat in row.seats {
                let points = batch.points.entry(seat.entrant).or_default();
                *points = (points.0 + 1, points.1 + u64::from(seat.halves));
            }
        }
        for (place, seat, fault) in unpack_faults(faults)? {
            if seat >= *seats.get(usize::try_from(place).ok()?)? {
                return None;
            }
            batch.faults.push((first + place, seat, fault));
        }
        (seats.len() as u64 == count && length == bytes.len()).then_some(batch)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{FaultRow, GameRow, KeptRecord, SeatRow};

    fn batches() -> Vec<Batch> {
        let mut batches = Vec::new();
        for number in [3, 4, 9] {
            let fault = FaultRow { verdict: "late".to_owned(), count: 2 };
            let seat = |entrant: usize| SeatRow {
                entrant,
                returns: -7,
                place: 1,
                halves: entrant as u32,
                faults: vec![fault.clone(); entrant % 2],
                times: vec![0, 0, 5],
            };
            let record = KeptRecord::Packed(vec![1, 2, 3]);
            let seats = vec![seat(5), seat(2)];
            Batch::gather(&mut batches, &GameRow { number, round: 2, table: 0, deal: 0, rotation: 0, record, seats });
        }
        batches
    }

    #[test]
    fn batches_arrive_as_they_left_and_damaged_ones_do_not() {
        let sent = batches();
        let mut bytes = Vec::new();
        for batch in &sent {
            batch.pack(&mut bytes);
        }
        let mut rest = bytes.as_slice();
        let arrived: Vec<Batch> = std::iter::from_fn(|| Batch::unpack(&mut rest)).collect();
        assert_eq!((arrived.as_slice(), rest), (sent.as_slice(), &[][..]));
        let mut one = Vec::new();
        sent[0].pack(&mut one);
        for length in 0..one.len() {
            assert_eq!(Batch::unpack(&mut &one[..length]), None, "{length}");
        }
        // One game more than there are, and a number that nothing could count to.
        for (place, value) in [(2, 3), (1, 0xff)] {
            let mut other = one.clone();
            other[place] = value;
            assert_eq!(Batch::unpack(&mut other.as_slice()), None);
        }
    }
}
