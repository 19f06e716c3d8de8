//! Tests the archive as a user without the repository.

use std::env;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, bail};

use super::output;
use super::pack::{Package, Packed};

/// A folder that is deleted when it is dropped.
struct TempFolder(PathBuf);

impl Drop for TempFolder {
    fn drop(&mut self) {
        // It is in the system's folder for temporary files.
        let _nevermind = fs::remove_dir_all(&self.0);
    }
}

/// Verifies the checksum, unpacks the archive outside the repository and runs the binary; returns a report.
pub(crate) fn run(package: &Package, packed: &Packed) -> anyhow::Result<String> {
    let name = packed.checksum.file_name().context("a checksum has a name")?;
    let folder = packed.checksum.parent().context("a checksum lies somewhere")?;
    output(Command::new("sha256sum").args(["--check", "--strict"]).arg(name).current_dir(folder))?;

    let temp = TempFolder(env::temp_dir().join(format!("cardsharp-dist-{}", std::process::id())));
    let here = &temp.0;
    fs::create_dir(here).with_context(|| format!("{} cannot be made", here.display()))?;
    output(
        Command::new("tar").args(["--extract", "--gzip", "--file"]).arg(&packed.archive).arg("--directory").arg(here),
    )?;
    let unpacked = here.join(package.name());
    let binary = unpacked.join("cardsharp");
    check_no_repository_path(&fs::read(&binary).with_context(|| binary.display().to_string())?, &package.root)?;

    // With an empty environment, in a folder without the repository.
    let run = |args: &[&str]| output(Command::new(&binary).args(args).env_clear().current_dir(here));
    let version = run(&["--version"])?;
    if version != format!("cardsharp {}\n", package.version) {
        bail!("the unpacked binary calls itself {version:?}, not cardsharp {}", package.version);
    }
    let match_report = run(&["match", "indigo", "champion:nodes=20", "random", "--deals", "2"])?;
    let file = unpacked.join("completions/cardsharp.bash");
    let kept = fs::read_to_string(&file).with_context(|| file.display().to_string())?;
    if run(&["completions", "bash"])? != kept {
        bail!("the unpacked binary and its completions for bash do not agree");
    }
    Ok(format!(
        "unpacked into {}, away from the repository and without its environment, it said {:?} and played:\n{match_report}",
        here.display(),
        version.trim_end()
    ))
}

/// Checks that the binary does not contain the path of the repository, so that it cannot need a file there.
fn check_no_repository_path(binary: &[u8], root: &Path) -> anyhow::Result<()> {
    let path = root.as_os_str().as_encoded_bytes();
    if binary.windows(path.len()).any(|bytes| bytes == path) {
        bail!("the binary names {}: it may need something that is only there", root.display());
    }
    Ok(())
}
