//! The terminal in full-screen mode, restored at the end even after a panic.

use std::io::{Stdout, stdout};
use std::panic::{PanicHookInfo, set_hook, take_hook};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::thread;
use std::time::Duration;

use anyhow::Context;
use cardsharp_search::threads;
use crossterm::cursor::Show;
use crossterm::event::{self, DisableMouseCapture, EnableMouseCapture, Event};
use crossterm::execute;
use crossterm::terminal::{
    BeginSynchronizedUpdate, EndSynchronizedUpdate, EnterAlternateScreen, LeaveAlternateScreen, disable_raw_mode,
    enable_raw_mode,
};
use ratatui::backend::CrosstermBackend;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

type Hook = dyn Fn(&PanicHookInfo<'_>) + Send + Sync;

/// The terminal in full-screen mode, restored when dropped.
pub(crate) struct Terminal {
    inner: ratatui::Terminal<CrosstermBackend<Stdout>>,
    /// Whether the process got SIGTERM, SIGHUP or SIGINT: the terminal was closed, or the machine shuts down.
    end_signal: Arc<AtomicBool>,
    previous_hook: Arc<Hook>,
    events: Receiver<std::io::Result<Event>>,
    is_closed: Arc<AtomicBool>,
}

/// How often the thread checks whether to stop.
const LISTENING: Duration = Duration::from_millis(20);
/// The longest wait for the thread at the end.
const FAREWELL: Duration = Duration::from_millis(500);

/// Reads events in a thread: reading from a closed terminal never returns, and the game must still end.
fn listen(is_closed: Arc<AtomicBool>) -> std::io::Result<Receiver<std::io::Result<Event>>> {
    let (sender, events) = channel();
    threads::start("keyboard", move || {
        while !is_closed.load(Ordering::Relaxed) {
            let event = match event::poll(LISTENING) {
                Ok(false) => continue,
                Ok(true) => event::read(),
                Err(error) => Err(error),
            };
            let is_last = event.is_err();
            if sender.send(event).is_err() || is_last {
                return;
            }
        }
    })?;
    Ok(events)
}

impl Terminal {
    /// Switches to full-screen mode.
    pub(crate) fn open() -> anyhow::Result<Terminal> {
        let end_signal = Arc::new(AtomicBool::new(false));
        for signal in [signal_hook::consts::SIGTERM, signal_hook::consts::SIGHUP, signal_hook::consts::SIGINT] {
            signal_hook::flag::register(signal, Arc::clone(&end_signal)).context("cannot install signal handlers")?;
        }
        let previous_hook: Arc<Hook> = Arc::from(take_hook());
        let (previous, main) = (Arc::clone(&previous_hook), thread::current().id());
        set_hook(Box::new(move |info| {
            // Its receiver notices that another thread has died; a message would only spoil the screen.
            if thread::current().id() == main {
                restore();
                previous(info);
            }
        }));
        let is_closed = Arc::new(AtomicBool::new(false));
        let opened = enter_full_screen().and_then(|inner| Ok((inner, listen(Arc::clone(&is_closed))?)));
        if opened.is_err() {
            restore();
        }
        let (inner, events) = opened.context("the screen cannot be set up; --plain plays without it")?;
        Ok(Terminal { inner, end_signal, previous_hook, events, is_closed })
    }

    pub(crate) fn draw(&mut self, draw: impl FnOnce(Rect, &mut Buffer)) -> anyhow::Result<()> {
        // Terminals that support it show the frame at once.
        execute!(stdout(), BeginSynchronizedUpdate)?;
        self.inner.draw(|frame| draw(frame.area(), frame.buffer_mut()))?;
        execute!(stdout(), EndSynchronizedUpdate)?;
        Ok(())
    }

    /// Returns the next event, or `None` after `patience`.
    pub(crate) fn next(&mut self, patience: Duration) -> anyhow::Result<Option<Event>> {
        match self.events.recv_timeout(patience) {
            Ok(event) => Ok(Some(event?)),
            Err(RecvTimeoutError::Timeout) => Ok(None),
            Err(RecvTimeoutError::Disconnected) => anyhow::bail!("the keyboard cannot be read any more"),
        }
    }

    pub(crate) fn must_end(&self) -> bool {
        self.end_signal.load(Ordering::Relaxed)
    }
}

fn enter_full_screen() -> std::io::Result<ratatui::Terminal<CrosstermBackend<Stdout>>> {
    enable_raw_mode()?;
    execute!(stdout(), EnterAlternateScreen, EnableMouseCapture)?;
    ratatui::Terminal::new(CrosstermBackend::new(stdout()))
}

/// Restores the terminal. Errors are ignored: the terminal may be gone.
fn restore() {
    let _gone = execute!(stdout(), DisableMouseCapture, LeaveAlternateScreen, Show);
    let _gone = disable_raw_mode();
}

impl Drop for Terminal {
    fn drop(&mut self) {
        // Keys typed from now on belong to the next program.
        self.is_closed.store(true, Ordering::Relaxed);
        while self.events.recv_timeout(FAREWELL).is_ok() {}
        restore();
        if !thread::panicking() {
            let previous = Arc::clone(&self.previous_hook);
            set_hook(Box::new(move |info| previous(info)));
        }
    }
}
