//! Checks the page's types: its modules are JavaScript with types in comments, and the TypeScript compiler reads them.
//! The compiler is fetched once into the target folder; the page needs no build. So is axe, with which the browser
//! tests check the page's accessibility.

use std::path::Path;
use std::process::Command;

use anyhow::{Context, bail};

/// Pinned, so that results do not change without a commit.
const COMPILER: &str = "typescript@5.9.3";

/// The accessibility checker of the browser tests.
const AXE: &str = "axe-core@4.14.0";

pub(crate) fn check() -> anyhow::Result<()> {
    let compiler = Path::new("target/typescript/node_modules/typescript/bin/tsc");
    fetch(compiler, "target/typescript", COMPILER)?;
    run(Command::new("node").arg(compiler).args(["--project", "crates/web/page"]))
}

/// Fetches the part of axe that the browser tests use.
pub(crate) fn provide_axe() -> anyhow::Result<()> {
    fetch(Path::new("target/axe/node_modules/axe-core/axe.min.js"), "target/axe", AXE)
}

/// Fetches a package into a folder, unless the wanted file is there.
fn fetch(wanted: &Path, folder: &str, package: &str) -> anyhow::Result<()> {
    if wanted.exists() {
        return Ok(());
    }
    let quiet = ["--no-save", "--no-package-lock", "--no-audit", "--no-fund", "--ignore-scripts"];
    run(Command::new("npm").args(["install", "--prefix", folder]).args(quiet).arg(package))
}

/// Prints a command and runs it.
pub(crate) fn run(command: &mut Command) -> anyhow::Result<()> {
    eprintln!("+ {command:?}");
    let status =
        command.status().with_context(|| format!("{} could not be started", command.get_program().display()))?;
    if !status.success() {
        bail!("{command:?} failed");
    }
    Ok(())
}
