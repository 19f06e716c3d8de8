//! Files that come along with a task: networks and programs lie on one machine and are needed on all.

use std::fs;
use std::io;
use std::os::unix::fs::PermissionsExt;
use std::path::{Component, Path, PathBuf};
use std::sync::atomic::{AtomicU32, Ordering};

use cardsharp_referee::programs::{Program, cache_folder, hash};
use cardsharp_sandbox::read_plain;
use cardsharp_search::{NET, Spec};

use super::wire;

/// The largest file that is carried.
const MOST_BYTES: u64 = 256 << 20;

/// A file, and what it is called.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Parcel {
    name: String,
    content: Vec<u8>,
    is_executable: bool,
}

impl Parcel {
    /// The file of a network; none for players whom every machine knows by name.
    ///
    /// # Errors
    /// If it cannot be read.
    pub(super) fn of_player(spec: &Spec) -> Result<Option<Parcel>, String> {
        let Some(file) = spec.file() else { return Ok(None) };
        let path = fs::canonicalize(file).map_err(|error| format!("{spec}: {error}"))?;
        let content = read_plain(&path, MOST_BYTES).map_err(|error| format!("{spec} {error}"))?;
        Ok(Some(Parcel { name: file_name(&path)?, content, is_executable: false }))
    }

    /// The file of a program.
    ///
    /// # Errors
    /// If it cannot be read.
    pub(super) fn of_program(program: &Program) -> Result<Parcel, String> {
        let (name, is_executable) = (file_name(Path::new(&program.label))?, program.source.is_none());
        Ok(Parcel { name, content: program.text().map_err(|error| error.to_string())?, is_executable })
    }

    /// Adds it to bytes that are to be carried.
    pub(super) fn pack(&self, out: &mut Vec<u8>) {
        out.push(u8::from(self.is_executable));
        wire::put(out, self.name.as_bytes());
        wire::put(out, &self.content);
    }

    /// Takes one from the front; none if the bytes are damaged or the name is no name of a file.
    pub(super) fn unpack(bytes: &mut &[u8]) -> Option<Parcel> {
        let (is_executable, rest) = bytes.split_first()?;
        *bytes = rest;
        let name = String::from_utf8(wire::take(bytes)?.to_vec()).ok()?;
        let mut parts = Path::new(&name).components();
        let is_plain = matches!((parts.next(), parts.next()), (Some(Component::Normal(_)), None));
        let parcel = Parcel { content: wire::take(bytes)?.to_vec(), is_executable: *is_executable != 0, name };
        is_plain.then_some(parcel)
    }

    /// Lays the file down in the user's cache folder, unless it lies there from before.
    ///
    /// # Errors
    /// If it cannot be written.
    pub(super) fn lay_down(&self) -> Result<PathBuf, String> {
        static LAID: AtomicU32 = AtomicU32::new(0);
        let cache = cache_folder().with_file_name("carried");
        let wrong = |error: io::Error| format!("{}: {error}", cache.display());
        fs::create_dir_all(&cache).map_err(wrong)?;
        let hash = hash(&[self.name.as_bytes(), &[0, u8::from(self.is_executable)], &self.content].concat());
        let mut homes = (0_u32..).map(|number| cache.join(format!("{hash:016x}-{number}")));
        // The hash only narrows the search, as with compiled programs.
        let fits =
            |home: &PathBuf| fs::read(home.join(&self.name)).map_or(!home.exists(), |found| found == self.content);
        let home = homes.find(fits).expect("there is always another number");
        if !home.exists() {
            let number = LAID.fetch_add(1, Ordering::Relaxed);
            let beside = cache.join(format!(".{}-{number}", std::process::id()));
            let file = beside.join(&self.name);
            let mode = if self.is_executable { 0o700 } else { 0o600 };
            fs::create_dir_all(&beside).map_err(wrong)?;
            fs::write(&file, &self.content).map_err(wrong)?;
            fs::set_permissions(&file, fs::Permissions::from_mode(mode)).map_err(wrong)?;
            if let Err(error) = fs::rename(&beside, &home) {
                // Another worker of this machine was faster, with the same.
                fs::remove_dir_all(&beside).map_err(wrong)?;
                if !home.exists() {
                    return Err(wrong(error));
                }
            }
        }
        Ok(home.join(&self.name))
    }
}

fn file_name(path: &Path) -> Result<String, String> {
    let name = path.file_name().and_then(|name| name.to_str());
    name.map(str::to_owned).ok_or_else(|| format!("{}: expected a name of UTF-8", path.display()))
}

/// What somebody is called where their file lies there.
pub(super) fn moved(text: &str, path: &Path) -> String {
    let path = path.display();
    if text.starts_with(&format!("{NET}:")) { format!("{NET}:{path}") } else { path.to_string() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_parcel_arrives_as_it_left_and_its_name_leads_nowhere() {
        let parcel = |name: &str| Parcel { name: name.to_owned(), content: vec![1, 2, 3], is_executable: true };
        let carried = |parcel: &Parcel| {
            let mut bytes = Vec::new();
            parcel.pack(&mut bytes);
            let mut rest = bytes.as_slice();
            let arrived = Parcel::unpack(&mut rest);
            assert!(rest.is_empty());
            arrived
        };
        assert_eq!(carried(&parcel("bot.py")), Some(parcel("bot.py")));
        for name in ["", "..", ".", "/etc/passwd", "../bot.py", "a/b"] {
            assert_eq!(carried(&parcel(name)), None, "{name}");
        }
    }

    #[test]
    fn a_network_stays_a_network() {
        let path = Path::new("/there/x");
        assert_eq!([moved("net:here/x", path), moved("here/x", path)], ["net:/there/x", "/there/x"]);
    }
}
