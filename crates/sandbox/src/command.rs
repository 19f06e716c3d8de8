//! The program to run and its protection.

use std::path::PathBuf;

/// A program to run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Command {
    /// An executable, or a script that begins with `#!`.
    pub program: PathBuf,
    /// Its arguments, without the program name.
    pub args: Vec<String>,
    /// How much of the system it may read.
    pub sees: Sees,
    /// Further files and folders it may read.
    pub readable: Vec<PathBuf>,
    /// Its working folder, which it may read. `None`: the root of what it sees.
    pub folder: Option<PathBuf>,
    /// An empty folder it may write to; the program gets it as `TMPDIR`. Root gives it to the program's user, so its
    /// content must not be trusted afterwards.
    pub scratch: Option<PathBuf>,
    /// An action whose first attempt ends the program with `SIGSYS`. Otherwise the attempt is only refused.
    pub forbidden: Option<Forbidden>,
}

impl Command {
    /// Creates a command without arguments. The program reads only itself and what it sees of the system.
    pub fn new(program: impl Into<PathBuf>, sees: Sees) -> Command {
        let program = program.into();
        Command { program, args: Vec::new(), sees, readable: Vec::new(), folder: None, scratch: None, forbidden: None }
    }
}

/// How much of the system a program may read. This decides what its start costs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Sees {
    /// Nothing: the program is linked statically. It cannot name a file at all and needs no file system of its own.
    Nothing,
    /// Libraries and interpreters, in a file system, a network and an IPC namespace of its own.
    System,
    /// As `System`, but of the devices only `/dev/null`: for compilers.
    Toolchain,
    /// Libraries, interpreters and its own processes in `/proc`: for debuggers.
    Processes,
}

impl Sees {
    pub(crate) const ALL: [Sees; 4] = [Sees::Nothing, Sees::System, Sees::Toolchain, Sees::Processes];
}

/// An action a program may be watched for. The sandbox refuses it anyway.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Forbidden {
    /// To open, make or remove files. Only for programs that see nothing: all others open files to start.
    Files,
    /// To start other processes or programs.
    Processes,
    /// To use the network.
    Network,
}

impl Forbidden {
    /// All variants.
    pub const ALL: [Forbidden; 3] = [Forbidden::Files, Forbidden::Processes, Forbidden::Network];
}

/// The reaction to a machine that lacks a protection.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Policy {
    /// Refuse, and say why.
    Protected,
    /// Run programs with limits only: they can do anything the current user can.
    Unprotected,
}

/// How to start our own binary as the helper process: it must call [`serve`](crate::serve).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HelperCommand {
    /// The binary.
    pub path: PathBuf,
    /// The arguments that make it the helper.
    pub args: Vec<String>,
}
