//! The puzzles in the binary.

use std::any::Any;
use std::sync::{Arc, LazyLock, Mutex, PoisonError};

use super::PuzzleFile;
use cardsharp_presentation::Present;

static FILES: &[(&str, &str)] = &[
    ("hanamikoji", include_str!("../../data/puzzles/hanamikoji.txt")),
    ("indigo", include_str!("../../data/puzzles/indigo.txt")),
    ("intensity", include_str!("../../data/puzzles/intensity.txt")),
    ("lucky-thirteen", include_str!("../../data/puzzles/lucky-thirteen.txt")),
];

type Read = Vec<(&'static str, Arc<dyn Any + Send + Sync>)>;

/// Parsed files. Replaying some hundred games takes a moment, so each file is parsed once.
static READ: LazyLock<Mutex<Read>> = LazyLock::new(Mutex::default);

/// Returns the puzzles of a game; an empty file for a game that has none.
///
/// # Panics
/// If the file in the binary is damaged. A test parses all of them.
pub fn shipped<G: Present>() -> Arc<PuzzleFile<G>> {
    let mut read = READ.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some((_, file)) = read.iter().find(|(name, _)| *name == G::NAME) {
        return Arc::clone(file).downcast().expect("a file of the game of its name");
    }
    let text = FILES.iter().find(|(name, _)| *name == G::NAME);
    let file = Arc::new(text.map_or_else(
        || PuzzleFile { head: super::PuzzleHead { seed: 0, nodes: 0 }, puzzles: Vec::new(), whole: 0 },
        |(_, text)| PuzzleFile::parse(text).unwrap_or_else(|wrong| panic!("puzzles of {}: {wrong}", G::NAME)),
    ));
    read.push((G::NAME, Arc::clone(&file) as Arc<dyn Any + Send + Sync>));
    file
}
