//! A session with a long-lived program.

use std::sync::Arc;
use std::time::{Duration, Instant};

use crate::clock::{Clock, MEMORY_INTERVAL};
use crate::ending::Ending;
use crate::launcher::{Finished, Helper};
use crate::limits::{Limits, Usage};
use crate::running::{Running, WaitFor};

/// A long-lived program and the pipes to it. It is killed when the session is dropped.
pub struct Session {
    running: Running,
    /// Where the search for the end of a line continues.
    searched: usize,
    /// The last part of standard error since the start.
    stderr: Vec<u8>,
    /// The last part of standard error since [`take_errors`](Self::take_errors) was last called.
    new_errors: Vec<u8>,
    /// Keeps the helper alive, because the program ends with it.
    _helper: Arc<Helper>,
}

/// A program's answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Answer {
    /// The line, without its end. Bytes that are no UTF-8 are replaced.
    pub line: String,
    /// The resources this answer took; `memory` is the peak since the start.
    pub usage: Usage,
}

/// How much a program may leave unread beyond what fits into the pipe.
const MAX_UNREAD: usize = 256 << 10;
/// How long a program may take to exit once its input is closed.
const EXIT_GRACE: Duration = Duration::from_millis(500);

impl Session {
    pub(crate) fn new(mut running: Running, helper: Arc<Helper>) -> Session {
        // The limit holds for one answer; the total usage must not be compared with it.
        running.limits.cpu = Duration::MAX;
        Session { running, searched: 0, stderr: Vec::new(), new_errors: Vec::new(), _helper: helper }
    }

    /// Writes the line and reads one back. A program that fails in this is stopped, and every later call fails.
    ///
    /// # Errors
    /// Why there was no answer.
    pub fn ask(&mut self, line: &str, limits: &Limits) -> Result<Answer, Ending> {
        self.check_alive()?;
        self.running.limits.output = limits.output;
        self.store_errors();
        let clock = Clock::for_answer(&mut self.running, limits);
        self.write(line);
        self.running.thaw();
        loop {
            self.check_flood()?;
            if let Some(line) = self.take_line() {
                self.running.freeze();
                return Ok(Answer { line, usage: clock.usage(&mut self.running) });
            }
            if let Some(ending) = self.running.ending() {
                return self
                    .take_rest()
                    .map(|line| Answer { line, usage: clock.usage(&mut self.running) })
                    .ok_or(ending);
            }
            match clock.next_check(&mut self.running) {
                Ok(patience) => self.running.wait(WaitFor::News, patience),
                Err(limit) => return Err(self.stop(limit)),
            }
        }
    }

    /// Writes a line that needs no answer. The program reads it at the next question. A program that leaves too much
    /// unread is stopped.
    ///
    /// # Errors
    /// Why the program is gone.
    pub fn tell(&mut self, line: &str) -> Result<(), Ending> {
        self.check_alive()?;
        self.write(line);
        if self.running.unread() > MAX_UNREAD { Err(self.stop(Ending::WallClock)) } else { Ok(()) }
    }

    /// Discards output that the program has written without being asked, so that it cannot pass for the next answer.
    /// Returns the number of bytes.
    pub fn discard(&mut self) -> usize {
        self.running.wait(WaitFor::News, Duration::ZERO);
        self.searched = 0;
        std::mem::take(&mut self.running.stdout).len()
    }

    /// Closes the program's input, gives it a moment to exit, and then kills it: the ending is then `Signalled(9)`. The
    /// output is what was written without a question.
    pub fn finish(mut self) -> Finished {
        let started = Instant::now();
        self.running.thaw();
        let ending = loop {
            self.running.close_input_when_written();
            if let Some(ending) = self.running.ending() {
                break ending;
            }
            let most = self.running.limits.resident;
            match EXIT_GRACE.checked_sub(started.elapsed()) {
                Some(_) if most < u64::MAX && self.running.resident() > most => self.running.stop(Ending::Memory),
                Some(patience) if most < u64::MAX => self.running.wait(WaitFor::News, patience.min(MEMORY_INTERVAL)),
                Some(patience) => self.running.wait(WaitFor::News, patience),
                None => self.running.stop(Ending::Signalled(libc::SIGKILL)),
            }
        };
        self.store_errors();
        let usage = self.running.usage();
        Finished { stdout: std::mem::take(&mut self.running.stdout), stderr: self.stderr, ending, usage }
    }

    /// Returns what the program has written to its standard error; of a long text only the last part.
    pub fn stderr(&mut self) -> &[u8] {
        self.store_errors();
        &self.stderr
    }

    /// Returns what it has written to its standard error since the last call; of a long text only the last part.
    pub fn take_errors(&mut self) -> Vec<u8> {
        self.store_errors();
        std::mem::take(&mut self.new_errors)
    }

    fn check_alive(&mut self) -> Result<(), Ending> {
        self.running.wait(WaitFor::News, Duration::ZERO);
        match self.running.ending() {
            // An answer from before its end may be in the buffer.
            Some(ending) if self.running.stdout.is_empty() => Err(ending),
            _ => Ok(()),
        }
    }

    fn write(&mut self, line: &str) {
        self.running.feed(format!("{line}\n").as_bytes());
    }

    fn take_line(&mut self) -> Option<String> {
        let buffer = &mut self.running.stdout;
        let Some(end) = buffer[self.searched..].iter().position(|&byte| byte == b'\n') else {
            self.searched = buffer.len();
            return None;
        };
        let mut line: Vec<u8> = buffer.drain(..=self.searched + end).collect();
        self.searched = 0;
        line.pop();
        if line.last() == Some(&b'\r') {
            line.pop();
        }
        Some(String::from_utf8_lossy(&line).into_owned())
    }

    /// Returns the rest of an ended program's output, which has no end of line.
    fn take_rest(&mut self) -> Option<String> {
        let rest = std::mem::take(&mut self.running.stdout);
        self.searched = 0;
        (!rest.is_empty()).then(|| String::from_utf8_lossy(&rest).into_owned())
    }

    fn check_flood(&mut self) -> Result<(), Ending> {
        let most = self.running.limits.output;
        if self.running.stdout.len() > most || self.running.stderr.len() > most {
            return Err(self.stop(Ending::Flood));
        }
        Ok(())
    }

    fn stop(&mut self, ending: Ending) -> Ending {
        self.running.stop(ending);
        self.running.stdout.clear();
        self.searched = 0;
        ending
    }

    /// Errors count anew for every answer, but are kept until the end.
    fn store_errors(&mut self) {
        self.new_errors.extend_from_slice(&self.running.stderr);
        self.stderr.append(&mut self.running.stderr);
        for kept in [&mut self.stderr, &mut self.new_errors] {
            let surplus = kept.len().saturating_sub(self.running.limits.output);
            kept.drain(..surplus);
        }
    }
}
