//! Observations and actions as numbers of a fixed size, for learners.
//!
//! Each game's `encoding.rs` documents its layout and has a version. A stored network or data set names the version it
//! was made with; a changed layout gets a new version. Action numbers never change; a new action gets a new number.

/// A sink to which features are written one after another, so that an encoding reads like its documentation.
pub trait Features: Sized {
    /// Writes `width` features, at most 64: these bits, the lowest first.
    fn bits(&mut self, width: usize, bits: u64);

    /// Writes one feature with this value.
    fn number(&mut self, value: f32);

    /// Writes `width` features, at most 64, with a 1 at each of these places. Panics if a place is not below `width`.
    #[inline]
    fn hot(&mut self, width: usize, ones: impl IntoIterator<Item = usize>) {
        let mut bits = 0;
        for one in ones {
            assert!(one < width, "feature {one} of a plane of {width}");
            bits |= 1 << one;
        }
        self.bits(width, bits);
    }

    /// Writes one feature that is 1 or 0.
    #[inline]
    fn flag(&mut self, is_set: bool) {
        self.bits(1, is_set.into());
    }
}

pub(crate) struct Floats<'a> {
    out: &'a mut [f32],
    next: usize,
}

/// The four features of each four bits.
const NIBBLES: [[f32; 4]; 16] = {
    let mut nibbles = [[0.0; 4]; 16];
    let mut bits = 0;
    while bits < 16 {
        let mut place = 0;
        while place < 4 {
            nibbles[bits][place] = (bits >> place & 1) as f32;
            place += 1;
        }
        bits += 1;
    }
    nibbles
};

impl<'a> Floats<'a> {
    pub(crate) fn new(out: &'a mut [f32]) -> Floats<'a> {
        Floats { out, next: 0 }
    }

    /// Panics unless every feature was written.
    pub(crate) fn end(self) {
        assert_eq!(self.next, self.out.len(), "every feature is written once");
    }
}

impl Features for Floats<'_> {
    /// Always four at a time, without a branch: the processor cannot predict which cards are set.
    #[inline]
    fn bits(&mut self, width: usize, bits: u64) {
        debug_assert!(width >= 64 || bits >> width == 0, "the bits fit");
        let plane = &mut self.out[self.next..self.next + width];
        self.next += width;
        let (fours, rest) = plane.as_chunks_mut::<4>();
        for (number, four) in fours.iter_mut().enumerate() {
            *four = NIBBLES[(bits >> (4 * number) & 15) as usize];
        }
        let done = 4 * fours.len();
        for (number, one) in rest.iter_mut().enumerate() {
            *one = (bits >> (done + number) & 1) as f32;
        }
    }

    #[inline]
    fn number(&mut self, value: f32) {
        self.out[self.next] = value;
        self.next += 1;
    }
}

/// Writes features as bits, the lowest of a byte first and 0 in place of a number; then the numbers, lowest byte first.
pub(crate) struct Packed<'a> {
    bytes: &'a mut [u8],
    numbers: &'a mut [[u8; 4]],
    /// Bits that wait until there are eight bytes of them.
    word: u64,
    waiting: usize,
}

impl<'a> Packed<'a> {
    /// Expects `features` features, of which `numbers` are numbers. Panics if `out` has another length.
    pub(crate) fn new(out: &'a mut [u8], features: usize, numbers: usize) -> Packed<'a> {
        assert_eq!(out.len(), features.div_ceil(8) + 4 * numbers, "room for every feature");
        let (bytes, rest) = out.split_at_mut(features.div_ceil(8));
        Packed { bytes, numbers: rest.as_chunks_mut().0, word: 0, waiting: 0 }
    }

    /// Panics unless every feature was written.
    pub(crate) fn end(self) {
        let last = self.waiting.div_ceil(8);
        assert!(self.bytes.len() == last && self.numbers.is_empty(), "every feature is written once");
        self.bytes.copy_from_slice(&self.word.to_le_bytes()[..last]);
    }
}

impl Features for Packed<'_> {
    #[inline]
    fn bits(&mut self, width: usize, bits: u64) {
        debug_assert!(width >= 64 || bits >> width == 0, "the bits fit");
        self.word |= bits << self.waiting;
        let all = self.waiting + width;
        if all < 64 {
            self.waiting = all;
            return;
        }
        let (eight, rest) = std::mem::take(&mut self.bytes).split_first_chunk_mut().expect("room for every feature");
        *eight = self.word.to_le_bytes();
        self.bytes = rest;
        // The bits that did not fit; none if none waited.
        self.word = bits.checked_shr(64 - self.waiting as u32).unwrap_or(0);
        self.waiting = all - 64;
    }

    #[inline]
    fn number(&mut self, value: f32) {
        self.bits(1, 0);
        let (number, rest) = std::mem::take(&mut self.numbers).split_first_mut().expect("room for every number");
        *number = value.to_le_bytes();
        self.numbers = rest;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Rng, Seed};

    #[test]
    fn bits_are_the_ones_that_are_hot() {
        let mut rng = Rng::new(Seed(1));
        for width in [1, 4, 7, 40, 52, 64] {
            let bits = rng.next_u64() & (u64::MAX >> (64 - width));
            let (mut quick, mut slow) = (vec![f32::NAN; width], vec![f32::NAN; width]);
            let mut features = Floats::new(&mut quick);
            features.bits(width, bits);
            features.end();
            Floats::new(&mut slow).hot(width, (0..width).filter(|place| bits >> place & 1 == 1));
            assert_eq!(quick, slow);
            assert!(slow.iter().enumerate().all(|(place, &one)| one == (bits >> place & 1) as f32));
        }
    }

    #[test]
    fn packed_features_are_the_same() {
        let mut rng = Rng::new(Seed(2));
        for length in [1, 3, 8, 30] {
            let parts: Vec<(usize, u64)> = (0..length)
                .map(|_| {
                    let width = 1 + rng.below(64) as usize;
                    (width, rng.next_u64() & (u64::MAX >> (64 - width)))
                })
                .collect();
            let features: usize = parts.iter().map(|(width, _)| width + 1).sum();
            let mut floats = vec![f32::NAN; features];
            let mut packed = vec![0xaa; features.div_ceil(8) + 4 * length];
            let (mut one, mut other) = (Floats::new(&mut floats), Packed::new(&mut packed, features, length));
            for &(width, bits) in &parts {
                one.bits(width, bits);
                one.number(width as f32 / 7.0);
                other.bits(width, bits);
                other.number(width as f32 / 7.0);
            }
            one.end();
            other.end();
            let (bytes, numbers) = packed.split_at(features.div_ceil(8));
            let mut numbers = numbers.as_chunks::<4>().0.iter().map(|number| f32::from_le_bytes(*number));
            let mut ends: Vec<usize> = Vec::new();
            parts.iter().fold(0, |before, (width, _)| {
                ends.push(before + width);
                before + width + 1
            });
            for (place, &feature) in floats.iter().enumerate() {
                let bit = f32::from(bytes[place / 8] >> (place % 8) & 1);
                if ends.contains(&place) {
                    assert_eq!((bit, numbers.next()), (0.0, Some(feature)));
                } else {
                    assert_eq!(bit, feature, "{place}");
                }
            }
        }
    }
}
