//! Changes an input by whole words.
//!
//! A deal or a view is a permutation of a deck. After a change of single bytes it is refused as soon as a card is
//! missing or duplicated, so the code behind that check is never reached. Exchanged words pass the check.

use cardsharp_rules::{Rng, Seed};

const BETWEEN: [char; 5] = [' ', '\n', ';', '/', '='];

/// Changes the first `size` bytes of `data` and returns the new size; for `libfuzzer_sys::fuzz_mutator!`.
pub fn mutate(data: &mut [u8], size: usize, max_size: usize, seed: u32) -> usize {
    let mut rng = Rng::new(Seed(u64::from(seed)));
    let changed = match std::str::from_utf8(&data[..size]) {
        Ok(text) if rng.below(2) == 0 => by_words(text, &mut rng),
        _ => None,
    };
    match changed {
        Some(text) if text.len() <= max_size => {
            data[..text.len()].copy_from_slice(text.as_bytes());
            text.len()
        }
        _ => libfuzzer_sys::fuzzer_mutate(data, size, max_size),
    }
}

/// Returns the text with one to three words exchanged, moved, copied or removed; `None` if it has too few.
fn by_words(text: &str, rng: &mut Rng) -> Option<String> {
    // Each word with its separator, which stays in its place.
    let (mut words, between): (Vec<&str>, Vec<&str>) =
        text.split_inclusive(BETWEEN).map(|part| part.split_at(part.trim_end_matches(BETWEEN).len())).unzip();
    if words.len() < 2 {
        return None;
    }
    for _ in 0..=rng.below(3) {
        let (a, b) = (rng.below(words.len() as u32) as usize, rng.below(words.len() as u32) as usize);
        match rng.below(6) {
            0 => words[a] = words[b],
            1 => words[a] = "",
            2 => {
                let word = words.remove(a);
                words.insert(b, word);
            }
            _ => words.swap(a, b),
        }
    }
    Some(words.iter().zip(between).flat_map(|(word, after)| [*word, after]).collect())
}
