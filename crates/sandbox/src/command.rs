//! What is to be run, and under how much protection.

use std::path::PathBuf;

/// A program to run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Command {
    /// An executable, or a script that begins with `#!`.
    pub program: PathBuf,
    /// Its arguments, without its own name.
    pub args: Vec<String>,
    /// Further files and folders it may read.
    pub readable: Vec<PathBuf>,
    /// How it is used.
    pub weight: Weight,
}

impl Command {
    /// A program without arguments that reads nothing but the system's libraries and itself.
    pub fn new(program: impl Into<PathBuf>, weight: Weight) -> Command {
        Command { program: program.into(), args: Vec::new(), readable: Vec::new(), weight }
    }
}

/// How a program is used, and so how much its start may cost.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Weight {
    /// Started for one answer: limits, Landlock, seccomp, and a process namespace of its own.
    OneShot,
    /// Long-lived, or an interpreter: all of that, and no sight of the file system, the network or IPC.
    Lasting,
}

/// What to do where this machine lacks a protection.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Policy {
    /// Refuse, and say why.
    Protected,
    /// Run programs with limits only: they can do whatever the person who started us can.
    Unprotected,
}

/// How to start our own binary as the helper process: it must call [`serve`](crate::serve).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HelperCommand {
    /// The binary.
    pub path: PathBuf,
    /// What tells it to be the helper.
    pub args: Vec<String>,
}
