//! A server in its own process, and requests to it.

#[path = "../../../web/tests/http/mod.rs"]
#[allow(dead_code, reason = "the tests of the API need more of it")]
mod http;

use std::io::{BufRead, BufReader};
use std::net::TcpStream;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};

use http::PendingReply;
use serde_json::Value;

/// A server in its own process; dropping it kills it, as `kill -9` does.
pub struct Server {
    process: Child,
    /// `127.0.0.1:PORT`.
    pub address: String,
}

impl Server {
    pub fn open(tables: &Path, more: &[&str]) -> Server {
        Server::begin_as(Command::new(env!("CARGO_BIN_EXE_cardsharp")), tables, more)
    }

    /// Starts a server that may open this many files and connections.
    pub fn open_with_descriptors(tables: &Path, descriptors: usize) -> Server {
        let mut shell = Command::new("sh");
        shell.args(["-c", &format!("ulimit -n {descriptors} && exec \"$0\" \"$@\"")]);
        shell.arg(env!("CARGO_BIN_EXE_cardsharp"));
        Server::begin_as(shell, tables, &[])
    }

    fn begin_as(mut command: Command, tables: &Path, more: &[&str]) -> Server {
        let mut process = command
            .args(["serve", "--port", "0", "--tables"])
            .arg(tables)
            .args(more)
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let mut line = String::new();
        BufReader::new(process.stdout.take().unwrap()).read_line(&mut line).unwrap();
        let address = line.trim_end().strip_prefix("cardsharp is at http://").expect("it says where it is");
        Server { process, address: address.to_owned() }
    }

    pub fn id(&self) -> u32 {
        self.process.id()
    }

    fn begin(&self, method: &str, path: &str, (kind, body): (&str, &[u8])) -> PendingReply {
        let stream = TcpStream::connect(&self.address).unwrap();
        let headers = [("Host", self.address.as_str()), ("Content-Type", kind)];
        http::ask(stream, &format!("{method} {path} HTTP/1.0"), headers, body)
    }

    /// Sends a body of any type; returns the status and the body of the answer.
    pub fn send(&self, method: &str, path: &str, body: (&str, &[u8])) -> (String, String) {
        let reply = self.begin(method, path, body).read();
        (reply.status.to_string(), reply.body)
    }

    /// Sends JSON; returns the status and the body of the answer.
    pub fn ask(&self, method: &str, path: &str, body: &str) -> (String, String) {
        self.send(method, path, ("application/json", body.as_bytes()))
    }

    pub fn get(&self, path: &str) -> Value {
        let (status, body) = self.ask("GET", path, "");
        assert_eq!(status, "200", "{path}: {body}");
        serde_json::from_str(&body).unwrap()
    }

    /// Waits for the end of a table without people; returns a watcher's last view.
    pub fn last_view(&self, id: &str) -> Value {
        let reply = self.begin("GET", &format!("/api/tables/{id}/events"), ("application/json", b""));
        let last = reply.events().find(|event| event.data["over"] == true);
        last.expect("the game is played to its end").data
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        self.process.kill().unwrap();
        self.process.wait().unwrap();
    }
}

/// Returns the path of a database that does not exist yet.
pub fn fresh(name: &str) -> PathBuf {
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    for end in ["", "-wal", "-shm", ".lock"] {
        let _nevermind = std::fs::remove_file(format!("{}{end}", path.display()));
    }
    let _nevermind = std::fs::remove_dir_all(format!("{}.programs", path.display()));
    path
}

pub fn run(args: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_cardsharp")).args(args).output().unwrap()
}
