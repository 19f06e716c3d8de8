//! Whole games on the full screen, through a real pseudo-terminal.

use std::io::Read;
use std::path::Path;

use nix::sys::signal::Signal;

use crate::common::{Scratch, command, printed};
use crate::doors::without_names;
use crate::terminal::{Terminal, open_terminal, spawn_at};

/// Starts `cardsharp play` with its own folder for the saved game.
fn start(scratch: &Scratch, words: &str) -> Terminal {
    let mut command = command(&format!("play {words}"));
    command.env("XDG_STATE_HOME", scratch.path(""));
    Terminal::start(80, command)
}

/// Presses a key that fits the screen; returns false if the screen asks for none.
fn act(terminal: &mut Terminal, screen: &str) -> bool {
    const RIGHT: &str = "\x1b[C";
    let keys = if screen.contains("▲ Enter ") || screen.lines().any(|line| line.starts_with(" Enter ")) {
        "\r"
    } else if screen.contains("▲ Follow suit") || screen.contains("▲ A calf may not") {
        RIGHT
    } else if screen.contains("Choose what to do") || screen.contains("same: choose") {
        "\r"
    } else if ["▲1", "▲2", "▲3", "▲4"].iter().any(|mark| screen.contains(mark)) {
        RIGHT
    } else if screen.contains(" Choose ") || screen.contains(": choose ") {
        " "
    } else {
        return false;
    };
    terminal.send(keys);
    true
}

fn play_until(terminal: &mut Terminal, words: &str) {
    let mut last = String::new();
    loop {
        let before = last;
        last = terminal.wait_until(|screen| screen != before);
        if last.contains(words) {
            return;
        }
        act(terminal, &last);
    }
}

fn check_whole_game(game: &str, seats: &str) {
    let scratch = Scratch::new(&format!("screen-{game}"));
    let record = scratch.path("game.record");
    let words = format!("{game} --seats {seats} --seed 11 --speed instant --record {record}");
    let mut terminal = start(&scratch, &words);
    play_until(&mut terminal, "The game is over");
    terminal.wait_for("Where points were lost");
    terminal.send("q");
    assert_eq!(terminal.end(), Some(0));
    assert!(terminal.contents().contains("Result"), "{}", terminal.contents());
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

/// The full screen's part of the law in `doors.rs`.
#[test]
fn the_full_screen_plays_the_game_of_its_seed() {
    let scratch = Scratch::new("screen-doors");
    let (seats, refereed, watched) = ("champion:nodes=80,worlds=40 random", scratch.path("a"), scratch.path("b"));
    printed(&format!("referee indigo {seats} -s 77 --record {refereed}"));
    let seats = seats.replace(' ', ",");
    let mut terminal = start(&scratch, &format!("indigo --seats {seats} --seed 77 --speed instant --record {watched}"));
    terminal.wait_for("The game is over");
    terminal.send("q");
    assert_eq!(terminal.end(), Some(0));
    let [watched, refereed] = [watched, refereed].map(|path| std::fs::read_to_string(path).unwrap());
    assert_eq!(without_names(&watched), without_names(&refereed));
}

#[test]
fn control_c_leaves_a_game_that_can_be_resumed() {
    let scratch = Scratch::new("screen-control-c");
    let mut terminal = start(&scratch, "indigo --seats human,classic --seed 5 --speed instant");
    terminal.wait_for("Deal 1 of 4");
    play_until(&mut terminal, "Deal 2 of 4");
    terminal.send("\x03");
    assert_eq!(terminal.end(), Some(0));
    assert!(terminal.contents().contains("--resume` goes on with it"), "{}", terminal.contents());
    let saved = std::fs::read_to_string(scratch.path("cardsharp/indigo.sitting")).unwrap();
    assert!(saved.matches("play ").count() >= 12, "{saved}");

    let mut terminal = start(&scratch, "indigo --resume --speed instant");
    terminal.wait_for("Deal 2 of 4");
    play_until(&mut terminal, "The game is over");
    terminal.send("q");
    assert_eq!(terminal.end(), Some(0));
}

#[test]
fn a_signal_leaves_the_terminal_sane() {
    let scratch = Scratch::new("screen-signal");
    for signal in [Signal::SIGTERM, Signal::SIGHUP] {
        let mut terminal = start(&scratch, "hanamikoji --seats human,random");
        terminal.wait_for("Choose what to do");
        terminal.signal(signal);
        assert_eq!(terminal.end(), Some(0));
        assert!(Path::new(&scratch.path("cardsharp/hanamikoji.sitting")).exists());
    }
}

#[test]
fn a_closed_terminal_ends_the_program_and_keeps_the_game() {
    let scratch = Scratch::new("screen-closed");
    let (mut master, slave) = open_terminal(80);
    let mut command = command("play indigo --seats human,random");
    let mut child = spawn_at(command.env("XDG_STATE_HOME", scratch.path("")), &slave);
    drop((command, slave));
    let mut screen = vt100::Parser::new(24, 80, 0);
    let mut buffer = [0; 4096];
    while !screen.screen().contents().contains("Choose a card") {
        let count = master.read(&mut buffer).unwrap();
        screen.process(&buffer[..count]);
    }
    drop(master);
    // The program must end although nothing reads its output.
    child.wait().unwrap();
    assert!(Path::new(&scratch.path("cardsharp/indigo.sitting")).exists());
}

#[test]
fn without_a_game_the_first_screen_asks() {
    let scratch = Scratch::new("screen-menu");
    let mut terminal = start(&scratch, "--speed instant --seed 3");
    terminal.wait_for("What shall we play?");
    // Moves two games to the right.
    terminal.send("\x1b[C\x1b[C");
    terminal.wait_for("Indigo");
    terminal.send("\x1b[BLulu");
    terminal.wait_for("a person called Lulu");
    terminal.send("\r");
    let table = terminal.wait_for("Choose a card");
    assert!(table.contains("Lulu (you)"), "{table}");
    terminal.send("?");
    terminal.wait_for("Capture the pile on the table");
    terminal.send("\x1b");
    terminal.wait_until(|screen| !screen.contains("Capture the pile on the table"));
    terminal.send("q");
    terminal.wait_for("Leave the table?");
    terminal.send("q");
    assert_eq!(terminal.end(), Some(0));
}
