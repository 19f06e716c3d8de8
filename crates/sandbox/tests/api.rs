//! Tests the interface with the system's own small programs: honest and broken ones.

use std::os::unix::fs::PermissionsExt;
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::time::Duration;

use cardsharp_sandbox::{Command, Ending, Error, HelperCommand, Launcher, Limits, Policy, Sees, Session};

/// The helper's path for the second run, as an ordinary user.
const LAUNCHER: &str = "CARDSHARP_LAUNCHER";

fn launcher() -> Launcher {
    let path = std::env::var_os(LAUNCHER).unwrap_or_else(|| env!("CARGO_BIN_EXE_cardsharp-launcher").into());
    Launcher::start(&HelperCommand { path: path.into(), args: Vec::new() }, Policy::Protected)
        .expect("this machine offers what the sandbox needs")
}

fn kill_helper(launcher: &Launcher) {
    let helper = nix::unistd::Pid::from_raw(launcher.helper_id().try_into().unwrap());
    nix::sys::signal::kill(helper, nix::sys::signal::Signal::SIGKILL).unwrap();
}

/// Returns a command for one of the system's own programs.
fn command(name: &str, args: &[&str]) -> Command {
    let path: PathBuf =
        ["/usr/bin", "/bin"].iter().map(|folder| Path::new(folder).join(name)).find(|path| path.exists()).unwrap();
    Command { args: args.iter().map(|&arg| arg.to_owned()).collect(), ..Command::new(path, Sees::System) }
}

fn open(name: &str, args: &[&str]) -> Session {
    launcher().open(&command(name, args), &Limits::default()).unwrap()
}

/// Short limits, for tests that run into them.
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
    for sees in [Sees::Nothing, Sees::System] {
        let missing = Command::new("/nonexistent/program", sees);
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
    let error = launcher().run(&Command::new("/etc/passwd", Sees::System), b"", &Limits::default()).unwrap_err();
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
    let cat = command("cat", &[]);
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
fn an_answer_that_takes_too_much_thought_ends_the_session() {
    let mut session =
        open("sh", &["-c", "while read line; do echo $line; test $line = go || while :; do :; done; done"]);
    let limits = Limits { cpu: Duration::from_millis(100), ..Limits::default() };
    assert_eq!(session.ask("go", &limits).unwrap().line, "go");
    assert_eq!(session.ask("think", &limits).unwrap().line, "think");
    assert_eq!(session.ask("and now?", &limits), Err(Ending::CpuTime));
}

#[test]
fn thought_counts_anew_for_every_answer() {
    let busy = "while read line; do i=0; while test $i -lt 20000; do i=$((i+1)); done; echo $i; done";
    let mut session = open("sh", &["-c", busy]);
    let first = session.ask("think", &Limits::default()).unwrap().usage.cpu;
    assert!(first > Duration::ZERO);
    // All answers together exceed the limit, each alone does not.
    let limits = Limits { cpu: 8 * first, ..Limits::default() };
    for _ in 0..20 {
        assert_eq!(session.ask("think", &limits).unwrap().line, "20000");
    }
}

#[test]
fn no_limit_is_too_large() {
    let limits = Limits { cpu: Duration::MAX, wall: Duration::MAX, memory: u64::MAX, ..Limits::default() };
    assert_eq!(launcher().run(&command("cat", &[]), b"x", &limits).unwrap().stdout, b"x");
    let cat = command("cat", &[]);
    let mut session = launcher().open(&cat, &limits).unwrap();
    session.tell("x").unwrap();
    assert_eq!(session.ask("y", &limits).unwrap().line, "x");
}

#[test]
fn errors_of_a_session_are_kept() {
    let mut session = open("sh", &["-c", "while read line; do echo not $line >&2; echo $line; done"]);
    session.ask("one", &Limits::default()).unwrap();
    session.ask("two", &Limits::default()).unwrap();
    assert_eq!(String::from_utf8_lossy(&session.finish().stderr), "not one\nnot two\n");
}

/// A folder of the test, open to all users, removed at the end.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Folder {
        let folder = std::env::temp_dir().join(format!("cardsharp-api-{name}-{}", std::process::id()));
        std::fs::create_dir(&folder).unwrap();
        Folder(folder)
    }

    fn write(&self, name: &str, content: &str, mode: u32) -> PathBuf {
        let path = self.0.join(name);
        std::fs::write(&path, content).unwrap();
        std::fs::set_permissions(&path, std::fs::Permissions::from_mode(mode)).unwrap();
        path
    }

    fn close_to_others(&self) {
        std::fs::set_permissions(&self.0, std::fs::Permissions::from_mode(0o700)).unwrap();
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        std::fs::remove_dir_all(&self.0).unwrap();
    }
}

