//! The terminal while the screen is up: taken over at the start, given back whatever happens.

use std::io::{Stdout, stdout};
use std::panic::{PanicHookInfo, set_hook, take_hook};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::Duration;

use anyhow::Context;
use crossterm::cursor::Show;
use crossterm::event::{self, DisableMouseCapture, EnableMouseCapture, Event};
use crossterm::execute;
use crossterm::terminal::{EnterAlternateScreen, LeaveAlternateScreen, disable_raw_mode, enable_raw_mode};
use ratatui::backend::CrosstermBackend;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

type Hook = dyn Fn(&PanicHookInfo<'_>) + Send + Sync;

/// The terminal, taken over until this is dropped.
pub(crate) struct Terminal {
    inner: ratatui::Terminal<CrosstermBackend<Stdout>>,
    /// Somebody wants the process to end: the terminal was closed, the machine shuts down.
    told_to_end: Arc<AtomicBool>,
    previous_hook: Arc<Hook>,
}

impl Terminal {
    /// Takes the terminal over.
    ///
    /// # Errors
    /// If there is none.
    pub(crate) fn open() -> anyhow::Result<Terminal> {
        let told_to_end = Arc::new(AtomicBool::new(false));
        for signal in [signal_hook::consts::SIGTERM, signal_hook::consts::SIGHUP, signal_hook::consts::SIGINT] {
            signal_hook::flag::register(signal, Arc::clone(&told_to_end)).context("signals cannot be heard")?;
        }
        let previous_hook: Arc<Hook> = Arc::from(take_hook());
        let (previous, main) = (Arc::clone(&previous_hook), thread::current().id());
        set_hook(Box::new(move |info| {
            // A thread that dies is noticed by whoever waits for it; its words would only spoil the screen.
            if thread::current().id() == main {
                give_back();
                previous(info);
            }
        }));
        let inner = take_over();
        if inner.is_err() {
            give_back();
        }
        let inner = inner.context("the screen cannot be set up; --plain plays without it")?;
        Ok(Terminal { inner, told_to_end, previous_hook })
    }

    /// Draws a screen.
    ///
    /// # Errors
    /// If the terminal has gone away.
    pub(crate) fn draw(&mut self, draw: impl FnOnce(Rect, &mut Buffer)) -> anyhow::Result<()> {
        self.inner.draw(|frame| draw(frame.area(), frame.buffer_mut()))?;
        Ok(())
    }

    /// The next thing that somebody does, if it is done within this time.
    ///
    /// # Errors
    /// If the terminal has gone away.
    pub(crate) fn next(&mut self, patience: Duration) -> anyhow::Result<Option<Event>> {
        Ok(if event::poll(patience)? { Some(event::read()?) } else { None })
    }

    /// Whether the process was told to end.
    pub(crate) fn is_told_to_end(&self) -> bool {
        self.told_to_end.load(Ordering::Relaxed)
    }
}

fn take_over() -> std::io::Result<ratatui::Terminal<CrosstermBackend<Stdout>>> {
    enable_raw_mode()?;
    execute!(stdout(), EnterAlternateScreen, EnableMouseCapture)?;
    ratatui::Terminal::new(CrosstermBackend::new(stdout()))
}

/// As it was before. A terminal that has gone away need not be put in order.
fn give_back() {
    let _gone = execute!(stdout(), DisableMouseCapture, LeaveAlternateScreen, Show);
    let _gone = disable_raw_mode();
}

impl Drop for Terminal {
    fn drop(&mut self) {
        give_back();
        if !thread::panicking() {
            let previous = Arc::clone(&self.previous_hook);
            set_hook(Box::new(move |info| previous(info)));
        }
    }
}
