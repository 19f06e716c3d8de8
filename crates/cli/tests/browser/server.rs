//! The real program, serving on its own port.

use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};

pub struct Server {
    child: Child,
    address: String,
    tables: PathBuf,
}

impl Server {
    /// Starts a server with a new database of this name.
    pub fn open(name: &str) -> Server {
        Server::at(new_folder(name).join("tables.db"), 0)
    }

    /// Plays a tournament, then starts a server that shows it.
    pub fn after_a_tournament(name: &str, words: &str) -> Server {
        let tables = new_folder(name).join("tables.db");
        let played = Command::new(env!("CARGO_BIN_EXE_cardsharp"))
            .arg("tournament")
            .args(words.split(' '))
            .arg("--db")
            .arg(records_beside(&tables))
            .output()
            .unwrap();
        assert!(played.status.success(), "{}", String::from_utf8_lossy(&played.stderr));
        Server::at(tables, 0)
    }

    fn at(tables: PathBuf, port: u16) -> Server {
        let records = records_beside(&tables);
        let mut child = Command::new(env!("CARGO_BIN_EXE_cardsharp"))
            .args(["serve", "--port", &port.to_string(), "--tables"])
            .arg(&tables)
            .args(records.exists().then_some("--db"))
            .args(records.exists().then_some(&records))
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let mut line = String::new();
        BufReader::new(child.stdout.take().unwrap()).read_line(&mut line).unwrap();
        let at = line.find("http://").unwrap_or_else(|| panic!("the first line says where: {line:?}"));
        let address = line[at..].trim().trim_end_matches('/').to_owned();
        Server { child, address, tables }
    }

    pub fn page(&self, path: &str) -> String {
        format!("{}{path}", self.address)
    }

    pub fn kill_and_reopen(&mut self) {
        self.kill();
        self.reopen();
    }

    pub fn kill(&mut self) {
        self.child.kill().unwrap();
        self.child.wait().unwrap();
    }

    /// Restarts the server at the same address.
    pub fn reopen(&mut self) {
        let port = self.address.rsplit(':').next().unwrap().parse().unwrap();
        let again = Server::at(self.tables.clone(), port);
        *self = again;
    }
}

fn new_folder(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("house-{name}"));
    let _new = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).unwrap();
    folder
}

fn records_beside(tables: &Path) -> PathBuf {
    tables.with_file_name("records.db")
}

impl Drop for Server {
    fn drop(&mut self) {
        let _nevermind = self.child.kill();
        let _nevermind = self.child.wait();
    }
}
