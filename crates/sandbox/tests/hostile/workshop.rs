//! Compiles the hostile programs into a folder that every user can reach.

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::Command;

/// The folder with the compiled programs, the helper, and a copy of this test for the other user.
pub struct Workshop {
    pub folder: PathBuf,
}

impl Workshop {
    pub fn new() -> Workshop {
        let folder = std::env::temp_dir().join(format!("cardsharp-hostile-{}", std::process::id()));
        fs::create_dir(&folder).expect("a folder for the hostile programs");
        fs::set_permissions(&folder, fs::Permissions::from_mode(0o755)).expect("a folder that all can reach");
        let workshop = Workshop { folder };
        workshop.copy(Path::new(env!("CARGO_BIN_EXE_cardsharp-launcher")), "launcher");
        workshop.copy(&std::env::current_exe().expect("our own path"), "hostile");
        let tests = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests");
        workshop.compile(&tests.join("lacking/lacking.c"));
        for (name, path) in sources() {
            if path.extension().is_some_and(|extension| extension == "c") {
                workshop.compile(&path);
            } else {
                need_python();
                workshop.copy(&path, &name);
            }
        }
        workshop
    }

    fn copy(&self, from: &Path, name: &str) {
        let to = self.folder.join(name);
        fs::copy(from, &to).unwrap_or_else(|error| panic!("cannot copy {}: {error}", from.display()));
        fs::set_permissions(&to, fs::Permissions::from_mode(0o755)).expect("a program that all can execute");
    }

    fn compile(&self, source: &Path) {
        let name = source.file_stem().expect("a name").to_string_lossy().into_owned();
        for (program, link) in [(name.clone(), "-rdynamic"), (alone(&name), "-static")] {
            let program = self.folder.join(program);
            let output =
                Command::new("cc").args(["-O1", "-w", "-pthread", link, "-o"]).arg(&program).arg(source).output();
            let output = output.expect("no C compiler `cc` here: install the package gcc");
            let errors = String::from_utf8_lossy(&output.stderr);
            assert!(output.status.success(), "cc {}: {errors}", source.display());
        }
    }
}

impl Drop for Workshop {
    fn drop(&mut self) {
        fs::remove_dir_all(&self.folder).expect("the folder goes");
    }
}

/// Returns every hostile program with its name, sorted.
pub fn sources() -> Vec<(String, PathBuf)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/hostile");
    let mut sources: Vec<(String, PathBuf)> = fs::read_dir(folder)
        .expect("the hostile programs")
        .map(|entry| entry.expect("an entry").path())
        .filter(|path| path.extension().is_some_and(|extension| extension == "c" || extension == "py"))
        .map(|path| (path.file_stem().expect("a name").to_string_lossy().into_owned(), path))
        .collect();
    sources.sort();
    sources
}

/// Returns the name of a program's statically linked build.
pub fn alone(name: &str) -> String {
    format!("{name}-alone")
}

fn need_python() {
    let there =
        ["/usr/local/bin/python3", "/usr/bin/python3", "/bin/python3"].iter().any(|path| Path::new(path).exists());
    assert!(there, "no python3 among the system's programs: install the package python3");
}
