//! Lists that one row holds: who sits where in a round, everybody's points in it, the faults of a batch.
//!
//! Numbers are written as in `packed.rs`, and every list begins with how long it is, but for the faults,
//! which fill what there is.

use crate::FaultRow;
use crate::packed::{read, write};

/// Games and halves of points.
pub(crate) type Points = (u64, u64);

/// A fault, by the number of its game, or the place of that in its batch, and by seat.
pub(crate) type Fault = (u64, usize, FaultRow);

/// Packs who sits at which table.
pub(crate) fn pack_seating(tables: &[Vec<usize>]) -> Vec<u8> {
    let mut bytes = Vec::new();
    write(&mut bytes, tables.len() as u64);
    for table in tables {
        write(&mut bytes, table.len() as u64);
        for &entrant in table {
            write(&mut bytes, entrant as u64);
        }
    }
    bytes
}

/// Who sits at which table; none if the bytes are damaged.
pub(crate) fn unpack_seating(mut bytes: &[u8]) -> Option<Vec<Vec<usize>>> {
    let bytes = &mut bytes;
    let mut tables = Vec::new();
    for _ in 0..length(bytes)? {
        let seats = length(bytes)?;
        tables.push((0..seats).map(|_| index(bytes)).collect::<Option<Vec<usize>>>()?);
    }
    bytes.is_empty().then_some(tables)
}

/// Packs every entrant's points.
pub(crate) fn pack_points(points: &[Points]) -> Vec<u8> {
    let mut bytes = Vec::new();
    write(&mut bytes, points.len() as u64);
    for &(games, halves) in points {
        write(&mut bytes, games);
        write(&mut bytes, halves);
    }
    bytes
}

/// Every entrant's points; none if the bytes are damaged.
pub(crate) fn unpack_points(mut bytes: &[u8]) -> Option<Vec<Points>> {
    let bytes = &mut bytes;
    let points = (0..length(bytes)?).map(|_| Some((read(bytes)?, read(bytes)?))).collect::<Option<Vec<Points>>>()?;
    bytes.is_empty().then_some(points)
}

/// Packs the faults of a batch whose first game has this number.
pub(crate) fn pack_faults(first: u64, faults: &[Fault]) -> Vec<u8> {
    let mut bytes = Vec::new();
    for (game, seat, fault) in faults {
        for number in [game - first, *seat as u64, u64::from(fault.count), fault.verdict.len() as u64] {
            write(&mut bytes, number);
        }
        bytes.extend(fault.verdict.as_bytes());
    }
    bytes
}

/// The faults of a batch, with the place of the game in it; none if the bytes are damaged.
pub(crate) fn unpack_faults(mut bytes: &[u8]) -> Option<Vec<Fault>> {
    let bytes = &mut bytes;
    let mut faults = Vec::new();
    while !bytes.is_empty() {
        let (place, seat, count) = (read(bytes)?, index(bytes)?, u32::try_from(read(bytes)?).ok()?);
        let length = index(bytes)?;
        let (verdict, rest) = bytes.split_at_checked(length)?;
        *bytes = rest;
        faults.push((place, seat, FaultRow { verdict: str::from_utf8(verdict).ok()?.to_owned(), count }));
    }
    Some(faults)
}

fn index(bytes: &mut &[u8]) -> Option<usize> {
    usize::try_from(read(bytes)?).ok()
}

/// How many follow: a byte each at least, so that a damaged length does not ask for all memory.
fn length(bytes: &mut &[u8]) -> Option<usize> {
    index(bytes).filter(|&length| length <= bytes.len())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Makes sure that a list comes back, and that no beginning of it does.
    fn check<T: PartialEq + std::fmt::Debug>(bytes: &[u8], unpack: fn(&[u8]) -> Option<T>, list: &T) {
        assert_eq!(unpack(bytes).as_ref(), Some(list));
        for length in 0..bytes.len() {
            assert_ne!(unpack(&bytes[..length]).as_ref(), Some(list), "{length}");
        }
        assert_eq!(unpack(&[bytes, &[0xff; 12]].concat()), None);
    }

    #[test]
    fn lists_come_back_as_they_were() {
        let seating = vec![vec![3, 0, 200], Vec::new(), vec![70_000]];
        check(&pack_seating(&seating), unpack_seating, &seating);
        let points = vec![(0, 0), (1_000_000, 3_000_000)];
        check(&pack_points(&points), unpack_points, &points);
        let fault = |verdict: &str, count| FaultRow { verdict: verdict.to_owned(), count };
        let faults = vec![(17, 3, fault("crash", 1)), (17, 3, fault("illegal", u32::MAX)), (400, 0, fault("", 2))];
        let within: Vec<Fault> = faults.iter().cloned().map(|(game, seat, fault)| (game - 17, seat, fault)).collect();
        check(&pack_faults(17, &faults), unpack_faults, &within);
        assert_eq!(unpack_faults(&[]), Some(Vec::new()));
    }
}
