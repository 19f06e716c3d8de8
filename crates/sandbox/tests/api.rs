//! The interface, with the system's own small programs: what honest and merely broken programs meet.

use std::path::{Path, PathBuf};
use std::time::Duration;

use cardsharp_sandbox::{Command, Ending, Error, HelperCommand, Launcher, Limits, Policy, Session, Weight};

fn launcher() -> Launcher {
    let helper = HelperCommand { path: env!("CARGO_BIN_EXE_cardsharp-launcher").into(), args: Vec::new() };
    Launcher::start(&helper, Policy::Protected).expect("this machine offers what the sandbox needs")
}

fn kill_helper(launcher: &Launcher) {
    let helper = nix::unistd::Pid::from_raw(launcher.helper_id().try_into().unwrap());
    nix::sys::signal::kill(helper, nix::sys::signal::Signal::SIGKILL).unwrap();
}

/// One of the system's own programs, wherever it keeps it.
fn command(name: &str, args: &[&str]) -> Command {
    let path: PathBuf =
        ["/usr/bin", "/bin"].iter().map(|folder| Path::new(folder).join(name)).find(|path| path.exists()).unwrap();
    Command { args: args.iter().map(|&arg| arg.to_owned()).collect(), ..Command::new(path, Weight::OneShot) }
}

fn open(name: &str, args: &[&str]) -> Session {
    let command = Command { weight: Weight::Lasting, ..command(name, args) };
    launcher().open(&command, &Limits::default()).unwrap()
}

/// Short enough not to be waited for, where waiting is what the test is about.
fn impatient() -> Limits {
    Limits { wall: Duration::from_millis(200), ..Limits::default() }
}

#[test]
fn a_program_reads_its_input_and_answers() {
    let finished = launcher().run(&command("cat", &[]), b"seven\nof hearts", &Limits::default()).unwrap();
    assert_eq!(finished.ending, Ending::Exited(0));
    assert_eq!(finished.stdout, b"seven\nof hearts");
    assert_eq!(finished.stderr, b"");
    assert!(finished.usage.memory > 0);
}

#[test]
fn more_than_a_pipe_holds_goes_through() {
    let input: Vec<u8> = (0..500_000_u32).map(|i| i as u8).collect();
    let limits = Limits { output: 1 << 20, ..Limits::default() };
    assert_eq!(launcher().run(&command("cat", &[]), &input, &limits).unwrap().stdout, input);
}

#[test]
fn a_launcher_serves_many_programs() {
    let mut launcher = launcher();
    for number in 0..50 {
        let echo = command("echo", &[&number.to_string()]);
        assert_eq!(launcher.run(&echo, b"", &Limits::default()).unwrap().stdout, format!("{number}\n").into_bytes());
    }
}

#[test]
fn a_failing_program_says_so() {
    let finished = launcher().run(&command("cat", &["/nonexistent"]), b"", &Limits::default()).unwrap();
    assert_eq!(finished.ending, Ending::Exited(1));
    assert!(String::from_utf8_lossy(&finished.stderr).contains("/nonexistent"));
}

#[test]
fn a_missing_program_is_an_error_with_its_name() {
    for weight in [Weight::OneShot, Weight::Lasting] {
        let missing = Command::new("/nonexistent/program", weight);
        for error in [
            launcher().run(&missing, b"", &Limits::default()).map(drop).unwrap_err(),
            launcher().open(&missing, &Limits::default()).map(drop).unwrap_err(),
        ] {
            assert!(matches!(error, Error::Start { .. }), "{error}");
            let text = error.to_string();
            assert!(text.contains("/nonexistent/program") && text.contains("No such file"), "{text}");
        }
    }
}

#[test]
fn a_file_that_is_no_program_is_an_error() {
    let error = launcher().run(&Command::new("/etc/passwd", Weight::OneShot), b"", &Limits::default()).unwrap_err();
    assert!(error.to_string().contains("Permission denied"), "{error}");
}

#[test]
fn a_session_asks_and_is_answered() {
    let mut session = open("cat", &[]);
    for line in ["one", "", "three and a half"] {
        assert_eq!(session.ask(line, &Limits::default()).unwrap().line, line);
    }
    session.tell("four").unwrap();
    assert_eq!(session.ask("five", &Limits::default()).unwrap().line, "four");
    let finished = session.finish();
    assert_eq!((finished.ending, finished.stdout.as_slice()), (Ending::Exited(0), b"five\n".as_slice()));
}

