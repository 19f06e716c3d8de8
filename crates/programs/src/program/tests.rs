use std::os::unix::fs::PermissionsExt;

use cardsharp_sandbox::{HelperCommand, Policy};

use super::*;

struct Scratch(PathBuf);

impl Scratch {
    fn new(name: &str) -> Scratch {
        let folder = std::env::temp_dir().join(format!("cardsharp-programs-{}-{name}", std::process::id()));
        fs::create_dir_all(&folder).unwrap();
        Scratch(folder)
    }

    fn file(&self, name: &str, text: &str, mode: u32) -> String {
        let path = self.0.join(name);
        fs::write(&path, text).unwrap();
        fs::set_permissions(&path, fs::Permissions::from_mode(mode)).unwrap();
        path.to_str().unwrap().to_owned()
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        fs::remove_dir_all(&self.0).unwrap();
    }
}

/// A launcher that starts nothing: these tests need no compiler. `tests/compiler.rs` has those that do.
fn no_launcher() -> Launch {
    Launch::new(&HelperCommand { path: "/nonexistent".into(), args: Vec::new() }, Policy::Protected)
}

fn error_of(text: &str) -> String {
    find(text, &no_launcher()).unwrap_err().to_string()
}

#[test]
fn what_cannot_be_run_is_refused_with_what_would_be_right() {
    let scratch = Scratch::new("refused");
    assert!(error_of(scratch.0.to_str().unwrap()).contains("is a folder"));
    let plain = scratch.file("plain.py", "#!/bin/sh\n", 0o644);
    assert!(error_of(&plain).contains("has no execute permission: `chmod +x"));
    let text = scratch.file("text", "print('hello')\n", 0o755);
    assert!(error_of(&text).contains("a script begins with #!"));
    let nobody = scratch.file("nobody", "#!/usr/bin/env no-such-interpreter\n", 0o755);
    assert!(error_of(&nobody).contains("\"no-such-interpreter\" is not on the path"));
    let folder = scratch.file("folder", &format!("#!{}\n", scratch.0.display()), 0o755);
    assert!(error_of(&folder).contains("is no file"));
    let gone = scratch.file("gone", "#!/no/such/interpreter\n", 0o755);
    assert!(error_of(&gone).contains("/no/such/interpreter"));
}

#[test]
fn a_script_is_run_by_its_interpreter() {
    let scratch = Scratch::new("script");
    for line in ["#!/bin/sh", "#!/usr/bin/env sh"] {
        let script = scratch.file("bot", &format!("{line}\necho 23\n"), 0o755);
        let Ok(program) = find(&script, &no_launcher()) else { panic!("{line}") };
        assert_eq!(program.command.program, fs::canonicalize("/bin/sh").unwrap());
        assert_eq!(program.command.args, [fs::canonicalize(&script).unwrap().to_str().unwrap()]);
    }
}

#[test]
fn the_hash_is_the_published_one() {
    assert_eq!(hash(b""), 0xcbf2_9ce4_8422_2325);
    assert_eq!(hash(b"foobar"), 0x8594_4171_f739_67e8);
}

#[test]
fn an_interpreter_brings_its_own_library_and_nothing_beside_it() {
    let scratch = Scratch::new("library");
    for folder in ["bin", "lib", "lib/python3.11", "diary"] {
        fs::create_dir(scratch.0.join(folder)).unwrap();
    }
    let real = fs::canonicalize("/bin/sh").unwrap();
    for name in ["python3.11", "wolf"] {
        fs::copy(&real, scratch.0.join("bin").join(name)).unwrap();
    }
    let readable = |interpreter: &str| {
        let line = format!("#!{}/bin/{interpreter}\n", scratch.0.display());
        let script = scratch.file("bot", &line, 0o755);
        let Ok(program) = find(&script, &no_launcher()) else { panic!("{line}") };
        let own = fs::canonicalize(&script).unwrap();
        program.command.readable.into_iter().filter(|path| *path != own).collect::<Vec<_>>()
    };
    let home = fs::canonicalize(&scratch.0).unwrap();
    assert_eq!(readable("python3.11"), [home.join("lib")]);
    // A folder with only a `bin` is not an installation.
    assert_eq!(readable("wolf"), [] as [PathBuf; 0]);
}

#[test]
fn who_is_linked_statically_sees_nothing() {
    let linked = fs::canonicalize("/bin/sh").unwrap();
    assert_eq!(command(linked).sees, Sees::System);
    // The loader is the only system program that needs no loader.
    let loader = ["/lib64/ld-linux-x86-64.so.2", "/lib/ld-linux-aarch64.so.1"].map(Path::new);
    let loader = loader.into_iter().find(|path| path.exists()).expect("the system's loader");
    assert_eq!(command(loader.to_owned()).sees, Sees::Nothing);
    let scratch = Scratch::new("odd");
    for content in ["", "\x7fELF", "\x7fELF\x02\x01 and then something else, much too short to be a program of its own"]
    {
        assert_eq!(command(scratch.file("odd", content, 0o755).into()).sees, Sees::System);
    }
}
