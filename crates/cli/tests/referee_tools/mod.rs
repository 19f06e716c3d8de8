//! What tests of the commands share.

use std::io::Write;
use std::path::PathBuf;
use std::process::{Command, Output, Stdio};

pub fn root() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn command(args: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_cardsharp"));
    // What is compiled here is kept apart from the user's own.
    command.args(args).current_dir(root()).env("XDG_CACHE_HOME", env!("CARGO_TARGET_TMPDIR"));
    command
}

#[allow(dead_code, reason = "not every test has a use for it")]
pub fn cardsharp(args: &[&str]) -> Output {
    command(args).stdin(Stdio::null()).output().unwrap()
}

/// What a command prints when all goes well.
#[allow(dead_code, reason = "not every test has a use for it")]
pub fn printed(words: &str) -> String {
    let output = cardsharp(&words.split_whitespace().collect::<Vec<_>>());
    assert!(output.status.success(), "{words}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap()
}

/// Makes sure that a command fails with this status, prints nothing and says this.
#[allow(dead_code, reason = "not every test has a use for it")]
pub fn refused(words: &str, status: i32, hint: &str) {
    let output = cardsharp(&words.split_whitespace().collect::<Vec<_>>());
    let message = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(status), "{words}: {message}");
    assert!(output.stdout.is_empty(), "{words}");
    assert!(message.contains(hint), "{words}: {message}");
}

/// A command with something to read.
#[allow(dead_code, reason = "not every test has a use for it")]
pub fn cardsharp_reading(args: &[&str], input: &str) -> Output {
    let mut child = command(args).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    let mut stdin = child.stdin.take().unwrap();
    let input = input.to_owned();
    let writer = std::thread::spawn(move || {
        // One that does not read to the end is no failure of ours.
        let _unread = stdin.write_all(input.as_bytes());
    });
    let output = child.wait_with_output().unwrap();
    writer.join().unwrap();
    output
}

/// A command with nobody there to read what it prints.
#[allow(dead_code, reason = "not every test has a use for it")]
pub fn cardsharp_unheard(args: &[&str]) -> Output {
    let mut child = command(args).stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    drop(child.stdout.take());
    child.wait_with_output().unwrap()
}

/// The path of an odd program.
#[allow(dead_code, reason = "not every test has a use for it")]
pub fn odd(name: &str) -> String {
    format!("crates/cli/tests/odd/{name}.c")
}

/// A folder of our own, gone when it is dropped.
#[allow(dead_code, reason = "not every test has a use for it")]
pub struct Scratch(PathBuf);

#[allow(dead_code, reason = "not every test has a use for it")]
impl Scratch {
    pub fn new(name: &str) -> Scratch {
        let folder = std::env::temp_dir().join(format!("cardsharp-referee-{}-{name}", std::process::id()));
        std::fs::create_dir_all(&folder).unwrap();
        Scratch(folder)
    }

    pub fn path(&self, name: &str) -> String {
        self.0.join(name).to_str().unwrap().to_owned()
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        std::fs::remove_dir_all(&self.0).unwrap();
    }
}
