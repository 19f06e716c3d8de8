//! Compiles honest and hostile C files: as the current user and, if that is root, as an ordinary user too.
//!
//! `cargo test -p cardsharp-programs --test compiler [-- PART-OF-A-NAME]`

#[path = "compiler/honest.rs"]
mod honest;
#[path = "compiler/hostile.rs"]
mod hostile;
#[path = "compiler/killed.rs"]
mod killed;
#[path = "compiler/limits.rs"]
mod limits;

use std::fs;
use std::os::unix::fs::{MetadataExt, PermissionsExt};
use std::os::unix::process::CommandExt;
use std::panic::catch_unwind;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};

use cardsharp_programs::{Build, Compiled, Launch, ProgramError, compile};
use cardsharp_sandbox::{HelperCommand, Policy};

type Trial = (&'static str, fn());

/// The user of the second round, if the first is root.
const ORDINARY: u32 = 61_236;
/// The argument that makes this program the sandbox's helper.
const HELPER: &str = "be-the-helper";
/// The argument that makes it compile one file and exit.
const COMPILE: &str = "compile-this";

fn main() -> ExitCode {
    let args: Vec<String> = std::env::args().skip(1).collect();
    match args.first().map(String::as_str) {
        Some(HELPER) => cardsharp_sandbox::serve(),
        Some(COMPILE) => {
            drop(compile(Path::new(&args[1]), Build::Plain, Path::new(&args[2]), &launch()));
            return ExitCode::SUCCESS;
        }
        _ => {}
    }
    let filter = args.iter().find(|arg| !arg.starts_with('-')).cloned().unwrap_or_default();
    let mut failed = run(&filter);
    if fs::metadata("/proc/self").expect("ourselves").uid() == 0 {
        let folder = Folder::new("ordinary");
        let copy = folder.0.join("compiler");
        fs::copy(std::env::current_exe().expect("our own path"), &copy).expect("a copy that all can reach");
        let mut second = Command::new(&copy);
        second.uid(ORDINARY).gid(ORDINARY).arg(&filter).env("HOME", "/nonexistent").current_dir("/");
        failed |= !second.status().expect("the second round starts").success();
    }
    ExitCode::from(u8::from(failed))
}

/// Runs all tests in parallel: most of them wait for other processes. Returns whether one failed.
fn run(filter: &str) -> bool {
    let trials = [honest::TRIALS, hostile::TRIALS, limits::TRIALS, killed::TRIALS].concat();
    let chosen: Vec<Trial> = trials.into_iter().filter(|(name, _)| name.contains(filter)).collect();
    let who = if fs::metadata("/proc/self").expect("ourselves").uid() == 0 { "root" } else { "ordinary user" };
    let failed: Vec<&str> = std::thread::scope(|scope| {
        let started: Vec<_> =
            chosen.iter().map(|&(name, trial)| (name, scope.spawn(move || catch_unwind(trial)))).collect();
        let ended = started.into_iter().map(|(name, thread)| (name, thread.join().is_ok_and(|ended| ended.is_ok())));
        ended.filter(|(_, is_well)| !is_well).map(|(name, _)| name).collect()
    });
    for name in &failed {
        println!("{who}: {name} ... FAILED");
    }
    println!("{who}: {} passed, {} failed", chosen.len() - failed.len(), failed.len());
    !failed.is_empty()
}

fn launch() -> Launch {
    let helper = HelperCommand { path: std::env::current_exe().expect("our own path"), args: vec![HELPER.into()] };
    Launch::new(&helper, Policy::Protected)
}

/// A folder of files to compile, readable for all users, and a cache; both are removed when it is dropped.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Folder {
        let folder = std::env::temp_dir().join(format!("cardsharp-compiler-{}-{name}", std::process::id()));
        fs::create_dir(&folder).expect("a folder");
        fs::set_permissions(&folder, fs::Permissions::from_mode(0o755)).expect("a folder that all can reach");
        Folder(fs::canonicalize(folder).expect("it is there"))
    }

    fn write(&self, name: &str, text: &str) -> PathBuf {
        let path = self.0.join(name);
        fs::write(&path, text).expect("a file");
        fs::set_permissions(&path, fs::Permissions::from_mode(0o644)).expect("a file that all can read");
        path
    }

    fn cache(&self) -> PathBuf {
        self.0.with_extension("cache")
    }

    fn compile(&self, source: &Path) -> Result<Compiled, ProgramError> {
        compile(source, Build::Plain, &self.cache(), &launch())
    }

    fn compile_error(&self, text: &str) -> String {
        let source = self.write("bot.c", text);
        let error = self.compile(&source).map(|compiled| compiled.program).expect_err(text);
        assert!(error.is_unfit(), "{error}");
        error.to_string()
    }

    fn names(&self) -> Vec<String> {
        let entries = fs::read_dir(&self.0).expect("the folder").flatten();
        let mut names: Vec<String> = entries.map(|entry| entry.file_name().to_string_lossy().into_owned()).collect();
        names.sort();
        names
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        for folder in [&self.0, &self.cache()] {
            let _never_made = fs::remove_dir_all(folder);
        }
    }
}
