//! The binary format of a record, for millions of games: the seed and the numbers of the actions.
//!
//! | bytes | meaning |
//! |---|---|
//! | 1 | the version of this layout, 1 |
//! | 8 | the seed, lowest byte first |
//! | then, for each event | an action: its [`Game::action_index`] plus 1; a fault: 0, the seat (plus 16 if it has lost the game by it, plus 32 if it only follows from another), the verdict's place among [`Verdict::all`], the length of the answer and the answer |
//!
//! Numbers are written seven bits to a byte, the lowest first, with the eighth bit set on all but the last byte. The
//! game, its options and the names are not included; an archive of a tournament stores them once. A record whose deal
//! has no seed cannot be packed and stays text.

use std::error::Error;
use std::fmt;

use super::{Event, Fault, FaultKind, Record, Verdict};
use crate::{Game, MAX_SEATS, Seat, Seed};

const VERSION: u8 = 1;
/// Stands for a fault in place of an action's number.
const FAULT: u64 = 0;

/// The number of the fault's kind is multiplied by this and added to the number of the seat.
const KIND: u64 = 16;

fn place_of(kind: FaultKind) -> u64 {
    FaultKind::WORDS.iter().position(|(each, _)| *each == kind).expect("every kind has a place") as u64
}

/// The reason why bytes are not a packed record.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PackedError {
    /// The event, counted from 1; 0 before the first.
    pub event: usize,
    /// The reason.
    pub reason: String,
}

impl fmt::Display for PackedError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "event {}: {}", self.event, self.reason)
    }
}

impl Error for PackedError {}

impl<G: Game> Record<G> {
    /// Packs the record; `None` if no seed determines its deal.
    pub fn pack(&self) -> Option<Vec<u8>> {
        let mut bytes = Vec::new();
        self.pack_into(&mut bytes).then_some(bytes)
    }

    /// Appends the packed record. Returns false, and appends nothing, if no seed determines its deal.
    pub fn pack_into(&self, bytes: &mut Vec<u8>) -> bool {
        let Some(Seed(seed)) = self.deal_seed() else { return false };
        // Most numbers take one byte, rare ones two.
        bytes.reserve(16 + self.events.len() * 5 / 4);
        bytes.push(VERSION);
        bytes.extend(seed.to_le_bytes());
        for event in &self.events {
            match event {
                Event::Action(_, action) => write(bytes, G::action_index(*action) as u64 + 1),
                Event::Fault(fault) => {
                    let verdict = Verdict::all().position(|verdict| verdict == fault.verdict);
                    write(bytes, FAULT);
                    write(bytes, fault.seat.index() as u64 + KIND * place_of(fault.kind));
                    write(bytes, verdict.expect("every verdict has a place") as u64);
                    write(bytes, fault.answer.len() as u64);
                    bytes.extend(fault.answer.as_bytes());
                }
            }
        }
        true
    }

    /// Unpacks and checks a record of this game between players of these names. Panics like [`Record::from_seed`].
    ///
    /// # Errors
    /// If the bytes are not a packed record of the game.
    pub fn unpack(game: G, names: Vec<String>, bytes: &[u8]) -> Result<Record<G>, PackedError> {
        let wrong = |event: usize, reason: String| PackedError { event, reason };
        let (version, rest) = bytes.split_first().ok_or_else(|| wrong(0, "there is nothing".to_owned()))?;
        if *version != VERSION {
            return Err(wrong(0, format!("the layout has version {version}; this program knows version {VERSION}")));
        }
        let (seed, mut rest) = rest.split_first_chunk().ok_or_else(|| wrong(0, "the seed is cut off".to_owned()))?;
        let mut record = Record::from_seed(game, Seed(u64::from_le_bytes(*seed)), names);
        while !rest.is_empty() {
            let number = record.events.len() + 1;
            record.read_packed(&mut rest).map_err(|reason| wrong(number, reason))?;
        }
        Ok(record)
    }

    fn read_packed(&mut self, rest: &mut &[u8]) -> Result<(), String> {
        let cut = || "it is cut off".to_owned();
        let number = read(rest).ok_or_else(cut)?;
        if number != FAULT {
            let action = usize::try_from(number - 1).ok().filter(|&index| index < G::ACTIONS).and_then(G::action_at);
            let action = action.ok_or_else(|| format!("there is no action with the number {}", number - 1))?;
            return self.play(action).map_err(|error| error.to_string());
        }
        let mut small =
            || read(rest).ok_or_else(cut).and_then(|n| usize::try_from(n).map_err(|error| error.to_string()));
        let (seat, verdict, length) = (small()?, small()?, small()?);
        let (kind, seat) = (seat / KIND as usize, seat % KIND as usize);
        let (kind, _) = FaultKind::WORDS.get(kind).ok_or_else(|| format!("there is no kind of fault {kind}"))?;
        if seat >= G::SEATS.min(MAX_SEATS) {
            return Err(format!("there is no seat {seat} at this table"));
        }
        let verdict = Verdict::all().nth(verdict).ok_or_else(|| format!("there is no verdict {verdict}"))?;
        let (answer, after) = rest.split_at_checked(length).ok_or_else(cut)?;
        *rest = after;
        let answer = String::from_utf8(answer.to_vec()).map_err(|error| format!("the answer: {error}"))?;
        self.fault(Fault { seat: Seat::new(seat), verdict, answer, kind: *kind });
        Ok(())
    }
}

