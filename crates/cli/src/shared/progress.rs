//! A progress bar on standard error, if that is a terminal.

use std::io::{IsTerminal, Write};
use std::sync::Mutex;
use std::time::{Duration, Instant};

use crate::distributed::Workforce;

pub(crate) struct Progress<'a> {
    workforce: Workforce<'a>,
    what: &'static str,
    total: u64,
    start: Instant,
    shown: Mutex<Option<Instant>>,
}

impl<'a> Progress<'a> {
    pub(crate) fn new(what: &'static str, total: u64) -> Progress<'a> {
        Progress { workforce: Workforce::Here, what, total, start: Instant::now(), shown: Mutex::new(None) }
    }

    /// Also shows the number of nodes.
    pub(crate) fn by(self, workforce: Workforce<'a>) -> Progress<'a> {
        Progress { workforce, ..self }
    }

    /// Shows the number of finished items, at most five times a second.
    pub(crate) fn show(&self, done: u64) {
        if !std::io::stderr().is_terminal() {
            return;
        }
        let mut shown = self.shown.lock().expect("progress does not panic");
        if shown.is_some_and(|last| last.elapsed() < Duration::from_millis(200)) {
            return;
        }
        *shown = Some(Instant::now());
        let part = done as f64 / self.total.max(1) as f64;
        let left = self.start.elapsed().as_secs_f64() * (1.0 - part) / part.max(1e-9);
        let bar: String = (0..30).map(|place| if f64::from(place) < part * 30.0 { '━' } else { ' ' }).collect();
        let nodes = self.workforce.nodes().map_or_else(String::new, |nodes| format!(", nodes {nodes}"));
        write_status(format_args!("\r[{bar}] {done}/{} {}, {left:.0} s left{nodes}\x1b[K", self.total, self.what));
    }

    /// Clears the line.
    pub(crate) fn end(&self) {
        if self.shown.lock().expect("progress does not panic").is_some() {
            write_status(format_args!("\r\x1b[K"));
        }
    }
}

/// Writes to standard error. Errors are ignored: a closed terminal does not stop the work.
pub(crate) fn write_status(text: std::fmt::Arguments<'_>) {
    let mut terminal = std::io::stderr().lock();
    let _ignored = terminal.write_fmt(text).and_then(|()| terminal.flush());
}
