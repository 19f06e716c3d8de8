//! `cargo xtask fuzz`: runs libFuzzer on everything that reads untrusted input, with the stable toolchain alone.
//!
//! cargo-fuzz wants a nightly compiler for its sanitizers. Safe Rust gains little from those: coverage finds the bugs,
//! and stable rustc passes the flags for it through to LLVM.

mod seeds;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use anyhow::{Context, bail, ensure};

const USAGE: &str = "\
usage: cargo xtask fuzz [--seconds N] [TARGET…]   fuzz each target for N seconds (default 10)
       cargo xtask fuzz --seeds                   write fuzz/seeds anew, after a game or a notation changed
       cargo xtask fuzz TARGET --input FILE       run one target on one file";

/// The flags of cargo-fuzz without the sanitizers.
const FLAGS: [&str; 8] = [
    "-Cpasses=sancov-module",
    "-Cllvm-args=-sanitizer-coverage-level=4",
    "-Cllvm-args=-sanitizer-coverage-inline-8bit-counters",
    "-Cllvm-args=-sanitizer-coverage-pc-table",
    "-Cllvm-args=-sanitizer-coverage-trace-compares",
    "--cfg=fuzzing",
    "-Ccodegen-units=1",
    "-Cdebug-assertions",
];

/// Longer than any deal, view or record of a real game; longer inputs only make fuzzing slow.
const LONGEST_INPUT: usize = 4096;
/// The longest time for reading a text of that length.
const TIMEOUT_SECONDS: u32 = 5;
const MEMORY_MB: u32 = 1024;

#[derive(Debug, PartialEq)]
struct Job {
    seconds: u32,
    targets: Vec<String>,
    input: Option<PathBuf>,
    seeds: bool,
}

pub(crate) fn run(args: &[String]) -> anyhow::Result<()> {
    let fuzz = Path::new(env!("CARGO_MANIFEST_DIR")).join("../fuzz").canonicalize().context("there is no fuzz/")?;
    let known = targets(&fuzz)?;
    let job = parse(args, &known)?;
    if job.seeds {
        return write_seeds(&fuzz);
    }
    let host = host()?;
    check_compiler()?;
    build(&fuzz, &host)?;
    let binary = |target: &str| fuzz.join("target").join(&host).join("release").join(target);
    if let Some(input) = &job.input {
        return replay(&binary(&job.targets[0]), input);
    }
    for target in if job.targets.is_empty() { &known } else { &job.targets } {
        fuzz_target(&fuzz, target, &binary(target), job.seconds)?;
    }
    Ok(())
}

fn parse(args: &[String], known: &[String]) -> anyhow::Result<Job> {
    let mut job = Job { seconds: 10, targets: Vec::new(), input: None, seeds: false };
    let mut args = args.iter();
    while let Some(arg) = args.next() {
        match arg.as_str() {
            "--seconds" => {
                let seconds = args.next().and_then(|seconds| seconds.parse().ok()).filter(|&seconds| seconds > 0);
                job.seconds = seconds.with_context(|| format!("--seconds wants a whole number above 0\n{USAGE}"))?;
            }
            "--input" => {
                let file = args.next().with_context(|| format!("--input wants a file\n{USAGE}"))?;
                job.input = Some(file.into());
            }
            "--seeds" => job.seeds = true,
            target if known.iter().any(|name| name == target) => job.targets.push(target.to_owned()),
            "--help" | "-h" => bail!("{USAGE}\ntargets: {}", known.join(", ")),
            other => bail!("{other:?} is not a target: expected one of {}\n{USAGE}", known.join(", ")),
        }
    }
    ensure!(job.input.is_none() || job.targets.len() == 1, "--input wants exactly one target\n{USAGE}");
    Ok(job)
}

/// Returns the targets: the files of `fuzz_targets/`.
fn targets(fuzz: &Path) -> anyhow::Result<Vec<String>> {
    let mut names = Vec::new();
    for entry in fs::read_dir(fuzz.join("fuzz_targets")).context("there is no fuzz/fuzz_targets")? {
        let path = entry?.path();
        if path.extension().is_some_and(|extension| extension == "rs") {
            names.extend(path.file_stem().map(|name| name.to_string_lossy().into_owned()));
        }
    }
    names.sort();
    Ok(names)
}

fn write_seeds(fuzz: &Path) -> anyhow::Result<()> {
    let folder = fuzz.join("seeds");
    // Files with other names are kept: they were added by hand.
    fs::create_dir_all(&folder)?;
    seeds::write(&folder, &fuzz.join("../crates/rules/data"))?;
    println!("wrote fuzz/seeds");
    Ok(())
}

/// Returns the host's triple. Without `--target` the flags would apply to build scripts, which lack libFuzzer.
fn host() -> anyhow::Result<String> {
    let rustc = std::env::var_os("RUSTC").unwrap_or_else(|| "rustc".into());
    let output = Command::new(rustc).arg("-vV").output().context("cannot run rustc")?;
    let text = String::from_utf8_lossy(&output.stdout);
    let host = text.lines().find_map(|line| line.strip_prefix("host: "));
    Ok(host.context("rustc -vV names no host")?.to_owned())
}

