//! A tournament watched at a terminal: what the screen shows while it goes, and what stays.

mod referee_tools;

use std::fs::File;
use std::io::Read;
use std::process::{Child, Command};

use nix::fcntl::{FcntlArg, FdFlag, fcntl};
use nix::pty::{OpenptyResult, Winsize, openpty};
use nix::sys::signal::{Signal, kill};
use nix::unistd::Pid;
use referee_tools::Scratch;

/// A terminal with a tournament at it.
struct Watched {
    master: File,
    child: Child,
    screen: vt100::Parser,
    unseen: Vec<u8>,
}

/// What comes after every drawing: half of one must not be looked at.
const FRAME_ENDS: &[u8] = b"\x1b[?2026l";

impl Watched {
    fn start(columns: u16, no_colour: bool, words: &str) -> Watched {
        let size = Winsize { ws_row: 24, ws_col: columns, ws_xpixel: 0, ws_ypixel: 0 };
        let OpenptyResult { master, slave } = openpty(Some(&size), None).unwrap();
        for end in [&master, &slave] {
            fcntl(end, FcntlArg::F_SETFD(FdFlag::FD_CLOEXEC)).unwrap();
        }
        let slave = File::from(slave);
        let mut command = Command::new(env!("CARGO_BIN_EXE_cardsharp"));
        command.args(words.split_whitespace()).env("TERM", "xterm-256color").env_remove("NO_COLOR");
        if no_colour {
            command.env("NO_COLOR", "1");
        }
        let ends = [slave.try_clone().unwrap(), slave.try_clone().unwrap(), slave];
        let [stdin, stdout, stderr] = ends;
        let child = command.stdin(stdin).stdout(stdout).stderr(stderr).spawn().unwrap();
        // The command's own copies of the terminal go with it, so that the end can be seen.
        drop(command);
        Watched { master: File::from(master), child, screen: vt100::Parser::new(24, columns, 0), unseen: Vec::new() }
    }

    fn contents(&self) -> String {
        self.screen.screen().contents()
    }

    /// Reads on; whether there was anything.
    fn read(&mut self) -> bool {
        let mut buffer = [0; 4096];
        // The end of a terminal is an error on this system.
        let count = self.master.read(&mut buffer).unwrap_or(0);
        self.unseen.extend(&buffer[..count]);
        count > 0
    }

    /// Waits until the screen is as it should be after some drawing.
    fn wait_until(&mut self, holds: impl Fn(&str) -> bool) -> String {
        loop {
            assert!(self.read(), "it ended with\n{}", self.contents());
            let end = self.unseen.windows(FRAME_ENDS.len()).rposition(|bytes| bytes == FRAME_ENDS);
            if let Some(end) = end {
                let seen: Vec<u8> = self.unseen.drain(..end + FRAME_ENDS.len()).collect();
                self.screen.process(&seen);
                if holds(&self.contents()) {
                    return self.contents();
                }
            }
        }
    }

    /// Waits for the end of the program and gives the last screen.
    fn end(mut self) -> (Option<i32>, String) {
        while self.read() {}
        self.screen.process(&self.unseen);
        (self.child.wait().unwrap().code(), self.screen.screen().contents())
    }
}

/// Two tables of Intensity, one with two house players, for hours.
const LONG: &str =
    "tournament intensity careful random careful random careful random --rounds 2 --deals 1000000 --threads 2";

#[test]
fn progress_tables_leaders_and_faults_are_shown_while_it_goes() {
    let scratch = Scratch::new("live");
    let mut watched = Watched::start(80, false, &format!("{LONG} --db {}", scratch.path("db")));
    let screen = watched.wait_until(|screen| screen.contains("table 1: ") && screen.contains(" left, faults 0"));
    let line = |start: &str| screen.lines().find(|line| line.starts_with(start)).unwrap_or_else(|| panic!("{screen}"));
    assert!(line("Round 1 of 2  ").contains("/16000000 games, "), "{screen}");
    assert_eq!(line("  table 1: ").matches(" · ").count(), 3, "{screen}");
    assert!(line("    1. ").contains(" points  "), "{screen}");
    // Five of the six lead; house players are not ranked.
    let leaders: Vec<&str> = screen.lines().filter(|line| line.contains(" points  ")).collect();
    assert_eq!(leaders.len(), 5, "{screen}");
    assert!(!leaders.iter().any(|line| line.contains("Lulu") || line.contains("Morgan")), "{screen}");
    // It is drawn in place: more games, and still one line of progress.
    let games = |screen: &str| -> u64 {
        let line = screen.lines().find(|line| line.starts_with("Round 1 of 2  ")).unwrap();
        line.split('/').next().unwrap().rsplit(' ').next().unwrap().parse().unwrap()
    };
    let before = games(&screen);
    let later = watched.wait_until(|screen| games(screen) > before);
    assert_eq!(later.matches("Round 1 of 2").count(), 1, "{later}");
    let row = (0..24).find(|&row| watched.screen.screen().cell(row, 0).is_some_and(|cell| cell.contents() == "R"));
    assert!(watched.screen.screen().cell(row.unwrap(), 0).unwrap().bold());
    kill(Pid::from_raw(watched.child.id() as i32), Signal::SIGINT).unwrap();
    let (status, last) = watched.end();
    assert_eq!(status, Some(130));
    assert!(last.contains("every game that was over is kept"), "{last}");
}

#[test]
fn a_narrow_terminal_without_colours_is_obeyed() {
    let scratch = Scratch::new("narrow");
    let mut watched = Watched::start(30, true, &format!("{LONG} --db {}", scratch.path("db")));
    let screen = watched.wait_until(|screen| screen.contains("table 1: "));
    assert_eq!(screen.matches("Round 1 of 2").count(), 1, "{screen}");
    // A line that does not fit is cut, not wrapped.
    assert!(screen.lines().filter(|line| line.contains(" · ")).all(|line| line.starts_with("  table ")), "{screen}");
    let cells = (0..24).flat_map(|row| (0..30).map(move |column| (row, column)));
    let shown = watched.screen.screen();
    let is_plain = |(row, column)| {
        shown.cell(row, column).is_none_or(|cell| !cell.bold() && cell.fgcolor() == vt100::Color::Default)
    };
    assert!(cells.into_iter().all(is_plain));
    kill(Pid::from_raw(watched.child.id() as i32), Signal::SIGTERM).unwrap();
    assert_eq!(watched.end().0, Some(143));
}

#[test]
fn at_the_end_only_what_was_told_stays() {
    let words = "tournament indigo greedy random classic --rounds 3 --deals 20 --db :memory:";
    let (status, screen) = Watched::start(80, false, words).end();
    assert_eq!(status, Some(0));
    assert!(screen.contains("After round 1 of 3") && screen.contains("Final standings"), "{screen}");
    assert!(!screen.contains("table 1: ") && !screen.contains(" left, faults"), "{screen}");
}
