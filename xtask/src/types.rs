//! The page's types: its modules are JavaScript with types in comments, and the TypeScript compiler
//! reads them. It is fetched once into the target folder; the page itself is built by nobody.

use std::path::Path;
use std::process::Command;

use anyhow::{Context, bail};

/// Pinned, so that a new version finds nothing new on a day nobody changed anything.
const COMPILER: &str = "typescript@5.9.3";

/// Checks the page's types.
pub(crate) fn check() -> anyhow::Result<()> {
    let compiler = Path::new("target/typescript/node_modules/typescript/bin/tsc");
    if !compiler.exists() {
        let quiet = ["--no-save", "--no-package-lock", "--no-audit", "--no-fund", "--ignore-scripts"];
        run(Command::new("npm").args(["install", "--prefix", "target/typescript"]).args(quiet).arg(COMPILER))?;
    }
    run(Command::new("node").arg(compiler).args(["--project", "crates/web/page"]))
}

/// Runs a command, showing it.
pub(crate) fn run(command: &mut Command) -> anyhow::Result<()> {
    eprintln!("+ {command:?}");
    let status =
        command.status().with_context(|| format!("{} could not be started", command.get_program().display()))?;
    if !status.success() {
        bail!("{command:?} failed");
    }
    Ok(())
}