#[test]
fn readable_files_can_be_read_and_no_others() {
    let folder = Folder::new("readable");
    std::fs::create_dir(folder.0.join("open")).unwrap();
    let open = folder.write("open/book", "a book", 0o644);
    let closed = folder.write("diary", "a diary", 0o644);
    for sees in [Sees::System, Sees::Toolchain] {
        let mut cat = command("cat", &[open.to_str().unwrap(), closed.to_str().unwrap()]);
        cat.sees = sees;
        cat.readable = vec![folder.0.join("open")];
        let finished = launcher().run(&cat, b"", &Limits::default()).unwrap();
        assert_eq!((finished.stdout.as_slice(), finished.ending), (b"a book".as_slice(), Ending::Exited(1)));
    }
}

#[test]
fn programs_run_from_folders_that_are_closed_to_others() {
    let folder = Folder::new("closed");
    let script = folder.write("script", "#!/bin/sh\nread line\necho $line from $0\n", 0o755);
    let program = folder.0.join("program");
    std::fs::copy(command("cat", &[]).program, &program).unwrap();
    folder.close_to_others();
    for sees in [Sees::System, Sees::Toolchain] {
        let run = |path: &Path| launcher().run(&Command::new(path, sees), b"word", &Limits::default()).unwrap();
        assert_eq!(String::from_utf8_lossy(&run(&program).stdout), "word");
        assert_eq!(String::from_utf8_lossy(&run(&script).stdout), format!("word from {}\n", script.display()));
    }
}

#[test]
fn a_program_made_anew_under_its_old_name_is_the_new_one() {
    let folder = Folder::new("anew");
    let mut launcher = launcher();
    for word in ["one", "two"] {
        let new = folder.write("new", &format!("#!/bin/sh\necho {word}\n"), 0o755);
        let script = folder.0.join("script");
        std::fs::rename(new, &script).unwrap();
        let finished = launcher.run(&Command::new(script, Sees::System), b"", &Limits::default()).unwrap();
        assert_eq!(finished.stdout, format!("{word}\n").into_bytes());
    }
}

#[test]
fn a_relative_path_counts_from_here() {
    let here = std::env::current_dir().unwrap();
    let up: PathBuf = here.components().skip(1).map(|_| "..").collect();
    let cat = command("cat", &[]);
    let relative = Command { program: up.join(cat.program.strip_prefix("/").unwrap()), ..cat };
    assert_eq!(launcher().run(&relative, b"x", &Limits::default()).unwrap().stdout, b"x");
}

#[test]
fn several_processes_run_where_they_are_allowed() {
    let shell = command("sh", &["-c", "echo one | cat; (echo two); /bin/echo three"]);
    let limits = Limits { processes: 4, ..Limits::default() };
    assert_eq!(launcher().run(&shell, b"", &limits).unwrap().stdout, b"one\ntwo\nthree\n");
}

