//! Code that several commands share. It imports no command.

mod coaching;
pub(crate) mod disqualified;
mod error;
mod game;
mod hosting;
mod input;
mod launcher;
mod output;
mod position;
mod programs;
mod progress;
mod records;
mod runs;
mod seating;
mod state;
mod versions;

pub(crate) use coaching::{STYLE, indented, judge_settings, refuse_late};
pub(crate) use error::{Unfit, Usage};
pub(crate) use game::{Chosen, Options, SeededGame, check_seat, with_options};
pub(crate) use hosting::{HostingArgs, duration};
pub(crate) use input::{COLLECTION, SETUP, read_text};
pub use launcher::set_helper;
pub(crate) use launcher::{failed, helper, interrupted, launch};
pub(crate) use output::{
    Output, Staged, check_written, has_failed, is_same_file, json_list, print, print_error, print_line, shell_word,
    visible,
};
pub(crate) use position::{Look, Position, USUAL, as_text, at_position, over};
pub(crate) use programs::{bots, names, participant, participants, show_warnings};
pub(crate) use progress::{Progress, write_status};
pub(crate) use records::{ending, read_all, read_numbered, read_one_of};
pub(crate) use runs::{Bout, KEPT, MOST, Run, Threads, count, number_of, seed, seed_among, threads};
pub(crate) use seating::{Names, Seats, Speed};
pub(crate) use state::{state_file, usual_place};
pub(crate) use versions::{Kept, Version, Versions};
