//! The compiled part of the Python package `cardsharp`: a thin rim over the library crates.
//!
//! No rule, loop or statistic is said here a second time. Which game it is is forgotten at one place, `playable`:
//! behind it everything is generic over the games, before it Python sees one class of each kind. Results are told as
//! the library tells them and become plain dictionaries (`plain`). Whatever may take long runs beside the
//! interpreter and heeds Ctrl-C (`heed`).

// What stands before a class or function is its docstring in Python, and no link of ours.
#![allow(rustdoc::broken_intra_doc_links, rustdoc::invalid_rust_codeblocks)]
// Python hands its arguments over, and its docstrings are no Rust.
#![expect(clippy::needless_pass_by_value, clippy::doc_link_with_quotes, clippy::doc_markdown, reason = "PyO3's way")]

mod columns;
mod commands;
mod cut_down;
mod error;
mod game;
mod heed;
mod numbers;
mod observation;
mod picture;
mod plain;
mod playable;
mod player;
mod player_like;
mod record;
mod runs;
mod state;
mod vector;

/// The compiled part of `cardsharp`.
#[pyo3::pymodule(name = "_cardsharp", gil_used = true)]
mod module {
    #[pymodule_export]
    use crate::commands::{command, launch_programs, lease, report_elsewhere};
    #[pymodule_export]
    use crate::cut_down::{CutDown, CutDownState};
    #[pymodule_export]
    use crate::error::{Error, IllegalAction, InternalError, InvalidDeal, RecordError, UnknownPlayer};
    #[pymodule_export]
    use crate::game::{Game, games};
    #[pymodule_export]
    use crate::observation::Observation;
    #[pymodule_export]
    use crate::player::Player;
    #[pymodule_export]
    use crate::record::Record;
    #[pymodule_export]
    use crate::runs::{analyse, beliefs, exploit, play, play_match, replay, tournament};
    #[pymodule_export]
    use crate::state::State;
    #[pymodule_export]
    use crate::vector::VectorEnv;
}
