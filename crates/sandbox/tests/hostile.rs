//! Runs hostile programs and checks whether they did any harm: each of `tests/hostile/*.c` and `*.py`, under each
//! protection, and on a kernel that seems to lack one; as the current user and, if that is root, as an ordinary user
//! too.
//!
//! `cargo test -p cardsharp-sandbox --test hostile [-- PART-OF-A-NAME]`

#[path = "hostile/workshop.rs"]
mod workshop;
#[path = "hostile/world.rs"]
mod world;

use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Duration;

use cardsharp_sandbox::{Command, Ending, Error, Finished, Forbidden, HelperCommand, Launcher, Limits, Policy, Sees};

use workshop::{Workshop, sources};
use world::{World, survivors};

/// How an attack must end.
enum Expected {
    Just(Ending),
    /// With any exit status.
    AnyExit,
}

use Expected::{AnyExit, Just};

/// The program tried its attacks and exited without success.
const IN_VAIN: Ending = Ending::Exited(0);

/// The hostile programs, how each must end, and how many processes it may start.
#[rustfmt::skip]
const ATTACKS: &[(&str, Expected, u32)] = &[
    ("abort", Just(Ending::Signalled(libc::SIGABRT)), 1),
    ("ask_by_executing", Just(IN_VAIN), 1),
    ("become_root", Just(IN_VAIN), 1),
    ("close_everything", Just(IN_VAIN), 1),
    ("close_output", Just(Ending::WallClock), 1),
    ("collude_access_time", Just(IN_VAIN), 1),
    ("collude_cache", Just(IN_VAIN), 1),
    ("collude_counters", Just(IN_VAIN), 1),
    ("collude_locks", Just(IN_VAIN), 1),
    ("collude_numbers", Just(IN_VAIN), 1),
    ("continue_itself", Just(IN_VAIN), 1),
    ("continue_itself", Just(IN_VAIN), 8),
    ("daemon", Just(IN_VAIN), 1),
    ("daemon", Just(Ending::Exited(0)), 8),
    ("deface_files", Just(IN_VAIN), 1),
    ("descriptor_bomb", Just(IN_VAIN), 1),
    ("die_by_signal", Just(Ending::Signalled(libc::SIGALRM)), 1),
    ("environment", Just(IN_VAIN), 1),
    ("exit_strangely", Just(Ending::Exited(77)), 1),
    ("flood_errors", Just(Ending::Flood), 1),
    ("flood_output", Just(Ending::Flood), 1),
    ("fork_bomb", Just(IN_VAIN), 1),
    ("fork_bomb", Just(IN_VAIN), 8),
    ("fork_once", Just(IN_VAIN), 1),
    ("ignore_input", Just(IN_VAIN), 1),
    ("inherited", Just(IN_VAIN), 1),
    ("io_uring", Just(IN_VAIN), 1),
    ("kernel", Just(IN_VAIN), 1),
    ("kill_everyone", Just(IN_VAIN), 1),
    ("kill_group", Just(Ending::Signalled(libc::SIGKILL)), 1),
    ("kill_parent", Just(IN_VAIN), 1),
    ("kill_victim", Just(IN_VAIN), 1),
    ("loop", Just(Ending::CpuTime), 1),
    ("loop_deaf", Just(Ending::CpuTime), 1),
    ("loop_in_threads", Just(Ending::CpuTime), 1),
    ("loop_of_execs", Just(Ending::CpuTime), 1),
    ("memory_at_once", Just(IN_VAIN), 1),
    ("memory_hidden", Just(IN_VAIN), 1),
    ("memory_in_children", Just(IN_VAIN), 1),
    ("memory_in_children", Just(IN_VAIN), 8),
    ("memory_kernel", Just(IN_VAIN), 1),
    ("memory_malloc", Just(Ending::Memory), 1),
    ("memory_mmap", Just(Ending::Memory), 1),
    ("memory_protected", Just(Ending::Memory), 1),
    ("memory_shared", Just(Ending::Signalled(libc::SIGABRT)), 1),
    ("memory_stack", Just(Ending::Signalled(libc::SIGSEGV)), 1),
    ("mounts", Just(IN_VAIN), 1),
    ("nameless_program", Just(IN_VAIN), 1),
    ("namespaces", Just(IN_VAIN), 1),
    ("namespaces", Just(IN_VAIN), 8),
    ("odd_sockets", Just(IN_VAIN), 1),
    ("orphan_flood", Just(Ending::Exited(0)), 1),
    ("orphan_flood", Just(Ending::Exited(0)), 8),
    ("other_machine", Just(Ending::Signalled(libc::SIGSYS)), 1),
    ("other_numbers", Just(IN_VAIN), 1),
    ("outlive", Just(IN_VAIN), 1),
    ("personality", Just(IN_VAIN), 1),
    ("ptrace", Just(IN_VAIN), 1),
    ("python_breakout", Just(IN_VAIN), 1),
    ("python_spy", Just(IN_VAIN), 1),
    ("raise_limits", Just(IN_VAIN), 1),
    ("read_by_detour", Just(IN_VAIN), 1),
    ("read_memory", Just(IN_VAIN), 1),
    ("read_process", Just(IN_VAIN), 1),
    ("read_secret", Just(IN_VAIN), 1),
    ("read_system_files", Just(IN_VAIN), 1),
    ("run_shell", Just(IN_VAIN), 1),
    ("segfault", Just(Ending::Signalled(libc::SIGSEGV)), 1),
    ("set_user_id", AnyExit, 1),
    ("sleep", Just(Ending::WallClock), 1),
    ("sleep_deaf", Just(Ending::WallClock), 1),
    ("sleep_stopped", Just(Ending::WallClock), 1),
    ("system_v", Just(IN_VAIN), 1),
    ("tcp", Just(IN_VAIN), 1),
    ("terminal", Just(IN_VAIN), 1),
    ("thread_bomb", Just(IN_VAIN), 1),
    ("udp", Just(IN_VAIN), 1),
    ("unix_abstract", Just(IN_VAIN), 1),
    ("unix_pair", Just(IN_VAIN), 1),
    ("unix_path", Just(IN_VAIN), 1),
    ("write_files", Just(IN_VAIN), 1),
    ("write_huge_file", Just(IN_VAIN), 1),
];

