//! Games that are kept together: one row for many, so that a game costs its bytes and little else.
//!
//! The games of a batch are of one round and have numbers that follow one another. Each of them is
//!
//! | bytes | meaning |
//! |---|---|
//! | 4 | how many bytes of this game follow, lowest byte first |
//! | numbers | the table, the deal, the rotation, and how many seats there are |
//! | numbers | every seat, as in `packed.rs` |
//! | 1 | 0 if the record is a text, 1 if it is packed |
//! | the rest | the record |
//!
//! so that a game is found by stepping over those before it. Faults are rare and have a column of their own
//! (`lists.rs`).

use std::collections::BTreeMap;

use crate::lists::{Fault, Points};
use crate::packed::{self, read, write};
use crate::{FaultRow, GameRow, KeptRecord, Records};

/// A batch that is larger takes no more games: whoever looks for one game reads a batch.
const LARGE: usize = 1 << 16;

/// Games of a round with numbers that follow one another, as they are kept.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Batch {
    pub(crate) round: u64,
    /// The number of the first game in the tournament.
    pub(crate) first: u64,
    pub(crate) count: u64,
    pub(crate) bytes: Vec<u8>,
    /// Games and halves of points, by entrant.
    pub(crate) points: BTreeMap<usize, Points>,
    /// In the order of their games.
    pub(crate) faults: Vec<Fault>,
}

impl Batch {
    /// A batch of this game.
    pub fn new(game: &GameRow) -> Batch {
        let mut batches = Vec::new();
        Batch::gather(&mut batches, game);
        batches.remove(0)
    }

    /// Puts a game on the last batch, or on a new one if it does not come next there.
    pub fn gather(batches: &mut Vec<Batch>, game: &GameRow) {
        let mut adding = Batch::begin(batches, (game.round, game.number), [game.table, game.deal, game.rotation]);
        adding.seats(game.seats.len());
        for (number, seat) in game.seats.iter().enumerate() {
            adding.seat(seat.entrant, seat.returns, seat.place, seat.halves, seat.times.iter().copied());
            for fault in &seat.faults {
                adding.fault(number, fault.clone());
            }
        }
        match &game.record {
            KeptRecord::Text(text) => adding.end(TEXT, |bytes| bytes.extend(text.as_bytes())),
            KeptRecord::Packed(record) => adding.packed(|bytes| bytes.extend(record)),
        }
    }

    /// Begins to put a game on the last batch, or on a new one if it does not come next there: of this
    /// round and with this number, at this table with this deal and rotation.
    pub fn begin(batches: &mut Vec<Batch>, (round, number): (u64, u64), place: [u64; 3]) -> Adding<'_> {
        if !batches.last().is_some_and(|last| last.takes(round, number)) {
            // Bytes that grow step by step would make room for them again and again.
            let bytes = Vec::with_capacity(LARGE + LARGE / 16);
            batches.push(Batch { round, first: number, bytes, ..Batch::default() });
        }
        let batch = batches.last_mut().expect("there is one by now");
        let start = batch.bytes.len();
        batch.bytes.extend([0; 4]);
        for part in place {
            write(&mut batch.bytes, part);
        }
        Adding { batch, start }
    }

    fn takes(&self, round: u64, number: u64) -> bool {
        self.round == round && self.first + self.count == number && self.bytes.len() < LARGE
    }

    /// The numbers of its games in the tournament.
    pub fn numbers(&self) -> std::ops::Range<u64> {
        self.first..self.first + self.count
    }

    /// Its games again, faults included.
    pub fn games(&self) -> impl Iterator<Item = GameRow> {
        (self.first..).zip(Packed(&self.bytes)).map(|(number, bytes)| {
            let mut game = unpack(bytes, self.round, number, Records::Included).expect("it was packed here");
            for (_, seat, fault) in self.faults.iter().filter(|(game, ..)| *game == number) {
                game.seats[*seat].faults.push(fault.clone());
            }
            game
        })
    }
}

/// A game that is being put on a batch: first how many seats there are, then every seat, then the record.
///
/// A game is kept where it was played, so it goes into its bytes without a row in between.
pub struct Adding<'a> {
    batch: &'a mut Batch,
    /// Where the game begins.
    start: usize,
}

impl Adding<'_> {
    /// So many seats follow.
    pub fn seats(&mut self, count: usize) {
        write(&mut self.batch.bytes, count as u64);
    }

    /// What the game brought to the next seat: the fields of a [`crate::SeatRow`] but for its faults.
    pub fn seat(
        &mut self,
        entrant: usize,
        returns: i32,
        place: u8,
        halves: u32,
        times: impl ExactSizeIterator<Item = u32>,
    ) {
        packed::pack_seat(&mut self.batch.bytes, (entrant, returns, place, halves), times);
        let points = self.batch.points.entry(entrant).or_default();
        *points = (points.0 + 1, points.1 + u64::from(halves));
    }

    /// A fault of a seat.
    pub fn fault(&mut self, seat: usize, fault: FaultRow) {
        let number = self.batch.first + self.batch.count;
        self.batch.faults.push((number, seat, fault));
    }

    /// The record, packed by whoever knows how.
    pub fn packed(self, write: impl FnOnce(&mut Vec<u8>)) {
        self.end(PACKED, write);
    }

    fn end(self, kind: u8, write: impl FnOnce(&mut Vec<u8>)) {
        let bytes = &mut self.batch.bytes;
        bytes.push(kind);
        write(bytes);
        let length = u32::try_from(bytes.len() - self.start - 4).expect("a game takes less than 4 GiB");
        bytes[self.start..self.start + 4].copy_from_slice(&length.to_le_bytes());
        self.batch.count += 1;
    }
}

