//! Whole games at the full screen, through a real pseudo-terminal.

use std::fs::File;
use std::io::{Read, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitStatus};
use std::sync::mpsc::{Receiver, channel};
use std::time::Duration;

use nix::fcntl::{FcntlArg, FdFlag, fcntl};
use nix::pty::{OpenptyResult, Winsize, openpty};
use nix::sys::signal::{Signal, kill};
use nix::sys::termios::{LocalFlags, tcgetattr};
use nix::unistd::Pid;

/// Nothing takes nearly as long; only a screen that hangs does.
const HANGS: Duration = Duration::from_mins(5);

/// A terminal with the program at it.
struct Pty {
    keyboard: File,
    /// Kept open, so that what was written last can still be read.
    slave: File,
    output: Receiver<Vec<u8>>,
    screen: vt100::Parser,
    /// What has come of a frame that is not complete.
    unseen: Vec<u8>,
    child: Child,
}

/// What comes after every frame: half a frame must not be acted on.
const FRAME_ENDS: &[u8] = b"\x1b[?2026l";

/// Written by the tests when the program has ended.
const LAST_WORDS: &[u8] = b"That was all.";

/// A terminal that no other program inherits: it must close when it is closed here.
fn open_terminal() -> (File, File) {
    let size = Winsize { ws_row: 24, ws_col: 80, ws_xpixel: 0, ws_ypixel: 0 };
    let OpenptyResult { master, slave } = openpty(Some(&size), None).unwrap();
    for end in [&master, &slave] {
        fcntl(end, FcntlArg::F_SETFD(FdFlag::FD_CLOEXEC)).unwrap();
    }
    (File::from(master), File::from(slave))
}

/// A folder of its own for the saved game.
fn folder(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _new = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).unwrap();
    folder
}

impl Pty {
    fn start(state: &Path, args: &[&str]) -> Pty {
        let (keyboard, slave) = open_terminal();
        let child = Command::new(env!("CARGO_BIN_EXE_cardsharp"))
            .arg("play")
            .args(args)
            .env("XDG_STATE_HOME", state)
            .env("TERM", "xterm-256color")
            .stdin(slave.try_clone().unwrap())
            .stdout(slave.try_clone().unwrap())
            .stderr(slave.try_clone().unwrap())
            .spawn()
            .unwrap();
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
        Pty { keyboard, slave, output, screen: vt100::Parser::new(24, 80, 0), unseen: Vec::new(), child }
    }

    fn contents(&self) -> String {
        self.screen.screen().contents()
    }

    fn send(&mut self, keys: &str) {
        self.keyboard.write_all(keys.as_bytes()).unwrap();
    }

    /// Waits until the screen is as it should be.
    fn wait_until(&mut self, holds: impl Fn(&str) -> bool) -> String {
        loop {
            let contents = self.contents();
            if holds(&contents) {
                return contents;
            }
            match self.output.recv_timeout(HANGS) {
                Ok(bytes) => {
                    self.unseen.extend(bytes);
                    let end = self.unseen.windows(FRAME_ENDS.len()).rposition(|bytes| bytes == FRAME_ENDS);
                    // The last words come without a frame.
                    let end = end.map(|end| end + FRAME_ENDS.len());
                    let last = self.unseen.ends_with(LAST_WORDS).then_some(self.unseen.len());
                    if let Some(end) = last.or(end) {
                        self.screen.process(&self.unseen[..end]);
                        self.unseen.drain(..end);
                    }
                }
                Err(error) => panic!("{error} at\n{contents}"),
            }
        }
    }

    fn wait_for(&mut self, words: &str) -> String {
        self.wait_until(|screen| screen.contains(words))
    }

    /// Waits for the end of the program; the terminal must be as it was.
    fn end(&mut self) -> ExitStatus {
        let status = self.child.wait().unwrap();
        // A word of our own comes after everything that the program wrote.
        self.slave.write_all(LAST_WORDS).unwrap();
        self.wait_for("That was all.");
        let screen = self.screen.screen();
        assert!(!screen.alternate_screen(), "the ordinary screen is back");
        assert!(!screen.hide_cursor(), "and the cursor");
        assert_eq!(screen.mouse_protocol_mode(), vt100::MouseProtocolMode::None);
        let flags = tcgetattr(&self.slave).unwrap().local_flags;
        assert!(flags.contains(LocalFlags::ICANON | LocalFlags::ECHO), "lines are echoed again");
        status
    }

    /// Does something sensible with what the screen shows; says whether there was anything to do.
    fn act(&mut self, screen: &str) -> bool {
        const RIGHT: &str = "\x1b[C";
        let keys = if screen.contains("▲ Enter ") || screen.lines().any(|line| line.starts_with(" Enter ")) {
            "\r"
        } else if screen.contains("▲ Follow suit") || screen.contains("▲ A calf may not") {
            RIGHT
        } else if screen.contains("Choose what to do") || screen.contains("same: choose") {
            "\r"
        } else if screen.contains("▲1") || screen.contains("▲2") || screen.contains("▲3") || screen.contains("▲4")
        {
            RIGHT
        } else if screen.contains(" Choose ") || screen.contains(": choose ") {
            " "
        } else {
            return false;
        };
        self.send(keys);
        true
    }

    /// Plays until the screen says these words; says how many keys that took.
    fn play_until(&mut self, words: &str, most: usize) -> usize {
        let (mut keys, mut last) = (0, String::new());
        while keys < most {
            let before = last;
            last = self.wait_until(|screen| screen != before);
            if last.contains(words) {
                break;
            }
            if self.act(&last) {
                keys += 1;
            }
        }
        keys
    }
}