#[test]
fn several_sessions_live_side_by_side() {
    let mut launcher = launcher();
    let cat = Command { weight: Weight::Lasting, ..command("cat", &[]) };
    let mut sessions: Vec<Session> = (0..4).map(|_| launcher.open(&cat, &Limits::default()).unwrap()).collect();
    for round in 0..3 {
        for (seat, session) in sessions.iter_mut().enumerate() {
            let line = format!("{round} {seat}");
            assert_eq!(session.ask(&line, &Limits::default()).unwrap().line, line);
        }
    }
}

#[test]
fn an_answer_too_late_ends_the_session() {
    let mut session = open("sleep", &["1000"]);
    assert_eq!(session.ask("quick", &impatient()), Err(Ending::WallClock));
    assert_eq!(session.ask("again", &Limits::default()), Err(Ending::WallClock));
    assert_eq!(session.tell("again"), Err(Ending::WallClock));
    assert_eq!(session.finish().ending, Ending::WallClock);
}

#[test]
fn a_line_too_long_is_a_flood() {
    let mut session = open("head", &["-c", "1000000", "/dev/zero"]);
    assert_eq!(session.ask("?", &Limits::default()), Err(Ending::Flood));
}

#[test]
fn a_program_that_leaves_in_between_is_noticed() {
    let mut session = open("head", &["-n", "1"]);
    assert_eq!(session.ask("only", &Limits::default()).unwrap().line, "only");
    assert_eq!(session.ask("more", &Limits::default()), Err(Ending::Exited(0)));
    assert_eq!(session.finish().ending, Ending::Exited(0));
}

#[test]
fn last_words_need_no_end_of_line() {
    let mut session = open("head", &["-c", "4"]);
    assert_eq!(session.ask("last words", &Limits::default()).unwrap().line, "last");
    assert_eq!(session.ask("more", &Limits::default()), Err(Ending::Exited(0)));
}

#[test]
fn telling_one_that_never_reads_comes_to_an_end() {
    let sleep = Command { weight: Weight::Lasting, ..command("sleep", &["1000"]) };
    let mut session = launcher().open(&sleep, &impatient()).unwrap();
    let line = "x".repeat(1000);
    let ending = (0..1000).find_map(|_| session.tell(&line).err());
    assert_eq!(ending, Some(Ending::WallClock));
}

#[test]
fn one_that_never_leaves_is_killed_at_the_end() {
    assert_eq!(open("sleep", &["1000"]).finish().ending, Ending::Signalled(libc::SIGKILL));
}

#[test]
fn a_helper_that_is_killed_is_reported_and_replaced() {
    let mut launcher = launcher();
    kill_helper(&launcher);
    let error = launcher.run(&command("true", &[]), b"", &Limits::default()).unwrap_err();
    assert!(matches!(error, Error::HelperDied), "{error}");
    launcher = self::launcher();
    assert_eq!(launcher.run(&command("true", &[]), b"", &Limits::default()).unwrap().ending, Ending::Exited(0));
}

#[test]
fn programs_go_with_their_helper() {
    let mut launcher = launcher();
    let sleep = Command { weight: Weight::Lasting, ..command("sleep", &["1000"]) };
    let mut session = launcher.open(&sleep, &Limits::default()).unwrap();
    kill_helper(&launcher);
    assert_eq!(session.ask("still there?", &Limits::default()), Err(Ending::Signalled(libc::SIGKILL)));
}

#[test]
fn a_session_outlives_its_launcher() {
    let mut session = open("cat", &[]);
    assert_eq!(session.ask("alone", &Limits::default()).unwrap().line, "alone");
}

#[test]
fn what_is_no_helper_is_an_error() {
    let start = |path: &str| {
        let helper = HelperCommand { path: path.into(), args: Vec::new() };
        Launcher::start(&helper, Policy::Protected).map(drop).unwrap_err().to_string()
    };
    assert!(start("/nonexistent").contains("/nonexistent"));
    assert!(start("/bin/true").contains("died"));
}