/// libFuzzer is C++; without a compiler the build would fail with pages of unclear errors.
fn check_compiler() -> anyhow::Result<()> {
    if cfg!(not(target_os = "linux")) {
        bail!("fuzzing is supported on Linux: what is fuzzed stands on the sandbox, which is Linux's alone");
    }
    let compiler = std::env::var("CXX").unwrap_or_else(|_| "c++".to_owned());
    let found = Command::new(&compiler).arg("--version").stdout(Stdio::null()).stderr(Stdio::null()).status();
    ensure!(
        found.is_ok_and(|status| status.success()),
        "fuzzing needs a C++ compiler for libFuzzer and {compiler:?} does not run. Install one:\n  \
         Debian, Ubuntu: sudo apt install g++\n  Fedora: sudo dnf install gcc-c++\n  Arch: sudo pacman -S gcc\n  \
         Alpine: sudo apk add g++\nor name another with CXX=…"
    );
    Ok(())
}

fn build(fuzz: &Path, host: &str) -> anyhow::Result<()> {
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let status = Command::new(cargo)
        .args(["build", "--release", "--bins", "--locked", "--target", host, "--target-dir"])
        .arg(fuzz.join("target"))
        .current_dir(fuzz)
        // The encoded form overrides RUSTFLAGS and config files, either of which may be set.
        .env("CARGO_ENCODED_RUSTFLAGS", FLAGS.join("\x1f"))
        .status()
        .context("cannot run cargo")?;
    ensure!(status.success(), "the fuzz targets do not build");
    Ok(())
}

fn fuzz_target(fuzz: &Path, target: &str, binary: &Path, seconds: u32) -> anyhow::Result<()> {
    let (corpus, artifacts) = (fuzz.join("corpus").join(target), fuzz.join("artifacts").join(target));
    for folder in [&corpus, &artifacts] {
        fs::create_dir_all(folder).with_context(|| format!("cannot make {}", folder.display()))?;
    }
    let log = artifacts.join("log");
    let mut command = Command::new(binary);
    // New inputs go to the first folder; the committed seeds are only read.
    command.arg(&corpus);
    let seeds = fuzz.join("seeds").join(target);
    if seeds.is_dir() {
        command.arg(seeds);
    }
    let words = fuzz.join("seeds/words.dict");
    if words.is_file() {
        command.arg(format!("-dict={}", words.display()));
    }
    let status = command
        .args([
            format!("-max_total_time={seconds}"),
            format!("-max_len={LONGEST_INPUT}"),
            format!("-timeout={TIMEOUT_SECONDS}"),
            format!("-rss_limit_mb={MEMORY_MB}"),
            format!("-artifact_prefix={}/", artifacts.display()),
            "-print_final_stats=1".to_owned(),
        ])
        .stdout(Stdio::null())
        .stderr(fs::File::create(&log)?)
        .status()
        .with_context(|| format!("cannot run {}", binary.display()))?;
    let said = String::from_utf8_lossy(&fs::read(&log)?).into_owned();
    if status.success() {
        println!("{target}: {}", summary(&said));
        return Ok(());
    }
    let reproducer =
        said.lines().find_map(|line| line.split_once("Test unit written to ")).map(|(_, path)| path.trim());
    let panic = said.lines().skip_while(|line| !line.contains("panicked at"));
    let panic: Vec<&str> =
        panic.take_while(|line| !line.starts_with("stack backtrace") && !line.starts_with("==")).collect();
    match reproducer {
        Some(path) => bail!(
            "{target} failed ({status})\n{}\nreproducer: {path}\nagain:      cargo xtask fuzz {target} --input {path}\n\
             whole log:  {}",
            panic.join("\n"),
            log.display()
        ),
        None => bail!("{target} failed ({status}) without a reproducer; see {}", log.display()),
    }
}

fn replay(binary: &Path, input: &Path) -> anyhow::Result<()> {
    ensure!(input.is_file(), "there is no file {}", input.display());
    let status = Command::new(binary).arg(input).arg(format!("-timeout={TIMEOUT_SECONDS}")).status()?;
    ensure!(status.success(), "it still fails ({status})");
    println!("{} passes", input.display());
    Ok(())
}

/// Returns the number of inputs and the coverage, from libFuzzer's final output.
fn summary(said: &str) -> String {
    let stat = |name: &str| said.lines().find_map(|line| line.strip_prefix(name)).map_or("?", str::trim);
    let coverage = said.lines().rev().find_map(|line| line.split_once("cov: ")?.1.split(' ').next()).unwrap_or("?");
    format!("{} inputs, {coverage} edges, no failure", stat("stat::number_of_executed_units:"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse_line(line: &str) -> anyhow::Result<Job> {
        let args: Vec<String> = line.split_whitespace().map(str::to_owned).collect();
        parse(&args, &["deal".to_owned(), "view".to_owned()])
    }

    #[test]
    fn targets_and_seconds_are_read_in_any_order() {
        let job = parse_line("view --seconds 3 deal").unwrap();
        assert_eq!((job.seconds, job.targets), (3, vec!["view".to_owned(), "deal".to_owned()]));
        assert_eq!(parse_line("").unwrap().seconds, 10);
    }

    #[test]
    fn wrong_arguments_are_named() {
        for (line, message) in [
            ("vew", "\"vew\" is not a target: expected one of deal, view"),
            ("--seconds", "--seconds wants"),
            ("--seconds 0", "--seconds wants"),
            ("--input file", "--input wants exactly one target"),
        ] {
            assert!(parse_line(line).unwrap_err().to_string().contains(message), "{line}");
        }
    }

    #[test]
    fn the_summary_is_read_off_the_log() {
        let said = "#9\tDONE   cov: 321 ft: 9 corp: 1/1b\nstat::number_of_executed_units: 77\n";
        assert_eq!(summary(said), "77 inputs, 321 edges, no failure");
    }
}
