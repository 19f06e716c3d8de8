//! The server in a separate process: this program, started again.

use std::io::{BufRead, BufReader};
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::thread;

use cardsharp_web::{Clock, Limits, ServeOptions, Server};

/// Runs the server if this process was started as one, and never returns then; else returns the arguments.
pub fn args_or_serve(limits: Limits) -> Vec<String> {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let [serve, file, port] = &args[..] else { return args };
    if serve != "--serve" {
        return args;
    }
    let plan = ServeOptions {
        address: ([127, 0, 0, 1], port.parse().expect("a port")).into(),
        tables: file.into(),
        records: None,
        hosts: Vec::new(),
        programs: None,
        page: None,
        threads: thread::available_parallelism().map_or(1, |cores| (usize::from(cores) - 1).max(1)),
        limits,
        clock: Clock::default(),
    };
    let server = Server::open(plan).expect("the server opens");
    println!("{}", server.address());
    server.run()
}

/// The server process; dropping it kills the process.
pub struct ServerProcess {
    process: Child,
    pub address: SocketAddr,
}

impl ServerProcess {
    /// Starts the server with its tables in a file, at a port (0: any free one).
    pub fn open(file: &Path, port: u16) -> ServerProcess {
        let own = std::env::current_exe().expect("we know who we are");
        let mut command = Command::new(own);
        command.arg("--serve").arg(file).arg(port.to_string()).stdout(Stdio::piped());
        let mut process = command.spawn().expect("the server starts");
        let mut line = String::new();
        BufReader::new(process.stdout.take().expect("it speaks")).read_line(&mut line).expect("it says where it is");
        ServerProcess { process, address: line.trim().parse().expect("an address") }
    }

    /// Returns the peak memory of the process, in kB.
    pub fn memory(&self) -> usize {
        let status = std::fs::read_to_string(format!("/proc/{}/status", self.process.id())).unwrap_or_default();
        let most = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
        most.and_then(|most| most.trim().trim_end_matches(" kB").parse().ok()).unwrap_or(0)
    }
}

impl Drop for ServerProcess {
    fn drop(&mut self) {
        self.process.kill().expect("it can be killed");
        self.process.wait().expect("it ends");
    }
}

/// Returns a path for tables that is unique to this process.
pub fn file(name: &str) -> PathBuf {
    std::env::temp_dir().join(format!("cardsharp-{name}-{}.db", std::process::id()))
}

/// Deletes the tables.
pub fn remove(file: &Path) {
    for end in ["", "-wal", "-shm", ".lock"] {
        let _nevermind = std::fs::remove_file(format!("{}{end}", file.display()));
    }
}
