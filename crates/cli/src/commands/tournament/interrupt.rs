//! Ctrl-C during a tournament: all finished games are stored, so a message says how to resume.

use std::io::Write;

use cardsharp_search::threads;
use nix::sys::signal::{SigSet, Signal};

/// An interrupt prints these words and ends the process. Call before starting threads: they inherit blocked signals.
pub(super) fn say_on_interrupt(words: String) -> anyhow::Result<()> {
    let mut signals = SigSet::empty();
    for signal in [Signal::SIGINT, Signal::SIGTERM, Signal::SIGHUP] {
        signals.add(signal);
    }
    signals.thread_block()?;
    threads::start("interrupts", move || {
        let Ok(signal) = signals.wait() else { return };
        // Overwrites the progress line.
        let _gone = writeln!(std::io::stderr(), "\r\x1b[K{words}");
        // The exit status that shells use for this signal.
        std::process::exit(128 + signal as i32);
    })?;
    Ok(())
}
