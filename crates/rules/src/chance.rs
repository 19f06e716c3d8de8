//! All randomness of the project: a [`Seed`] names a random stream, an [`Rng`] draws from it.
//!
//! The generator is our own, not a crate's, because a record may name its deal by the seed alone: the same seed must
//! give the same cards in every later version. It is xoshiro256++ (Blackman and Vigna), seeded by `SplitMix64` as its
//! authors advise.

/// A number that names a shuffle or a whole run.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Seed(pub u64);

impl Seed {
    /// The seed of an independent stream, the same for the same numbers on any thread.
    #[must_use]
    pub fn stream(self, number: u64) -> Seed {
        let mut mixed = self.0 ^ number.wrapping_mul(0xd6e8_feb8_6659_fd93);
        Seed(split_mix(&mut mixed) ^ split_mix(&mut mixed).rotate_left(32))
    }
}

impl Seed {
    /// The seed of game `number` in a run that starts from this seed. It determines the deal and all random choices.
    #[must_use]
    pub fn game(self, number: u64) -> Seed {
        // Doubled, because stored studies name their deals this way.
        self.stream(2 * number)
    }
}

fn split_mix(state: &mut u64) -> u64 {
    *state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let mut z = *state;
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

/// A small, fast generator of random numbers.
#[derive(Clone, Debug)]
pub struct Rng {
    state: [u64; 4],
}

impl Rng {
    /// A generator that starts from this seed.
    pub fn new(seed: Seed) -> Rng {
        let mut mixed = seed.0;
        Rng { state: [0; 4].map(|_| split_mix(&mut mixed)) }
    }

    /// 64 random bits.
    #[inline]
    pub fn next_u64(&mut self) -> u64 {
        let s = &mut self.state;
        let result = s[0].wrapping_add(s[3]).rotate_left(23).wrapping_add(s[0]);
        let t = s[1] << 17;
        s[2] ^= s[0];
        s[3] ^= s[1];
        s[1] ^= s[2];
        s[0] ^= s[3];
        s[2] ^= t;
        s[3] = s[3].rotate_left(45);
        result
    }

    /// A number below `n`, each equally likely (Lemire's multiplication with rejection). Panics if `n` is 0.
    #[inline]
    pub fn below(&mut self, n: u32) -> u32 {
        let mut product = (self.next_u64() >> 32) * u64::from(n);
        if (product as u32) < n {
            let unfair = n.wrapping_neg() % n;
            while (product as u32) < unfair {
                product = (self.next_u64() >> 32) * u64::from(n);
            }
        }
        (product >> 32) as u32
    }

    /// A number in `0.0..1.0`.
    #[inline]
    pub fn unit(&mut self) -> f64 {
        (self.next_u64() >> 11) as f64 * (1.0 / (1_u64 << 53) as f64)
    }

    /// Draws one of the items, each equally likely. Returns `None` if there are none.
    pub fn pick<'a, T>(&mut self, items: &'a [T]) -> Option<&'a T> {
        (!items.is_empty()).then(|| &items[self.below(items.len() as u32) as usize])
    }

    /// Shuffles the items; each order is equally likely.
    pub fn shuffle<T>(&mut self, items: &mut [T]) {
        for last in (1..items.len()).rev() {
            items.swap(last, self.below(last as u32 + 1) as usize);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_generator_is_xoshiro256_plus_plus() {
        // The first values of the reference generator, started from the state 1, 2, 3, 4.
        let mut rng = Rng { state: [1, 2, 3, 4] };
        let drawn = [0; 4].map(|_| rng.next_u64());
        assert_eq!(drawn, [41_943_041, 58_720_359, 3_588_806_011_781_223, 3_591_011_842_654_386]);
    }

    #[test]
    fn every_number_below_is_equally_likely() {
        let mut rng = Rng::new(Seed(1));
        let mut seen = [0_u32; 7];
        for _ in 0..70_000 {
            seen[rng.below(7) as usize] += 1;
        }
        // Five standard deviations of a binomial with p = 1/7.
        assert!(seen.iter().all(|&count| count.abs_diff(10_000) < 463), "{seen:?}");
    }

    #[test]
    fn every_order_is_equally_likely() {
        let mut rng = Rng::new(Seed(2));
        let mut seen = std::collections::BTreeMap::new();
        for _ in 0..60_000 {
            let mut items = [0, 1, 2, 3];
            rng.shuffle(&mut items);
            *seen.entry(items).or_insert(0_u32) += 1;
        }
        assert_eq!(seen.len(), 24);
        assert!(seen.values().all(|count| count.abs_diff(2_500) < 250), "{seen:?}");
    }

    #[test]
    fn streams_differ() {
        assert_ne!(Seed(1).stream(0), Seed(1).stream(1));
        assert_ne!(Seed(1).stream(0), Seed(2).stream(0));
    }
}
