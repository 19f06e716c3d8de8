//! What is to be run, and under how much protection.

use std::path::PathBuf;

/// A program to run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Command {
    /// An executable, or a script that begins with `#!`.
    pub program: PathBuf,
    /// Its arguments, without its own name.
    pub args: Vec<String>,
    /// What it may read of the system.
    pub sees: Sees,
    /// Further files and folders it may read.
    pub readable: Vec<PathBuf>,
    /// The folder it works in, which it may read; else the root of what it sees.
    pub folder: Option<PathBuf>,
    /// An empty folder it may write into, which it is told as its folder for temporary files. Root hands it over to
    /// the program's user: nothing in it is to be trusted afterwards.
    pub scratch: Option<PathBuf>,
    /// What it must not even try: then it ends with `SIGSYS`. Else it is merely refused.
    pub forbidden: Option<Forbidden>,
}

impl Command {
    /// A program without arguments that reads nothing but itself and what it sees of the system.
    pub fn new(program: impl Into<PathBuf>, sees: Sees) -> Command {
        let program = program.into();
        Command { program, args: Vec::new(), sees, readable: Vec::new(), folder: None, scratch: None, forbidden: None }
    }
}

/// What a program may read of the system, and so how much its start costs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Sees {
    /// Nothing: it is linked statically. It cannot name a file at all, and needs no file system of its own for that.
    Nothing,
    /// Libraries and interpreters, in a file system, a network and an IPC namespace of its own.
    System,
    /// The same without devices: what a compiler may read for somebody else.
    Toolchain,
    /// Libraries, interpreters and its own processes in `/proc`: what a debugger needs.
    Processes,
}

impl Sees {
    pub(crate) const ALL: [Sees; 4] = [Sees::Nothing, Sees::System, Sees::Toolchain, Sees::Processes];
}

/// What a program may be watched for. It could not do it anyway.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Forbidden {
    /// To open, make or remove files. Only for who sees nothing: all others open files to start.
    Files,
    /// To start other processes or programs.
    Processes,
    /// To use the network.
    Network,
}

impl Forbidden {
    /// All of them.
    pub const ALL: [Forbidden; 3] = [Forbidden::Files, Forbidden::Processes, Forbidden::Network];
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
