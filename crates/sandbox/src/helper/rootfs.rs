//! The root file system of a program: a small tree of what it may read, and nothing else.

use std::ffi::{CStr, CString};
use std::fs;
use std::os::unix::ffi::OsStrExt;
use std::path::{Path, PathBuf};

use super::files::{devices, system};
use crate::command::Sees;

/// Where the new tree is built. This folder always exists and is never part of the tree.
pub(super) const MOUNT_POINT: &CStr = c"/proc";

/// A step in building the tree; the targets lie below [`MOUNT_POINT`].
#[derive(Debug, PartialEq, Eq)]
pub(super) enum MountStep {
    Folder(CString),
    /// An empty file to mount on.
    File(CString),
    Link {
        to: CString,
        at: CString,
    },
    /// Bind-mounts the first path on the second.
    Mount {
        from: CString,
        at: CString,
    },
    /// The `/proc` of its own process namespace.
    Processes(CString),
}

/// Returns the steps in order.
pub(super) fn mount_steps<'a>(
    program: &'a Path,
    readable: impl Iterator<Item = &'a PathBuf>,
    scratch: Option<&'a Path>,
    sees: Sees,
) -> Vec<MountStep> {
    let mut plan = MountPlan::default();
    for path in system(sees).iter().chain(devices(sees)) {
        plan.show(Path::new(path));
    }
    for path in readable.map(PathBuf::as_path).chain([program]) {
        plan.show(path);
    }
    match scratch {
        // The scratch folder needs a mount of its own even inside a visible folder, because only it is writable.
        Some(scratch) if plan.is_shown(scratch) => {
            plan.steps.push(MountStep::Mount { from: text(scratch), at: below(scratch) });
        }
        Some(scratch) => plan.show(scratch),
        None => {}
    }
    if sees == Sees::Processes {
        plan.make_folders(Path::new("/proc"));
        plan.steps.push(MountStep::Processes(below(Path::new("/proc"))));
        return plan.steps;
    }
    // Many programs read this link of `/proc`: they look for their libraries next to their own path.
    plan.make_folders(Path::new("/proc/self"));
    plan.steps.push(MountStep::Link { to: text(program), at: below(Path::new("/proc/self/exe")) });
    plan.steps
}

#[derive(Default)]
struct MountPlan {
    steps: Vec<MountStep>,
    /// Paths that exist in the tree.
    taken: Vec<PathBuf>,
    /// Paths that are visible with everything below them.
    shown: Vec<PathBuf>,
}

impl MountPlan {
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
            self.steps.push(MountStep::Link { to: text(&to), at });
        } else {
            let is_folder = fs::metadata(path).is_ok_and(|what| what.is_dir());
            if !self.taken.iter().any(|taken| taken == path) {
                self.steps.push(if is_folder { MountStep::Folder(at.clone()) } else { MountStep::File(at.clone()) });
            }
            self.steps.push(MountStep::Mount { from: text(path), at });
        }
        self.taken.push(path.to_owned());
        self.shown.push(path.to_owned());
    }

    fn make_folders(&mut self, path: &Path) {
        let missing: Vec<&Path> = path.ancestors().filter(|path| path.parent().is_some()).collect();
        for folder in missing.into_iter().rev() {
            if !self.taken.iter().any(|taken| taken == folder) {
                self.steps.push(MountStep::Folder(below(folder)));
                self.taken.push(folder.to_owned());
            }
        }
    }
}

fn below(path: &Path) -> CString {
    let mut bytes = MOUNT_POINT.to_bytes().to_vec();
    bytes.extend(path.as_os_str().as_bytes());
    text(Path::new(std::ffi::OsStr::from_bytes(&bytes)))
}

fn text(path: &Path) -> CString {
    // A path with a zero byte names no file, and `show` has checked that this file exists.
    CString::new(path.as_os_str().as_bytes()).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn folders_come_before_what_is_in_them_and_nothing_twice() {
        let readable = [PathBuf::from("/usr/bin"), PathBuf::from("/etc")];
        let steps = mount_steps(Path::new("/etc/passwd"), readable.iter(), None, Sees::System);
        let made: Vec<&CString> = steps
            .iter()
            .filter_map(|step| match step {
                MountStep::Folder(at) | MountStep::File(at) | MountStep::Link { at, .. } => Some(at),
                MountStep::Mount { .. } | MountStep::Processes(_) => None,
            })
            .collect();
        for (i, at) in made.iter().enumerate() {
            assert!(!made[..i].contains(at), "{at:?} is made twice");
            let parent = Path::new(std::ffi::OsStr::from_bytes(at.as_bytes())).parent().unwrap().to_owned();
            assert!(parent == Path::new("/proc") || made[..i].iter().any(|made| **made == text(&parent)), "{at:?}");
        }
        let mounted = |path: &str| {
            steps.iter().any(|step| matches!(step, MountStep::Mount { from, .. } if *from == text(Path::new(path))))
        };
        assert!(mounted("/usr") && mounted("/etc") && mounted("/dev/null"));
        assert!(!mounted("/usr/bin") && !mounted("/etc/passwd"));
    }
}
