//! Helpers of the tests that run the binary.

use std::io::Write;
use std::path::PathBuf;
use std::process::{Command, Output, Stdio};

pub fn root() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// Returns a command line to run at the root of the repository; arguments with spaces are added by the caller.
pub fn command(words: &str) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_cardsharp"));
    command.args(words.split_whitespace()).current_dir(root()).stdin(Stdio::null()).env_remove("NO_COLOR");
    let cache = env!("CARGO_TARGET_TMPDIR");
    command.env("XDG_CACHE_HOME", cache).env("XDG_STATE_HOME", format!("{cache}/state"));
    command
}

#[derive(Debug)]
pub struct Run {
    pub status: Option<i32>,
    pub out: String,
    pub err: String,
}

impl From<Output> for Run {
    fn from(output: Output) -> Run {
        let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
        Run { status: output.status.code(), out: text(&output.stdout), err: text(&output.stderr) }
    }
}

pub fn run(words: &str) -> Run {
    command(words).output().unwrap().into()
}

/// Runs a command with this standard input.
pub fn run_with(mut command: Command, input: &str) -> Run {
    let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    let mut stdin = child.stdin.take().unwrap();
    let input = input.to_owned();
    // The command may end before it has read everything.
    let writer = std::thread::spawn(move || drop(stdin.write_all(input.as_bytes())));
    let output = child.wait_with_output().unwrap();
    writer.join().unwrap();
    output.into()
}

/// Returns the standard output of a command that must succeed.
pub fn printed(words: &str) -> String {
    let run = run(words);
    assert_eq!(run.status, Some(0), "{words}: {}", run.err);
    run.out
}

/// Returns the JSON of a command run with `--json`.
pub fn json(words: &str) -> serde_json::Value {
    serde_json::from_str(&printed(&format!("{words} --json"))).unwrap()
}

/// Checks that a command fails with this status and error message, and prints nothing else.
pub fn refused(words: &str, status: i32, complaint: &str) {
    let run = run(words);
    assert_eq!((run.status, run.out.as_str()), (Some(status), ""), "{words}: {}", run.err);
    assert!(run.err.contains(complaint), "{words}: {}", run.err);
}

/// A test's own folder, removed on drop.
pub struct Scratch(PathBuf);

impl Scratch {
    pub fn new(name: &str) -> Scratch {
        let folder = std::env::temp_dir().join(format!("cardsharp-cli-{}-{name}", std::process::id()));
        std::fs::create_dir_all(&folder).unwrap();
        Scratch(folder)
    }

    pub fn path(&self, name: &str) -> String {
        self.0.join(name).to_str().unwrap().to_owned()
    }

    /// Writes a file; returns its path.
    pub fn file(&self, name: &str, content: impl AsRef<[u8]>) -> String {
        std::fs::write(self.0.join(name), content).unwrap();
        self.path(name)
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        // Fails for folders that a test made read-only.
        let _ignored = std::fs::remove_dir_all(&self.0);
    }
}