/// Attacks that do harm without protection, but none that could not be undone. They prove that the test can see harm.
const HARMFUL: [&str; 17] = [
    "ask_by_executing",
    "collude_numbers",
    "continue_itself",
    "memory_hidden",
    "read_secret",
    "deface_files",
    "tcp",
    "udp",
    "unix_path",
    "unix_abstract",
    "kill_victim",
    "daemon",
    "collude_access_time",
    "collude_cache",
    "collude_counters",
    "collude_locks",
    "memory_kernel",
];

/// Attacks that only a file system of its own stops, if a program sees the system.
const NEEDS_MOUNTS: [&str; 2] = ["collude_access_time", "ask_by_executing"];

/// The user that root becomes for the second half.
const ORDINARY: u32 = 61_234;
const FOLDER: &str = "CARDSHARP_HOSTILE_FOLDER";

fn main() -> ExitCode {
    let filter = std::env::args().skip(1).find(|arg| !arg.starts_with('-')).unwrap_or_default();
    if !ATTACKS.iter().any(|(name, ..)| name.contains(&filter)) {
        return ExitCode::SUCCESS;
    }
    let failures = if let Some(folder) = std::env::var_os(FOLDER) {
        run_all(Path::new(&folder), &filter)
    } else {
        every_program_is_listed();
        let workshop = Workshop::new();
        let mut failures = run_all(&workshop.folder, &filter);
        if nix::unistd::geteuid().is_root() {
            let mut ordinary = std::process::Command::new(workshop.folder.join("hostile"));
            ordinary.uid(ORDINARY).gid(ORDINARY).arg(&filter).env(FOLDER, &workshop.folder).current_dir("/");
            failures += u32::from(!ordinary.status().expect("the second half starts").success());
        }
        failures
    };
    ExitCode::from(u8::from(failures > 0))
}