fn check_whole_game(game: &str, seats: &str) {
    let state = folder(game);
    let record = state.join("game.record");
    let args = [game, "--seats", seats, "--seed", "11", "--speed", "instant", "--record", record.to_str().unwrap()];
    let mut pty = Pty::start(&state, &args);
    pty.play_until("The game is over", usize::MAX);
    pty.wait_for("Where points were lost");
    pty.send("q");
    assert!(pty.end().success());
    assert!(pty.contents().contains("Result"), "{}", pty.contents());
    let record = std::fs::read_to_string(record).unwrap();
    assert!(record.lines().any(|line| line.starts_with("result")), "{record}");
}

#[test]
fn intensity() {
    check_whole_game("intensity", "human,random,careful,random");
}

#[test]
fn hanamikoji() {
    check_whole_game("hanamikoji", "random,human");
}

#[test]
fn indigo() {
    check_whole_game("indigo", "human,classic");
}

#[test]
fn lucky_thirteen() {
    check_whole_game("lucky-thirteen", "basic,human,keep13,random");
}

/// What is the same wherever the game is played: the seed, every action and the result.
fn story(path: &Path) -> Vec<String> {
    let record = std::fs::read_to_string(path).unwrap();
    record.lines().filter(|line| !line.starts_with("seat ")).map(str::to_owned).collect()
}

/// The law of the doors, of which the others are in `doors.rs`.
#[test]
fn a_game_at_the_screen_is_the_game_of_its_seed() {
    let state = folder("doors");
    let (seats, refereed, watched) = (["champion:nodes=80,worlds=40", "random"], state.join("a"), state.join("b"));
    let referee = Command::new(env!("CARGO_BIN_EXE_cardsharp"))
        .args(["referee", "indigo", seats[0], seats[1], "-s", "77", "--record", refereed.to_str().unwrap()])
        .output()
        .unwrap();
    assert!(referee.status.success(), "{referee:?}");
    let (seats, record) = (seats.join(","), watched.to_str().unwrap());
    let args = ["indigo", "--seats", &seats, "--seed", "77", "--speed", "instant", "--record", record];
    let mut pty = Pty::start(&state, &args);
    pty.wait_for("The game is over");
    pty.send("q");
    assert!(pty.end().success());
    assert_eq!(story(&watched), story(&refereed));
}

#[test]
fn control_c_leaves_a_game_that_can_be_resumed() {
    let state = folder("control-c");
    let args = ["indigo", "--seats", "human,classic", "--seed", "5", "--speed", "instant"];
    let mut pty = Pty::start(&state, &args);
    pty.wait_for("Deal 1 of 4");
    pty.play_until("Deal 2 of 4", usize::MAX);
    pty.send("\x03");
    assert!(pty.end().success());
    assert!(pty.contents().contains("--resume` goes on with it"), "{}", pty.contents());
    let saved = std::fs::read_to_string(state.join("cardsharp/indigo.sitting")).unwrap();
    assert!(saved.matches("play ").count() >= 12, "{saved}");

    let mut pty = Pty::start(&state, &["indigo", "--resume", "--speed", "instant"]);
    pty.wait_for("Deal 2 of 4");
    pty.play_until("The game is over", usize::MAX);
    pty.send("q");
    assert!(pty.end().success());
}

#[test]
fn a_signal_leaves_the_terminal_sane() {
    let state = folder("signal");
    for signal in [Signal::SIGTERM, Signal::SIGHUP] {
        let mut pty = Pty::start(&state, &["hanamikoji", "--seats", "human,random"]);
        pty.wait_for("Choose what to do");
        kill(Pid::from_raw(pty.child.id() as i32), signal).unwrap();
        assert!(pty.end().success());
        assert!(state.join("cardsharp/hanamikoji.sitting").exists());
    }
}

#[test]
fn a_closed_terminal_ends_the_program_and_keeps_the_game() {
    let state = folder("closed");
    let (mut master, slave) = open_terminal();
    let mut child = Command::new(env!("CARGO_BIN_EXE_cardsharp"))
        .args(["play", "indigo", "--seats", "human,random"])
        .env("XDG_STATE_HOME", &state)
        .stdin(slave.try_clone().unwrap())
        .stdout(slave.try_clone().unwrap())
        .stderr(slave)
        .spawn()
        .unwrap();
    let mut screen = vt100::Parser::new(24, 80, 0);
    let mut buffer = [0; 4096];
    while !screen.screen().contents().contains("Choose a card") {
        let count = master.read(&mut buffer).unwrap();
        screen.process(&buffer[..count]);
    }
    drop(master);
    // Whatever it says to nobody, it must come to an end.
    child.wait().unwrap();
    assert!(state.join("cardsharp/indigo.sitting").exists());
}

#[test]
fn without_a_game_the_first_screen_asks() {
    let mut pty = Pty::start(&folder("menu"), &["--speed", "instant", "--seed", "3"]);
    pty.wait_for("What shall we play?");
    // Two games further, and a gentle opponent: one step back from a person is the strongest.
    pty.send("\x1b[C\x1b[C");
    pty.wait_for("Indigo");
    pty.send("\x1b[BLulu");
    pty.wait_for("a person called Lulu");
    pty.send("\r");
    let table = pty.wait_for("Choose a card");
    assert!(table.contains("Lulu (you)"), "{table}");
    pty.send("?");
    pty.wait_for("Capture the pile on the table");
    pty.send("\x1b");
    pty.wait_until(|screen| !screen.contains("Capture the pile on the table"));
    pty.send("q");
    pty.wait_for("Leave the table?");
    pty.send("q");
    assert!(pty.end().success());
}
