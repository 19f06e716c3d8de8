//! Measures how many bits two cooperating sandboxed programs can still pass each other. `cargo bench -p
//! cardsharp-sandbox --bench covert`
//!
//! It measures the two channels that no filter closes. The first is processor load, while both programs run at the same
//! time (at two tables, because at one table only the program that is asked runs). The second is the time to read a
//! page that the other program has or has not read; it exists only for programs that see the system, because a
//! statically linked program sees no file.

use std::fs::File;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use cardsharp_sandbox::{Command, HelperCommand, Launcher, Limits, Policy, Sees};

const BITS: usize = 256;

fn main() {
    let folder = std::env::temp_dir().join(format!("cardsharp-covert-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a folder");
    let [alone, linked] = ["-static", "-rdynamic"].map(|link| compile(&folder, link));
    println!("processors, both running at once:");
    for milliseconds in [2, 5, 10, 20, 50] {
        let bits: Vec<bool> = random_bits(milliseconds);
        let (rounds, took) = by_processors(&alone, &bits, f64::from(milliseconds) / 1e3);
        report(
            &format!("{milliseconds} ms a bit"),
            &bits,
            &rounds.iter().map(|&count| -count).collect::<Vec<_>>(),
            took,
        );
    }
    println!("cache of files, one after the other, seeing the system:");
    let file = folder.join("shared");
    std::fs::write(&file, vec![7; BITS << 20]).expect("a file that both may read");
    File::open(&file).and_then(|file| file.sync_all()).expect("on the disk");
    let bits = random_bits(1);
    let (times, took) = by_cache(&linked, &file, &bits);
    report("a page a bit", &bits, &times.iter().map(|&time| -time).collect::<Vec<_>>(), took);
    let mut launcher = launcher();
    let blind = Command {
        args: vec!["touch".into(), file.display().to_string()],
        readable: vec![file.clone()],
        ..Command::new(&alone, Sees::Nothing)
    };
    let ending = launcher.run(&blind, b"0 0 1\n", &Limits::default()).expect("it runs").ending;
    println!("the same, seeing nothing: it {ending}, having opened no file");
    std::fs::remove_dir_all(&folder).expect("the folder goes");
}

fn launcher() -> Launcher {
    let helper = HelperCommand { path: env!("CARGO_BIN_EXE_cardsharp-launcher").into(), args: Vec::new() };
    Launcher::start(&helper, Policy::Protected).expect("the helper starts")
}

fn random_bits(seed: u32) -> Vec<bool> {
    let mut state = u64::from(seed).wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1;
    let mut next = || {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        state >> 63 == 1
    };
    (0..BITS).map(|_| next()).collect()
}

fn text(bits: &[bool]) -> String {
    bits.iter().map(|&bit| if bit { '1' } else { '0' }).collect()
}

/// Starts both programs with a common start time. Returns the counts of the receiver and the time it took.
fn by_processors(program: &Path, bits: &[bool], slot: f64) -> (Vec<f64>, Duration) {
    let clock = nix::time::clock_gettime(nix::time::ClockId::CLOCK_MONOTONIC).expect("a clock");
    let start = clock.tv_sec() as f64 + clock.tv_nsec() as f64 * 1e-9 + 0.2;
    let run = |how: &str, what: &str| {
        let command = Command { args: vec![how.into()], ..Command::new(program, Sees::Nothing) };
        let input = format!("{start:.9} {slot} {what}\n");
        launcher()
            .run(&command, input.as_bytes(), &Limits { cpu: Duration::from_mins(5), ..Limits::default() })
            .expect("it runs")
    };
    let received = std::thread::scope(|scope| {
        scope.spawn(|| run("burn", &text(bits)));
        run("count", &bits.len().to_string())
    });
    (numbers(&received.stdout), Duration::from_secs_f64(slot * bits.len() as f64))
}

/// Runs the sender, then the receiver. Returns how long each page took to read.
fn by_cache(program: &Path, file: &Path, bits: &[bool]) -> (Vec<f64>, Duration) {
    let handle = File::open(file).expect("the file");
    nix::fcntl::posix_fadvise(&handle, 0, 0, nix::fcntl::PosixFadviseAdvice::POSIX_FADV_DONTNEED).expect("a cold file");
    let mut launcher = launcher();
    let mut run = |how: &str, what: &str| {
        let args = vec![how.into(), file.display().to_string()];
        let command = Command { args, readable: vec![file.to_owned()], ..Command::new(program, Sees::System) };
        launcher.run(&command, format!("0 0 {what}\n").as_bytes(), &Limits::default()).expect("it runs")
    };
    let started = Instant::now();
    run("touch", &text(bits));
    let received = run("time", &bits.len().to_string());
    (numbers(&received.stdout), started.elapsed())
}

fn numbers(output: &[u8]) -> Vec<f64> {
    String::from_utf8_lossy(output).split_whitespace().filter_map(|word| word.parse().ok()).collect()
}

/// Prints the error rate of the best threshold (the signal is higher for a 1) and the resulting channel capacity.
fn report(name: &str, bits: &[bool], signal: &[f64], took: Duration) {
    assert_eq!(bits.len(), signal.len(), "{name}: nothing was received");
    let wrong = |threshold: f64| bits.iter().zip(signal).filter(|&(&bit, &value)| bit != (value >= threshold)).count();
    let errors = signal.iter().map(|&value| wrong(value)).min().unwrap_or(0);
    let e = (errors as f64 / bits.len() as f64).clamp(1e-9, 0.5);
    let capacity = 1.0 + e * e.log2() + (1.0 - e) * (1.0 - e).log2();
    let rate = capacity * bits.len() as f64 / took.as_secs_f64();
    println!("  {name:<14} {errors:>3} of {} bits wrong: {rate:.0} bits a second", bits.len());
}

fn compile(folder: &Path, link: &str) -> PathBuf {
    let source = concat!(env!("CARGO_MANIFEST_DIR"), "/benches/covert.c");
    let program = folder.join(format!("covert{link}"));
    let status = std::process::Command::new("cc").args(["-O2", "-pthread", link, source, "-o"]).arg(&program).status();
    assert!(status.expect("a C compiler: install gcc or clang").success());
    program
}
