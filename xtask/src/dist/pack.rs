//! The content of the release archive, and the archive itself.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::Context;

use super::output;

const FILES: [&str; 4] = ["LICENSE-MIT", "LICENSE-APACHE", "README.md", "CHANGELOG.md"];

/// The shells, with the name of each completion file.
const COMPLETIONS: [(&str, &str); 3] = [("bash", "cardsharp.bash"), ("zsh", "_cardsharp"), ("fish", "cardsharp.fish")];

pub(crate) struct Package {
    pub(crate) version: String,
    /// As a Rust target triple: x86_64-unknown-linux-gnu.
    pub(crate) machine: String,
    pub(crate) binary: PathBuf,
    pub(crate) third_party: String,
    pub(crate) root: PathBuf,
    /// In seconds since 1970.
    pub(crate) released: u64,
}

pub(crate) struct Packed {
    pub(crate) archive: PathBuf,
    pub(crate) checksum: PathBuf,
    pub(crate) binary_mb: f64,
    /// The requirements of the binary at run time.
    pub(crate) needs: String,
}

impl Package {
    /// Returns the name of the archive and of the one folder in it.
    pub(crate) fn name(&self) -> String {
        format!("cardsharp-{}-{}", self.version, self.machine)
    }

    /// Writes the archive and its checksum into a folder.
    pub(crate) fn pack(&self, folder: &Path) -> anyhow::Result<Packed> {
        let name = self.name();
        let staged = folder.join(&name);
        if staged.exists() {
            fs::remove_dir_all(&staged).with_context(|| staged.display().to_string())?;
        }
        let needs = self.lay_out(&staged)?;
        let archive = format!("{name}.tar.gz");
        // No owner, time or order of the packing machine: the same files make the same bytes.
        let mut tar = Command::new("tar");
        tar.args(["--create", "--format=gnu", "--sort=name", "--owner=0", "--group=0", "--numeric-owner"]);
        tar.args(["--mode=u=rwX,go=rX", "--use-compress-program=gzip -9n"]);
        tar.arg(format!("--mtime=@{}", self.released)).arg("--file").arg(&archive).arg(&name);
        output(tar.current_dir(folder))?;
        let sum = output(Command::new("sha256sum").arg(&archive).current_dir(folder))?;
        let checksum = folder.join(format!("{archive}.sha256"));
        fs::write(&checksum, sum).with_context(|| checksum.display().to_string())?;
        let binary_mb = staged.join("cardsharp").metadata().map_or(0.0, |file| file.len() as f64 / 1e6);
        fs::remove_dir_all(&staged).with_context(|| staged.display().to_string())?;
        Ok(Packed { archive: folder.join(archive), checksum, binary_mb, needs })
    }

    /// Copies everything to its place in the archive; returns the requirements of the binary at run time.
    fn lay_out(&self, folder: &Path) -> anyhow::Result<String> {
        let completions = folder.join("completions");
        fs::create_dir_all(&completions).with_context(|| completions.display().to_string())?;
        let copy = |from: &Path, name: &str| {
            fs::copy(from, folder.join(name)).with_context(|| format!("{} cannot be copied", from.display()))
        };
        copy(&self.binary, "cardsharp")?;
        for file in FILES {
            copy(&self.root.join(file), file)?;
        }
        // The binary prints its own manual and completions.
        let binary = folder.join("cardsharp");
        output(Command::new(&binary).arg("man").arg(folder.join("man/man1")))?;
        for (shell, file) in COMPLETIONS {
            let script = output(Command::new(&binary).args(["completions", shell]))?;
            fs::write(completions.join(file), script).with_context(|| file.to_owned())?;
        }
        let needs = needs(&fs::read(&binary).with_context(|| binary.display().to_string())?, &self.machine);
        for (file, text) in [("THIRD-PARTY.md", &self.third_party), ("INSTALL.md", &self.install(&needs))] {
            fs::write(folder.join(file), text).with_context(|| file.to_owned())?;
        }
        Ok(needs)
    }

    fn install(&self, needs: &str) -> String {
        format!(
            "# cardsharp {}\n\n\
             Needs {needs}. The binary stands alone: run it where it is,\n\
             `./cardsharp`, put this folder on your path (`man cardsharp` then finds its pages), or install it:\n\n\
             ```sh\n\
             install -Dm755 cardsharp ~/.local/bin/cardsharp\n\
             install -Dm644 -t ~/.local/share/man/man1 man/man1/*\n\
             install -Dm644 completions/cardsharp.bash ~/.local/share/bash-completion/completions/cardsharp\n\
             install -Dm644 completions/cardsharp.fish ~/.config/fish/completions/cardsharp.fish\n\
             install -Dm644 completions/_cardsharp ~/.zfunc/_cardsharp     # with ~/.zfunc in zsh's fpath\n\
             ```\n\n\
             `cardsharp doctor` says what this machine has to contain programs of strangers; C files of theirs\n\
             need a C compiler. Licences: MIT or Apache-2.0, as you like, for cardsharp; THIRD-PARTY.md for what\n\
             is linked into it.\n",
            self.version
        )
    }
}

/// Returns the requirements of a binary: the newest version of the C library's symbols that it names, and libgcc.
fn needs(binary: &[u8], machine: &str) -> String {
    let processor = machine.split('-').next().unwrap_or(machine);
    let places = |mark: &'static [u8]| {
        let is_there = move |&(_, bytes): &(usize, &[u8])| bytes == mark;
        binary.windows(mark.len()).enumerate().filter(is_there).map(move |(at, _)| &binary[at + mark.len()..])
    };
    let number = |bytes: &[u8]| {
        let digits: String = bytes.iter().map(|&byte| char::from(byte)).take_while(char::is_ascii_digit).collect();
        digits.parse::<u32>().ok()
    };
    let gcc = if places(b"libgcc_s.so").next().is_some() { ", and libgcc_s" } else { "" };
    match places(b"GLIBC_2.").filter_map(number).max() {
        Some(minor) => format!("Linux on {processor} with the GNU C library 2.{minor} or later{gcc}"),
        None => format!("Linux on {processor}"),
    }
}
