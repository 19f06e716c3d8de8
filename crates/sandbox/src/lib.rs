//! Runs untrusted programs in a sandbox.
//!
//! A [`Launcher`] is the handle of a small helper process, which starts the programs: forking a referee with a large
//! memory costs more than most programs compute. [`Launcher::run`] gives a program one input and returns its output;
//! [`Launcher::open`] begins a [`Session`] with a long-lived program. The result of a program, even a hostile one, is
//! an [`Ending`], never an error. An [`Error`] says why no program could be run.
//!
//! ```no_run
//! use cardsharp_sandbox::{Command, Ending, HelperCommand, Launcher, Limits, Policy, Sees};
//!
//! // Our own binary, with an argument that makes it call `cardsharp_sandbox::serve`.
//! let helper = HelperCommand { path: std::env::current_exe()?, args: vec!["be-the-helper".into()] };
//! let mut launcher = Launcher::start(&helper, Policy::Protected)?;
//! let finished = launcher.run(&Command::new("./bot", Sees::System), b"your turn\n", &Limits::default())?;
//! if finished.ending == Ending::Exited(0) {
//!     println!("plays {}", String::from_utf8_lossy(&finished.stdout));
//! } else {
//!     println!("{} after {:?}", finished.ending, finished.usage.wall);
//! }
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Three processes
//!
//! ```text
//! referee ──request, pipes──> helper ──clone──> keeper ──vfork──> program
//!    │ <──keeper's descriptor───┘                 │ how it ended     │
//!    │ <──────────────────────────────────────────┘                  │
//!    └──────────────── its input, output and errors ─────────────────┘
//! ```
//!
//! The keeper is the first process of the program's own process namespace. When it exits, the kernel ends everything
//! left in the namespace; only then do `run` and `finish` return. The program is a separate process, because the
//! kernel treats the signals of a first process differently. The keeper dies with the helper, and the helper with the
//! referee. The referee keeps the clocks: it reads the program's processor time from the kernel, no more often than
//! the limit could have been reached.
//!
//! # The layers
//!
//! | a program tries | what stops it |
//! |---|---|
//! | to run for ever, or to sleep | both clocks of the decision, then `SIGKILL`; `RLIMIT_CPU` as a backstop |
//! | to use up memory | `RLIMIT_AS`, or a check of the memory in use every few milliseconds with `RLIMIT_DATA` as a backstop; a failure with half of `RLIMIT_AS` in use is reported as out of memory |
//! | to hide memory in the kernel | few descriptors, no larger pipes or sockets, no descriptors in messages |
//! | to fill the disk from its scratch folder | a limit on each file, and on the folder, which is checked while it runs |
//! | to flood the referee | its output and its errors are counted separately |
//! | to start processes | seccomp: `fork`, `vfork`, `clone` without a thread; if processes are allowed, `RLIMIT_NPROC` |
//! | to start threads | `RLIMIT_NPROC`: a few dozen besides its processes |
//! | to outlive its end | the process namespace; without one it may not fork |
//! | to write files | Landlock; seccomp for `chmod`, `rename` and the like, which Landlock does not cover |
//! | to read files, or `/proc` | Landlock; a program that sees the system gets a file system without them, a program that sees nothing cannot name a file |
//! | to signal a partner by a file that both can read | seccomp: no locks, leases, notifications, advice or cache queries; its mounts are read-only and record no access times |
//! | to think while others are asked | it is stopped between its answers, with all it has started |
//! | to use the network or local sockets | seccomp: only pairs of stream sockets; a program that sees the system gets an empty network |
//! | to send signals | the process namespace and Landlock's scope; for root, another user |
//! | to read others' memory, to trace | seccomp, Landlock |
//! | shared memory, queues, `io_uring`, `bpf`, keys, mounts, other namespaces | seccomp: calls not on the list do not exist |
//! | to change its user or privileges | no new privileges, no capabilities, seccomp |
//! | to find secrets it inherits | descriptors closed on `exec`, an environment of four harmless entries |
//!
//! Root gives every program an unused user ID, because process limits do not bind root, and creates namespaces
//! directly. An ordinary user creates them within a user namespace. Nothing depends on control groups, which
//! containers seldom delegate.
//!
//! # Cost of a start
//!
//! [`Sees::Nothing`] leaves out the mount, network and IPC namespaces, which cost as much as all the rest: a statically
//! linked program needs no file, so its filter refuses every call that names one. All others get these namespaces. The
//! system call filter is a binary search. The filter and the Landlock rules are made once per program and cached by the
//! helper. `cargo bench -p cardsharp-sandbox` compares the start of a C program that does nothing with a plain fork and
//! exec.
//!
//! # Missing layers
//!
//! [`survey()`] tries every layer and names the consequence of each missing one. Without namespaces, Landlock and
//! seccomp suffice for programs of a single process. Without Landlock, every program gets a file system of its own.
//! Without both, or without seccomp, [`Policy::Protected`] refuses and says why.
//!
//! # Limitations
//!
//! - Two cooperating programs that see the system can time whether the other has recently read a page of a file. Two
//!   that run at the same time, at two tables, can time whether the other uses a processor. `cargo bench -p
//!   cardsharp-sandbox --bench covert` measures the capacity of both channels.
//! - If more than one process is allowed, the processor time of the others counts only when they end; the wall clock
//!   always counts.
//! - A limit on memory in use may be exceeded for some milliseconds, by what can be written in them.
//! - A single request for too much memory fails without a trace, so the program's own ending is reported.

mod clock;
mod command;
mod ending;
mod error;
mod helper;
mod launcher;
mod limits;
mod plain;
mod running;
mod scratch;
mod session;
mod status;
mod survey;
mod sys;
mod wire;

pub use command::{Command, Forbidden, HelperCommand, Policy, Sees};
pub use ending::Ending;
pub use error::Error;
pub use helper::serve;
pub use launcher::{Finished, Launcher};
pub use limits::{Limits, Usage};
pub use plain::{FolderLimits, PlainFile, read_plain, read_plain_folder};
pub use session::{Answer, Session};
pub use survey::{Layer, Survey, survey};