fn every_program_is_listed() {
    for (name, path) in sources() {
        let listed = ATTACKS.iter().any(|(listed, ..)| *listed == name);
        assert!(listed, "{} is not among the attacks", path.display());
    }
}

/// A kind of protection: its name, what the kernel seems to lack, what the program sees.
const PROTECTIONS: [(&str, Option<&str>, Sees); 5] = [
    ("seeing nothing", None, Sees::Nothing),
    ("seeing the system", None, Sees::System),
    ("seeing nothing, without namespaces", Some("namespaces"), Sees::Nothing),
    ("seeing the system, without namespaces", Some("namespaces"), Sees::System),
    ("seeing nothing, without Landlock", Some("landlock"), Sees::Nothing),
];

/// Runs every attack under every protection. Returns how many did harm or ended in the wrong way.
fn run_all(folder: &Path, filter: &str) -> u32 {
    let who = if nix::unistd::geteuid().is_root() { "root" } else { "ordinary user" };
    let (mut tried, mut failures) = (0, 0);
    let mut judge = |what: String, verdict: Result<(), String>| {
        tried += 1;
        if let Err(trouble) = verdict {
            failures += 1;
            println!("{who}, {what} ... FAILED\n    {}", trouble.replace('\n', "\n    "));
        }
    };
    let mut world = World::new(0);
    for (protection, lacking, sees) in PROTECTIONS {
        let mut launcher = Launcher::start(&helper(folder, lacking), Policy::Protected).expect(protection);
        for (name, expected, processes) in ATTACKS.iter().filter(|(name, ..)| name.contains(filter)) {
            // Without namespaces several processes cannot all be killed, so they are not allowed.
            let bare = lacking == Some("namespaces");
            if bare && (*processes > 1 || sees == Sees::System && NEEDS_MOUNTS.contains(name)) {
                continue;
            }
            let verdict = check_attack(folder, &mut launcher, &mut world, (name, expected, *processes), sees);
            judge(format!("{protection}: {name}"), verdict);
        }
    }
    let mut launcher = Launcher::start(&helper(folder, None), Policy::Protected).expect("the helper starts");
    for name in ["daemon", "fork_bomb", "loop_in_threads", "sleep_deaf"].iter().filter(|name| name.contains(filter)) {
        judge(format!("let go: {name}"), check_dropped_session(folder, &mut launcher, &mut world, name));
    }
    for (name, processes) in GREEDY.iter().filter(|(name, _)| name.contains(filter)) {
        for sees in [Sees::Nothing, Sees::System] {
            let verdict = check_resident_limit(folder, &mut launcher, &world, (name, *processes), sees);
            judge(format!("looked at, {sees:?}: {name}"), verdict);
        }
    }
    for (number, name) in (1..).zip(HARMFUL).filter(|(_, name)| name.contains(filter)) {
        judge(format!("unprotected: {name}"), check_harm(folder, name, number));
    }
    if filter.is_empty() {
        for (name, forbidden, sees) in WATCHED {
            judge(format!("watched: {name}"), check_watched(folder, &mut launcher, &world, (name, forbidden, sees)));
        }
        judge("nothing to protect us".into(), check_refusal(folder));
        judge("several processes without namespaces".into(), check_refusal_of_several(folder));
    }
    println!("{who}: {tried} attacks, {failures} of them successful");
    failures
}

fn helper(folder: &Path, lacking: Option<&str>) -> HelperCommand {
    let launcher = folder.join("launcher");
    match lacking {
        None => HelperCommand { path: launcher, args: Vec::new() },
        Some(what) => {
            let args = vec![what.to_owned(), launcher.display().to_string()];
            HelperCommand { path: folder.join("lacking"), args }
        }
    }
}

/// Returns generous limits, except the one that the attack is about.
fn limits(expected: &Expected, processes: u32) -> Limits {
    let (quick, slow) = (Duration::from_millis(200), Duration::from_mins(1));
    Limits {
        cpu: if matches!(expected, Just(Ending::CpuTime)) { quick } else { slow },
        wall: if matches!(expected, Just(Ending::WallClock)) { quick } else { slow },
        memory: 128 << 20,
        processes,
        ..Limits::default()
    }
}

