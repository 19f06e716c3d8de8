//! Starts strangers' programs so that they can do no harm.
//!
//! A [`Launcher`] is the handle of a small helper process, from which programs are started: forking a referee with a
//! large memory costs more than most programs think. [`Launcher::run`] gives a program one input and takes its
//! output; [`Launcher::open`] begins a [`Session`] with a long-lived one. Whatever a program does is an [`Ending`],
//! never an error; an [`Error`] says why none could be run.
//!
//! ```no_run
//! use cardsharp_sandbox::{Command, Ending, HelperCommand, Launcher, Limits, Policy, Sees};
//!
//! // Our own binary, told to call `cardsharp_sandbox::serve`.
//! let helper = HelperCommand { path: std::env::current_exe()?, args: vec!["be-the-helper".into()] };
//! let mut launcher = Launcher::start(&helper, Policy::Protected)?;
//! let finished = launcher.run(&Command::new("./stranger", Sees::System), b"your turn\n", &Limits::default())?;
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
//! The keeper is the first process of the program's own process namespace: when it goes, the kernel ends all that is
//! left in there, and only then do `run` and `finish` return. It is not the program itself, because the kernel treats
//! the signals of a first process differently. It dies with the helper, and the helper with the referee. The referee
//! keeps the clocks: it reads the program's processor time from the kernel, no more often than it could have run out.
//!
//! # The layers
//!
//! | a program tries | what stops it |
//! |---|---|
//! | to run for ever, or to sleep | both clocks of the decision, then `SIGKILL`; `RLIMIT_CPU` should the referee fail |
//! | to use up memory | `RLIMIT_AS`, or memory in use looked at every few milliseconds, with `RLIMIT_DATA` should the referee fail; half of `RLIMIT_AS` in use at a failure is an ending for want of memory |
//! | to hide memory in the kernel | few descriptors, no larger pipes or sockets, no descriptors in messages |
//! | to fill the disk, where it has a scratch folder | a limit on a file, and on the folder, which is looked at while it runs |
//! | to flood us | what it writes is counted, output and errors apart |
//! | to start processes | seccomp: `fork`, `vfork`, `clone` without a thread; above that `RLIMIT_NPROC` |
//! | to start threads | `RLIMIT_NPROC`, a few dozen beside its processes |
//! | to outlive its end | the process namespace; without one it may not fork |
//! | to write files | Landlock; `chmod`, `rename` and the like, which it does not know, seccomp |
//! | to read files, or `/proc` | Landlock; who sees the system gets a file system in which they are not there, who sees nothing cannot name a file |
//! | to tell a partner something by a file that both can read | seccomp: no locks, leases, notices, advice, looks at the cache; what is mounted for it is read-only and notes no access |
//! | to think while others are asked | it is stopped between its answers, with all it has started |
//! | to use the network or local sockets | seccomp: no sockets but pairs of streams; for who sees the system an empty network |
//! | to send signals | the process namespace and Landlock's scope; for root, another user |
//! | to read others' memory, to trace | seccomp, Landlock |
//! | shared memory, queues, `io_uring`, `bpf`, keys, mounts, other namespaces | seccomp: what is not on the list is not there |
//! | to become somebody else | no new privileges, no capabilities, seccomp |
//! | to find what we left lying about | descriptors closed on `exec`, an environment of four harmless entries |
//!
//! Root gives every program a user number that nobody else has, because limits of processes do not bind root, and
//! makes namespaces as root can; an ordinary user makes them within a user namespace. Nothing depends on control
//! groups, which containers seldom hand on.
//!
//! # What a start costs
//!
//! [`Sees::Nothing`] leaves out the mount, network and IPC namespaces, which cost as much as all the rest: a program that
//! is linked statically needs no file, so its filter refuses every call that names one. All others get them. The filter of system calls is a binary search, and with the Landlock rules it is made once per program
//! and kept by the helper. `cargo bench -p cardsharp-sandbox` compares the start of a C program that does nothing with
//! a plain fork and exec.
//!
//! # Where a layer is missing
//!
//! [`survey()`] tries every layer and says what follows from its absence. Without namespaces, Landlock and seccomp will do
//! for programs of a single process. Without Landlock, every start gets a file system of its own. Without both, or
//! without seccomp, [`Policy::Protected`] refuses and says why.
//!
//! # What is not stopped
//!
//! - Two programs that see the system and work together can time whether the other has read a page of a file lately;
//!   two that run at once, at two tables, whether the other uses a processor. `cargo bench -p cardsharp-sandbox --bench
//!   covert` measures how much that carries.
//! - With more than one process allowed, the processor time of the others counts when they end; the wall clock holds.
//! - Where memory in use is looked at, it may pass its limit for some milliseconds, by what can be written in them.
//! - A single request for too much memory fails without a trace, and the program's own ending is reported.

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
