//! Hash tables whose keys are well mixed already.

use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};

/// A hash table with well mixed keys.
pub(crate) type ByKey<T> = HashMap<u64, T, BuildHasherDefault<Mixed>>;

/// The identity hasher.
#[derive(Default)]
pub(crate) struct Mixed(u64);

impl Hasher for Mixed {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, _bytes: &[u8]) {
        unreachable!("keys are 64-bit numbers")
    }

    fn write_u64(&mut self, key: u64) {
        self.0 = key;
    }
}

#[inline]
pub(crate) fn mix(key: u64, number: u64) -> u64 {
    let product = u128::from(key ^ number ^ 0xd6e8_feb8_6659_fd93) * 0x9e37_79b9_7f4a_7c15_u128;
    (product as u64) ^ (product >> 64) as u64
}
