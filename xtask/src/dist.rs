//! `cargo xtask dist`: makes the release archive and tests it outside the repository.

mod pack;
mod third_party;
mod trial;

use std::env;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, bail};
use serde_json::Value;

use crate::cargo;
use pack::Package;

/// Builds the binary, packs it with its files, and runs it from the archive.
pub(crate) fn make() -> anyhow::Result<()> {
    let metadata = metadata()?;
    let place = |key: &str| {
        let path = metadata[key].as_str().with_context(|| format!("`cargo metadata` says nothing of {key}"))?;
        anyhow::Ok(PathBuf::from(path))
    };
    let (root, target) = (place("workspace_root")?, place("target_directory")?);
    let released = release_date(&root)?;
    let flags = flags_without_our_paths(&root)?;
    eprintln!("optimised as a whole: some minutes, the last of them in one step");
    let build = ["build", "--locked", "--profile", "dist", "--package", "cardsharp", "--bin", "cardsharp"];
    cargo(&build, &[("CARGO_ENCODED_RUSTFLAGS", &flags)])?;

    let folder = target.join("dist");
    let package = Package {
        version: env!("CARGO_PKG_VERSION").to_owned(),
        machine: host()?,
        binary: folder.join("cardsharp"),
        third_party: third_party::notices(&metadata)?,
        root,
        released,
    };
    let packed = package.pack(&folder)?;
    let tried = trial::run(&package, &packed)?;
    let bytes = |path: &Path| path.metadata().map_or(0.0, |file| file.len() as f64 / 1e6);
    println!(
        "{} ({:.1} MB; the binary alone {:.1} MB)",
        packed.archive.display(),
        bytes(&packed.archive),
        packed.binary_mb
    );
    println!("{}", packed.checksum.display());
    println!("needs {}", packed.needs);
    println!("{tried}");
    Ok(())
}

fn metadata() -> anyhow::Result<Value> {
    let cargo = env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let text = output(Command::new(cargo).args(["metadata", "--locked", "--format-version", "1"]))?;
    serde_json::from_str(&text).context("`cargo metadata` is no JSON")
}

/// Returns the host's target triple, which is the one we build for.
fn host() -> anyhow::Result<String> {
    let text = output(Command::new("rustc").arg("-vV"))?;
    let host = text.lines().find_map(|line| line.strip_prefix("host: ")).context("`rustc -vV` names no host")?;
    Ok(host.to_owned())
}

/// Returns the release date in seconds since 1970: the same sources make the same archive.
fn release_date(root: &Path) -> anyhow::Result<u64> {
    let text = match env::var("SOURCE_DATE_EPOCH") {
        Ok(text) => text,
        Err(_) => output(Command::new("git").args(["log", "-1", "--format=%ct"]).current_dir(root))
            .context("the sources have no date; set SOURCE_DATE_EPOCH to one, in seconds since 1970")?,
    };
    let text = text.trim();
    text.parse().with_context(|| format!("SOURCE_DATE_EPOCH: expected seconds since 1970, not {text:?}"))
}

/// Returns compiler flags that keep the build folder out of panic messages.
fn flags_without_our_paths(root: &Path) -> anyhow::Result<String> {
    let home = env::var_os("CARGO_HOME").map(PathBuf::from).or_else(|| Some(env::home_dir()?.join(".cargo")));
    let home = home.context("neither CARGO_HOME nor HOME is set")?;
    let given = env::var("RUSTFLAGS").unwrap_or_default();
    let mut flags: Vec<String> = given.split_whitespace().map(str::to_owned).collect();
    flags.push(format!("--remap-path-prefix={}=/cargo", home.display()));
    flags.push(format!("--remap-path-prefix={}=/cardsharp", root.display()));
    Ok(flags.join("\u{1f}"))
}

fn output(command: &mut Command) -> anyhow::Result<String> {
    let line = format!("{command:?}");
    let output = command.output().with_context(|| format!("{line} could not be started"))?;
    if !output.status.success() {
        bail!("{line} failed: {}", String::from_utf8_lossy(&output.stderr).trim());
    }
    String::from_utf8(output.stdout).with_context(|| format!("{line} printed what is no text"))
}

#[cfg(test)]
mod tests;
