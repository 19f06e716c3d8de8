//! Runs Schemathesis, a property-based tester of web APIs. It reads the server's own API description, sends valid and
//! invalid requests, and reports where the server and its description disagree.

use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Child, Command, Stdio};

use anyhow::Context;

use crate::cargo;
use crate::types::run;

/// Pinned, so that results do not change without a commit.
const TESTER: &str = "schemathesis==4.32.5";
/// Installed once.
const PLACE: &str = "target/schemathesis";

/// Runs it against its own server: the same requests each time, a fixed number per endpoint.
pub(crate) fn check() -> anyhow::Result<()> {
    let tester = std::path::absolute(Path::new(PLACE).join("bin/schemathesis"))?;
    if !tester.exists() {
        run(Command::new("python3").args(["-m", "venv", PLACE]))?;
        run(Command::new(Path::new(PLACE).join("bin/pip")).args(["install", "--quiet", TESTER]))?;
    }
    cargo(&["build", "--package", "cardsharp"], &[])?;
    let server = Server::start()?;
    let description = format!("{}/api/openapi.json", server.url);
    let bounds = ["--max-examples", "50", "--seed", "1", "--request-timeout", "60", "--continue-on-failure"];
    let quiet = ["--warnings", "off", "--no-color"];
    let config = std::path::absolute("xtask/schemathesis.toml")?;
    // It keeps its findings in its working folder.
    run(Command::new(tester)
        .current_dir(PLACE)
        .arg("--config-file")
        .arg(config)
        .arg("run")
        .arg(description)
        .args(["--checks", "all"])
        .args(bounds)
        .args(quiet))
}

/// A server that stores nothing; it ends when dropped.
struct Server {
    process: Child,
    url: String,
}

impl Server {
    fn start() -> anyhow::Result<Server> {
        let mut process = Command::new("target/debug/cardsharp")
            .args(["serve", "--port", "0", "--tables", ":memory:"])
            .stdout(Stdio::piped())
            .spawn()
            .context("target/debug/cardsharp could not be started")?;
        let mut line = String::new();
        let out = process.stdout.take().context("the server says nothing")?;
        BufReader::new(out).read_line(&mut line).context("the server does not say where it is")?;
        let url = line.trim_end().rsplit(' ').next().unwrap_or_default().to_owned();
        Ok(Server { process, url })
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _nevermind = self.process.kill();
        let _nevermind = self.process.wait();
    }
}
