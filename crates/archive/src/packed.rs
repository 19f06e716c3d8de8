//! What a game brought to its seats, in a few bytes of the game's own row.
//!
//! For each seat: the entrant's number, the returns, the place, the points in halves, how many
//! decisions there were and how long each took. Numbers are written seven bits to a byte, the lowest
//! first, with the eighth set on all but the last; returns, which may be negative, as 0, -1, 1, -2, …

use crate::SeatRow;

/// Packs all seats but for their faults, which have rows of their own.
pub(crate) fn pack(seats: &[SeatRow], bytes: &mut Vec<u8>) {
    for seat in seats {
        write(bytes, seat.entrant as u64);
        write(bytes, u64::from((seat.returns << 1 ^ seat.returns >> 31).cast_unsigned()));
        write(bytes, u64::from(seat.place));
        write(bytes, u64::from(seat.halves));
        write(bytes, seat.times.len() as u64);
        for &time in &seat.times {
            write(bytes, u64::from(time));
        }
    }
}

/// Takes them apart again; none if the bytes are damaged.
pub(crate) fn unpack(mut bytes: &[u8]) -> Option<Vec<SeatRow>> {
    let mut seats = Vec::with_capacity(4);
    while !bytes.is_empty() {
        let entrant = usize::try_from(read(&mut bytes)?).ok()?;
        let returns = u32::try_from(read(&mut bytes)?).ok()?;
        let returns = (returns >> 1).cast_signed() ^ -(returns & 1).cast_signed();
        let place = u8::try_from(read(&mut bytes)?).ok()?;
        let halves = u32::try_from(read(&mut bytes)?).ok()?;
        // Every time takes a byte at least, so that a damaged length cannot ask for all memory.
        let count = usize::try_from(read(&mut bytes)?).ok().filter(|&count| count <= bytes.len())?;
        let times = (0..count).map(|_| u32::try_from(read(&mut bytes)?).ok()).collect::<Option<Vec<u32>>>()?;
        seats.push(SeatRow { entrant, returns, place, halves, faults: Vec::new(), times });
    }
    Some(seats)
}

fn write(bytes: &mut Vec<u8>, mut number: u64) {
    while number >= 0x80 {
        bytes.push(number as u8 | 0x80);
        number >>= 7;
    }
    bytes.push(number as u8);
}

fn read(bytes: &mut &[u8]) -> Option<u64> {
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
        pack(&seats, &mut bytes);
        assert_eq!(unpack(&bytes).unwrap(), seats);
        for length in 1..bytes.len() {
            // Cut between two seats, what is left is whole.
            if let Some(left) = unpack(&bytes[..length]) {
                assert_eq!(left, seats[..left.len()]);
            }
        }
        assert_eq!(unpack(&[0, 0, 1, 0, 0xff, 0xff, 0xff, 0x7f]), None);
        assert_eq!(unpack(&[0xff; 20]), None);
    }
}