fn write(bytes: &mut Vec<u8>, mut number: u64) {
    while number >= 0x80 {
        bytes.push(number as u8 | 0x80);
        number >>= 7;
    }
    bytes.push(number as u8);
}

/// Reads a number from the front; `None` if it is incomplete or too large.
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
    use proptest::prelude::*;

    use super::*;
    use crate::hanamikoji::Hanamikoji;
    use crate::indigo::Indigo;
    use crate::intensity::Intensity;
    use crate::lucky_thirteen::LuckyThirteen;
    use crate::{Game, Rng, State, Turn};

    fn names<G: Game>() -> Vec<String> {
        (0..G::SEATS).map(|seat| format!("player {seat}")).collect()
    }

    /// A game of random players with occasional faults.
    fn random_record<G: Game>(seed: u64) -> Record<G> {
        let (mut record, mut rng) = (Record::from_seed(G::default(), Seed(seed), names::<G>()), Rng::new(Seed(seed)));
        while let Turn::Of(seat) = record.state().turn() {
            if rng.below(5) == 0 {
                let verdict = Verdict::all().nth(rng.below(7) as usize).unwrap();
                record.fault(Fault::new(seat, verdict, "\"ä\n".repeat(rng.below(60) as usize)));
            }
            record.play(record.state().random_action(&mut rng)).unwrap();
        }
        record
    }

    fn check<G: Game>(seed: u64, noise: &[u8]) {
        let record = random_record::<G>(seed);
        let bytes = record.pack().unwrap();
        assert_eq!(Record::unpack(G::default(), names::<G>(), &bytes).unwrap(), record);
        // Damaged bytes give a record or an error, never a panic.
        let mut damaged = bytes.clone();
        let start = seed as usize % damaged.len();
        for (byte, noise) in damaged[start..].iter_mut().zip(noise) {
            *byte = *noise;
        }
        for bytes in [noise, &damaged, &bytes[..start]] {
            if let Ok(other) = Record::unpack(G::default(), names::<G>(), bytes) {
                assert_eq!(Record::unpack(G::default(), names::<G>(), &other.pack().unwrap()).unwrap(), other);
            }
        }
    }

    proptest! {
        #[test]
        fn a_record_comes_back_as_it_was_and_noise_is_refused(seed: u64, noise: Vec<u8>) {
            check::<Intensity>(seed, &noise);
            check::<Hanamikoji>(seed, &noise);
            check::<Indigo>(seed, &noise);
            check::<LuckyThirteen>(seed, &noise);
        }
    }

    #[test]
    fn who_has_lost_by_a_fault_has_lost_when_it_is_unpacked() {
        let mut record = random_record::<Indigo>(3);
        for kind in [FaultKind::Forfeit, FaultKind::Consequence] {
            record.fault(Fault { kind, ..Fault::new(Seat::new(1), Verdict::Crash, "gone") });
        }
        let again = Record::unpack(Indigo, names::<Indigo>(), &record.pack().unwrap()).unwrap();
        assert_eq!((again.lost().as_slice(), &again), ([false, true].as_slice(), &record));
    }

    #[test]
    fn what_is_wrong_is_named() {
        let refused =
            |bytes: &[u8]| Record::<Indigo>::unpack(Indigo, names::<Indigo>(), bytes).unwrap_err().to_string();
        assert_eq!(refused(&[]), "event 0: there is nothing");
        assert_eq!(refused(&[9]), "event 0: the layout has version 9; this program knows version 1");
        assert_eq!(refused(&[1, 2, 3]), "event 0: the seed is cut off");
        let mut bytes = Record::from_seed(Indigo, Seed(1), names::<Indigo>()).pack().unwrap();
        bytes.extend([0, 2, 0, 0]);
        assert_eq!(refused(&bytes), "event 1: there is no seat 2 at this table");
        bytes.truncate(9);
        bytes.extend([0, 48, 0, 0]);
        assert_eq!(refused(&bytes), "event 1: there is no kind of fault 3");
        bytes.truncate(9);
        bytes.extend([0xff, 0x7f]);
        assert_eq!(refused(&bytes), "event 1: there is no action with the number 16382");
    }

    /// Databases hold such bytes, so their meaning must never change.
    #[test]
    fn the_bytes_of_a_game_are_frozen() {
        fn frozen<G: Game>(expected: u64) {
            let hash =
                random_record::<G>(7).pack().unwrap().iter().fold(0xcbf2_9ce4_8422_2325_u64, |hash, &byte| {
                    (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
                });
            assert_eq!(hash, expected, "{}: {hash:#018x}", G::NAME);
        }
        frozen::<Intensity>(0x5c58_c6a6_58c2_0e28);
        frozen::<Hanamikoji>(0x8c6d_a83d_b400_d141);
        frozen::<Indigo>(0xff02_fc37_be73_5580);
        frozen::<LuckyThirteen>(0xac54_9e43_1e60_900e);
    }
}
