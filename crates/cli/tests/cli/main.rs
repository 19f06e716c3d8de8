//! Tests of the command line: transcripts, and tests that need code.

mod analyse;
mod common;
mod doors;
mod every_game;
mod indigo_course;
mod man;
mod matches;
mod network;
mod programs;
mod report;
mod screen;
mod terminal;
mod tournament;
mod tournament_screen;
mod transcript;
mod transcripts;
