//! Starts strangers' programs so that they can do no harm.
//!
//! A [`Launcher`] is the handle of a small helper process, from which programs are started: forking a referee with a
//! large memory costs more than most programs think. [`Launcher::run`] gives a program one input and takes its
//! output; [`Launcher::open`] begins a [`Session`] with a long-lived one. Whatever a program does is an [`Ending`],
//! never an error; an [`Error`] says why none could be run.
//!
//! ```no_run
//! use cardsharp_sandbox::{Command, Ending, HelperCommand, Launcher, Limits, Policy, Weight};
//!
//! // Our own binary, told to call `cardsharp_sandbox::serve`.
//! let helper = HelperCommand { path: std::env::current_exe()?, args: vec!["be-the-helper".into()] };
//! let mut launcher = Launcher::start(&helper, Policy::Protected)?;
//! let finished = launcher.run(&Command::new("./stranger", Weight::OneShot), b"your turn\n", &Limits::default())?;
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
//! | to use up memory | `RLIMIT_AS`; half of it in use at a failure is an ending for want of memory |
//! | to flood us | what it writes is counted, output and errors apart |
//! | to start processes | seccomp: `fork`, `vfork`, `clone` without a thread; above that `RLIMIT_NPROC` |
//! | to start threads | `RLIMIT_NPROC`, a few dozen beside its processes |
//! | to outlive its end | the process namespace; without one it may not fork |
//! | to write files | Landlock; `chmod`, `rename` and the like, which it does not know, seccomp |
//! | to read files, or `/proc` | Landlock; for long-lived ones a file system in which they are not there |
//! | to use the network or local sockets | seccomp: no sockets but pairs of streams; for long-lived ones an empty network |
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
//! [`Weight::OneShot`] leaves out the mount, network and IPC namespaces, which cost as much as all the rest; scripts get
//! them anyway. The filter of system calls is a binary search, and with the Landlock rules it is made once per program
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
//! - A program that is started for one answer can ask whether a file exists and how large it is, not what is in it.
//! - A long-lived program can think while nobody waits for it; that is not counted against its answers.
//! - With more than one process allowed, the processor time of the others counts when they end; the wall clock holds.
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
mod session;
mod status;
mod survey;
mod sys;
mod wire;

pub use command::{Command, HelperCommand, Policy, Sees};
pub use ending::Ending;
pub use error::Error;
pub use helper::serve;
pub use launcher::{Finished, Launcher};
pub use limits::{Limits, Usage};
pub use plain::read_plain;
pub use session::{Answer, Session};
pub use survey::{Layer, Survey, survey};
