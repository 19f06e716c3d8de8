//! Tests of packing, with a script in place of the binary: the tests build no release.

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::sync::{MutexGuard, PoisonError};

use super::pack::{Package, Packed};
use super::*;
use crate::PROGRAM_LOCK;

/// Answers the calls of packing and trial to the binary.
const STAND_IN: &str = r#"#!/bin/sh
case "$1" in
--version) echo "cardsharp 1.2.3" ;;
man) /bin/mkdir -p "$2" && echo ".TH cardsharp 1" > "$2/cardsharp.1" ;;
completions) echo "complete for $2" ;;
match) echo "a match in $PWD with ${HOME:-no home}" ;;
esac
# libgcc_s.so.1 GLIBC_2.2.5 GLIBC_2.34 GLIBC_2.9
"#;

struct Bench {
    folder: PathBuf,
    package: Package,
    #[expect(dead_code, reason = "held, not read")]
    turn: MutexGuard<'static, ()>,
}

impl Bench {
    fn new(name: &str) -> Bench {
        let turn = PROGRAM_LOCK.lock().unwrap_or_else(PoisonError::into_inner);
        let folder = env::temp_dir().join(format!("xtask-dist-{}-{name}", std::process::id()));
        fs::create_dir_all(&folder).unwrap();
        let binary = folder.join("stand-in");
        fs::write(&binary, STAND_IN).unwrap();
        fs::set_permissions(&binary, fs::Permissions::from_mode(0o700)).unwrap();
        let package = Package {
            version: "1.2.3".to_owned(),
            machine: "x86_64-unknown-linux-gnu".to_owned(),
            binary,
            third_party: "# others\n".to_owned(),
            root: Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap().to_owned(),
            released: 1_700_000_000,
        };
        Bench { folder, package, turn }
    }

    fn pack(&self, into: &str) -> Packed {
        let folder = self.folder.join(into);
        fs::create_dir_all(&folder).unwrap();
        self.package.pack(&folder).unwrap()
    }
}

impl Drop for Bench {
    fn drop(&mut self) {
        fs::remove_dir_all(&self.folder).unwrap();
    }
}

#[test]
fn the_archive_has_everything_and_runs_elsewhere() {
    let bench = Bench::new("whole");
    let packed = bench.pack("out");
    let list = output(Command::new("tar").args(["-tvzf"]).arg(&packed.archive)).unwrap();
    let entries: Vec<Vec<&str>> = list.lines().map(|line| line.split_whitespace().collect()).collect();
    let name = "cardsharp-1.2.3-x86_64-unknown-linux-gnu";
    let found: Vec<(&str, &str)> = entries.iter().map(|entry| (entry[0], entry[5])).collect();
    let (folder, plain) = ("drwxr-xr-x", "-rw-r--r--");
    let expected = [
        (folder, ""),
        (plain, "CHANGELOG.md"),
        (plain, "INSTALL.md"),
        (plain, "LICENSE-APACHE"),
        (plain, "LICENSE-MIT"),
        (plain, "README.md"),
        (plain, "THIRD-PARTY.md"),
        ("-rwxr-xr-x", "cardsharp"),
        (folder, "completions/"),
        (plain, "completions/_cardsharp"),
        (plain, "completions/cardsharp.bash"),
        (plain, "completions/cardsharp.fish"),
        (folder, "man/"),
        (folder, "man/man1/"),
        (plain, "man/man1/cardsharp.1"),
    ];
    let expected: Vec<(&str, String)> = expected.map(|(mode, file)| (mode, format!("{name}/{file}"))).into();
    assert_eq!(found, expected.iter().map(|(mode, file)| (*mode, file.as_str())).collect::<Vec<_>>());
    assert!(entries.iter().all(|entry| entry[1] == "0/0" && entry[3] == "2023-11-14"), "{list}");
    assert_eq!(packed.needs, "Linux on x86_64 with the GNU C library 2.34 or later, and libgcc_s");

    let tried = trial::run(&bench.package, &packed).unwrap();
    assert!(tried.contains("\"cardsharp 1.2.3\"") && tried.contains("/cardsharp-dist-"), "{tried}");
    assert!(tried.contains("with no home") && !tried.contains(bench.package.root.to_str().unwrap()), "{tried}");
    assert!(!bench.folder.join("out").join(name).exists(), "what was staged is gone");
}

#[test]
fn the_same_files_make_the_same_bytes() {
    let bench = Bench::new("same");
    let (one, other) = (bench.pack("one"), bench.pack("other"));
    assert_eq!(fs::read(&one.archive).unwrap(), fs::read(&other.archive).unwrap());
    assert_eq!(fs::read_to_string(&one.checksum).unwrap(), fs::read_to_string(&other.checksum).unwrap());
    // Packed again over the old files.
    let again = bench.pack("one");
    assert_eq!(fs::read(&again.archive).unwrap(), fs::read(&other.archive).unwrap());
}

#[test]
fn a_damaged_archive_is_not_handed_out() {
    let bench = Bench::new("damaged");
    let packed = bench.pack("out");
    let mut bytes = fs::read(&packed.archive).unwrap();
    let middle = bytes.len() / 2;
    bytes[middle] ^= 1;
    fs::write(&packed.archive, bytes).unwrap();
    let error = format!("{:#}", trial::run(&bench.package, &packed).unwrap_err());
    assert!(error.contains("sha256sum") && error.contains("did NOT match"), "{error}");
}

#[test]
fn a_binary_of_another_version_or_that_needs_the_repository_is_found_out() {
    let mut bench = Bench::new("other");
    let packed = bench.pack("out");
    bench.package.version = "1.2.4".to_owned();
    let renamed = bench.pack("renamed");
    let error = trial::run(&bench.package, &renamed).unwrap_err().to_string();
    assert!(error.contains("calls itself") && error.contains("1.2.3"), "{error}");
    bench.package.version = "1.2.3".to_owned();
    trial::run(&bench.package, &packed).unwrap();

    let root = bench.package.root.display().to_string();
    fs::write(&bench.package.binary, format!("{STAND_IN}# {root}/crates/web/page\n")).unwrap();
    let leaning = bench.pack("leaning");
    let error = trial::run(&bench.package, &leaning).unwrap_err().to_string();
    assert!(error.contains("may need something that is only there") && error.contains(&root), "{error}");
}
