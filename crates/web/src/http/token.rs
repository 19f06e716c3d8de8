//! Secrets: the tokens that hold seats, and names that cannot be guessed.
//!
//! A token is 128 random bits, so guessing is hopeless and neither salt nor a slow hash is needed. The server stores
//! only its SHA-256: a reader of the database, or of a copy, cannot take any seat. Comparing hashes tells a timing
//! attacker nothing about the token.

use sha2::{Digest, Sha256};

/// The alphabet of table names, without letters that look alike.
const LETTERS: &[u8; 32] = b"abcdefghijkmnpqrstuvwxyz23456789";

pub(crate) fn token() -> String {
    hex(&random::<16>())
}

/// Returns a new table name: 60 random bits, so that it cannot be guessed.
pub(crate) fn table_id() -> String {
    random::<12>().iter().map(|byte| LETTERS[usize::from(byte % 32)] as char).collect()
}

/// Returns a secret seed of 53 bits, which every language can represent as a number.
pub(crate) fn seed() -> u64 {
    u64::from_le_bytes(random()) >> 11
}

pub(crate) fn hash(token: &str) -> String {
    hash_bytes(token.as_bytes())
}

pub(crate) fn hash_bytes(bytes: &[u8]) -> String {
    hex(&Sha256::digest(bytes))
}

fn hex(bytes: &[u8]) -> String {
    let digit = |half: u8| char::from_digit(half.into(), 16).expect("half a byte is a digit");
    bytes.iter().flat_map(|&byte| [digit(byte >> 4), digit(byte & 15)]).collect()
}

pub(crate) fn random<const N: usize>() -> [u8; N] {
    let mut bytes = [0; N];
    getrandom::fill(&mut bytes).expect("the system has random numbers");
    bytes
}
