//! The bytes of a game: the column of its seats, and whole games sent between machines.
//!
//! A seat is the entrant, the returns, the place, the points in halves, the faults (verdict and count) and the time of
//! every decision. A time of 0 is followed by the number of further zeros: fast players have little else. Numbers are
//! written seven bits to a byte, the lowest first, with the eighth set on all but the last; returns, which may be
//! negative, as 0, -1, 1, -2, …

use crate::{FaultRow, GameRow, SeatRow};

/// The most decisions of a seat in a game; a damaged count must not ask for all memory.
const MOST_TIMES: u64 = 1 << 20;

/// Appends the bytes of a game's seats, whose times follow one another.
pub(crate) fn encode_seats(seats: &[SeatRow], mut times: &[u32], bytes: &mut Vec<u8>) {
    for seat in seats {
        let SeatRow { entrant, returns, place, halves, faults, decisions } = seat;
        let returns = (returns << 1 ^ returns >> 31).cast_unsigned();
        for number in [*entrant as u64, returns.into(), (*place).into(), (*halves).into(), faults.len() as u64] {
            write(bytes, number);
        }
        for fault in faults {
            write(bytes, fault.count.into());
            write_bytes(bytes, fault.verdict.as_bytes());
        }
        write(bytes, *decisions as u64);
        let mut own;
        (own, times) = times.split_at(*decisions);
        while let Some((&time, rest)) = own.split_first() {
            write(bytes, time.into());
            own = rest;
            if time == 0 {
                let zeros = own.iter().take_while(|time| **time == 0).count();
                write(bytes, zeros as u64);
                own = &own[zeros..];
            }
        }
    }
}

/// Returns the seats of a game and the times of their decisions, or none if the bytes are damaged.
pub(crate) fn decode_seats(mut bytes: &[u8]) -> Option<(Vec<SeatRow>, Vec<u32>)> {
    let mut seats = Vec::with_capacity(4);
    let mut times = Vec::with_capacity(bytes.len());
    while !bytes.is_empty() {
        seats.push(decode_seat(&mut bytes, &mut times)?);
    }
    Some((seats, times))
}

fn decode_seat(bytes: &mut &[u8], times: &mut Vec<u32>) -> Option<SeatRow> {
    let entrant = usize::try_from(read(bytes)?).ok()?;
    let returns = u32::try_from(read(bytes)?).ok()?;
    let returns = (returns >> 1).cast_signed() ^ -(returns & 1).cast_signed();
    let (place, halves) = (u8::try_from(read(bytes)?).ok()?, u32::try_from(read(bytes)?).ok()?);
    let mut faults = Vec::new();
    for _ in 0..read(bytes)? {
        let count = u32::try_from(read(bytes)?).ok()?;
        faults.push(FaultRow { verdict: str::from_utf8(read_bytes(bytes)?).ok()?.to_owned(), count });
    }
    let decisions = Some(read(bytes)?).filter(|&count| count <= MOST_TIMES)? as usize;
    let end = times.len() + decisions;
    while times.len() < end {
        let time = u32::try_from(read(bytes)?).ok()?;
        times.push(time);
        if time == 0 {
            let more = Some(read(bytes)?).filter(|&more| more <= (end - times.len()) as u64)?;
            times.resize(times.len() + more as usize, 0);
        }
    }
    Some(SeatRow { entrant, returns, place, halves, faults, decisions })
}

impl GameRow {
    /// Appends the game to bytes that are sent to another machine.
    pub fn encode(&self, bytes: &mut Vec<u8>) {
        for number in [self.number, self.round, self.table, self.deal, self.rotation] {
            write(bytes, number);
        }
        let mut seats = Vec::new();
        encode_seats(&self.seats, &self.times, &mut seats);
        write_bytes(bytes, &seats);
        write_bytes(bytes, &self.record);
    }

