//! The page's types: its modules are JavaScript with types in comments, and the TypeScript compiler
//! reads them. It is fetched once into the target folder; the page itself is built by nobody. So is axe, which the
//! browser tests ask whether everybody can use the page.

use std::path::Path;
use std::process::Command;

use anyhow::{Context, bail};

/// Pinned, so that a new version finds nothing new on a day nobody changed anything.
const COMPILER: &str = "typescript@5.9.3";

/// What looks at a page with the eyes of somebody who does not see it.
const AXE: &str = "axe-core@4.14.0";

/// Checks the page's types.
pub(crate) fn check() -> anyhow::Result<()> {
    let compiler = Path::new("target/typescript/node_modules/typescript/bin/tsc");
    fetch(compiler, "target/typescript", COMPILER)?;
    run(Command::new("node").arg(compiler).args(["--project", "crates/web/page"]))
}

/// Fetches what the browser tests read of axe.
pub(crate) fn provide_axe() -> anyhow::Result<()> {
    fetch(Path::new("target/axe/node_modules/axe-core/axe.min.js"), "target/axe", AXE)
}

/// Fetches a package into a folder, unless the file of it that is wanted is there.
fn fetch(wanted: &Path, folder: &str, package: &str) -> anyhow::Result<()> {
    if wanted.exists() {
        return Ok(());
    }
    let quiet = ["--no-save", "--no-package-lock", "--no-audit", "--no-fund", "--ignore-scripts"];
    run(Command::new("npm").args(["install", "--prefix", folder]).args(quiet).arg(package))
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
