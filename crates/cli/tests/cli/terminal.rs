//! A pseudo-terminal that runs the program.

use std::fs::File;
use std::io::{Read, Write};
use std::process::{Child, Command};
use std::sync::mpsc::{Receiver, channel};
use std::time::Duration;

use nix::fcntl::{FcntlArg, FdFlag, fcntl};
use nix::pty::{OpenptyResult, Winsize, openpty};
use nix::sys::signal::{Signal, kill};
use nix::sys::termios::{LocalFlags, tcgetattr};
use nix::unistd::Pid;

/// A screen that takes longer than this hangs.
const TIMEOUT: Duration = Duration::from_mins(5);

/// The end of every frame; the tests do not act on incomplete frames.
const FRAME_ENDS: &[u8] = b"\x1b[?2026l";

/// The tests write this after the program has ended.
const LAST_WORDS: &str = "That was all.";

/// Opens a terminal that other programs do not inherit, so that closing it here closes it.
pub fn open_terminal(columns: u16) -> (File, File) {
    let size = Winsize { ws_row: 24, ws_col: columns, ws_xpixel: 0, ws_ypixel: 0 };
    let OpenptyResult { master, slave } = openpty(Some(&size), None).unwrap();
    for end in [&master, &slave] {
        fcntl(end, FcntlArg::F_SETFD(FdFlag::FD_CLOEXEC)).unwrap();
    }
    (File::from(master), File::from(slave))
}

pub fn spawn_at(command: &mut Command, terminal: &File) -> Child {
    let [stdin, stdout, stderr] = [(); 3].map(|()| terminal.try_clone().unwrap());
    command.env("TERM", "xterm-256color").stdin(stdin).stdout(stdout).stderr(stderr).spawn().unwrap()
}

/// A terminal of 24 lines that runs the program.
pub struct Terminal {
    keyboard: File,
    /// Kept open, so that the last output can still be read.
    slave: File,
    output: Receiver<Vec<u8>>,
    screen: vt100::Parser,
    /// The bytes of an incomplete frame.
    unseen: Vec<u8>,
    child: Child,
}

impl Terminal {
    pub fn start(columns: u16, mut command: Command) -> Terminal {
        let (keyboard, slave) = open_terminal(columns);
        let child = spawn_at(&mut command, &slave);
        let (sender, output) = channel();
        let mut reader = keyboard.try_clone().unwrap();
        std::thread::spawn(move || {
            let mut buffer = [0; 4096];
            while let Ok(count @ 1..) = reader.read(&mut buffer) {
                if sender.send(buffer[..count].to_vec()).is_err() {
                    return;
                }
            }
        });
        Terminal { keyboard, slave, output, screen: vt100::Parser::new(24, columns, 0), unseen: Vec::new(), child }
    }

    pub fn screen(&self) -> &vt100::Screen {
        self.screen.screen()
    }

    pub fn contents(&self) -> String {
        self.screen().contents()
    }

    pub fn send(&mut self, keys: &str) {
        self.keyboard.write_all(keys.as_bytes()).unwrap();
    }

    pub fn signal(&self, signal: Signal) {
        kill(Pid::from_raw(self.child.id() as i32), signal).unwrap();
    }

    /// Waits until the screen fulfils a condition; returns the screen.
    pub fn wait_until(&mut self, holds: impl Fn(&str) -> bool) -> String {
        loop {
            let contents = self.contents();
            if holds(&contents) {
                return contents;
            }
            match self.output.recv_timeout(TIMEOUT) {
                Ok(bytes) => {
                    self.unseen.extend(bytes);
                    let end = self.unseen.windows(FRAME_ENDS.len()).rposition(|bytes| bytes == FRAME_ENDS);
                    // `LAST_WORDS` come without a frame.
                    let end = end.map(|end| end + FRAME_ENDS.len());
                    let last = self.unseen.ends_with(LAST_WORDS.as_bytes()).then_some(self.unseen.len());
                    if let Some(end) = last.or(end) {
                        self.screen.process(&self.unseen[..end]);
                        self.unseen.drain(..end);
                    }
                }
                Err(error) => panic!("{error} at\n{contents}"),
            }
        }
    }

    pub fn wait_for(&mut self, words: &str) -> String {
        self.wait_until(|screen| screen.contains(words))
    }

    /// Waits for the end of the program and returns its exit status; checks that the terminal is restored.
    pub fn end(&mut self) -> Option<i32> {
        let status = self.child.wait().unwrap();
        // They come after all output of the program.
        self.slave.write_all(LAST_WORDS.as_bytes()).unwrap();
        self.wait_for(LAST_WORDS);
        assert!(!self.screen().alternate_screen(), "the ordinary screen is back");
        assert!(!self.screen().hide_cursor(), "and the cursor");
        assert_eq!(self.screen().mouse_protocol_mode(), vt100::MouseProtocolMode::None);
        let flags = tcgetattr(&self.slave).unwrap().local_flags;
        assert!(flags.contains(LocalFlags::ICANON | LocalFlags::ECHO), "lines are echoed again");
        status.code()
    }
}
