//! Measures the cost of compiling in the sandbox: the same two compiler runs, plain and sandboxed, in turn within one
//! run.
//! `cargo bench -p cardsharp-programs --bench compile [-- ROUNDS [FILE]]`

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode, Stdio};
use std::time::{Duration, Instant};

use cardsharp_programs::{Build, Launch, compile};
use cardsharp_sandbox::{HelperCommand, Policy};

const HELPER: &str = "be-the-helper";

fn main() -> ExitCode {
    let args: Vec<String> = std::env::args().skip(1).filter(|arg| arg != "--bench").collect();
    if args.first().is_some_and(|arg| arg == HELPER) {
        cardsharp_sandbox::serve();
    }
    let rounds: u32 = args.first().and_then(|arg| arg.parse().ok()).unwrap_or(30);
    let example = concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples/intensity.c");
    let source = PathBuf::from(args.get(1).map_or(example, String::as_str));
    let helper = HelperCommand { path: std::env::current_exe().expect("our own path"), args: vec![HELPER.into()] };
    let launch = Launch::new(&helper, Policy::Protected);
    let folder = std::env::temp_dir().join(format!("cardsharp-compile-{}", std::process::id()));
    let mut ratios = Vec::new();
    let mut totals = [Duration::ZERO; 2];
    for round in 0..=rounds {
        let cache = folder.join(round.to_string());
        fs::create_dir_all(&cache).expect("a folder");
        let started = Instant::now();
        plain(&source, &cache.join("plain"));
        let plainly = started.elapsed();
        let started = Instant::now();
        compile(&source, Build::Plain, &cache, &launch).expect("it compiles");
        let inside = started.elapsed();
        // The first round starts the helper and fills the caches.
        if round > 0 {
            totals[0] += plainly;
            totals[1] += inside;
            ratios.push(inside.as_secs_f64() / plainly.as_secs_f64());
        }
    }
    fs::remove_dir_all(&folder).expect("the folder goes");
    ratios.sort_by(f64::total_cmp);
    let [plainly, inside] = totals.map(|total| total.as_secs_f64() * 1e3 / f64::from(rounds));
    println!("plain {plainly:.1} ms, in the sandbox {inside:.1} ms, ratio of the means {:.2}", inside / plainly);
    println!(
        "ratio by round: median {:.2}, from {:.2} to {:.2}",
        ratios[ratios.len() / 2],
        ratios[0],
        ratios[ratios.len() - 1]
    );
    ExitCode::SUCCESS
}

/// The same work without a sandbox: preprocesses for the content, then compiles.
fn plain(source: &Path, program: &Path) {
    let flags = "-std=gnu11 -Wall -O1 -fwrapv -fno-strict-aliasing -static".split(' ');
    for last in ["-E -P -x c -".to_owned(), format!("-pipe -x c - -o {} -lm", program.display())] {
        let mut command = Command::new("cc");
        command.args(flags.clone()).args(last.split(' '));
        let mut child =
            command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("a C compiler");
        let text = fs::read(source).expect("the source");
        child.stdin.take().expect("a pipe").write_all(&text).expect("it reads");
        assert!(child.wait_with_output().expect("its end").status.success());
    }
}
