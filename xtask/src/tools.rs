//! What the tests need beyond Rust: put there when we may, named when we may not.

use std::path::Path;
use std::process::{Command, Stdio};

use anyhow::{Context, bail};

/// A command the tests start, and the Debian package it comes with.
const NEEDED: [(&str, &str); 5] = [
    ("cc", "gcc libc6-dev"),
    ("python3", "python3"),
    ("chromium", "chromium"),
    ("chromedriver", "chromium-driver"),
    ("npm", "nodejs npm"),
];

/// Makes sure that the tests find what they start.
pub(crate) fn provide() -> anyhow::Result<()> {
    let missing: Vec<&str> = NEEDED.iter().filter(|(tool, _)| !works(tool)).map(|&(_, packages)| packages).collect();
    if missing.is_empty() {
        return Ok(());
    }
    let packages: Vec<&str> = missing.iter().flat_map(|packages| packages.split(' ')).collect();
    let advice =
        format!("the tests need a C compiler, Python, Chromium and Node.js: apt-get install {}", packages.join(" "));
    if !may_install() {
        bail!("{advice}");
    }
    for words in [vec!["update"], [vec!["install", "--yes", "--no-install-recommends"], packages].concat()] {
        eprintln!("+ apt-get {}", words.join(" "));
        let status = Command::new("apt-get").args(&words).env("DEBIAN_FRONTEND", "noninteractive").status();
        if !status.with_context(|| advice.clone())?.success() {
            bail!("{advice}");
        }
    }
    Ok(())
}

fn works(tool: &str) -> bool {
    let output = Command::new(tool).arg("--version").stdout(Stdio::null()).stderr(Stdio::null()).status();
    output.is_ok_and(|status| status.success())
}

/// Root on a system that knows Debian's packages; only root may read the environment of the first
/// process.
fn may_install() -> bool {
    Path::new("/usr/bin/apt-get").exists() && std::fs::read("/proc/1/environ").is_ok()
}
