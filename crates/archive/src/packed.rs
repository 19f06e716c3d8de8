//! What a game brought to its seats, in a few bytes.
//!
//! For each seat: the entrant's number, the returns, the place, the points in halves, how many
//! decisions there were and how long each took. Numbers are written seven bits to a byte, the lowest
//! first, with the eighth set on all but the last; returns, which may be negative, as 0, -1, 1, -2, …
//!
//! Packed records of the rules write numbers in the same way. The few lines are there a second time:
//! the archive knows no cards and so not that crate, and either layout is frozen in files by itself.

use crate::SeatRow;

/// Packs a seat's entrant, returns, place, halves and times.
pub(crate) fn pack_seat(
    bytes: &mut Vec<u8>,
    (entrant, returns, place, halves): (usize, i32, u8, u32),
    times: impl ExactSizeIterator<Item = u32>,
) {
    write(bytes, entrant as u64);
    write(bytes, u64::from((returns << 1 ^ returns >> 31).cast_unsigned()));
    write(bytes, u64::from(place));
    write(bytes, u64::from(halves));
    write(bytes, times.len() as u64);
    for time in times {
        write(bytes, u64::from(time));
    }
}

/// Takes a seat from the front; none if the bytes are damaged.
pub(crate) fn unpack_seat(bytes: &mut &[u8]) -> Option<SeatRow> {
    let entrant = usize::try_from(read(bytes)?).ok()?;
    let returns = u32::try_from(read(bytes)?).ok()?;
    let returns = (returns >> 1).cast_signed() ^ -(returns & 1).cast_signed();
    let place = u8::try_from(read(bytes)?).ok()?;
    let halves = u32::try_from(read(bytes)?).ok()?;
    // Every time takes a byte at least, so that a damaged length cannot ask for all memory.
    let count = usize::try_from(read(bytes)?).ok().filter(|&count| count <= bytes.len())?;
    let mut times = Vec::with_capacity(count);
    for _ in 0..count {
        times.push(u32::try_from(read(bytes)?).ok()?);
    }
    Some(SeatRow { entrant, returns, place, halves, faults: Vec::new(), times })
}

/// Takes apart bytes that are seats and nothing else; none if they are damaged.
pub(crate) fn unpack_seats(mut bytes: &[u8]) -> Option<Vec<SeatRow>> {
    let mut seats = Vec::with_capacity(4);
    while !bytes.is_empty() {
        seats.push(unpack_seat(&mut bytes)?);
    }
    Some(seats)
}

/// Appends a number.
pub(crate) fn write(bytes: &mut Vec<u8>, mut number: u64) {
    while number >= 0x80 {
        bytes.push(number as u8 | 0x80);
        number >>= 7;
    }
    bytes.push(number as u8);
}

/// Takes a number from the front, if there is one that fits.
pub(crate) fn read(bytes: &mut &[u8]) -> Option<u64> {
    let mut number = 0_u64;
    for shift in (0..63).step_by(7) {
        let (&byte, rest) = bytes.split_first()?;
        *bytes = rest;
        number |= u64::from(byte & 0x7f) << shift;
        if byte < 0x80 {
            return Some(number);
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn seats_come_back_as_they_were() {
        let extremes = [i32::MIN, -64, -1, 0, 1, 63, 64, i32::MAX];
        let seats = extremes.map(|returns| SeatRow {
            entrant: returns.unsigned_abs() as usize,
            returns,
            place: 4,
            halves: 300,
            faults: Vec::new(),
            times: vec![0, 127, 128, u32::MAX],
        });
        let mut bytes = Vec::new();
        for seat in &seats {
            let numbers = (seat.entrant, seat.returns, seat.place, seat.halves);
            pack_seat(&mut bytes, numbers, seat.times.iter().copied());
        }
        assert_eq!(unpack_seats(&bytes).unwrap(), seats);
        for length in 1..bytes.len() {
            // Cut between two seats, what is left is whole.
            if let Some(left) = unpack_seats(&bytes[..length]) {
                assert_eq!(left, seats[..left.len()]);
            }
        }
        assert_eq!(unpack_seats(&[0, 0, 1, 0, 0xff, 0xff, 0xff, 0x7f]), None);
        assert_eq!(unpack_seats(&[0xff; 20]), None);
    }
}
