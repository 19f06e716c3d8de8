//! Measures what a start costs: a C program that does nothing, started plainly and under each protection. The variants
//! alternate within one run, so that all see the same machine. The program is linked statically, as the C files of
//! participants are, and dynamically. `cargo bench -p cardsharp-sandbox [-- ROUNDS [MEBIBYTES]]`: the second number is
//! memory in use by the parent process, like a referee's tables.

use std::io::Read;
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::Stdio;
use std::time::{Duration, Instant};

use cardsharp_sandbox::{Command, HelperCommand, Launcher, Limits, Policy, Sees};

fn main() {
    let mut numbers = std::env::args().filter_map(|arg| arg.parse::<u32>().ok());
    let (rounds, mebibytes) = (numbers.next().unwrap_or(1000), numbers.next().unwrap_or(0));
    let tables = std::hint::black_box(vec![1_u8; (mebibytes as usize) << 20]);
    let folder = std::env::temp_dir().join(format!("cardsharp-launch-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a folder for the program");
    let (alone, linked) = (compile(&folder, "-static"), compile(&folder, "-rdynamic"));
    let start = |policy| {
        let helper = HelperCommand { path: env!("CARGO_BIN_EXE_cardsharp-launcher").into(), args: Vec::new() };
        Launcher::start(&helper, policy).expect("the helper starts")
    };
    let (mut protected, mut unprotected) = (start(Policy::Protected), start(Policy::Unprotected));
    let limits = Limits::default();
    let run = |launcher: &mut Launcher, program: &Path, sees| {
        let finished = launcher.run(&Command::new(program, sees), b"", &limits).expect("the program runs");
        assert!(finished.ending.is_success(), "{}", finished.ending);
    };
    let mut totals = [Duration::ZERO; 7];
    for round in 0..rounds + 20 {
        for (way, total) in totals.iter_mut().enumerate() {
            let started = Instant::now();
            match way {
                0 => plain(&linked, Fork::Copying),
                1 => plain(&linked, Fork::Sharing),
                2 => plain(&alone, Fork::Copying),
                3 => run(&mut unprotected, &linked, Sees::System),
                4 => run(&mut unprotected, &alone, Sees::Nothing),
                5 => run(&mut protected, &alone, Sees::Nothing),
                _ => run(&mut protected, &linked, Sees::System),
            }
            // The first rounds warm the caches.
            if round >= 20 {
                *total += started.elapsed();
            }
        }
    }
    let names = [
        "plain fork and exec",
        "plain vfork and exec",
        "static, plain fork and exec",
        "helper, limits only",
        "static, helper, limits only",
        "static, seeing nothing",
        "seeing the system",
    ];
    for (name, total) in names.iter().zip(totals) {
        let mean = total.as_secs_f64() * 1e3 / f64::from(rounds);
        println!("{name:<28} {mean:6.3} ms  {:4.2} times plain", total.as_secs_f64() / totals[0].as_secs_f64());
    }
    drop(tables);
    std::fs::remove_dir_all(&folder).expect("the folder goes");
}

/// How the plain start creates its process.
#[derive(Clone, Copy, PartialEq)]
enum Fork {
    /// As `fork`: the parent's memory is copied.
    Copying,
    /// As `vfork`: the parent's memory is shared. No sandbox could be set up between that and the program.
    Sharing,
}

/// Starts the program as a referee without a sandbox would: three pipes, a process, its output, its exit status.
#[allow(unsafe_code, reason = "the standard library copies the process only where a hook must run in between")]
fn plain(program: &Path, fork: Fork) {
    let mut command = std::process::Command::new(program);
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).env_clear();
    if fork == Fork::Copying {
        // SAFETY: the hook does nothing.
        unsafe { command.pre_exec(|| Ok(())) };
    }
    let mut child = command.spawn().expect("the program starts");
    drop(child.stdin.take());
    let mut output = Vec::new();
    child.stdout.take().expect("a pipe").read_to_end(&mut output).expect("its output");
    child.stderr.take().expect("a pipe").read_to_end(&mut output).expect("its errors");
    assert!(child.wait().expect("its end").success());
}

fn compile(folder: &Path, link: &str) -> PathBuf {
    let (source, program) = (folder.join("nothing.c"), folder.join(format!("nothing{link}")));
    std::fs::write(&source, "int main(void) { return 0; }\n").expect("a source file");
    let status = std::process::Command::new("cc").args(["-O2", link, "-o"]).arg(&program).arg(&source).status();
    assert!(status.expect("a C compiler: install gcc or clang").success());
    program
}
