//! Compiles, checks and talks to bot programs in the sandbox.
//!
//! [`find`] turns a C file, a folder, an executable or a script into a [`Program`]; a [`Bot`] is a program with its
//! protocol, launcher and limits. An [`Agent`] decides at one seat, and [`referee_game`] plays one game among agents:
//! [`original`] and [`lines`] are the protocols, [`check`] tries a program in rare situations.
//!
//! A wrong, late or missing answer is part of the game, never an error that stops it: [`cardsharp_table::Table`]
//! records the fault with its verdict, the game's rules set its cost, the third one forfeits the game, and the referee
//! chooses a random legal action by the game's seed.

mod agent;
mod bot;
mod bot_player;
pub mod check;
mod hosted;
mod launch;
pub mod lines;
mod logged;
mod one_shot;
pub mod original;
mod program;
mod referee;
mod terms;

pub use agent::{Agent, Complaint, Exchange, Reply, Start, Stop, failure_of};
pub use bot::{Bot, BotOptions, FILLERS, Protocol, split_protocol};
pub use bot_player::BotPlayer;
pub use cardsharp_table::{Aftermath, Failure, MOST_FAULTS, MOST_TIMEOUTS, fault_rule};
pub use hosted::Hosted;
pub use launch::Launch;
pub use logged::read_log;
pub use program::{
    Build, Compiled, Diagnostics, Parcel, Program, ProgramError, Toolchain, cache_folder, compile, find, hash,
    is_program,
};
pub use referee::{OnFault, PlayedGame, Watcher, referee_game, referee_on};
pub use terms::{Bank, Terms};
