//! The compiled part of the Python package `cardsharp`: a thin layer over the library crates, without logic of its own.
//!
//! `playable` erases the game's type: code behind it is generic over games, Python sees one class of each kind. Reports
//! are the library's JSON as dictionaries (`plain`). Long calls stop at Ctrl-C (`interrupt`).

// The comments of classes and functions are Python docstrings, without rustdoc links.
#![allow(rustdoc::broken_intra_doc_links, rustdoc::invalid_rust_codeblocks)]
// PyO3 passes arguments by value, and Python docstrings are not Rust.
#![expect(clippy::needless_pass_by_value, clippy::doc_link_with_quotes, clippy::doc_markdown, reason = "PyO3's way")]

mod columns;
mod commands;
mod cut_down;
mod error;
mod game;
mod interrupt;
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
