//! Ctrl-C: what was played is safe, so it is enough to say how to go on.

use std::io::Write;

use cardsharp_search::threads;
use nix::sys::signal::{SigSet, Signal};

/// From now on an interrupt ends us with these words. Must be called before other threads begin,
/// for they take over which signals wait for the one who listens.
pub(super) fn say_on_interrupt(words: String) -> anyhow::Result<()> {
    let mut signals = SigSet::empty();
    for signal in [Signal::SIGINT, Signal::SIGTERM, Signal::SIGHUP] {
        signals.add(signal);
    }
    signals.thread_block()?;
    threads::start("interrupts", move || {
        let Ok(signal) = signals.wait() else { return };
        // Over whatever shows how far it has come.
        let _gone = writeln!(std::io::stderr(), "\r\x1b[K{words}");
        // As a shell counts a process that ended by this signal.
        std::process::exit(128 + signal as i32);
    })?;
    Ok(())
}