    /// Takes a game from the front of received bytes. Returns none if they are damaged.
    pub fn decode(bytes: &mut &[u8]) -> Option<GameRow> {
        let [number, round, table, deal, rotation] =
            [read(bytes)?, read(bytes)?, read(bytes)?, read(bytes)?, read(bytes)?];
        let ((seats, times), record) = (decode_seats(read_bytes(bytes)?)?, read_bytes(bytes)?.to_vec());
        Some(GameRow { number, round, table, deal, rotation, record, seats, times })
    }
}

fn write(bytes: &mut Vec<u8>, mut number: u64) {
    while number >= 0x80 {
        bytes.push(number as u8 | 0x80);
        number >>= 7;
    }
    bytes.push(number as u8);
}

fn write_bytes(bytes: &mut Vec<u8>, content: &[u8]) {
    write(bytes, content.len() as u64);
    bytes.extend(content);
}

/// Takes a number of at most 63 bits from the front.
fn read(bytes: &mut &[u8]) -> Option<u64> {
    let mut number = 0_u64;
    for shift in (0..63).step_by(7) {
        let byte = *bytes.split_off_first()?;
        number |= u64::from(byte & 0x7f) << shift;
        if byte < 0x80 {
            return Some(number);
        }
    }
    None
}

fn read_bytes<'a>(bytes: &mut &'a [u8]) -> Option<&'a [u8]> {
    let length = usize::try_from(read(bytes)?).ok()?;
    bytes.split_off(..length)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Seats with six times and more each.
    fn seats() -> (Vec<SeatRow>, Vec<u32>) {
        let fault = |verdict: &str, count| FaultRow { verdict: verdict.to_owned(), count };
        let seat = |returns: i32| SeatRow {
            entrant: returns.unsigned_abs() as usize,
            returns,
            place: 4,
            halves: 300,
            faults: if returns < 0 { vec![fault("crash", 1), fault("", u32::MAX)] } else { Vec::new() },
            decisions: 6 + returns.unsigned_abs() as usize % 200,
        };
        let seats = [i32::MIN, -64, -1, 0, 1, 63, 64, i32::MAX].map(seat);
        let times = |seat: &SeatRow| [vec![0, 127, 128, u32::MAX, 0, 0], vec![0; seat.decisions - 6]].concat();
        (seats.to_vec(), seats.iter().flat_map(times).collect())
    }

    #[test]
    fn seats_come_back_and_damaged_ones_do_not() {
        let ((seats, times), mut bytes) = (seats(), Vec::new());
        encode_seats(&seats, &times, &mut bytes);
        assert_eq!(decode_seats(&bytes), Some((seats.clone(), times.clone())));
        for length in 0..bytes.len() {
            // Cut between two seats, those that are left are whole.
            if let Some((left, of_left)) = decode_seats(&bytes[..length]) {
                assert_eq!((&left[..], &of_left[..]), (&seats[..left.len()], &times[..of_left.len()]));
            }
        }
        // More times than there may be, or than were announced.
        assert_eq!(decode_seats(&[0, 0, 1, 0, 0, 0xff, 0xff, 0xff, 0x7f, 0, 0xff, 0xff, 0xff, 0x7e]), None);
        assert_eq!(decode_seats(&[0, 0, 1, 0, 0, 2, 0, 2]), None);
        assert_eq!(decode_seats(&[0xff; 20]), None);
    }

    #[test]
    fn games_arrive_as_they_left_and_damaged_ones_do_not() {
        let game = |number| {
            let (seats, times) = seats();
            GameRow { number, round: 2, table: 300, deal: 1, rotation: 3, record: vec![1, 2, 3], seats, times }
        };
        let (mut one, mut two) = (Vec::new(), Vec::new());
        game(3).encode(&mut one);
        game(9).encode(&mut two);
        let both = [one.as_slice(), &two].concat();
        let mut rest = both.as_slice();
        let arrived: Vec<GameRow> = std::iter::from_fn(|| GameRow::decode(&mut rest)).collect();
        assert_eq!((arrived, rest), (vec![game(3), game(9)], &[][..]));
        for length in 0..one.len() {
            assert_eq!(GameRow::decode(&mut &one[..length]), None, "{length}");
        }
    }
}
