//! The archive tried as somebody would who has nothing else of ours.

use std::env;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, bail};

use super::output;
use super::pack::{Package, Packed};

/// A folder that is gone when it is dropped.
struct Elsewhere(PathBuf);

impl Drop for Elsewhere {
    fn drop(&mut self) {
        // Something under the system's own folder for what may be lost.
        let _nevermind = fs::remove_dir_all(&self.0);
    }
}

/// Verifies the checksum, unpacks the archive elsewhere and runs what is in it; gives what was seen.
pub(crate) fn run(package: &Package, packed: &Packed) -> anyhow::Result<String> {
    let name = packed.checksum.file_name().context("a checksum has a name")?;
    let folder = packed.checksum.parent().context("a checksum lies somewhere")?;
    output(Command::new("sha256sum").args(["--check", "--strict"]).arg(name).current_dir(folder))?;

    let elsewhere = Elsewhere(env::temp_dir().join(format!("cardsharp-dist-{}", std::process::id())));
    let here = &elsewhere.0;
    fs::create_dir(here).with_context(|| format!("{} cannot be made", here.display()))?;
    output(
        Command::new("tar").args(["--extract", "--gzip", "--file"]).arg(&packed.archive).arg("--directory").arg(here),
    )?;
    let unpacked = here.join(package.name());
    let binary = unpacked.join("cardsharp");
    stands_alone(&fs::read(&binary).with_context(|| binary.display().to_string())?, &package.root)?;

    // No variable of ours, and nothing of the repository in the folder we are in.
    let run = |args: &[&str]| output(Command::new(&binary).args(args).env_clear().current_dir(here));
    let version = run(&["--version"])?;
    if version != format!("cardsharp {}\n", package.version) {
        bail!("the unpacked binary calls itself {version:?}, not cardsharp {}", package.version);
    }
    let contest = run(&["match", "indigo", "champion:nodes=20", "random", "--deals", "2"])?;
    let file = unpacked.join("completions/cardsharp.bash");
    let kept = fs::read_to_string(&file).with_context(|| file.display().to_string())?;
    if run(&["completions", "bash"])? != kept {
        bail!("the unpacked binary and its completions for bash do not agree");
    }
    Ok(format!(
        "unpacked into {}, away from the repository and without its environment, it said {:?} and played:\n{contest}",
        here.display(),
        version.trim_end()
    ))
}

/// A binary that does not know where it was built cannot need anything from there.
fn stands_alone(binary: &[u8], root: &Path) -> anyhow::Result<()> {
    let path = root.as_os_str().as_encoded_bytes();
    if binary.windows(path.len()).any(|bytes| bytes == path) {
        bail!("the binary names {}: it may need something that is only there", root.display());
    }
    Ok(())
}
