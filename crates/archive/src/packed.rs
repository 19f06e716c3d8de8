//! What a game brought to its seats, in a few bytes.
//!
//! For each seat: the entrant's number, the returns, the place, the points in halves, how many
//! decisions there were and how long each took. After a time of 0 stands how many more of them follow:
//! players that decide at a glance have little else. Numbers are written seven bits to a byte, the
//! lowest first, with the eighth set on all but the last; returns, which may be negative, as 0, -1, 1,
//! -2, … Version 2 of the database wrote every 0 by itself.
//!
//! Packed records of the rules write numbers in the same way. The few lines are there a second time:
//! the archive knows no cards and so not that crate, and either layout is frozen in files by itself.

use crate::SeatRow;

/// A seat's entrant, returns, place and halves.
type Numbers = (usize, i32, u8, u32);

/// More decisions than this nobody has in a game.
const MOST_TIMES: u64 = 1 << 20;

/// Packs a seat's numbers and times.
pub(crate) fn pack_seat(bytes: &mut Vec<u8>, numbers: Numbers, times: impl ExactSizeIterator<Item = u32>) {
    pack_numbers(bytes, numbers, times.len());
    let mut times = times.peekable();
    while let Some(time) = times.next() {
        write(bytes, u64::from(time));
        if time == 0 {
            let mut more = 0;
            while times.next_if_eq(&0).is_some() {
                more += 1;
            }
            write(bytes, more);
        }
    }
}

/// The same as version 2 wrote it.
pub(crate) fn pack_plain_seat(bytes: &mut Vec<u8>, numbers: Numbers, times: impl ExactSizeIterator<Item = u32>) {
    pack_numbers(bytes, numbers, times.len());
    for time in times {
        write(bytes, u64::from(time));
    }
}

fn pack_numbers(bytes: &mut Vec<u8>, (entrant, returns, place, halves): Numbers, times: usize) {
    write(bytes, entrant as u64);
    write(bytes, u64::from((returns << 1 ^ returns >> 31).cast_unsigned()));
    write(bytes, u64::from(place));
    write(bytes, u64::from(halves));
    write(bytes, times as u64);
}

/// Takes a seat from the front; none if the bytes are damaged.
pub(crate) fn unpack_seat(bytes: &mut &[u8]) -> Option<SeatRow> {
    let (mut seat, count) = unpack_numbers(bytes)?;
    while seat.times.len() < count {
        let time = u32::try_from(read(bytes)?).ok()?;
        seat.times.push(time);
        if time == 0 {
            let more = read(bytes)?;
            if more > (count - seat.times.len()) as u64 {
                return None;
            }
            seat.times.resize(seat.times.len() + more as usize, 0);
        }
    }
    Some(seat)
}

/// Takes apart what version 2 wrote: seats and nothing else; none if the bytes are damaged.
pub(crate) fn unpack_plain_seats(mut bytes: &[u8]) -> Option<Vec<SeatRow>> {
    let mut seats = Vec::with_capacity(4);
    while !bytes.is_empty() {
        let (mut seat, count) = unpack_numbers(&mut bytes)?;
        for _ in 0..count {
            seat.times.push(u32::try_from(read(&mut bytes)?).ok()?);
        }
        seats.push(seat);
    }
    Some(seats)
}

/// A seat without its times, and how many there are.
fn unpack_numbers(bytes: &mut &[u8]) -> Option<(SeatRow, usize)> {
    let entrant = usize::try_from(read(bytes)?).ok()?;
    let returns = u32::try_from(read(bytes)?).ok()?;
    let returns = (returns >> 1).cast_signed() ^ -(returns & 1).cast_signed();
    let place = u8::try_from(read(bytes)?).ok()?;
    let halves = u32::try_from(read(bytes)?).ok()?;
    // A damaged length must not ask for all memory.
    let count = Some(read(bytes)?).filter(|&count| count <= MOST_TIMES)? as usize;
    let times = Vec::with_capacity(count.min(bytes.len()));
    Some((SeatRow { entrant, returns, place, halves, faults: Vec::new(), times }, count))
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

    fn seats() -> [SeatRow; 8] {
        [i32::MIN, -64, -1, 0, 1, 63, 64, i32::MAX].map(|returns| SeatRow {
            entrant: returns.unsigned_abs() as usize,
            returns,
            place: 4,
            halves: 300,
            faults: Vec::new(),
            times: [vec![0, 127, 128, u32::MAX, 0, 0], vec![0; returns.unsigned_abs() as usize % 200]].concat(),
        })
    }

    fn numbers(seat: &SeatRow) -> Numbers {
        (seat.entrant, seat.returns, seat.place, seat.halves)
    }

    #[test]
    fn seats_come_back_as_they_were() {
        for seat in seats() {
            let mut bytes = Vec::new();
            pack_seat(&mut bytes, numbers(&seat), seat.times.iter().copied());
            let rest = &mut &bytes[..];
            assert_eq!((unpack_seat(rest), rest.len()), (Some(seat), 0));
            for length in 0..bytes.len() {
                assert_eq!(unpack_seat(&mut &bytes[..length]), None);
            }
        }
        // More times than there may be, or than were said.
        assert_eq!(unpack_seat(&mut &[0, 0, 1, 0, 0xff, 0xff, 0xff, 0x7f, 0, 0xff, 0xff, 0xff, 0x7e][..]), None);
        assert_eq!(unpack_seat(&mut &[0, 0, 1, 0, 2, 0, 2][..]), None);
        assert_eq!(unpack_seat(&mut &[0xff; 20][..]), None);
    }

    #[test]
    fn seats_of_version_2_come_back_as_they_were() {
        let mut bytes = Vec::new();
        for seat in &seats() {
            pack_plain_seat(&mut bytes, numbers(seat), seat.times.iter().copied());
        }
        assert_eq!(unpack_plain_seats(&bytes).unwrap(), seats());
        for length in 1..bytes.len() {
            // Cut between two seats, what is left is whole.
            if let Some(left) = unpack_plain_seats(&bytes[..length]) {
                assert_eq!(left, seats()[..left.len()]);
            }
        }
        assert_eq!(unpack_plain_seats(&[0, 0, 1, 0, 0xff, 0xff, 0xff, 0x7f]), None);
        assert_eq!(unpack_plain_seats(&[0xff; 20]), None);
    }
}
