//! A conversation with a long-lived program.

use std::sync::Arc;
use std::time::{Duration, Instant};

use crate::clock::{Clock, GLANCE};
use crate::ending::Ending;
use crate::launcher::{Finished, Helper};
use crate::limits::{Limits, Usage};
use crate::running::{For, Running};

/// A long-lived program and the pipes to it. It is killed when the session is dropped.
pub struct Session {
    running: Running,
    /// Where the search for the end of a line goes on.
    searched: usize,
    /// Errors that were put aside, the last of them only.
    stderr: Vec<u8>,
    /// Of these, what nobody has taken yet.
    fresh: Vec<u8>,
    /// Whose end would be the program's too.
    _helper: Arc<Helper>,
}

/// A program's answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Answer {
    /// The line, without its end. Bytes that are no UTF-8 are replaced.
    pub line: String,
    /// What this answer took; `memory` is the peak since the start.
    pub usage: Usage,
}

/// What a program may leave unread beyond what fits into the pipe.
const UNREAD: usize = 256 << 10;
/// How long a program may take to leave once its input is closed.
const FAREWELL: Duration = Duration::from_millis(500);

impl Session {
    pub(crate) fn new(mut running: Running, helper: Arc<Helper>) -> Session {
        // All that it will ever use says nothing about the limit of one answer.
        running.limits.cpu = Duration::MAX;
        Session { running, searched: 0, stderr: Vec::new(), fresh: Vec::new(), _helper: helper }
    }

    /// Writes the line and reads one back. A program that fails in this is stopped, and fails from then on.
    ///
    /// # Errors
    /// Why there was no answer.
    pub fn ask(&mut self, line: &str, limits: &Limits) -> Result<Answer, Ending> {
        self.alive()?;
        self.running.limits.output = limits.output;
        self.put_errors_aside();
        let clock = Clock::of_answer(&mut self.running, limits);
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
                    .last_words()
                    .map(|line| Answer { line, usage: clock.usage(&mut self.running) })
                    .ok_or(ending);
            }
            match clock.patience(&mut self.running) {
                Ok(patience) => self.running.wait(For::News, patience),
                Err(limit) => return Err(self.stop(limit)),
            }
        }
    }

    /// Writes a line that needs no answer. The program reads it when it is asked next. One that never reads is
    /// stopped when much is unread.
    ///
    /// # Errors
    /// Why the program is gone.
    pub fn tell(&mut self, line: &str) -> Result<(), Ending> {
        self.alive()?;
        self.write(line);
        if self.running.unread() > UNREAD { Err(self.stop(Ending::WallClock)) } else { Ok(()) }
    }

    /// Throws away what the program has written without being asked, so that it cannot pass for an answer to the
    /// next question, and says how many bytes it was.
    pub fn discard(&mut self) -> usize {
        self.running.wait(For::News, Duration::ZERO);
        self.searched = 0;
        std::mem::take(&mut self.running.stdout).len()
    }

    /// Closes the program's input, gives it a moment to leave, and kills what is left: then the ending is
    /// `Signalled(9)`. The output is what nobody asked for.
    pub fn finish(mut self) -> Finished {
        let started = Instant::now();
        self.running.thaw();
        let ending = loop {
            self.running.close_input_when_written();
            if let Some(ending) = self.running.ending() {
                break ending;
            }
            let most = self.running.limits.resident;
            match FAREWELL.checked_sub(started.elapsed()) {
                Some(_) if most < u64::MAX && self.running.resident() > most => self.running.stop(Ending::Memory),
                Some(patience) if most < u64::MAX => self.running.wait(For::News, patience.min(GLANCE)),
                Some(patience) => self.running.wait(For::News, patience),
                None => self.running.stop(Ending::Signalled(libc::SIGKILL)),
            }
        };
        self.put_errors_aside();
        let usage = self.running.usage();
        Finished { stdout: std::mem::take(&mut self.running.stdout), stderr: self.stderr, ending, usage }
    }

    /// What the program has written to its standard error, the last of it where it is much.
    pub fn stderr(&mut self) -> &[u8] {
        self.put_errors_aside();
        &self.stderr
    }

    /// What it has written to its standard error since this was last asked, the last of it where it is much.
    pub fn take_errors(&mut self) -> Vec<u8> {
        self.put_errors_aside();
        std::mem::take(&mut self.fresh)
    }

    fn alive(&mut self) -> Result<(), Ending> {
        self.running.wait(For::News, Duration::ZERO);
        match self.running.ending() {
            // An answer may lie there from before its end.
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

    /// What an ended program wrote last, without an end of line.
    fn last_words(&mut self) -> Option<String> {
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

    /// Errors count anew for every answer, but are kept for the end.
    fn put_errors_aside(&mut self) {
        self.fresh.extend_from_slice(&self.running.stderr);
        self.stderr.append(&mut self.running.stderr);
        for kept in [&mut self.stderr, &mut self.fresh] {
            let surplus = kept.len().saturating_sub(self.running.limits.output);
            kept.drain(..surplus);
        }
    }
}
