//! What the tests of `cardsharp play` share.

use std::io::Write;
use std::path::PathBuf;
use std::process::{Command, Output, Stdio};

/// A folder of our own that stands for the home where games are saved; gone when it is dropped.
pub struct Home(PathBuf);

impl Home {
    pub fn new(name: &str) -> Home {
        let folder = std::env::temp_dir().join(format!("cardsharp-play-{}-{name}", std::process::id()));
        std::fs::create_dir_all(&folder).unwrap();
        Home(folder)
    }

    #[allow(dead_code, reason = "not every test has a use for it")]
    pub fn path(&self, name: &str) -> String {
        self.0.join(name).to_str().unwrap().to_owned()
    }

    /// `cardsharp play …` with something typed.
    pub fn play(&self, args: &[&str], typed: &[u8]) -> Output {
        let mut child = Command::new(env!("CARGO_BIN_EXE_cardsharp"))
            .arg("play")
            .args(args)
            .current_dir(PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../.."))
            .env("XDG_STATE_HOME", &self.0)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let mut stdin = child.stdin.take().unwrap();
        let typed = typed.to_owned();
        let writer = std::thread::spawn(move || {
            // One that does not read to the end is no failure of ours.
            let _unread = stdin.write_all(&typed);
        });
        let output = child.wait_with_output().unwrap();
        writer.join().unwrap();
        output
    }
}

impl Drop for Home {
    fn drop(&mut self) {
        std::fs::remove_dir_all(&self.0).unwrap();
    }
}

pub fn text(bytes: &[u8]) -> &str {
    std::str::from_utf8(bytes).unwrap()
}