/// Returns the statically linked build for a program that sees nothing, if there is one.
fn command(folder: &Path, name: &str, world: &World, sees: Sees) -> Command {
    let alone = folder.join(workshop::alone(name));
    let program = if sees == Sees::Nothing && alone.exists() { alone } else { folder.join(name) };
    Command { args: world.args(), readable: vec![world.almanac()], ..Command::new(program, sees) }
}

/// Runs an attack. Checks that it did no harm, ended as expected and left no process.
fn check_attack(
    folder: &Path,
    launcher: &mut Launcher,
    world: &mut World,
    (name, expected, processes): (&str, &Expected, u32),
    sees: Sees,
) -> Result<(), String> {
    let command = command(folder, name, world, sees);
    let before = world.look();
    // More than a pipe holds; most programs do not read it.
    let finished =
        launcher.run(&command, &vec![b'7'; 1 << 20], &limits(expected, processes)).map_err(|e| e.to_string())?;
    let mut trouble = differences(&before, &world.look());
    trouble.extend(outputs(&finished).filter(|text| world.betrays(text)));
    let left = survivors(&command.program, launcher.helper_id());
    if !left.is_empty() {
        trouble.push(format!("processes left: {left:?}"));
    }
    let as_it_must = match expected {
        // A program that sees nothing cannot even execute itself.
        _ if name == "loop_of_execs" && finished.ending == IN_VAIN => sees == Sees::Nothing,
        Just(ending) => finished.ending == *ending,
        AnyExit => matches!(finished.ending, Ending::Exited(_)),
    };
    if !as_it_must {
        trouble.push(format!("it {}", finished.ending));
        trouble.extend(outputs(&finished));
    }
    let leaves_early = ["daemon", "orphan_flood"].contains(&name);
    if finished.ending == IN_VAIN && !leaves_early && !finished.stdout.ends_with(b"tried\n") {
        trouble.push("it did not even try".into());
    }
    if trouble.is_empty() { Ok(()) } else { Err(trouble.join("\n")) }
}

fn outputs(finished: &Finished) -> impl Iterator<Item = String> {
    [&finished.stdout, &finished.stderr]
        .map(|bytes| String::from_utf8_lossy(bytes).chars().take(1000).collect())
        .into_iter()
}

fn differences(before: &[String], after: &[String]) -> Vec<String> {
    let lost = before.iter().filter(|line| !after.contains(line)).map(|line| format!("no longer: {line}"));
    let new = after.iter().filter(|line| !before.contains(line)).map(|line| format!("now: {line}"));
    lost.chain(new).collect()
}

/// Opens a session and drops it during the attack. Checks that nothing is left.
fn check_dropped_session(folder: &Path, launcher: &mut Launcher, world: &mut World, name: &str) -> Result<(), String> {
    let command = command(folder, name, world, Sees::System);
    let before = world.look();
    let session = launcher.open(&command, &Limits { processes: 8, ..Limits::default() }).map_err(|e| e.to_string())?;
    drop(session);
    let mut trouble = differences(&before, &world.look());
    let left = survivors(&command.program, launcher.helper_id());
    if !left.is_empty() {
        trouble.push(format!("processes left: {left:?}"));
    }
    if trouble.is_empty() { Ok(()) } else { Err(trouble.join("\n")) }
}

/// Checks that the attack does harm without protection, and that the test sees it.
fn check_harm(folder: &Path, name: &str, number: u32) -> Result<(), String> {
    let mut world = World::new(number);
    let command = command(folder, name, &world, Sees::System);
    let mut launcher = Launcher::start(&helper(folder, None), Policy::Unprotected).map_err(|e| e.to_string())?;
    let before = world.look();
    let finished = launcher.run(&command, b"", &limits(&AnyExit, 1)).map_err(|e| e.to_string())?;
    let left = survivors(&command.program, launcher.helper_id());
    for &pid in &left {
        let _may_be_dead = nix::sys::signal::kill(nix::unistd::Pid::from_raw(pid as i32), nix::sys::signal::SIGKILL);
    }
    let harmed = before != world.look() || outputs(&finished).any(|text| world.betrays(&text)) || !left.is_empty();
    if harmed { Ok(()) } else { Err("without protection it does no harm, so its containment proves nothing".into()) }
}

