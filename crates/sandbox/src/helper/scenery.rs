//! The file system as a long-lived program sees it: a small tree of what it may read, and nothing else.

use std::ffi::{CStr, CString};
use std::fs;
use std::os::unix::ffi::OsStrExt;
use std::path::{Path, PathBuf};

use super::files::{devices, system};
use crate::command::Sees;

/// Where the new tree is put together. Always there, and never part of the tree itself.
pub(super) const STAGE: &CStr = c"/proc";

/// A step in building the tree; the paths of what is made lie below [`STAGE`].
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Prop {
    Folder(CString),
    /// An empty file to mount on.
    File(CString),
    Link {
        to: CString,
        at: CString,
    },
    /// Shows what is at the first path at the second.
    Mount {
        from: CString,
        at: CString,
    },
    /// The processes of its own namespace.
    Processes(CString),
}

/// The steps, in order.
pub(super) fn props<'a>(
    program: &'a Path,
    readable: impl Iterator<Item = &'a PathBuf>,
    scratch: Option<&'a Path>,
    sees: Sees,
) -> Vec<Prop> {
    let mut stage = Stage::default();
    for path in system(sees).iter().chain(devices(sees)) {
        stage.show(Path::new(path));
    }
    for path in readable.map(PathBuf::as_path).chain([program]) {
        stage.show(path);
    }
    match scratch {
        // A mount of its own even below something shown, because it alone can be written.
        Some(scratch) if stage.is_shown(scratch) => {
            stage.props.push(Prop::Mount { from: text(scratch), at: below(scratch) });
        }
        Some(scratch) => stage.show(scratch),
        None => {}
    }
    if sees == Sees::Processes {
        stage.make_folders(Path::new("/proc"));
        stage.props.push(Prop::Processes(below(Path::new("/proc"))));
        return stage.props;
    }
    // The one thing of /proc that many programs ask for: where they lie themselves, to find their libraries.
    stage.make_folders(Path::new("/proc/self"));
    stage.props.push(Prop::Link { to: text(program), at: below(Path::new("/proc/self/exe")) });
    stage.props
}

#[derive(Default)]
struct Stage {
    props: Vec<Prop>,
    /// Where there is something already.
    taken: Vec<PathBuf>,
    /// What is shown with all that lies below.
    shown: Vec<PathBuf>,
}

impl Stage {
    fn is_shown(&self, path: &Path) -> bool {
        self.shown.iter().any(|shown| path.starts_with(shown))
    }

    fn show(&mut self, path: &Path) {
        let Ok(what) = fs::symlink_metadata(path) else { return };
        if self.is_shown(path) {
            return;
        }
        let Some(parent) = path.parent() else { return };
        self.make_folders(parent);
        let at = below(path);
        if what.is_symlink() && system(Sees::System).iter().any(|system| path == Path::new(system)) {
            // `/lib` and the like are links into `/usr` on most systems.
            let Ok(to) = fs::read_link(path) else { return };
            self.props.push(Prop::Link { to: text(&to), at });
        } else {
            let is_folder = fs::metadata(path).is_ok_and(|what| what.is_dir());
            if !self.taken.iter().any(|taken| taken == path) {
                self.props.push(if is_folder { Prop::Folder(at.clone()) } else { Prop::File(at.clone()) });
            }
            self.props.push(Prop::Mount { from: text(path), at });
        }
        self.taken.push(path.to_owned());
        self.shown.push(path.to_owned());
    }

    fn make_folders(&mut self, path: &Path) {
        let missing: Vec<&Path> = path.ancestors().filter(|path| path.parent().is_some()).collect();
        for folder in missing.into_iter().rev() {
            if !self.taken.iter().any(|taken| taken == folder) {
                self.props.push(Prop::Folder(below(folder)));
                self.taken.push(folder.to_owned());
            }
        }
    }
}

fn below(path: &Path) -> CString {
    let mut bytes = STAGE.to_bytes().to_vec();
    bytes.extend(path.as_os_str().as_bytes());
    text(Path::new(std::ffi::OsStr::from_bytes(&bytes)))
}

fn text(path: &Path) -> CString {
    // A path with a zero byte names no file, and `show` has seen that this one does.
    CString::new(path.as_os_str().as_bytes()).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn folders_come_before_what_is_in_them_and_nothing_twice() {
        let readable = [PathBuf::from("/usr/bin"), PathBuf::from("/etc")];
        let props = props(Path::new("/etc/passwd"), readable.iter(), None, Sees::System);
        let made: Vec<&CString> = props
            .iter()
            .filter_map(|prop| match prop {
                Prop::Folder(at) | Prop::File(at) | Prop::Link { at, .. } => Some(at),
                Prop::Mount { .. } | Prop::Processes(_) => None,
            })
            .collect();
        for (i, at) in made.iter().enumerate() {
            assert!(!made[..i].contains(at), "{at:?} is made twice");
            let parent = Path::new(std::ffi::OsStr::from_bytes(at.as_bytes())).parent().unwrap().to_owned();
            assert!(parent == Path::new("/proc") || made[..i].iter().any(|made| **made == text(&parent)), "{at:?}");
        }
        let mounted = |path: &str| {
            props.iter().any(|prop| matches!(prop, Prop::Mount { from, .. } if *from == text(Path::new(path))))
        };
        assert!(mounted("/usr") && mounted("/etc") && mounted("/dev/null"));
        assert!(!mounted("/usr/bin") && !mounted("/etc/passwd"));
    }
}
