//! Observations and actions as numbers of a fixed size, for learners.
//!
//! The layout of each game is documented in its `encoding.rs` and carries a version: a stored
//! network or data set names the version it was made with, and a changed layout gets a new one.
//! The numbers of actions stay: a new action gets a new number.

/// Writes features one after another, so that an encoding reads like its own documentation.
pub struct Features<'a> {
    out: &'a mut [f32],
    next: usize,
}

/// Four places for every four bits.
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

impl<'a> Features<'a> {
    /// Begins at the first place.
    pub fn new(out: &'a mut [f32]) -> Features<'a> {
        Features { out, next: 0 }
    }

    fn plane(&mut self, width: usize) -> &mut [f32] {
        let plane = &mut self.out[self.next..self.next + width];
        self.next += width;
        plane
    }

    /// `width` places with a 1 at each of these.
    pub fn hot(&mut self, width: usize, ones: impl IntoIterator<Item = usize>) {
        let plane = self.plane(width);
        plane.fill(0.0);
        for one in ones {
            assert!(one < width, "feature {one} of a plane of {width}");
            plane[one] = 1.0;
        }
    }

    /// `width` places with a 1 for each of these bits, the lowest first. Four at a time, whatever they are: nobody can
    /// foretell which cards are there.
    pub fn bits(&mut self, width: usize, bits: u64) {
        debug_assert!(width >= 64 || bits >> width == 0, "the bits fit");
        let (fours, rest) = self.plane(width).as_chunks_mut::<4>();
        for (number, four) in fours.iter_mut().enumerate() {
            *four = NIBBLES[(bits >> (4 * number) & 15) as usize];
        }
        let done = 4 * fours.len();
        for (number, one) in rest.iter_mut().enumerate() {
            *one = (bits >> (done + number) & 1) as f32;
        }
    }

    /// One place with this value.
    pub fn number(&mut self, value: f32) {
        self.out[self.next] = value;
        self.next += 1;
    }

    /// Makes sure that every place was written.
    ///
    /// # Panics
    /// If the encoding says it is longer or shorter than it is.
    pub fn end(self) {
        assert_eq!(self.next, self.out.len(), "every feature is written once");
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Rng, Seed};

    #[test]
    fn bits_are_the_ones_that_are_hot() {
        let mut rng = Rng::new(Seed(1));
        for width in [1, 4, 7, 40, 52] {
            let bits = rng.next_u64() & ((1 << width) - 1);
            let (mut quick, mut slow) = (vec![f32::NAN; width], vec![f32::NAN; width]);
            let mut features = Features::new(&mut quick);
            features.bits(width, bits);
            features.end();
            Features::new(&mut slow).hot(width, (0..width).filter(|place| bits >> place & 1 == 1));
            assert_eq!(quick, slow);
        }
    }
}
