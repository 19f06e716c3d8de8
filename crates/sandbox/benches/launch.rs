//! What a start costs: a C program that does nothing, plainly and under each protection, one after the other in the
//! same run so that all meet the same machine. `cargo bench -p cardsharp-sandbox [-- ROUNDS [MEBIBYTES]]`: the second
//! number is memory in use by the one who starts them, as a referee's tables would be.

use std::io::Read;
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::Stdio;
use std::time::{Duration, Instant};

use cardsharp_sandbox::{Command, HelperCommand, Launcher, Limits, Policy, Weight};

fn main() {
    let mut numbers = std::env::args().filter_map(|arg| arg.parse::<u32>().ok());
    let (rounds, mebibytes) = (numbers.next().unwrap_or(1000), numbers.next().unwrap_or(0));
    let tables = std::hint::black_box(vec![1_u8; (mebibytes as usize) << 20]);
    let folder = std::env::temp_dir().join(format!("cardsharp-launch-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a folder for the program");
    let program = compile(&folder);
    let start = |policy| {
        let helper = HelperCommand { path: env!("CARGO_BIN_EXE_cardsharp-launcher").into(), args: Vec::new() };
        Launcher::start(&helper, policy).expect("the helper starts")
    };
    let (mut protected, mut unprotected) = (start(Policy::Protected), start(Policy::Unprotected));
    let limits = Limits::default();
    let run = |launcher: &mut Launcher, weight| {
        let finished = launcher.run(&Command::new(&program, weight), b"", &limits).expect("the program runs");
        assert!(finished.ending.is_success(), "{}", finished.ending);
    };
    let mut totals = [Duration::ZERO; 5];
    for round in 0..rounds + 20 {
        for (way, total) in totals.iter_mut().enumerate() {
            let started = Instant::now();
            match way {
                0 => plain(&program, Fork::Copying),
                1 => plain(&program, Fork::Sharing),
                2 => run(&mut unprotected, Weight::OneShot),
                3 => run(&mut protected, Weight::OneShot),
                _ => run(&mut protected, Weight::Lasting),
            }
            // The first rounds fill the caches.
            if round >= 20 {
                *total += started.elapsed();
            }
        }
    }
    let names = ["plain fork and exec", "plain vfork and exec", "helper, limits only", "one shot", "lasting"];
    for (name, total) in names.iter().zip(totals) {
        let mean = total.as_secs_f64() * 1e3 / f64::from(rounds);
        println!("{name:<22} {mean:6.3} ms  {:4.2} times plain", total.as_secs_f64() / totals[0].as_secs_f64());
    }
    drop(tables);
    std::fs::remove_dir_all(&folder).expect("the folder goes");
}

/// How the plain start makes its process.
#[derive(Clone, Copy, PartialEq)]
enum Fork {
    /// As `fork`: our memory is copied.
    Copying,
    /// As `vfork`: our memory is lent. No sandbox could be put on between that and the program.
    Sharing,
}

/// What a referee without a sandbox would do: three pipes, a process, all it writes, its end.
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

fn compile(folder: &Path) -> PathBuf {
    let (source, program) = (folder.join("nothing.c"), folder.join("nothing"));
    std::fs::write(&source, "int main(void) { return 0; }\n").expect("a source file");
    let status = std::process::Command::new("cc").arg("-O2").arg("-o").arg(&program).arg(&source).status();
    assert!(status.expect("a C compiler: install gcc or clang").success());
    program
}
