//! Tests the Python package: builds its wheel once and installs it into a virtual environment.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::Context;

use crate::types::run;

/// Runs the package's tests: pytest with the libraries' published tests, stubs, docstrings and examples.
pub(crate) fn test() -> anyhow::Result<()> {
    let root = root();
    let folder = root.join("target/python");
    let python = environment(&folder, &root.join("crates/python/tests/requirements.txt"))?;
    let wheels = folder.join("wheels");
    // Only the new wheel may be found there.
    let _absent = fs::remove_dir_all(&wheels);
    let manifest = root.join("crates/python/Cargo.toml");
    let maturin = ["-m", "maturin", "build", "--release", "--quiet", "--manifest-path"];
    run(Command::new(&python).args(maturin).arg(&manifest).arg("--out").arg(&wheels))?;
    let wheel = fs::read_dir(&wheels)?.next().context("maturin has built no wheel")??.path();
    let install = ["-m", "pip", "install", "--quiet", "--no-deps", "--force-reinstall"];
    run(Command::new(&python).args(install).arg(&wheel))?;
    // With the package's own settings, without the user's PYTHONPATH.
    let folder = root.join("crates/python");
    run(Command::new(&python).args(["-m", "pytest"]).current_dir(folder).env_remove("PYTHONPATH"))
}

fn root() -> PathBuf {
    let xtask = Path::new(env!("CARGO_MANIFEST_DIR"));
    xtask.parent().expect("xtask lies in the workspace").to_owned()
}

/// Returns the interpreter of a virtual environment that has these requirements; makes it if needed.
fn environment(folder: &Path, requirements: &Path) -> anyhow::Result<PathBuf> {
    let (venv, stamp) = (folder.join("venv"), folder.join("installed.txt"));
    let python = venv.join("bin/python");
    let wanted = fs::read_to_string(requirements).with_context(|| requirements.display().to_string())?;
    if python.exists() && fs::read_to_string(&stamp).is_ok_and(|installed| installed == wanted) {
        return Ok(python);
    }
    fs::create_dir_all(folder)?;
    run(Command::new("python3").args(["-m", "venv", "--clear"]).arg(&venv))
        .context("no virtual environment can be made; on Debian it takes the package python3-venv")?;
    run(Command::new(&python).args(["-m", "pip", "install", "--quiet", "--requirement"]).arg(requirements))?;
    fs::write(stamp, wanted)?;
    Ok(python)
}