/// Programs that use up memory while only the memory in use is limited, and how many processes each may start.
const GREEDY: [(&str, u32); 4] =
    [("memory_malloc", 1), ("memory_mmap", 1), ("memory_protected", 1), ("memory_in_children", 8)];

/// Checks that a program without a limit on its address space, as Java needs, is stopped before it uses much memory.
/// The programs report a gigabyte as harm; the checked bound is not tight, because the referee's checks take time.
fn check_resident_limit(
    folder: &Path,
    launcher: &mut Launcher,
    world: &World,
    (name, processes): (&str, u32),
    sees: Sees,
) -> Result<(), String> {
    let limits = Limits { memory: u64::MAX, data: 4 << 30, resident: 128 << 20, ..limits(&AnyExit, processes) };
    let finished = launcher.run(&command(folder, name, world, sees), b"", &limits).map_err(|e| e.to_string())?;
    let is_harmed = outputs(&finished).any(|text| world.betrays(&text) || text.contains("HARM"));
    match finished.ending {
        Ending::Memory if !is_harmed && finished.usage.memory < 512 << 20 => Ok(()),
        ending => Err(format!("it {ending} with {} MiB in use", finished.usage.memory >> 20)),
    }
}

/// Programs that must end at their first forbidden attempt.
const WATCHED: [(&str, Forbidden, Sees); 6] = [
    ("fork_once", Forbidden::Processes, Sees::Nothing),
    ("fork_once", Forbidden::Processes, Sees::System),
    ("run_shell", Forbidden::Processes, Sees::Nothing),
    ("write_files", Forbidden::Files, Sees::Nothing),
    ("tcp", Forbidden::Network, Sees::Nothing),
    ("tcp", Forbidden::Network, Sees::System),
];

fn check_watched(
    folder: &Path,
    launcher: &mut Launcher,
    world: &World,
    (name, forbidden, sees): (&str, Forbidden, Sees),
) -> Result<(), String> {
    let mut end = |name: &str| {
        let command = Command { forbidden: Some(forbidden), ..command(folder, name, world, sees) };
        launcher.run(&command, b"", &limits(&AnyExit, 1)).map(|finished| finished.ending).map_err(|e| e.to_string())
    };
    match (end(name)?, end("exit_strangely")?) {
        (Ending::Signalled(libc::SIGSYS), Ending::Exited(77)) => Ok(()),
        other => Err(format!("it and an honest one: {other:?}")),
    }
}

/// Checks that without Landlock and namespaces programs run only unprotected.
fn check_refusal(folder: &Path) -> Result<(), String> {
    let start = |policy| Launcher::start(&helper(folder, Some("both")), policy);
    match start(Policy::Protected) {
        Err(Error::Refused(reason)) if reason.contains("Landlock") => {}
        other => return Err(format!("not refused: {other:?}")),
    }
    let program = Command { args: vec!["fine".into()], ..Command::new("/bin/echo", Sees::System) };
    let finished = start(Policy::Unprotected).and_then(|mut launcher| launcher.run(&program, b"", &Limits::default()));
    match finished {
        Ok(finished) if finished.stdout == b"fine\n" => Ok(()),
        other => Err(format!("told so, and yet: {other:?}")),
    }
}

/// Checks that several processes are refused if they could not all be killed.
fn check_refusal_of_several(folder: &Path) -> Result<(), String> {
    let mut launcher =
        Launcher::start(&helper(folder, Some("namespaces")), Policy::Protected).map_err(|e| e.to_string())?;
    let limits = Limits { processes: 2, ..Limits::default() };
    match launcher.run(&Command::new(PathBuf::from("/bin/true"), Sees::System), b"", &limits) {
        Err(Error::Refused(reason)) if reason.contains("process namespace") => Ok(()),
        other => Err(format!("not refused: {other:?}")),
    }
}