const TEXT: u8 = 0;
const PACKED: u8 = 1;

/// The bytes of each game of a batch; ends early where they are damaged.
pub(crate) struct Packed<'a>(pub(crate) &'a [u8]);

impl<'a> Iterator for Packed<'a> {
    type Item = &'a [u8];

    fn next(&mut self) -> Option<&'a [u8]> {
        let (length, rest) = self.0.split_first_chunk()?;
        let (game, rest) = rest.split_at_checked(u32::from_le_bytes(*length) as usize)?;
        self.0 = rest;
        Some(game)
    }
}

/// A game from its bytes, without its faults; none if they are damaged.
pub(crate) fn unpack(mut bytes: &[u8], round: u64, number: u64, records: Records) -> Option<GameRow> {
    let bytes = &mut bytes;
    let [table, deal, rotation, count] = [read(bytes)?, read(bytes)?, read(bytes)?, read(bytes)?];
    // Every seat takes some bytes; a damaged count must not ask for all memory.
    let count = usize::try_from(count).ok().filter(|&count| count <= bytes.len())?;
    let mut seats = Vec::with_capacity(count);
    for _ in 0..count {
        seats.push(packed::unpack_seat(bytes)?);
    }
    let (kind, record) = bytes.split_first()?;
    let record = match (records, *kind) {
        (Records::LeftOut, TEXT | PACKED) => KeptRecord::Packed(Vec::new()),
        (Records::Included, TEXT) => KeptRecord::Text(String::from_utf8(record.to_vec()).ok()?),
        (Records::Included, PACKED) => KeptRecord::Packed(record.to_vec()),
        _ => return None,
    };
    Some(GameRow { number, round, table, deal, rotation, record, seats })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::SeatRow;

    fn game(number: u64) -> GameRow {
        let fault = FaultRow { verdict: "crash".to_owned(), count: 3 };
        let seat = |entrant: usize| SeatRow {
            entrant,
            returns: -5,
            place: 2,
            halves: 3,
            faults: if number.is_multiple_of(3) { vec![fault.clone(); entrant] } else { Vec::new() },
            times: vec![1, 1000, 1_000_000],
        };
        let text = "so it went\n".repeat(number as usize % 40);
        let record =
            if number.is_multiple_of(2) { KeptRecord::Packed(text.into_bytes()) } else { KeptRecord::Text(text) };
        let (table, deal, rotation) = (number / 600, number / 2 % 300, number % 2);
        GameRow { number, round: 1, table, deal, rotation, record, seats: vec![seat(0), seat(1)] }
    }

    #[test]
    fn games_come_back_as_they_were_from_as_many_batches_as_it_takes() {
        let games: Vec<GameRow> = (7..2000).filter(|&number| number != 500).map(game).collect();
        let mut batches = Vec::new();
        for game in &games {
            Batch::gather(&mut batches, game);
        }
        assert_eq!(batches.iter().flat_map(Batch::games).collect::<Vec<_>>(), games);
        let starts: Vec<u64> = batches.iter().map(|batch| batch.first).collect();
        assert!(starts.len() > 2 && starts.contains(&501), "{starts:?}");
        assert!(batches.iter().all(|batch| batch.bytes.len() < LARGE + 1000));
        Batch::gather(&mut batches, &GameRow { round: 2, ..game(2000) });
        assert_eq!(batches.last().unwrap().count, 1);
    }

    #[test]
    fn damaged_bytes_are_no_game() {
        let mut batches = vec![Batch::new(&game(3))];
        Batch::gather(&mut batches, &game(4));
        let [batch] = &batches[..] else { panic!("they follow one another") };
        let whole: Vec<&[u8]> = Packed(&batch.bytes).collect();
        assert_eq!(whole.len(), 2);
        for length in 0..batch.bytes.len() {
            assert!(Packed(&batch.bytes[..length]).count() < 2);
        }
        let seats_and_kind = whole[0].len() - "so it went\n".len() * 3;
        for length in 0..seats_and_kind {
            assert_eq!(unpack(&whole[0][..length], 1, 3, Records::LeftOut), None, "{length}");
        }
        let mut other = whole[0].to_vec();
        other[seats_and_kind - 1] = 9;
        assert_eq!(unpack(&other, 1, 3, Records::Included), None);
        assert_eq!(unpack(&[0, 0, 0, 0xff, 0xff, 0x7f], 1, 3, Records::LeftOut), None);
    }
}
