//! The project's development commands, for people and for CI.
//!
//! | command | what it does |
//! |---|---|
//! | `cargo xtask check` | format, clippy and docs, warnings denied |
//! | `cargo xtask test` | installs what the tests need, then runs `check`, the page's types and every test, including those in a browser, of the Python package and of the README's examples |
//! | `cargo xtask python` | the tests of the Python package, which `test` runs too: wheel, pytest, stubs, examples |
//! | `cargo xtask bless` | rewrites the golden games, the transcripts, the terminal's screens, the page's types and the signature; review the diff |
//! | `cargo xtask signature` | two numbers per game that change when its rules or players do; `--bless` stores them |
//! | `cargo xtask dist` | the release archive: binary, licences, man pages, completions and a checksum, tested outside the repository |
//! | `cargo xtask bench` | the playout benchmark |
//! | `cargo xtask fuzz` | a short bounded run of every fuzz target |
//! | `cargo xtask schemathesis` | a bounded run of a property-based tester against the web server's API |

mod dist;
mod fuzz;
mod python;
mod schemathesis;
mod signature;
mod tools;
mod types;

use std::process::{Command, ExitCode};

use anyhow::{Context, bail};

/// Tests that start programs run one at a time: another thread's child may hold a new program open for writing.
#[cfg(test)]
static PROGRAM_LOCK: std::sync::Mutex<()> = std::sync::Mutex::new(());

const USAGE: &str = "usage: cargo xtask check | test | python | bless | signature [--bless] | dist | bench | schemathesis | fuzz [--seconds N] [TARGET…]";

fn main() -> ExitCode {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let Some((command, rest)) = args.split_first() else {
        eprintln!("{USAGE}");
        return ExitCode::from(2);
    };
    let result = match (command.as_str(), rest.is_empty()) {
        ("check", true) => check(),
        ("test", true) => test_everything(),
        ("python", true) => python::test(),
        ("bless", true) => bless(),
        ("signature", true) => signature::run(false),
        ("signature", false) if rest == ["--bless"] => signature::run(true),
        ("dist", true) => dist::make(),
        ("bench", _) => bench(rest),
        ("schemathesis", true) => schemathesis::check(),
        ("fuzz", _) => fuzz::run(rest),
        _ => {
            eprintln!("{USAGE}");
            return ExitCode::from(2);
        }
    };
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("xtask: {error:#}");
            ExitCode::FAILURE
        }
    }
}

fn check() -> anyhow::Result<()> {
    cargo(&["fmt", "--all", "--check"], &[])?;
    // As the release is built, and with the teaching games, as it is tested.
    cargo(&["clippy", "--workspace", "--", "--deny", "warnings"], &[])?;
    cargo(
        &["clippy", "--workspace", "--all-targets", "--features", "cardsharp/teaching", "--", "--deny", "warnings"],
        &[],
    )?;
    cargo(&["doc", "--workspace", "--no-deps", "--document-private-items"], &[("RUSTDOCFLAGS", "--deny warnings")])
}

fn test_everything() -> anyhow::Result<()> {
    tools::provide()?;
    check()?;
    types::check()?;
    types::provide_axe()?;
    test()?;
    python::test()
}

fn test() -> anyhow::Result<()> {
    cargo(&["test", "--workspace", "--features", "cardsharp/teaching"], &[])
}

fn bless() -> anyhow::Result<()> {
    let renew = [("CARDSHARP_BLESS", "1")];
    cargo(&["test", "--package", "cardsharp-rules", "--features", "teaching", "--test", "golden"], &renew)?;
    let transcripts = ["test", "--package", "cardsharp", "--features", "cardsharp/teaching", "--test", "cli"];
    cargo(&[&transcripts[..], &["transcripts::"]].concat(), &renew)?;
    let screens = ["test", "--package", "cardsharp", "--features", "cardsharp/teaching", "--lib", "screen::"];
    cargo(&screens, &[("INSTA_UPDATE", "always")])?;
    cargo(&["test", "--package", "cardsharp-web", "--test", "api", "the_pages_types"], &renew)?;
    signature::run(true)
}

fn bench(rest: &[String]) -> anyhow::Result<()> {
    let mut args = vec!["run", "--release", "--package", "cardsharp", "--", "bench", "playouts"];
    args.extend(rest.iter().map(String::as_str));
    cargo(&args, &[])
}

/// Prints a cargo command and runs it.
pub(crate) fn cargo(args: &[&str], variables: &[(&str, &str)]) -> anyhow::Result<()> {
    eprintln!("+ cargo {}", args.join(" "));
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let status = Command::new(cargo)
        .args(args)
        .envs(variables.iter().copied())
        .status()
        .context("cargo could not be started")?;
    if !status.success() {
        bail!("`cargo {}` failed", args.join(" "));
    }
    Ok(())
}