#[test]
fn a_line_too_long_is_a_flood() {
    let mut session = open("sh", &["-c", "while :; do printf xxxxxxxxxxxxxxxx; done"]);
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
fn a_program_that_never_reads_is_stopped() {
    let sleep = command("sleep", &["1000"]);
    let mut session = launcher().open(&sleep, &impatient()).unwrap();
    let line = "x".repeat(1000);
    let ending = (0..1000).find_map(|_| session.tell(&line).err());
    assert_eq!(ending, Some(Ending::WallClock));
}

/// Returns the descendants of a launcher's helper: their process IDs, states and processor times.
fn descendants(launcher: &Launcher) -> Vec<(u32, char, u64)> {
    let mut known = vec![launcher.helper_id()];
    let mut found = Vec::new();
    let mut all: Vec<(u32, u32, char, u64)> = Vec::new();
    for entry in std::fs::read_dir("/proc").unwrap().flatten() {
        let Ok(pid) = entry.file_name().to_string_lossy().parse::<u32>() else { continue };
        let Ok(stat) = std::fs::read_to_string(format!("/proc/{pid}/stat")) else { continue };
        let fields: Vec<&str> = stat[stat.rfind(')').unwrap() + 2..].split(' ').collect();
        let time = |field: usize| fields[field].parse::<u64>().unwrap();
        all.push((pid, fields[1].parse().unwrap(), fields[0].chars().next().unwrap(), time(11) + time(12)));
    }
    while let Some(parent) = known.pop() {
        for &(pid, _, state, time) in all.iter().filter(|(_, its, ..)| *its == parent) {
            known.push(pid);
            found.push((pid, state, time));
        }
    }
    found
}

#[test]
fn a_program_and_all_it_started_stands_still_while_it_is_not_asked() {
    let mut launcher = launcher();
    let burning =
        command("sh", &["-c", "while read line; do (while :; do :; done) & echo $line; while :; do :; done; done"]);
    let limits = Limits { processes: 4, cpu: Duration::from_secs(3), ..Limits::default() };
    let mut session = launcher.open(&burning, &limits).unwrap();
    assert_eq!(session.ask("burn", &limits).unwrap().line, "burn");
    // The keeper waits; the program and its child become stopped and stay so.
    let stopped = || {
        let all = descendants(&launcher);
        let stopped = all.iter().filter(|(_, state, _)| *state == 'T').map(|&(pid, _, time)| (pid, time));
        stopped.collect::<Vec<_>>()
    };
    let mut frozen = stopped();
    for _ in 0..100_000 {
        if frozen.len() == 2 {
            break;
        }
        std::thread::yield_now();
        frozen = stopped();
    }
    assert_eq!(frozen.len(), 2, "{:?}", descendants(&launcher));
    session.tell("still standing").unwrap();
    let mut other =
        open("sh", &["-c", "while read line; do i=0; while test $i -lt 50000; do i=$((i+1)); done; echo $i; done"]);
    other.ask("think", &Limits::default()).unwrap();
    assert_eq!(stopped(), frozen, "no processor time is used meanwhile");
    // When asked again the program continues where it stopped, and its time counts.
    assert_eq!(session.ask("more", &limits), Err(Ending::CpuTime));
}

#[test]
fn memory_in_use_has_a_limit_where_addresses_have_none() {
    let limits = Limits { memory: u64::MAX, resident: 64 << 20, output: 1 << 10, ..Limits::default() };
    let greedy = command("dd", &["if=/dev/urandom", "of=/dev/null", "bs=1G", "count=1000"]);
    assert_eq!(launcher().run(&greedy, b"", &limits).unwrap().ending, Ending::Memory);
    let modest = command("dd", &["if=/dev/urandom", "of=/dev/null", "bs=1M", "count=100"]);
    assert_eq!(launcher().run(&modest, b"", &limits).unwrap().ending, Ending::Exited(0));
}

#[test]
fn a_scratch_folder_can_be_written_within_its_limit_and_nothing_else() {
    let folder = Folder::new("scratch");
    let (scratch, beside) = (folder.0.join("scratch"), folder.0.join("beside"));
    for path in [&scratch, &beside] {
        std::fs::create_dir(path).unwrap();
        std::fs::set_permissions(path, std::fs::Permissions::from_mode(0o777)).unwrap();
    }
    let script = "echo written > $TMPDIR/small; echo written > $1/small; \
        head -c 5000 /usr/bin/env > $TMPDIR/large; echo status $?";
    let mut shell = command("sh", &["-c", script, "sh", beside.to_str().unwrap()]);
    shell.sees = Sees::Toolchain;
    shell.scratch = Some(scratch.clone());
    let limits = Limits { file: 1000, processes: 4, ..Limits::default() };
    let finished = launcher().run(&shell, b"", &limits).unwrap();
    assert_eq!(std::fs::read_to_string(scratch.join("small")).unwrap(), "written\n");
    assert_eq!(std::fs::metadata(scratch.join("large")).unwrap().len(), 1000);
    assert!(!beside.join("small").exists());
    let said = String::from_utf8_lossy(&finished.stdout).into_owned();
    assert_eq!(said, format!("status {}\n", 128 + libc::SIGXFSZ));
}

#[test]
fn a_scratch_folder_has_a_limit_for_all_that_is_in_it() {
    let folder = Folder::new("filled");
    let scratch = folder.0.join("scratch");
    std::fs::create_dir(&scratch).unwrap();
    std::fs::set_permissions(&scratch, std::fs::Permissions::from_mode(0o777)).unwrap();
    let limits = Limits { file: 1 << 20, scratch: 4 << 20, processes: 4, ..Limits::default() };
    let ending = |script: &str| {
        let mut shell = command("sh", &["-c", script]);
        shell.sees = Sees::Toolchain;
        shell.scratch = Some(scratch.clone());
        launcher().run(&shell, b"", &limits).unwrap().ending
    };
    let modest = "mkdir $TMPDIR/made; head -c 1000000 /usr/bin/env > $TMPDIR/made/one; mv $TMPDIR/made $TMPDIR/kept";
    assert_eq!(ending(modest), Ending::Exited(0));
    assert!(scratch.join("kept/one").exists());
    let greedy = "n=0; while :; do n=$((n+1)); head -c 1000000 /usr/bin/* > $TMPDIR/$n; done 2>&1";
    assert_eq!(ending(greedy), Ending::Flood);
    assert_eq!(ending("cd $TMPDIR; while :; do mkdir d; cd d; done"), Ending::Flood);
}

#[test]
fn an_idle_program_is_stopped_and_a_busy_one_is_not() {
    let limits = Limits { idle: Duration::from_millis(300), ..Limits::default() };
    let mut silent = open("sleep", &["1000"]);
    assert_eq!(silent.ask("hello", &limits), Err(Ending::Idle));
    // It has read the question, and waits for the next.
    let mut mute = open("sh", &["-c", "while read line; do :; done"]);
    assert_eq!(mute.ask("hello", &limits), Err(Ending::Idle));
    let mut busy = open("sh", &["-c", "i=0; while test $i -lt 400000; do i=$((i+1)); done; echo $i"]);
    assert_eq!(busy.ask("hello", &limits).map(|answer| answer.line), Ok("400000".to_owned()));
}

#[test]
fn errors_can_be_taken_answer_by_answer() {
    let mut session = open("sh", &["-c", "while read line; do echo not $line >&2; echo $line; done"]);
    for word in ["one", "two"] {
        session.ask(word, &Limits::default()).unwrap();
        assert_eq!(String::from_utf8_lossy(&session.take_errors()), format!("not {word}\n"));
    }
    assert_eq!(session.take_errors(), b"");
    assert_eq!(String::from_utf8_lossy(&session.finish().stderr), "not one\nnot two\n");
}

#[test]
fn a_program_works_in_its_folder_and_reads_what_is_there() {
    let folder = Folder::new("folder");
    folder.write("book", "a book", 0o644);
    let mut cat = command("cat", &["book"]);
    cat.folder = Some(folder.0.clone());
    folder.close_to_others();
    // As root the program is another user, who cannot enter the folder but starts in it.
    let finished = launcher().run(&cat, b"", &Limits::default()).unwrap();
    let is_root = nix::unistd::geteuid().is_root();
    assert_eq!(finished.stdout, if is_root { b"".as_slice() } else { b"a book" });
    std::fs::set_permissions(&folder.0, std::fs::Permissions::from_mode(0o755)).unwrap();
    assert_eq!(launcher().run(&cat, b"", &Limits::default()).unwrap().stdout, b"a book");
}

#[test]
fn a_busy_machine_is_not_the_programs_fault_but_sleeping_is() {
    // This thread and all it starts share one processor.
    let mut one = nix::sched::CpuSet::new();
    let all = nix::sched::sched_getaffinity(nix::unistd::Pid::from_raw(0)).unwrap();
    one.set((0..nix::sched::CpuSet::count()).find(|&cpu| all.is_set(cpu).unwrap()).unwrap()).unwrap();
    nix::sched::sched_setaffinity(nix::unistd::Pid::from_raw(0), &one).unwrap();
    let mut launcher = launcher();
    let thinking = command("sh", &["-c", "i=0; while test $i -lt 200000; do i=$((i+1)); done; echo $i"]);
    let alone = launcher.run(&thinking, b"", &Limits::default()).unwrap().usage.cpu;
    // Programs that have not been asked yet; they compete for the processor.
    let burning = command("sh", &["-c", "while :; do :; done"]);
    let rivals: Vec<Session> = (0..6).map(|_| launcher.open(&burning, &Limits::default()).unwrap()).collect();
    let limits = Limits { wall: 4 * alone, ..Limits::default() };
    let finished = launcher.run(&thinking, b"", &limits).unwrap();
    assert_eq!((finished.ending, finished.stdout.as_slice()), (Ending::Exited(0), b"200000\n".as_slice()));
    assert!(finished.usage.wall > limits.wall, "the rivals did not matter: {:?}", finished.usage);
    let sleeping = launcher.run(&command("sleep", &["1000"]), b"", &limits).unwrap();
    assert_eq!(sleeping.ending, Ending::WallClock);
    drop(rivals);
}

#[test]
fn a_program_that_does_not_exit_is_killed_by_finish() {
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
    let sleep = command("sleep", &["1000"]);
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
fn a_program_that_is_no_helper_is_an_error() {
    let start = |path: &str| {
        let helper = HelperCommand { path: path.into(), args: Vec::new() };
        Launcher::start(&helper, Policy::Protected).map(drop).unwrap_err().to_string()
    };
    assert!(start("/nonexistent").contains("/nonexistent"));
    assert!(start("/bin/true").contains("died"));
}

/// Root and an ordinary user are contained in different ways, so root tests both.
#[test]
fn all_of_this_holds_for_an_ordinary_user_too() {
    if !nix::unistd::geteuid().is_root() {
        return;
    }
    let folder = Folder::new("ordinary");
    let (test, launcher) = (folder.0.join("api"), folder.0.join("launcher"));
    std::fs::copy(std::env::current_exe().unwrap(), &test).unwrap();
    std::fs::copy(env!("CARGO_BIN_EXE_cardsharp-launcher"), &launcher).unwrap();
    let mut second = std::process::Command::new(test);
    let output = second.env_clear().env(LAUNCHER, launcher).current_dir("/").uid(61_235).gid(61_235).output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stdout));
}
