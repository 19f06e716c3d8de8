//! A killed referee leaves no compiler running.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;
use std::process::{Child, Command};
use std::time::{Duration, Instant};

use super::{COMPILE, Folder, Trial};

pub const TRIALS: &[Trial] = &[("a_killed_referee_leaves_no_compiler_behind", no_compiler_is_left)];

/// Compiles a file in another process.
pub fn compile_elsewhere(source: &Path, cache: &Path) -> Child {
    compile_in(Path::new("/"), &source.to_string_lossy(), cache)
}

/// Compiles a file in another process, with a name typed in that folder.
pub fn compile_in(folder: &Path, typed: &str, cache: &Path) -> Child {
    let mut command = Command::new(std::env::current_exe().unwrap());
    command.args([COMPILE, typed]).arg(cache).current_dir(folder).spawn().unwrap()
}

fn no_compiler_is_left() {
    let folder = Folder::new("killed");
    assert!(Command::new("mkfifo").arg(folder.0.join("wait.h")).status().unwrap().success());
    let source = folder.write("bot.c", "#include \"wait.h\"\n");
    let mut referee = compile_elsewhere(&source, &folder.cache());
    // The compiler waits for a writer of the pipe. The processes are the referee's helper, keeper, driver and cc1.
    until(|| descendants(referee.id()).len() >= 4, "the compiler starts");
    let all = descendants(referee.id());
    referee.kill().unwrap();
    referee.wait().unwrap();
    until(|| all.iter().all(|process| !alive().contains(process)), "all of them go");
}

/// Waits for a condition. The limit makes it a failure instead of a hanging test.
fn until(mut there: impl FnMut() -> bool, what: &str) {
    let begun = Instant::now();
    while !there() {
        assert!(begun.elapsed() < Duration::from_mins(2), "{what}");
        std::thread::yield_now();
    }
}

/// Returns the running processes with their parents and start times.
fn processes() -> Vec<(u32, u32, u64)> {
    let entries = fs::read_dir("/proc").unwrap().flatten();
    let pids = entries.filter_map(|entry| entry.file_name().to_string_lossy().parse::<u32>().ok());
    let described = pids.filter_map(|pid| {
        let stat = fs::read_to_string(format!("/proc/{pid}/stat")).ok()?;
        let fields: Vec<&str> = stat[stat.rfind(')')? + 2..].split(' ').collect();
        let is_dead = matches!(fields[0], "Z" | "X");
        (!is_dead).then(|| Some((pid, fields[1].parse().ok()?, fields[19].parse().ok()?)))?
    });
    described.collect()
}

fn alive() -> BTreeSet<(u32, u64)> {
    processes().into_iter().map(|(pid, _, began)| (pid, began)).collect()
}

fn descendants(of: u32) -> Vec<(u32, u64)> {
    let all = processes();
    let (mut parents, mut found) = (vec![of], Vec::new());
    while let Some(parent) = parents.pop() {
        for &(pid, _, began) in all.iter().filter(|(_, its, _)| *its == parent) {
            parents.push(pid);
            found.push((pid, began));
        }
    }
    found
}
